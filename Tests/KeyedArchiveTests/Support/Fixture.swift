/// A binary property list put together object by object, in forms that our own writers never give.
struct Fixture {
    /// One object.
    enum Object {
        /// Bytes as they are.
        case raw([UInt8])
        case null
        case boolean(Bool)
        /// An integer of so many bytes.
        case integer(UInt64, width: Int)
        case real32(Float)
        case real64(Double)
        case date(Double)
        case data([UInt8])
        case ascii(String)
        case utf16([UInt16])
        case uid(UInt64, width: Int)
        case array([Int])
        case set([Int])
        /// Keys, then values.
        case dictionary([(Int, Int)])
    }

    var objects: [Object] = []
    var top = 0
    var referenceSize = 1
    var offsetSize = 2
    /// Bytes between an object and the next that belong to none.
    var gap: [UInt8] = []

    @discardableResult
    mutating func add(_ object: Object) -> Int {
        objects.append(object)
        return objects.count - 1
    }

    /// The file.
    var bytes: [UInt8] {
        var file = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(file.count)
            file += encoded(object) + gap
        }
        let table = file.count
        for offset in offsets { file += bigEndian(UInt64(offset), offsetSize) }
        file += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        file += bigEndian(UInt64(objects.count), 8) + bigEndian(UInt64(top), 8) + bigEndian(UInt64(table), 8)
        return file
    }

    /// The bytes of one object.
    func encoded(_ object: Object) -> [UInt8] {
        switch object {
        case .raw(let bytes): bytes
        case .null: [0]
        case .boolean(let value): [value ? 9 : 8]
        case .integer(let value, let width):
            [0x10 | UInt8(width.trailingZeroBitCount)] + bigEndian(value, width)
        case .real32(let value): [0x22] + bigEndian(UInt64(value.bitPattern), 4)
        case .real64(let value): [0x23] + bigEndian(value.bitPattern, 8)
        case .date(let value): [0x33] + bigEndian(value.bitPattern, 8)
        case .data(let bytes): marker(4, bytes.count) + bytes
        case .ascii(let text): marker(5, text.utf8.count) + Array(text.utf8)
        case .utf16(let units): marker(6, units.count) + units.flatMap { bigEndian(UInt64($0), 2) }
        case .uid(let value, let width): [0x80 | UInt8(width - 1)] + bigEndian(value, width)
        case .array(let members): marker(0xA, members.count) + references(members)
        case .set(let members): marker(0xC, members.count) + references(members)
        case .dictionary(let fields):
            marker(0xD, fields.count) + references(fields.map(\.0)) + references(fields.map(\.1))
        }
    }

    private func references(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { bigEndian(UInt64($0), referenceSize) }
    }

    private func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
        if count < 15 { return [kind << 4 | UInt8(count)] }
        return [kind << 4 | 15, 0x11] + bigEndian(UInt64(count), 2)
    }

    private func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { $0 >= 8 ? 0 : UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}
