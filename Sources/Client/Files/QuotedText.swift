/// Texts between quotes, as JSON has them (RFC 8259 section 7).
enum QuotedText {
    /// The bytes between the quotes, escapes resolved; nil if the text is not one string of JSON, alone.
    ///
    /// A lone surrogate is answered in its three-byte form.
    static func parse(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else { return nil }
        var result: [UInt8] = []
        var rest = text.dropFirst().dropLast()
        var high: UInt32?
        while let byte = rest.popFirst() {
            guard byte != UInt8(ascii: "\"") else { return nil }
            guard byte == UInt8(ascii: "\\") else {
                append(&high, to: &result)
                result.append(byte)
                continue
            }
            guard let kind = rest.popFirst() else { return nil }
            guard kind == UInt8(ascii: "u") else {
                guard let plain = escapes[kind] else { return nil }
                append(&high, to: &result)
                result.append(plain)
                continue
            }
            guard let unit = hexadecimal(&rest) else { return nil }
            if let first = high, (0xDC00...0xDFFF).contains(unit) {
                encode(0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00), to: &result)
                high = nil
                continue
            }
            append(&high, to: &result)
            if (0xD800...0xDBFF).contains(unit) { high = unit } else { encode(unit, to: &result) }
        }
        append(&high, to: &result)
        return result
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
        UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]

    private static func hexadecimal(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
        let digits = String(decoding: rest.prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        rest = rest.dropFirst(4)
        return value
    }

    /// Adds a first half of a pair whose second half did not come.
    private static func append(_ high: inout UInt32?, to result: inout [UInt8]) {
        guard let unit = high else { return }
        encode(unit, to: &result)
        high = nil
    }

    private static func encode(_ value: UInt32, to result: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | (value >> shift & 0x3F)) }
        switch value {
        case 0..<0x80: result.append(UInt8(truncatingIfNeeded: value))
        case 0x80..<0x800: result += [UInt8(truncatingIfNeeded: 0xC0 | value >> 6), tail(0)]
        case 0x800..<0x10000: result += [UInt8(truncatingIfNeeded: 0xE0 | value >> 12), tail(6), tail(0)]
        default: result += [UInt8(truncatingIfNeeded: 0xF0 | value >> 18), tail(12), tail(6), tail(0)]
        }
    }
}
