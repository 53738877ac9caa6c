import FourLinesPropertyList

extension GraphJSONReader {
    /// The value that a mark stands for.
    func marked(_ mark: Text, _ content: Slot, width: Int?) throws(ArchiveError) -> Slot {
        switch mark {
        case JSONMark.null:
            // Of a plain property list null is the null that it has, and there is no other.
            guard isArchive, content.boolean == true else { break }
            return .null
        case JSONMark.data: return .data(try data(content))
        case JSONMark.float:
            guard let value = content.real ?? content.integer.map({ Double($0) }) else { break }
            guard Float(value).isFinite || !value.isFinite else {
                throw parser.failure("a number that is too large for a real of 32 bits")
            }
            return .real32(Float(value))
        case JSONMark.bits:
            guard let bits = content.text.flatMap({ UInt64($0.description, radix: 16) }) else { break }
            return .real64(Double(bitPattern: bits))
        case JSONMark.floatBits:
            guard let bits = content.text.flatMap({ UInt32($0.description, radix: 16) }) else { break }
            return .real32(Float(bitPattern: bits))
        case JSONMark.integer:
            guard let value = content.integer else { break }
            return try integer(value, width: width)
        case JSONMark.uid:
            guard let value = content.integer, let uid = UInt32(exactly: value), let width = UInt8(exactly: width ?? 1),
                (1...16).contains(width)
            else { break }
            return .uid(uid, width: UInt8(BinaryEncoder.uidWidth(of: uid, asked: Int(width))))
        case JSONMark.reference:
            guard let number = content.integer, let id = numbered[number] else {
                throw parser.failure("the number of a container that stands before was expected")
            }
            return .container(id, isReference: isArchive)
        case JSONMark.date:
            if let text = content.text {
                guard let date = try? ISO8601.date(text.bytes, text.bytes.indices) else { break }
                return .date(date)
            }
            guard let seconds = content.real ?? content.integer.map({ Double($0) }) else { break }
            return .date(seconds)
        default: throw parser.failure("\(mark) is no mark")
        }
        throw parser.failure("the value of \(mark) is none")
    }

    private func data(_ content: Slot) throws(ArchiveError) -> [UInt8] {
        guard let text = content.text?.bytes, text.count % 4 == 0 else { throw parser.failure("base64 was expected") }
        var data: [UInt8] = []
        data.reserveCapacity(text.count / 4 * 3)
        var word: UInt32 = 0
        var equals = 0
        for (index, byte) in text.enumerated() {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "=") where index >= text.count - 2:
                value = 0
                equals += 1
            default: throw parser.failure("base64 was expected")
            }
            guard equals == 0 || byte == UInt8(ascii: "=") else { throw parser.failure("base64 was expected") }
            word = word << 6 | UInt32(value)
            if index & 3 == 3 {
                for shift in [16, 8, 0] as [UInt32] { data.append(UInt8(truncatingIfNeeded: word >> shift)) }
            }
        }
        data.removeLast(equals)
        return data
    }
}
