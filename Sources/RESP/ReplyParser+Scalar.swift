extension ReplyParser {
    /// The value that stands in one line behind its type byte.
    static func scalar(_ type: UInt8, _ bytes: [UInt8], _ range: Range<Int>) throws(ReplyError) -> Reply {
        switch type {
        case UInt8(ascii: "+"):
            return .simple(try text(bytes, range))
        case UInt8(ascii: "-"):
            // An error may quote what the client sent, so that its bytes are not always text.
            return .error(String(decoding: bytes[range], as: UTF8.self))
        case UInt8(ascii: ":"):
            guard let value = NumberText.integer(bytes, range) else { throw .malformed(type: type) }
            return .integer(value)
        case UInt8(ascii: "_"):
            guard range.isEmpty else { throw .malformed(type: type) }
            return .null
        case UInt8(ascii: ","):
            guard let value = NumberText.real(bytes, range) else { throw .malformed(type: type) }
            return .double(value)
        case UInt8(ascii: "#"):
            guard range.count == 1 else { throw .malformed(type: type) }
            switch bytes[range.lowerBound] {
            case UInt8(ascii: "t"): return .boolean(true)
            case UInt8(ascii: "f"): return .boolean(false)
            default: throw .malformed(type: type)
            }
        case UInt8(ascii: "("):
            return .bigNumber(try digits(type, bytes, range))
        default:
            throw .unknownType(type)
        }
    }

    /// The value of a bulk string, a verbatim text or a long error.
    static func value(_ type: UInt8, _ bytes: [UInt8], _ range: Range<Int>) throws(ReplyError) -> Reply {
        switch type {
        case UInt8(ascii: "="):
            // Three letters and a colon come first, and count.
            guard range.count >= 4, bytes[range.lowerBound + 3] == UInt8(ascii: ":") else {
                throw .malformed(type: type)
            }
            let format = try text(bytes, range.lowerBound..<range.lowerBound + 3)
            return .verbatim(format: format, text: [UInt8](bytes[range.lowerBound + 4..<range.upperBound]))
        case UInt8(ascii: "!"):
            return .error(String(decoding: bytes[range], as: UTF8.self))
        default:
            return .bulk([UInt8](bytes[range]))
        }
    }

    private static func digits(_ type: UInt8, _ bytes: [UInt8], _ range: Range<Int>) throws(ReplyError) -> String {
        var rest = range
        if let first = rest.first, bytes[first] == ASCII.minus { rest = first + 1..<rest.upperBound }
        guard !rest.isEmpty, rest.allSatisfy({ bytes[$0] &- ASCII.zero <= 9 }) else { throw .malformed(type: type) }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    private static func text(_ bytes: [UInt8], _ range: Range<Int>) throws(ReplyError) -> String {
        guard let text = String(validating: bytes[range], as: UTF8.self) else { throw .notText }
        return text
    }
}
