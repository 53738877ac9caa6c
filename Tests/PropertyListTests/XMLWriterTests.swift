import FourLinesPropertyList
import Testing

@Suite struct XMLWriterTests {
    static func xml(_ tree: Tree) throws -> String {
        String(decoding: try BinaryPropertyList(tree.encoded()).xml(), as: UTF8.self)
    }

    /// The lines between the `<plist>` tags.
    static func body(_ tree: Tree) throws -> String {
        let lines = try xml(tree).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropFirst(3).dropLast(2).joined(separator: "\n")
    }

    @Test("A file has the declaration, the document type and the root that Apple writes")
    func wholeFile() throws {
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>a</key>
            \t<array>
            \t\t<string>x</string>
            \t\t<array/>
            \t\t<dict/>
            \t\t<dict>
            \t\t\t<key>CF$UID</key>
            \t\t\t<integer>7</integer>
            \t\t</dict>
            \t</array>
            \t<key>b</key>
            \t<true/>
            </dict>
            </plist>

            """
        let tree = Tree.dictionary([
            "b": .boolean(true), "a": .array([.text("x"), .array([]), .dictionary([], []), .uid(7)]),
        ])
        #expect(try Self.xml(tree) == expected)
    }

    static let leaves: [(Tree, String)] = [
        (.boolean(false), "<false/>"),
        (.text(""), "<string></string>"),
        (.text("a<b>&\"'c"), "<string>a&lt;b&gt;&amp;\"'c</string>"),
        (.text(" \t\n"), "<string> \t\n</string>"),
        (.text("\r"), "<string>&#13;</string>"),
        (.text("é€😀\u{7F}\u{FFFD}\u{D7FF}\u{E000}"), "<string>é€😀\u{7F}\u{FFFD}\u{D7FF}\u{E000}</string>"),
        (.integer(0), "<integer>0</integer>"),
        (.integer(-1), "<integer>-1</integer>"),
        (.integer(Int128(UInt64.max)), "<integer>18446744073709551615</integer>"),
        (.integer(Int128(Int64.min)), "<integer>-9223372036854775808</integer>"),
        (.double(0), "<real>0.0</real>"),
        (.double(-0.0), "<real>-0.0</real>"),
        (.double(1), "<real>1</real>"),
        (.double(0.1), "<real>0.10000000000000001</real>"),
        (.double(1e300), "<real>1.0000000000000001e+300</real>"),
        (.double(.nan), "<real>nan</real>"),
        (.double(.infinity), "<real>+infinity</real>"),
        (.double(-.infinity), "<real>-infinity</real>"),
        (.seconds(302_630_463), "<date>2010-08-04T16:01:03Z</date>"),
        (.seconds(-63_113_904_001), "<date>0000-12-31T23:59:59Z</date>"),
        (.seconds(-63_177_062_400), "<date>-001-01-01T00:00:00Z</date>"),
        (.seconds(326_438_669_350), "<date>12345-06-07T08:09:10Z</date>"),
        (.data([]), "<data>\n</data>"),
        (.data([1, 2, 3]), "<data>\nAQID\n</data>"),
        (.data([1]), "<data>\nAQ==\n</data>"),
    ]

    @Test("Leaves are written as Apple writes them", arguments: leaves.indices)
    func leaf(_ index: Int) throws {
        let (tree, text) = Self.leaves[index]
        #expect(try Self.body(tree) == text)
        #expect(try Tree(BinaryPropertyList(xml: Array(Self.xml(tree).utf8))) == tree)
    }

    @Test("Data is broken into lines of 76 characters less 8 for each tab, with at most 8 tabs", arguments: 0...10)
    func dataLines(_ depth: Int) throws {
        let tree = (0..<depth).reduce(Tree.data([UInt8](repeating: 0, count: 200))) { inner, _ in .array([inner]) }
        let lines = try Self.body(tree).split(separator: "\n").dropFirst(depth).dropLast(depth)
        let tabs = String(repeating: "\t", count: depth)
        #expect(lines.first.map(String.init) == tabs + "<data>")
        #expect(lines.last.map(String.init) == tabs + "</data>")
        let text = lines.dropFirst().dropLast()
        let lineTabs = String(repeating: "\t", count: min(depth, 8))
        let width = 76 - 8 * min(depth, 8)
        for line in text.dropLast() { #expect(line == lineTabs + String(repeating: "A", count: width)) }
        let characters = text.reduce(0) { $0 + $1.utf8.count - min(depth, 8) }
        #expect(characters == (200 + 2) / 3 * 4)
    }

    @Test("Keys are sorted by their UTF-16 units")
    func sortedKeys() throws {
        // U+1F600 is D83D DE00 and comes before U+FFFD, though its code point is larger.
        let keys = ["\u{FFFD}", "😀", "é", "z", "a", "A", "", "ab", "$a", "aé"]
        let tree = Tree.dictionary(keys.map { .text($0) }, keys.map { _ in .boolean(true) })
        let written = try Self.body(tree).split(separator: "\n").filter { $0.contains("<key>") }
            .map { $0.dropFirst(6).dropLast(6) }
        #expect(written == ["", "$a", "A", "a", "ab", "aé", "z", "é", "😀", "\u{FFFD}"])
    }

    @Test("Latin-1 in an ASCII string is written in UTF-8")
    func latin1() throws {
        let text = try RawFile([0xD1, 1, 1], [0x52, 0xE9, 0x61]).view().xml()
        #expect(String(decoding: text, as: UTF8.self).contains("<key>éa</key>\n\t<string>éa</string>"))
    }

    static let losses: [(String, RawFile, [XMLLoss], String)] = [
        (
            "float32", RawFile([0x22, 0x3D, 0xCC, 0xCC, 0xCD]), [XMLLoss(.float32, object: 0)],
            "<real>0.10000000149011612</real>"
        ),
        (
            "a wide integer", RawFile([0xA1, 1], [0x14] + RawFile.number(2, 16)), [XMLLoss(.integerWidth, object: 1)],
            "<integer>2</integer>"
        ),
        (
            "an integer under zero in 16 bytes", RawFile([0x14] + [UInt8](repeating: 255, count: 16)),
            [XMLLoss(.integerWidth, object: 0)], "<integer>-1</integer>"
        ),
        (
            "an integer in two bytes", RawFile([0x11, 0, 2]), [XMLLoss(.integerWidth, object: 0)],
            "<integer>2</integer>"
        ),
        ("a wide UID", RawFile([0x82, 0, 0, 2]), [XMLLoss(.uidWidth, object: 0)], "<integer>2</integer>"),
        (
            "the bits of a NaN", RawFile([0x23, 0xFF, 0xF8, 0, 0, 0, 0, 0, 1]), [XMLLoss(.nanPayload, object: 0)],
            "<real>nan</real>"
        ),
        (
            "a fraction of a second", RawFile([0x33, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]),
            [XMLLoss(.dateFraction, object: 0)],
            "<date>2001-01-01T00:00:01Z</date>"
        ),
        (
            "a fraction before 2001", RawFile([0x33, 0xBF, 0xE0, 0, 0, 0, 0, 0, 0]),
            [XMLLoss(.dateFraction, object: 0)],
            "<date>2000-12-31T23:59:59Z</date>"
        ),
        (
            "a key twice", RawFile([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x08], [0x09]),
            [XMLLoss(.duplicateKey, object: 0)],
            "<key>a</key>\n\t<false/>\n\t<key>a</key>\n\t<true/>"
        ),
        (
            "a key twice in two forms", RawFile([0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x61, 0, 0x61], [0x08]),
            [XMLLoss(.duplicateKey, object: 0)], "<key>a</key>"
        ),
        ("nothing", RawFile([0xA2, 1, 1], [0x10, 5]), [], "<integer>5</integer>"),
        (
            "each place counts", RawFile([0xA2, 1, 1], [0x11, 0, 5]),
            [XMLLoss(.integerWidth, object: 1), XMLLoss(.integerWidth, object: 1)], "<integer>5</integer>"
        ),
    ]

    @Test("What XML does not show is reported", arguments: losses.indices)
    func loss(_ index: Int) throws {
        let (name, file, losses, text) = Self.losses[index]
        var reported: [XMLLoss] = []
        let xml = try file.view().xml(loss: { reported.append($0) })
        #expect(reported == losses, "\(name)")
        #expect(String(decoding: xml, as: UTF8.self).contains(text), "\(name)")
    }

    static let unrepresentable: [(String, RawFile, XMLUnrepresentable, Int)] = [
        ("a null", RawFile([0xA1, 1], [0x00]), .null, 1),
        ("a set", RawFile([0xA1, 1], [0xC0]), .set, 1),
        ("an integer of 65 bits", RawFile([0x14] + RawFile.number(1, 8) + RawFile.number(0, 8)), .integer, 0),
        ("an integer under -2^63", RawFile([0x14] + RawFile.number(.max, 8) + RawFile.number(0, 8)), .integer, 0),
        ("a control character", RawFile([0x52, 0x61, 0x01]), .character(1), 0),
        ("NUL", RawFile([0x51, 0x00]), .character(0), 0),
        ("U+FFFF", RawFile([0x61, 0xFF, 0xFF]), .character(0xFFFF), 0),
        ("a control character in a key", RawFile([0xD1, 1, 1], [0x51, 0x1B]), .character(0x1B), 1),
        ("a lone high surrogate", RawFile([0x61, 0xD8, 0x00]), .loneSurrogate(0xD800), 0),
        ("a lone low surrogate", RawFile([0x62, 0xDC, 0x00, 0, 0x61]), .loneSurrogate(0xDC00), 0),
        ("a date that is no number", RawFile([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]), .date, 0),
        ("an infinite date", RawFile([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]), .date, 0),
        ("a date beyond all years", RawFile([0x33] + RawFile.number(Double(1e17).bitPattern, 8)), .date, 0),
        ("a number as a key", RawFile([0xD1, 1, 1], [0x10, 1]), .key, 1),
        (
            "a dictionary like a UID", RawFile([0xD1, 1, 2], [0x56] + Array("CF$UID".utf8), [0x10, 1]), .uidDictionary,
            0
        ),
        (
            "one with a real", RawFile([0xD1, 1, 2], [0x56] + Array("CF$UID".utf8), [0x22, 0, 0, 0, 0]), .uidDictionary,
            0
        ),
        (
            "one with the key twice", RawFile([0xD2, 1, 1, 2, 2], [0x56] + Array("CF$UID".utf8), [0x10, 1]),
            .uidDictionary,
            0
        ),
    ]

    @Test("What would be another value is refused, with the object", arguments: unrepresentable.indices)
    func refused(_ index: Int) throws {
        let (name, file, reason, object) = Self.unrepresentable[index]
        let view = try file.view()
        let error = PropertyListError(
            .notRepresentable(reason.description), offset: try view.offset(of: object), object: object)
        #expect(throws: error, "\(name)") { try view.xml() }
    }

    @Test("A dictionary with CF$UID and a text, or another key, is written")
    func notLikeUID() throws {
        let text = Tree.dictionary(["CF$UID": .text("1")])
        let two = Tree.dictionary(["CF$UID": .integer(1), "a": .integer(1)])
        for tree in [text, two] {
            #expect(try Tree(BinaryPropertyList(xml: Array(Self.xml(tree).utf8))) == tree)
        }
    }

    @Test("What is written reads back, and is written the same again")
    func roundTrips() throws {
        var random = Random()
        for _ in 0..<300 {
            let tree = random.tree()
            let text = try BinaryPropertyList(tree.encoded()).xml()
            let view = try BinaryPropertyList(xml: text)
            #expect(try Tree(view) == tree)
            #expect(try view.xml() == text)
        }
    }

    @Test("A sink is given the bytes that would have been answered, and left alone when it wants no more")
    func sink() throws {
        let tree = Tree.array([
            .data([UInt8](repeating: 7, count: 600_000)),
            .array((0..<30_000).map { .text("text & more \($0)") }),
            .text(String(repeating: "&", count: 400_000)),
        ])
        let view = try BinaryPropertyList(tree.encoded())
        let whole = try view.xml()
        var parts: [UInt8] = []
        var calls = 0
        let rest = try view.xml(sink: { bytes, range in
            parts += bytes[range]
            calls += 1
            return true
        })
        #expect(parts + rest == whole)
        #expect(calls > 3)
        var refused = 0
        _ = try view.xml(sink: { _, _ in
            refused += 1
            return false
        })
        #expect(refused == 1)
    }
}
