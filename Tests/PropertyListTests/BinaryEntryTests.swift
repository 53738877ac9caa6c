import Testing

@testable import FourLinesPropertyList

@Suite("Objects at a glance")
struct BinaryEntryTests {
    /// An array of objects, numbers 1 and up, and behind it a table of UID targets, which is the array itself.
    private func list(_ count: Int, _ add: (inout BinaryEncoder) -> Void) throws -> BinaryPropertyList {
        var encoder = BinaryEncoder(objectCount: count + 1)
        encoder.array(count: count)
        for number in 1...count { encoder.reference(UInt32(number)) }
        add(&encoder)
        return try BinaryPropertyList(encoder.finish(topObject: 0))
    }

    private func run(_ view: BinaryPropertyList) throws -> BinaryObject.References {
        guard case .array(let run) = try view.object(0) else { throw PropertyListError(.badReference, offset: 0) }
        return run
    }

    /// The entries of a list; with `follow` its own elements are what UIDs name.
    private func entries(_ view: BinaryPropertyList, follow: Bool) throws -> [BinaryEntry] {
        let run = try run(view)
        var entries = Array(repeating: BinaryEntry.empty, count: run.count)
        try view.look(at: run, 0..<run.count, through: follow ? run : nil, into: &entries, from: 0)
        return entries
    }

    @Test("an entry says what object(_:) says, or that it has to be read")
    func agrees() throws {
        let view = try list(17) { encoder in
            encoder.boolean(false)
            encoder.boolean(true)
            encoder.integer(low: 200, high: 0, width: 1)
            encoder.integer(low: 60_000, high: 0, width: 2)
            encoder.integer(low: 4_000_000_000, high: 0, width: 4)
            encoder.integer(low: .max - 6, high: .max, width: 8)
            encoder.integer(low: 1, high: 0, width: 16)
            encoder.string(Array("".utf8), 0..<0)
            encoder.string(Array("fourteen bytes".utf8), 0..<14)
            encoder.string(Array("fifteen bytes..".utf8), 0..<15)
            encoder.string(Array("é".utf8), 0..<2)
            encoder.data([1, 2], 0..<2)
            encoder.real64(1)
            encoder.null()
            encoder.array(count: 0)
            encoder.set(count: 0)
            encoder.dictionary(count: 0)
        }
        let entries = try entries(view, follow: false)
        #expect(entries.map(\.number) == (1...17).map { UInt32($0) })
        #expect(entries.allSatisfy { !$0.isReference })
        var kinds: [BinaryEntry.Kind] = []
        for entry in entries {
            kinds.append(entry.kind)
            switch try view.object(Int(entry.number)) {
            case .boolean(let value):
                #expect(entry.kind == .boolean && entry.bits == (value ? 1 : 0))
            case .integer(let low, _, let width) where width <= 8:
                #expect(entry.kind == .integer && entry.bits == low && entry.width == width)
            case .ascii(let range) where range.count < 15:
                #expect(entry.kind == .ascii)
                #expect(entry.bits == UInt64(range.lowerBound) << 32 | UInt64(range.count))
            case .array, .set, .dictionary: #expect(entry.kind == .container)
            default: #expect(entry.kind == .other)
            }
        }
        #expect(kinds.filter { $0 == .other }.count == 6)
    }

    @Test("a UID of one to four bytes is followed, and one that names nothing keeps its own number")
    func uids() throws {
        let view = try list(6) { encoder in
            encoder.string(Array("named".utf8), 0..<5)
            encoder.uid(0, width: 1)
            encoder.uid(0, width: 3)
            encoder.uid(0, width: 4)
            encoder.uid(6, width: 1)
            encoder.uid(0, width: 8)
        }
        let entries = try entries(view, follow: true)
        for index in 1...3 {
            #expect(entries[index].isReference && entries[index].kind == .ascii)
            #expect(entries[index].number == 1 && entries[index].uid == 0)
        }
        #expect(entries[4].kind == .dangling && entries[4].number == 5 && entries[4].uid == 6)
        #expect(entries[5].kind == .other && !entries[5].isReference)
        let unfollowed = try self.entries(view, follow: false)
        #expect(unfollowed[1].kind == .other && !unfollowed[1].isReference)
    }

    @Test("what would reach into the offset table has to be read, where it is refused", arguments: [0x5E, 0x13, 0x83])
    func pastTheEnd(marker: UInt8) throws {
        var bytes = try list(1) { $0.null() }.bytes
        let view = try BinaryPropertyList(bytes)
        bytes[try view.offset(of: 1)] = marker
        let damaged = try BinaryPropertyList(bytes)
        let entries = try entries(damaged, follow: true)
        #expect(entries[0].kind == .other && !entries[0].isReference)
        #expect(throws: PropertyListError.self) { try damaged.object(1) }
    }

    @Test("entries go where they are asked to, a piece of a run at a time")
    func pieces() throws {
        let view = try list(5) { encoder in
            for value in 0..<5 { encoder.integer(low: UInt64(value), high: 0, width: 1) }
        }
        var entries = Array(repeating: BinaryEntry.empty, count: 4)
        try view.look(at: run(view), 2..<4, through: nil, into: &entries, from: 1)
        #expect(entries.map(\.bits) == [0, 2, 3, 0])
        #expect(entries.map(\.number) == [0, 3, 4, 0])
    }

    @Test("numbers of any width are read, at the very end of the objects too", arguments: 1...9)
    func widths(width: Int) throws {
        // An array of one element with references of many bytes.
        var bytes = Array("bplist00".utf8)
        bytes += [0xA1] + Array(repeating: 0, count: width - 1) + [1, 0x09]
        let table = bytes.count
        bytes += [8, UInt8(table - 1)]
        bytes += [0, 0, 0, 0, 0, 0, 1, UInt8(width)]
        for number in [2, 0, table] { bytes += Array(repeating: 0, count: 7) + [UInt8(number)] }
        let view = try BinaryPropertyList(bytes)
        let entries = try entries(view, follow: false)
        #expect(entries[0].number == 1 && entries[0].kind == .boolean && entries[0].bits == 1)
    }
}
