import FourLinesPropertyList
import Testing

@Suite struct BinaryAcceptanceTests {
    struct ObjectCase: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let object: BinaryObject

        init(_ name: String, _ bytes: [UInt8], _ object: BinaryObject) {
            (testDescription, self.bytes, self.object) = (name, bytes, object)
        }
    }

    @Test(
        "Every kind of object is read as its marker says",
        arguments: [
            ObjectCase("null", [0x00], .null),
            ObjectCase("false", [0x08], .boolean(false)),
            ObjectCase("true", [0x09], .boolean(true)),
            ObjectCase("one byte is unsigned", [0x10, 0xFF], .integer(low: 255, high: 0, width: 1)),
            ObjectCase("two bytes are unsigned", [0x11, 0xFF, 0xFE], .integer(low: 0xFFFE, high: 0, width: 2)),
            ObjectCase(
                "four bytes are unsigned", [0x12, 0xFF, 0, 0, 1], .integer(low: 0xFF00_0001, high: 0, width: 4)),
            ObjectCase(
                "eight bytes are signed", [0x13] + [UInt8](repeating: 0xFF, count: 8),
                .integer(low: .max, high: .max, width: 8)),
            ObjectCase(
                "eight bytes over zero", [0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7),
                .integer(low: UInt64(Int64.max), high: 0, width: 8)),
            ObjectCase(
                "sixteen bytes keep both halves", [0x14] + RawFile.number(7, 8) + RawFile.number(.max, 8),
                .integer(low: .max, high: 7, width: 16)),
            ObjectCase(
                "a small number in sixteen bytes", [0x14] + RawFile.number(2, 16), .integer(low: 2, high: 0, width: 16)),
            ObjectCase("a number wider than needed", [0x11, 0, 5], .integer(low: 5, high: 0, width: 2)),
            ObjectCase("float32", [0x22, 0x3F, 0xC0, 0, 0], .real32(1.5)),
            ObjectCase("float64", [0x23, 0xBF, 0xF8, 0, 0, 0, 0, 0, 0], .real64(-1.5)),
            ObjectCase("date", [0x33, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0], .date(1)),
            ObjectCase("infinite date", [0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], .date(.infinity)),
            ObjectCase("empty data", [0x40], .data(9..<9)),
            ObjectCase("data", [0x42, 1, 2], .data(9..<11)),
            ObjectCase("data with a count of its own", [0x4F, 0x10, 2, 1, 2], .data(11..<13)),
            ObjectCase("a count of four bytes for nothing", [0x4F, 0x12, 0, 0, 0, 0], .data(14..<14)),
            ObjectCase("a count of eight bytes", [0x4F, 0x13] + RawFile.number(1, 8) + [7], .data(18..<19)),
            ObjectCase("a count of sixteen bytes", [0x4F, 0x14] + RawFile.number(1, 16) + [7], .data(26..<27)),
            ObjectCase("a count of 32 bytes", [0x4F, 0x15] + RawFile.number(1, 32) + [7], .data(42..<43)),
            ObjectCase("ASCII", [0x52, 0x61, 0x62], .ascii(9..<11)),
            ObjectCase("an ASCII string with bytes over 7F", [0x51, 0xE9], .ascii(9..<10)),
            ObjectCase("UTF-16", [0x61, 0x20, 0xAC], .utf16(9..<11)),
            ObjectCase("a lone surrogate", [0x61, 0xD8, 0x00], .utf16(9..<11)),
            ObjectCase("UTF-16 that would be ASCII", [0x61, 0x00, 0x61], .utf16(9..<11)),
            ObjectCase("a UID of one byte", [0x80, 5], .uid(5, width: 1)),
            ObjectCase("a UID of three bytes", [0x82, 1, 0, 0], .uid(65536, width: 3)),
            ObjectCase("the largest UID", [0x83, 255, 255, 255, 255], .uid(.max, width: 4)),
            ObjectCase("a UID of sixteen bytes", [0x8F] + RawFile.number(9, 16), .uid(9, width: 16)),
            ObjectCase("empty array", [0xA0], .array(.init(start: 9, count: 0))),
            ObjectCase("set", [0xC0], .set(.init(start: 9, count: 0))),
            ObjectCase(
                "empty dictionary", [0xD0],
                .dictionary(keys: .init(start: 9, count: 0), values: .init(start: 9, count: 0))),
        ])
    func kinds(_ example: ObjectCase) throws {
        let file = RawFile(example.bytes)
        #expect(try file.topObject() == example.object)
        #expect(try file.view().extent(of: 0) == 8..<(8 + example.bytes.count))
    }

    @Test("NaN is a real and a date")
    func notANumber() throws {
        let bits: [UInt8] = [0x7F, 0xF8, 0, 0, 0, 0, 0, 1]
        guard case .real64(let real) = try RawFile([0x23] + bits).topObject() else {
            Issue.record("not a real")
            return
        }
        #expect(real.bitPattern == 0x7FF8_0000_0000_0001)
        guard case .date(let date) = try RawFile([0x33] + bits).topObject() else {
            Issue.record("not a date")
            return
        }
        #expect(date.isNaN)
    }

    @Test("Offsets and references may be of 1 to 255 bytes", arguments: [1, 2, 3, 4, 5, 7, 8, 9, 16, 255])
    func widths(_ width: Int) throws {
        let file = RawFile(
            [0xA2] + RawFile.number(1, width) + RawFile.number(2, width), [0x10, 7], [0x51, 0x61]
        ).with {
            $0.referenceSize = width
            $0.offsetSize = width
        }
        #expect(try Tree(file.view()) == .array([.integer(7), .text("a")]))
        #expect(try file.view().extent(of: 0) == 8..<(9 + 2 * width))
    }

    @Test("Of offsets and references over eight bytes the last eight count")
    func highBytes() throws {
        let high = [UInt8](repeating: 0xAB, count: 4)
        var bytes = RawFile([0xA1] + high + RawFile.number(1, 8), [0x09]).with {
            $0.referenceSize = 12
            $0.offsetSize = 12
        }.bytes
        let table = bytes.count - 32 - 24
        bytes.replaceSubrange(table..<(table + 4), with: high)
        #expect(try Tree(BinaryPropertyList(bytes)) == .array([.boolean(true)]))
    }

    static let layouts: [(String, RawFile, Tree)] = [
        ("gaps", RawFile([0xA1, 1], [0x09]).with { $0.gap = [0xFF, 0xFF] }, .array([.boolean(true)])),
        (
            "an object inside of another", RawFile([0xA1, 1], [0x52, 0x09, 0x09]).with { $0.offsets = [8, 11] },
            .array([.boolean(true)])
        ),
        (
            "two numbers for one object", RawFile([0xA2, 1, 2], [0x09]).with { $0.offsets = [8, 11, 11] },
            .array([.boolean(true), .boolean(true)])
        ),
        ("an object used twice", RawFile([0xA2, 1, 1], [0xA0]), .array([.array([]), .array([])])),
        ("equal objects", RawFile([0xA2, 1, 2], [0x10, 1], [0x10, 1]), .array([.integer(1), .integer(1)])),
        ("an orphan", RawFile([0x09], [0xA1, 1]), .boolean(true)),
        ("an orphan that is unsound", RawFile([0x09], [0xFF]), .boolean(true)),
        ("the top is not the first", RawFile([0x09], [0xA1, 0]).with { $0.top = 1 }, .array([.boolean(true)])),
        (
            "the unused bytes and the sort version", RawFile([0x09]).with { $0.unused = [1, 2, 3, 4, 5, 6] },
            .boolean(true)
        ),
        ("version 01", RawFile([0x09]).with { $0.header = Array("bplist01".utf8) }, .boolean(true)),
        ("the shortest file of all", RawFile([0x00]), .null),
        (
            "a key twice", RawFile([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x08], [0x09]),
            .dictionary([.text("a"), .text("a")], [.boolean(false), .boolean(true)])
        ),
        ("a number as a key", RawFile([0xD1, 1, 1], [0x10, 5]), .dictionary([.integer(5)], [.integer(5)])),
        ("a set", RawFile([0xC1, 1], [0x09]), .set([.boolean(true)])),
    ]

    @Test("Layouts that no writer of today makes are read", arguments: layouts.indices)
    func layout(_ index: Int) throws {
        let (name, file, tree) = Self.layouts[index]
        let view = try file.view()
        #expect(try Tree(view) == tree, "\(name)")
        #expect(throws: Never.self, "\(name)") { try PropertyListValidator.validate(view) }
    }

    @Test("256 objects need references of two bytes")
    func boundaryOfReferences() throws {
        let objects = [[UInt8]](repeating: [0x09], count: 256)
        #expect(throws: PropertyListError.self) {
            try RawFile(objects: objects).with { $0.offsetSize = 2 }.view()
        }
        let file = RawFile(objects: objects).with {
            $0.offsetSize = 2
            $0.referenceSize = 2
        }
        #expect(try file.view().objectCount == 256)
        let fewer = RawFile(objects: [[UInt8]](repeating: [0x09], count: 255)).with { $0.offsetSize = 2 }
        #expect(try fewer.view().objectCount == 255)
    }
}
