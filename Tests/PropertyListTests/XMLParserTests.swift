import FourLinesPropertyList
import Testing

@Suite struct XMLParserTests {
    /// A whole file around an element.
    static func file(_ content: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(content)
        </plist>

        """
    }

    static func tree(_ file: String) throws -> Tree { try Tree(BinaryPropertyList(xml: Array(file.utf8))) }

    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let xml: String
        let tree: Tree

        init(_ name: String, _ xml: String, _ tree: Tree) {
            (testDescription, self.xml, self.tree) = (name, xml, tree)
        }

        init(_ xml: String, _ tree: Tree) { self.init(xml, xml, tree) }
    }

    @Test(
        "Every element is read",
        arguments: [
            Example("<true/>", .boolean(true)),
            Example("<false/>", .boolean(false)),
            Example("<true></true>", .boolean(true)),
            Example("<false ></false >", .boolean(false)),
            Example("<array/>", .array([])),
            Example("<array></array>", .array([])),
            Example("<array > </array\n>", .array([])),
            Example("<dict/>", .dictionary([], [])),
            Example("<dict> </dict>", .dictionary([], [])),
            Example("<string/>", .text("")),
            Example("<string />", .text("")),
            Example("<string></string>", .text("")),
            Example("<data/>", .data([])),
            Example("<data></data>", .data([])),
            Example("blanks stay", "<string> a\n\tb </string>", .text(" a\n\tb ")),
            Example("<string>a &lt;&gt;&amp;&quot;&apos; b</string>", .text("a <>&\"' b")),
            Example("<string>&#65;&#x42;&#x1f698;&#128664;</string>", .text("AB\u{1F698}\u{1F698}")),
            Example("<string>&#9;&#1;</string>", .text("\t\u{1}")),
            Example("<string><![CDATA[<&amp;]]]]><![CDATA[>]]></string>", .text("<&amp;]]>")),
            Example("<string>a<!-- <b> -->c<?d e?>f</string>", .text("acf")),
            Example("<string>é€😀</string>", .text("é€😀")),
            Example("an attribute", "<string a=\"b>c\">d</string>", .text("d")),
            Example("a key where a value belongs", "<array><key>a</key></array>", .array([.text("a")])),
            Example("<array><true/><!-- c --><false/><?p?></array>", .array([.boolean(true), .boolean(false)])),
            Example(
                "<dict><key>b</key><true/><key>a</key><array><string>x</string></array></dict>",
                .dictionary(["b": .boolean(true), "a": .array([.text("x")])])),
            Example(
                "a key twice", "<dict><key>a</key><true/><key>a</key><false/></dict>",
                .dictionary(["a": .boolean(true), "a": .boolean(false)])),
            Example("<dict><key/><true/></dict>", .dictionary(["": .boolean(true)])),
            Example("<dict><key>&lt;</key><true/></dict>", .dictionary(["<": .boolean(true)])),
        ])
    func elements(_ example: Example) throws {
        #expect(try Self.tree(Self.file(example.xml)) == example.tree)
    }

    @Test(
        "Integers are decimal or hexadecimal, of 64 bits, signed or not",
        arguments: [
            ("0", 0), ("-0", 0), ("+5", 5), ("007", 7), ("255", 255), ("-1", -1), ("  12", 12), ("- 3", -3),
            ("\n\t4", 4), ("9223372036854775807", Int128(Int64.max)), ("9223372036854775808", 1 << 63),
            ("18446744073709551615", Int128(UInt64.max)), ("-9223372036854775808", Int128(Int64.min)),
            ("0x1F", 31), ("0XfF", 255), ("-0x10", -16), ("0xFFFFFFFFFFFFFFFF", Int128(UInt64.max)), ("0x0", 0),
        ] as [(String, Int128)])
    func integers(_ text: String, _ value: Int128) throws {
        let view = try BinaryPropertyList(xml: Array(Self.file("<integer>\(text)</integer>").utf8))
        #expect(try Tree(view) == .integer(value))
        guard case .integer(let low, let high, let width) = try view.object(view.topObject) else { return }
        #expect(Int(width) == BinaryEncoder.integerWidth(low: low, high: high))
    }

    @Test(
        "Reals are correctly rounded",
        arguments: [
            ("0", 0), ("0.0", 0), ("-0.0", -0.0), ("1.5", 1.5), (" 2", 2), (".5", 0.5), ("5.", 5), ("+1e3", 1000),
            ("1E-2", 0.01), ("0.1", 0.1), ("0.10000000000000001", 0.1), ("1e400", .infinity), ("1e-400", 0),
            ("123456789012345678901234567890", 1.2345678901234568e29),
            ("inf", .infinity), ("+inf", .infinity), ("-inf", -.infinity), ("infinity", .infinity),
            ("+infinity", .infinity), ("-INFINITY", -.infinity), ("nan", .nan), ("NaN", .nan),
            ("<![CDATA[1]]>.5", 1.5), ("&#49;", 1),
        ] as [(String, Double)])
    func reals(_ text: String, _ value: Double) throws {
        #expect(try Self.tree(Self.file("<real>\(text)</real>")) == .double(value))
    }

    @Test(
        "Dates are whole seconds in UTC",
        arguments: [
            ("2001-01-01T00:00:00Z", 0), ("2010-08-04T16:01:03Z", 302_630_463), ("1970-01-01T00:00:00Z", -978_307_200),
            ("2000-02-29T23:59:60Z", -26_438_400), ("0001-01-01T00:00:00Z", -63_113_904_000),
            ("4001-01-01T00:00:00Z", 63_113_904_000), ("12345-06-07T08:09:10Z", 326_438_669_350),
            ("-0001-01-01T00:00:00Z", -63_177_062_400), ("-1-01-01T00:00:00Z", -63_177_062_400),
        ] as [(String, Double)])
    func dates(_ text: String, _ seconds: Double) throws {
        #expect(try Self.tree(Self.file("<date>\(text)</date>")) == .seconds(seconds))
    }

    @Test(
        "Data is base64, and what is not is skipped as CoreFoundation skips it",
        arguments: [
            ("AQID", [1, 2, 3]), ("AQI=", [1, 2]), ("AQ==", [1]), ("\n\tAQ\n\tID\n", [1, 2, 3]),
            ("A-Q_I!D", [1, 2, 3]),
            ("AQIDBA", [1, 2, 3]), ("AQIDB", [1, 2, 3]), ("AQ= =", [1]), ("AQ=x", [1, 0, 49]),
            ("////", [255, 255, 255]), ("++++", [0xFB, 0xEF, 0xBE]), ("", []), ("=", []), ("====", [0]),
        ] as [(String, [UInt8])])
    func data(_ text: String, _ bytes: [UInt8]) throws {
        #expect(try Self.tree(Self.file("<data>\(text)</data>")) == .data(bytes))
    }

    static let uids: [(String, String, Tree)] = [
        ("a number", "<key>CF$UID</key><integer>5</integer>", .uid(5)),
        ("blanks and comments", "\n<!-- -->\t<key>CF$UID</key>\n<integer>5</integer> <!-- -->", .uid(5)),
        ("the largest", "<key>CF$UID</key><integer>4294967295</integer>", .uid(.max)),
        ("under zero", "<key>CF$UID</key><integer>-1</integer>", .uid(.max)),
        ("over 32 bits", "<key>CF$UID</key><integer>4294967297</integer>", .uid(1)),
        ("a real", "<key>CF$UID</key><real>7</real>", .uid(7)),
        ("an escaped key", "<key>CF&#36;UID</key><integer>5</integer>", .uid(5)),
        (
            "a real that is no number of 32 bits", "<key>CF$UID</key><real>0.5</real>",
            .dictionary(["CF$UID": .double(0.5)])
        ),
        ("a string", "<key>CF$UID</key><string>5</string>", .dictionary(["CF$UID": .text("5")])),
        ("an array", "<key>CF$UID</key><array/>", .dictionary(["CF$UID": .array([])])),
        ("a boolean", "<key>CF$UID</key><true/>", .dictionary(["CF$UID": .boolean(true)])),
        (
            "another key behind it", "<key>CF$UID</key><integer>5</integer><key>a</key><true/>",
            .dictionary(["CF$UID": .integer(5), "a": .boolean(true)])
        ),
        (
            "another key before it", "<key>a</key><true/><key>CF$UID</key><integer>5</integer>",
            .dictionary(["a": .boolean(true), "CF$UID": .integer(5)])
        ),
        (
            "a UID in it", "<key>CF$UID</key><dict><key>CF$UID</key><integer>5</integer></dict>",
            .dictionary(["CF$UID": .uid(5)])
        ),
        ("another case", "<key>CF$uid</key><integer>5</integer>", .dictionary(["CF$uid": .integer(5)])),
    ]

    @Test("A dictionary of the one key CF$UID and a number is a UID", arguments: uids.indices)
    func uid(_ index: Int) throws {
        let (name, content, tree) = Self.uids[index]
        #expect(try Self.tree(Self.file("<dict>\(content)</dict>")) == tree, "\(name)")
        #expect(
            try Self.tree(Self.file("<array><dict>\(content)</dict><true/></array>"))
                == .array([tree, .boolean(true)]),
            "\(name)")
    }

    @Test(
        "The prolog may be old, new or absent",
        arguments: [
            "<plist version=\"1.0\"><true/></plist>", "<plist><true/></plist>", "<true/>", "  \n<true/>\n",
            "<!-- a --><?b c?><plist><!-- d --><true/><!-- e --></plist><!-- f --> <?g?>\n",
            """
            <?xml version="1.0"?>
            <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="0.9"><true/></plist>
            """,
            "<!DOCTYPE plist SYSTEM \"file://localhost/System/Library/DTDs/PropertyList.dtd\"><plist><true/></plist>",
            "<!DOCTYPE plist SYSTEM 'a>b'><plist><true/></plist>",
            "<!DOCTYPE plist [ <!ELEMENT plist ANY> <!-- ]> --> <!ATTLIST plist version CDATA \"1>0\"> ] ><true/>",
            "\u{FEFF}<?xml version='1.0' encoding='utf-8' standalone='yes'?><plist><true/></plist>",
        ])
    func prolog(_ file: String) throws {
        #expect(try Self.tree(file) == .boolean(true))
    }

    @Test("UTF-16 is read in both byte orders, with and without a mark", arguments: [true, false], [true, false])
    func utf16(bigEndian: Bool, mark: Bool) throws {
        let text =
            (mark ? "\u{FEFF}" : "") + "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>é€😀</string></plist>"
        let file = text.utf16.flatMap {
            bigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
        }
        #expect(try Tree(BinaryPropertyList(xml: file)) == .text("é€😀"))
    }

    @Test("ISO 8859-1 and ASCII are read where they are declared", arguments: ["iso-8859-1", "ISO-8859-1", "latin1"])
    func latin1(_ name: String) throws {
        let file = Array("<?xml version='1.0' encoding = \"\(name)\"?><string>".utf8) + [0xE9] + Array("</string>".utf8)
        #expect(try Tree(BinaryPropertyList(xml: file)) == .text("é"))
        #expect(try Self.tree("<?xml version='1.0' encoding='US-ASCII'?><string>e</string>") == .text("e"))
    }

    @Test("Equal keys are one object, and what has the same hash is not mixed up")
    func keysAreShared() throws {
        let entry = "<dict><key>name</key><string>a</string><key>size</key><integer>1</integer></dict>"
        let content = String(repeating: entry, count: 100)
        let view = try BinaryPropertyList(xml: Array(Self.file("<array>\(content)</array>").utf8))
        #expect(view.objectCount == 1 + 100 * 3 + 2)
        let names = (0..<20_000).map { "key \($0)" }
        let many = names.map { "<key>\($0)</key><true/>" }.joined()
        let tree = try Self.tree(Self.file("<array><dict>\(many)</dict><dict>\(many)</dict></array>"))
        let dictionary = Tree.dictionary(names.map { .text($0) }, names.map { _ in .boolean(true) })
        #expect(tree == .array([dictionary, dictionary]))
    }

    @Test("Containers nest as deep as the limit and no deeper")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try BinaryPropertyList(xml: nested(Limits.depth)) }
        #expect(throws: PropertyListError(.tooDeep, offset: 7 * Limits.depth)) {
            try BinaryPropertyList(xml: nested(Limits.depth + 1))
        }
        #expect(throws: PropertyListError.self) { try BinaryPropertyList(xml: nested(200_000)) }
    }
}
