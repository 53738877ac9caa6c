import FourLinesPropertyList
import Testing

@Suite struct BinaryEncoderTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let encode: @Sendable (inout BinaryEncoder) -> Void

        init(_ name: String, _ bytes: [UInt8], _ encode: @escaping @Sendable (inout BinaryEncoder) -> Void) {
            (testDescription, self.bytes, self.encode) = (name, bytes, encode)
        }
    }

    static let long = [UInt8](repeating: 0x61, count: 300)

    @Test(
        "Every object has the bytes that Apple's writer gives it",
        arguments: [
            Example("null", [0x00]) { $0.null() },
            Example("false", [0x08]) { $0.boolean(false) },
            Example("true", [0x09]) { $0.boolean(true) },
            Example("an integer of one byte", [0x10, 200]) { $0.integer(low: 200, high: 0, width: 1) },
            Example("an integer of two bytes", [0x11, 1, 2]) { $0.integer(low: 258, high: 0, width: 2) },
            Example("an integer of four bytes", [0x12, 0, 0, 0, 2]) { $0.integer(low: 2, high: 0, width: 4) },
            Example("a negative integer", [0x13] + [UInt8](repeating: 255, count: 8)) {
                $0.integer(low: .max, high: .max, width: 8)
            },
            Example("an integer of sixteen bytes", [0x14] + RawFile.number(3, 8) + RawFile.number(4, 8)) {
                $0.integer(low: 4, high: 3, width: 16)
            },
            Example("float32", [0x22, 0x3F, 0x80, 0, 0]) { $0.real32(1) },
            Example("float64", [0x23, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]) { $0.real64(1) },
            Example("date", [0x33, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]) { $0.date(1) },
            Example("fourteen bytes of data", [0x4E] + [UInt8](repeating: 0x61, count: 14)) { $0.data(long, 0..<14) },
            Example("fifteen bytes of data", [0x4F, 0x10, 15] + [UInt8](repeating: 0x61, count: 15)) {
                $0.data(long, 0..<15)
            },
            Example("300 bytes of data", [0x4F, 0x11, 1, 44] + long) { $0.data(long, 0..<300) },
            Example("an ASCII string", [0x51, 0x7F]) { $0.string([0x7F], 0..<1) },
            Example("a part of a string", [0x52, 0x62, 0x63]) { $0.string(Array("abcd".utf8), 1..<3) },
            Example("a string that is not ASCII", [0x62, 0, 0x61, 0, 0xE9]) { $0.string(Array("aé".utf8), 0..<3) },
            Example("a string beyond the BMP has two units", [0x62, 0xD8, 0x3D, 0xDE, 0x00]) {
                $0.string(Array("😀".utf8), 0..<4)
            },
            Example("a lone surrogate", [0x61, 0xD8, 0x00]) { $0.string([0xED, 0xA0, 0x80], 0..<3) },
            Example("a UID of one byte", [0x80, 255]) { $0.uid(255) },
            Example("a UID of two bytes", [0x81, 1, 0]) { $0.uid(256) },
            Example("a UID of four bytes", [0x83, 0, 1, 0, 0]) { $0.uid(65536) },
            Example("a UID that is wide", [0x83, 0, 0, 0, 5]) { $0.uid(5, width: 4) },
            Example("a copy", [0x11, 0, 5]) { $0.copy([9, 0x11, 0, 5, 9], 1..<4) },
            Example("empty containers", [0xA0, 0xC0, 0xD0]) {
                $0.array(count: 0)
                $0.set(count: 0)
                $0.dictionary(count: 0)
            },
        ])
    func bytes(_ example: Example) throws {
        var encoder = BinaryEncoder(objectCount: 1)
        example.encode(&encoder)
        let file = try encoder.finish(topObject: 0)
        #expect(Array(file[8..<(8 + example.bytes.count)]) == example.bytes)
        let view = try BinaryPropertyList(file)
        #expect(view.offsetTable == 8 + example.bytes.count)
    }

    @Test("A whole file has header, objects, offsets and trailer")
    func wholeFile() throws {
        let tree = Tree.dictionary(["a": .integer(1), "b": .array([.boolean(true)])])
        let file = RawFile(
            [0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0x10, 1], [0xA1, 5], [0x09])
        #expect(try tree.encoded() == file.bytes)
    }

    @Test("References and offsets are as wide as needed, or as asked")
    func widths() throws {
        let many = Tree.array([Tree](repeating: .boolean(true), count: 300))
        let view = try BinaryPropertyList(many.encoded())
        #expect(view.referenceSize == 2)
        #expect(view.offsetSize == 2)
        #expect(try Tree(view) == many)
        let wide = try BinaryPropertyList(many.encoded(referenceSize: 5))
        #expect(wide.referenceSize == 5)
        #expect(try Tree(wide) == many)
        var encoder = BinaryEncoder(objectCount: 1)
        encoder.null()
        #expect(try BinaryPropertyList(encoder.finish(topObject: 0, offsetSize: 3)).offsetSize == 3)
    }

    @Test(
        "An integer's width is Apple's",
        arguments: [
            (0, 0, 1), (255, 0, 1), (256, 0, 2), (65535, 0, 2), (65536, 0, 4), (0xFFFF_FFFF, 0, 4),
            (0x1_0000_0000, 0, 8), (UInt64(Int64.max), 0, 8), (1 << 63, 0, 16), (.max, 0, 16), (.max, .max, 8),
            (1 << 63, .max, 8), (0, .max, 16), (0, 1, 16),
        ] as [(UInt64, UInt64, Int)])
    func integerWidth(_ low: UInt64, _ high: UInt64, _ width: Int) {
        #expect(BinaryEncoder.integerWidth(low: low, high: high) == width)
    }

    @Test("What is written reads back")
    func roundTrips() throws {
        var random = Random()
        for _ in 0..<300 {
            let tree = random.tree()
            let view = try BinaryPropertyList(tree.encoded())
            #expect(try Tree(view) == tree)
            let summary = try PropertyListValidator.validate(view)
            #expect(summary.reachableObjects == view.objectCount)
            #expect(summary.expandedObjects == UInt64(view.objectCount))
        }
    }

    @Test("A sink is given the bytes that would have been answered")
    func sink() throws {
        let large = Tree.array([
            .data([UInt8](repeating: 1, count: 1_000_000)), .text("a"),
            .array([Tree](repeating: .text("some text that is longer"), count: 20_000)),
            .data([UInt8](repeating: 2, count: 200_000)),
        ])
        var parts: [UInt8] = []
        var calls = 0
        let rest = try large.encoded { bytes, range in
            parts += bytes[range]
            calls += 1
            return true
        }
        #expect(calls > 3)
        #expect(try parts + rest == large.encoded())
    }

    @Test("A sink that wants no more is left alone")
    func refusingSink() throws {
        let large = Tree.array([Tree](repeating: .data([UInt8](repeating: 1, count: 200_000)), count: 5))
        var calls = 0
        _ = try large.encoded { _, _ in
            calls += 1
            return false
        }
        #expect(calls == 1)
    }

    @Test("Objects can be copied from file to file")
    func copies() throws {
        let view = try BinaryPropertyList(BinaryDamageTests.sound)
        var encoder = BinaryEncoder(objectCount: view.objectCount, referenceSize: view.referenceSize)
        for number in 0..<view.objectCount { encoder.copy(view.bytes, try view.extent(of: number)) }
        #expect(try encoder.finish(topObject: view.topObject) == view.bytes)
    }
}
