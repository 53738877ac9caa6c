import FourLinesPropertyList
import Testing

@Suite struct BinaryRefusalTests {
    static let one: RawFile = RawFile([0x09])

    static let trailers: [(String, RawFile, PropertyListError)] = [
        ("no objects", one.with { $0.objectCount = 0 }, trailer("the number of objects is 0", 8)),
        (
            "2^63 objects", one.with { $0.objectCount = 1 << 63 },
            trailer("the number of objects is 9223372036854775808", 8)
        ),
        (
            "more objects than offsets", one.with { $0.objectCount = 2 },
            trailer("2 offsets of 1 bytes do not fill the offset table", 8)
        ),
        (
            "2^62 objects", one.with { $0.objectCount = 1 << 62 },
            trailer("4611686018427387904 offsets of 1 bytes do not fill the offset table", 8)
        ),
        (
            "a table size that overflows",
            RawFile([0x09]).with {
                $0.offsetSize = 255
                $0.objectCount = 1 << 62
            },
            PropertyListError(
                .badTrailer("4611686018427387904 offsets of 255 bytes do not fill the offset table"),
                offset: 9 + 255 + 8)
        ),
        ("the top object is none", one.with { $0.top = 1 }, trailer("the top object is 1 of 1", 16)),
        (
            "the largest top object", one.with { $0.top = .max },
            trailer("the top object is 18446744073709551615 of 1", 16)
        ),
        ("an offset table in the header", one.with { $0.offsetTable = 8 }, trailer("the offset table is at 8", 24)),
        ("an offset table in the trailer", one.with { $0.offsetTable = 10 }, trailer("the offset table is at 10", 24)),
        (
            "an offset table at the end of everything", one.with { $0.offsetTable = .max },
            trailer("the offset table is at 18446744073709551615", 24)
        ),
        (
            "a byte behind the trailer", one.with { $0.trailing = [0] },
            PropertyListError(.badTrailer("the reference size is 0"), offset: 11 + 7)
        ),
        (
            "a byte before the trailer", one.with { $0.offsets = [8, 8] }.with { $0.objectCount = 1 },
            PropertyListError(.badTrailer("1 offsets of 1 bytes do not fill the offset table"), offset: 11 + 8)
        ),
        ("references of no bytes", one.with { $0.referenceSize = 0 }, trailer("the reference size is 0", 7)),
        (
            "offsets that do not reach the table",
            RawFile([0x4F, 0x11, 0x01, 0x00] + [UInt8](repeating: 1, count: 256)),
            PropertyListError(.badTrailer("offsets of 1 bytes do not reach 268 bytes"), offset: 269 + 6)
        ),
        (
            "version 15", one.with { $0.header = Array("bplist15".utf8) },
            PropertyListError(.unsupportedVersion, offset: 6)
        ),
        (
            "another file", one.with { $0.header = Array("bplast00".utf8) },
            PropertyListError(.notAPropertyList, offset: 0)
        ),
    ]

    static func trailer(_ what: String, _ offset: Int) -> PropertyListError {
        PropertyListError(.badTrailer(what), offset: 10 + offset)
    }

    @Test("A trailer that contradicts the file is refused", arguments: trailers.indices)
    func refusedTrailer(_ index: Int) {
        let (name, file, error) = Self.trailers[index]
        #expect(throws: error, "\(name)") { try file.view() }
    }

