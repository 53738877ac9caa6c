import FourLinesPropertyList
import Testing

@testable import KeyedArchive

@Suite("What objects of known classes are")
struct DescriptionTests {
    /// An object with fields, put together in an editor.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let words: String
        let make: @Sendable (inout GraphEditor) -> Slot
        var testDescription: String { name }

        init(_ name: String, _ words: String, _ make: @escaping @Sendable (inout GraphEditor) -> Slot) {
            self.name = name
            self.words = words
            self.make = make
        }

        /// An object of one class.
        init(_ name: String, _ words: String, class className: Text, _ fields: [(key: Text, slot: Slot)]) {
            self.init(name, words) { editor in editor.object(chain: [className, "NSObject"], fields) }
        }
    }

    private static func text(_ text: String) -> Slot { .string(text, isReference: true) }

    private static func url(_ relative: String, base: Slot = .nil, _ editor: inout GraphEditor) -> Slot {
        editor.object(chain: ["NSURL", "NSObject"], [("NS.base", base), ("NS.relative", text(relative))])
    }

    private static func number(_ value: Int64) -> Slot { .integer(value, isReference: true) }

    static let samples: [Sample] = [
        Sample("mutable string", "\"a note\"", class: "NSMutableString", [("NS.string", .string("a note"))]),
        Sample("mutable data", "3 bytes", class: "NSMutableData", [("NS.data", .data([1, 2, 3]))]),
        Sample("date", "2010-08-04T16:01:03.5Z", class: "NSDate", [("NS.time", .real64(302_630_463.5))]),
        Sample("date beyond any calendar", "nan", class: "NSDate", [("NS.time", .real64(.nan))]),
        Sample("null", "nothing", class: "NSNull", []),
        Sample(
            "UUID", "\"00010203-0405-0607-0809-0A0B0C0D0E0F\"", class: "NSUUID",
            [("NS.uuidbytes", .data(Array(0..<16)))]),
        Sample("URL", "\"https://example.org/a\"") { editor in url("https://example.org/a", &editor) },
        Sample(
            "URL with a base",
            "\"https://example.org/a/c?d\", relative \"../c?d\", base \"https://example.org/a/b/x\""
        ) { editor in
            let base = url("https://example.org/a/b/x", &editor)
            return url("../c?d", base: base, &editor)
        },
        Sample("ordered set", "\"a\", 2, 2010-08-04T16:01:03.5Z") { editor in
            let date = editor.object(chain: ["NSDate", "NSObject"], [("NS.time", .real64(302_630_463.5))])
            return editor.object(
                chain: ["NSMutableOrderedSet", "NSOrderedSet", "NSObject"],
                [("NS.object.0", text("a")), ("NS.object.1", number(2)), ("NS.object.2", date)])
        },
        Sample(
            "counted set", "(\"x\", times 2), (\"y\", times 1)", class: "NSCountedSet",
            [
                ("NS.count", .integer(2)), ("NS.object0", text("x")), ("NS.count0", .integer(2)),
                ("NS.object1", text("y")), ("NS.count1", .integer(1)),
            ]),
        Sample(
            "point", "x 1.5, y -2", class: "NSValue",
            [("NS.special", .integer(1)), ("NS.pointval", text("{1.5, -2}"))]),
        Sample(
            "size", "width 3, height 4", class: "NSValue",
            [("NS.special", .integer(2)), ("NS.sizeval", text("{3, 4}"))]),
        Sample(
            "rectangle", "x 1, y 2, width 3, height 4", class: "NSValue",
            [("NS.special", .integer(3)), ("NS.rectval", text("{{1, 2}, {3, 4}}"))]),
        Sample(
            "range", "location 3, length 5", class: "NSValue",
            [
                ("NS.special", .integer(4)), ("NS.rangeval.length", number(5)), ("NS.rangeval.location", number(3)),
            ]),
        Sample(
            "edge insets", "top 1, left 2, bottom 3, right 4", class: "NSValue",
            [
                ("NS.special", .integer(12)), ("NS.edgeval.top", .real64(1)), ("NS.edgeval.left", .real64(2)),
                ("NS.edgeval.bottom", .real64(3)), ("NS.edgeval.right", .real64(4)),
            ]),
        Sample("C value", "(7, 8, type \"i\", bytes each 4), type \"[2i]\"") { editor in
            let array = editor.object(
                chain: ["_NSKeyedCoderOldStyleArray", "NSObject"],
                [
                    ("NS.count", .integer(2)), ("NS.size", .integer(4)), ("NS.type", .integer(105)),
                    ("$0", .integer(7)), ("$1", .integer(8)),
                ])
            return editor.object(chain: ["NSValue", "NSObject"], [("$0", text("[2i]")), ("$1", array)])
        },
        Sample("index set, empty", "none", class: "NSIndexSet", [("NSRangeCount", .integer(0))]),
        Sample(
            "index set, one range", "3–7", class: "NSIndexSet",
            [("NSRangeCount", .integer(1)), ("NSLocation", .integer(3)), ("NSLength", .integer(5))]),
        Sample("index set, several ranges", "1, 300–302") { editor in
            let data = editor.object(
                chain: ["NSMutableData", "NSData", "NSObject"], [("NS.data", .data([1, 1, 0xAC, 2, 3]))])
            return editor.object(
                chain: ["NSMutableIndexSet", "NSIndexSet", "NSObject"],
                [("NSRangeCount", .integer(2)), ("NSRangeData", data)])
        },
        Sample(
            "index path", "52", class: "NSIndexPath",
            [("NSIndexPathLength", .integer(1)), ("NSIndexPathValue", .integer(52))]),
        Sample(
            "index path, long", "1, 2, 300", class: "NSIndexPath",
            [("NSIndexPathLength", .integer(3)), ("NSIndexPathData", .data([1, 2, 0xAC, 2], isReference: true))]),
        Sample("attributed text", "\"Hallo\", runs (at 0–2, has none), (at 3–4, has (size 12))") { editor in
            let (keys, values) = (
                editor.inlineArray([text("size")]), editor.inlineArray([.integer(12, isReference: true)])
            )
            let size = editor.object(
                chain: ["NSDictionary", "NSObject"], [("NS.keys", keys), ("NS.objects", values)])
            let (noKeys, noValues) = (editor.inlineArray([]), editor.inlineArray([]))
            let plain = editor.object(
                chain: ["NSDictionary", "NSObject"], [("NS.keys", noKeys), ("NS.objects", noValues)])
            return editor.object(
                chain: ["NSAttributedString", "NSObject"],
                [
                    ("NSString", text("Hallo")), ("NSAttributes", editor.array([plain, size])),
                    ("NSAttributeInfo", .data([3, 0, 2, 1], isReference: true)),
                ])
        },
        Sample(
            "error", "domain \"NSCocoaErrorDomain\", code 4", class: "NSError",
            [("NSDomain", text("NSCocoaErrorDomain")), ("NSCode", .integer(4)), ("NSUserInfo", .nil)]),
        Sample(
            "decimal number", "-12.5", class: "NSDecimalNumberPlaceholder",
            [
                ("NS.exponent", .integer(-1)), ("NS.length", .integer(1)), ("NS.negative", .boolean(true)),
                ("NS.compact", .boolean(true)), ("NS.mantissa.bo", .integer(1)),
                ("NS.mantissa", .data([125] + Array(repeating: 0, count: 15))),
            ]),
        Sample(
            "regular expression", "\"a+\", options 1", class: "NSRegularExpression",
            [("NSPattern", text("a+")), ("NSOptions", .integer(1))]),
        Sample("time zone", "\"GMT\"", class: "NSTimeZone", [("NS.name", text("GMT")), ("NS.data", .nil)]),
        Sample("locale", "\"ja-JP\"", class: "NSLocale", [("NS.identifier", text("ja-JP"))]),
        Sample("calendar", "\"gregorian\", time zone \"GMT\", first weekday 2") { editor in
            let zone = editor.object(chain: ["NSTimeZone", "NSObject"], [("NS.name", text("GMT")), ("NS.data", .nil)])
            return editor.object(
                chain: ["NSCalendar", "NSObject"],
                [
                    ("NS.identifier", text("gregorian")), ("NS.timezone", zone), ("NS.locale", .nil),
                    ("NS.firstwkdy", .integer(2)),
                ])
        },
        Sample(
            "date components", "year 2026, month 11", class: "NSDateComponents",
            [("NS.month", .integer(11)), ("NS.year", .integer(2026)), ("NS.day", .integer(.max))]),
        Sample(
            "character set", "characters \"abc\", inverted", class: "NSCharacterSet",
            [("NSString", .string("abc")), ("NSIsInverted", .boolean(true))]),
        Sample(
            "character range", "code points 65–90", class: "NSCharacterSet", [("NSRange", .integer(65 << 32 + 26))]),
        Sample(
            "notification", "\"changed\", object \"it\"", class: "NSNotification",
            [("NS.name", text("changed")), ("NS.object", text("it")), ("NS.userinfo", .nil)]),
        Sample(
            "sort descriptor", "key \"name\", ascending yes, selector \"compare:\"", class: "NSSortDescriptor",
            [("NSKey", text("name")), ("NSAscending", .boolean(true)), ("NSSelector", text("compare:"))]),
        Sample("measurement", "90, unit \"°\"") { editor in
            let unit = editor.object(chain: ["NSUnitAngle", "NSDimension", "NSUnit"], [("NS.symbol", text("°"))])
            return editor.object(
                chain: ["NSMeasurement", "NSObject"], [("NS.value", .real64(90)), ("NS.unit", unit)])
        },
        Sample(
            "byte count formatter", "units 3, no unit yes", class: "NSByteCountFormatter",
            [("NSUnits", .integer(3)), ("NSNoUnit", .boolean(true))]),
        Sample(
            "colour of AppKit", "red 1, green 0.5, blue 0, alpha 0.25, calibrated RGB", class: "NSColor",
            [("NSColorSpace", .integer(1)), ("NSRGB", .data(Array("1 0.5 0 0.25\u{0}".utf8)))]),
        Sample(
            "colour of a catalogue", "\"textColor\", catalogue \"System\"", class: "NSColor",
            [
                ("NSColorSpace", .integer(6)), ("NSCatalogName", text("System")), ("NSColorName", text("textColor")),
            ]),
        Sample(
            "colour of UIKit", "red 1, green 0.1, blue 0, alpha 1", class: "UIColor",
            [
                ("UIColorComponentCount", .integer(4)), ("UIRed", .real32(1)), ("UIGreen", .real32(0.1)),
                ("UIGreen-Double", .real64(0.1)), ("UIBlue", .real32(0)), ("UIAlpha", .real32(1)),
                ("NSRGB", .data(Array("1 0.1 0".utf8))), ("NSColorSpace", .integer(2)),
            ]),
        Sample(
            "font", "\"Helvetica\", size 12, flags 16", class: "NSFont",
            [("NSName", text("Helvetica")), ("NSSize", .real64(12)), ("NSfFlags", .integer(16))]),
        Sample(
            "affine transform", "m11 1, m12 0, m21 0, m22 1, tX 2, tY 0.5", class: "NSAffineTransform",
            [
                (
                    "NSTransformStruct",
                    .data([0x3F, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x3F, 0x80, 0, 0, 0x40, 0, 0, 0, 0x3F, 0, 0, 0])
                )
            ]),
        Sample(
            "place", "coordinateLatitude 48.5, coordinateLongitude 9, timestamp 2010-08-04T16:01:03.5Z",
            class: "CLLocation",
            [
                ("kCLLocationCodingKeyTimestamp", .real64(302_630_463.5)),
                ("kCLLocationCodingKeyCoordinateLongitude", .real64(9)),
                ("kCLLocationCodingKeyCoordinateLatitude", .real64(48.5)),
            ]),
    ]

    /// The archive of a sample, written and read, and the object.
    private func read(_ sample: Sample) throws -> (graph: Graph, id: ObjectID) {
        var editor = GraphEditor(.emptyArchive())
        let root = sample.make(&editor)
        let top = try #require(editor.graph.top)
        let field = Container.Field(key: editor.intern("root"), rank: 0, slot: root)
        editor.apply(.field(of: top, position: 0, old: nil, new: field))
        let graph = try Archive(try Archive(graph: editor.graph).encode()).graph
        let id = try #require(graph.top.flatMap { graph.field("root", of: $0)?.container })
        return (graph, id)
    }

    @Test("Each class is what it is", arguments: samples)
    func described(sample: Sample) throws {
        let (graph, id) = try read(sample)
        var describer = ClassDescriber(graph)
        #expect(describer.describe(id)?.words() == sample.words)
    }

    @Test(
        "An object without any one of its fields, or with a text there, is described or not, and never traps",
        arguments: samples)
    func damaged(sample: Sample) throws {
        let (graph, id) = try read(sample)
        let container = try #require(graph[id])
        for position in container.fields.indices where graph.keys[container.fields[position].key] != "$class" {
            let field = container.fields[position]
            for new in [nil, Slot.string("odd"), .integer(-1), .integer(.max), .data([0x80]), .container(id)] {
                var damaged = graph
                var changed = field
                if let new { changed.slot = new }
                damaged.apply(.field(of: id, position: position, old: field, new: new == nil ? nil : changed))
                var describer = ClassDescriber(damaged)
                _ = describer.describe(id)?.words()
            }
        }
        // Without all of its fields it is nothing but an object of its class.
        var bare = graph
        for position in container.fields.indices.reversed()
        where graph.keys[container.fields[position].key] != "$class" {
            bare.apply(.field(of: id, position: position, old: container.fields[position], new: nil))
        }
        var describer = ClassDescriber(bare)
        let empty: Set<String> = ["null", "byte count formatter", "date components"]
        #expect((describer.describe(id) == nil) == !empty.contains(sample.name) || sample.name.hasSuffix("ordered set"))
    }

    @Test(
        "A number of seven bits a byte",
        arguments: [
            ([], []), ([0], [0]), ([0x7F], [0x7F]), ([0x80, 1], [128]), ([0x80], nil),
            ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], [UInt64.max]),
            ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2], nil),
            ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0], nil),
        ] as [([UInt8], [UInt64]?)])
    func varints(bytes: [UInt8], numbers: [UInt64]?) {
        #expect(Varints.decode(bytes) == numbers)
    }

    @Test(
        "References are resolved as RFC 3986 does, section 5.4",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
            ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"),
        ])
    func resolved(reference: String, whole: String) {
        let base = URLReference(Array("http://a/b/c/d;p?q".utf8))
        let result = URLReference(Array(reference.utf8)).resolved(against: base)
        #expect(String(decoding: result.bytes, as: UTF8.self) == whole)
    }

    @Test("A few shared objects do not make a description without end")
    func bounded() throws {
        let sample = Sample("sets of sets", "") { editor in
            var inner = Self.text("x")
            for _ in 0..<4 {
                let fields = (0..<300).map { (key: Text("NS.object.\($0)"), slot: inner) }
                inner = editor.object(chain: ["NSOrderedSet", "NSObject"], fields)
            }
            return inner
        }
        let (graph, id) = try read(sample)
        var describer = ClassDescriber(graph)
        let clock = ContinuousClock()
        var words = ""
        let time = clock.measure { words = describer.describe(id)?.words() ?? "" }
        #expect(words.utf8.count < 100_000)
        #expect(time < .seconds(5))
    }
}