    @Test("An offset size of zero is refused")
    func zeroOffsetSize() {
        let bytes = Self.one.with { $0.offsetSize = 0 }.bytes + [0]
        #expect(throws: PropertyListError.self) { try BinaryPropertyList(bytes) }
        let long = RawFile([0x09, 0x09]).with { $0.offsetSize = 0 }.bytes
        #expect(throws: PropertyListError(.badTrailer("the offset size is 0"), offset: 16)) {
            try BinaryPropertyList(long)
        }
    }

    static let objects: [(String, [UInt8], PropertyListError.Reason, Int)] = [
        ("fill", [0x0F], .badMarker(0x0F), 8),
        ("URL", [0x0C, 0x51, 0x61], .badMarker(0x0C), 8),
        ("UUID", [0x0E] + [UInt8](repeating: 1, count: 16), .badMarker(0x0E), 8),
        ("UTF-8 string", [0x71, 0x61], .badMarker(0x71), 8),
        ("ordered set", [0xB0], .badMarker(0xB0), 8),
        ("marker 9n", [0x90], .badMarker(0x90), 8),
        ("marker En", [0xE0], .badMarker(0xE0), 8),
        ("marker Fn", [0xF1], .badMarker(0xF1), 8),
        ("an integer of 32 bytes", [0x15] + [UInt8](repeating: 0, count: 32), .badMarker(0x15), 8),
        ("a real of two bytes", [0x21, 0, 0], .badMarker(0x21), 8),
        ("a real of sixteen bytes", [0x24] + [UInt8](repeating: 0, count: 16), .badMarker(0x24), 8),
        ("a date of four bytes", [0x32, 0, 0, 0, 0], .badMarker(0x32), 8),
        ("a UID over 2^32 - 1", [0x84, 1, 0, 0, 0, 0], .uidTooLarge, 8),
        ("a UID of nine bytes that is over", [0x88, 1] + RawFile.number(5, 8), .uidTooLarge, 8),
        ("an integer that is cut", [0x13, 0, 0], .pastTheEnd, 9),
        ("an integer of sixteen bytes that is cut", [0x14] + RawFile.number(5, 15), .pastTheEnd, 9),
        ("a real that is cut", [0x23, 0], .pastTheEnd, 9),
        ("a date that is cut", [0x33, 0], .pastTheEnd, 9),
        ("a UID that is cut", [0x83, 0, 0, 0], .pastTheEnd, 9),
        ("data that is cut", [0x43, 1, 2], .pastTheEnd, 9),
        ("a string that is cut", [0x53, 0x61, 0x61], .pastTheEnd, 9),
        ("UTF-16 that is cut by a byte", [0x61, 0x20], .pastTheEnd, 9),
        ("an array that is cut", [0xA2, 0], .pastTheEnd, 9),
        ("a dictionary without its values", [0xD1, 0], .pastTheEnd, 9),
        ("a count without an object", [0x4F], .pastTheEnd, 9),
        ("a count that is no integer", [0x4F, 0x09, 0], .badCount, 9),
        ("a count that is cut", [0x4F, 0x13, 0, 0], .pastTheEnd, 10),
        ("a count of 32,768 bytes", [0x4F, 0x1F, 0, 0], .pastTheEnd, 10),
        ("a count past the end", [0x4F, 0x10, 200], .pastTheEnd, 9),
        ("an array of 2^40", [0xAF, 0x13] + RawFile.number(1 << 40, 8), .pastTheEnd, 9),
        ("data of 2^63 - 1", [0x4F, 0x13] + RawFile.number(UInt64(Int64.max), 8), .pastTheEnd, 9),
        ("data of 2^64 - 1", [0x4F, 0x13] + RawFile.number(.max, 8), .pastTheEnd, 9),
        ("UTF-16 of 2^63 units", [0x6F, 0x13] + RawFile.number(1 << 63, 8), .pastTheEnd, 9),
        ("a dictionary of 2^63 - 1", [0xDF, 0x13] + RawFile.number(UInt64(Int64.max), 8), .pastTheEnd, 9),
    ]

    @Test("An object that is no object is refused, with its number and where", arguments: objects.indices)
    func refusedObject(_ index: Int) throws {
        let (name, bytes, reason, offset) = Self.objects[index]
        let error = PropertyListError(reason, offset: offset, object: 0)
        let view = try RawFile(bytes).view()
        #expect(throws: error, "\(name)") { try view.object(0) }
        #expect(throws: error, "\(name)") { try view.extent(of: 0) }
        #expect(throws: error, "\(name)") { try PropertyListValidator.validate(view) }
        #expect(throws: error, "\(name)") { try view.xml() }
    }

    @Test("An offset outside of the objects is refused", arguments: [0, 7, 9, 10, 255] as [UInt64])
    func refusedOffset(_ offset: UInt64) throws {
        let view = try RawFile([0x09]).with { $0.offsets = [offset] }.view()
        #expect(throws: PropertyListError(.badOffset, offset: 9, object: 0)) { try view.object(0) }
    }

    @Test("A reference to no object is refused")
    func references() throws {
        let view = try RawFile([0xA2, 1, 2], [0x09]).view()
        #expect(throws: PropertyListError(.badReference, offset: 10)) { try PropertyListValidator.validate(view) }
        #expect(throws: PropertyListError(.badReference, offset: 10)) { try view.xml() }
        #expect(throws: PropertyListError.self) { try view.object(2) }
        #expect(throws: PropertyListError.self) { try view.object(-1) }
    }

    @Test("A reference over all numbers is refused")
    func wideReference() throws {
        let view = try RawFile([0xA1] + RawFile.number(.max, 8)).with { $0.referenceSize = 8 }.view()
        #expect(throws: PropertyListError(.badReference, offset: 9)) { try PropertyListValidator.validate(view) }
    }
}
