/// Numbers in text, read by the rules of Redis.
package enum NumberText {
    /// The longest text that is read as a real number, as in Redis (MAX_LONG_DOUBLE_CHARS).
    package static let longestReal = 5 * 1024

    /// Reads a decimal 64-bit integer in its only spelling, as Redis's string2ll does.
    ///
    /// No plus sign, no leading zero, no blank, no `-0`; what does not fit 64 bits is refused.
    ///
    /// - Parameters:
    ///   - bytes: where the text stands.
    ///   - range: the indices of the text in `bytes`.
    /// - Returns: the integer, or nil if the text is none.
    package static func integer(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
        integer(bytes.span, range)
    }

    /// Reads a decimal 64-bit integer in its only spelling from a whole array.
    package static func integer(_ bytes: [UInt8]) -> Int64? {
        integer(bytes.span, 0..<bytes.count)
    }

    /// Reads a decimal 64-bit integer in its only spelling from a range of a span.
    package static func integer(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int64? {
        var index = range.lowerBound
        let end = range.upperBound
        // The longest is -9223372036854775808.
        guard index < end, end - index <= 20 else { return nil }
        let negative = bytes[index] == ASCII.minus
        if negative {
            index += 1
            guard index < end else { return nil }
        }
        if bytes[index] == ASCII.zero { return !negative && end - index == 1 ? 0 : nil }
        var magnitude: UInt64 = 0
        while index < end {
            let digit = bytes[index] &- ASCII.zero
            guard digit <= 9 else { return nil }
            let (product, tooLong) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, tooLarge) = product.addingReportingOverflow(UInt64(digit))
            guard !tooLong, !tooLarge else { return nil }
            magnitude = sum
            index += 1
        }
        if negative {
            guard magnitude <= Int64.min.magnitude else { return nil }
            return Int64(truncatingIfNeeded: 0 &- magnitude)
        }
        return Int64(exactly: magnitude)
    }

    /// Reads a real number as C's strtod does, the whole text and nothing around it.
    ///
    /// `inf`, `infinity` and `nan` with any case and sign are read; a number too large for a double is refused, one
    /// too small is zero.
    ///
    /// - Parameters:
    ///   - bytes: where the text stands.
    ///   - range: the indices of the text in `bytes`.
    /// - Returns: the number, or nil if the text is none.
    package static func real(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
        guard !range.isEmpty, range.count <= longestReal else { return nil }
        var named = false
        for index in range {
            switch bytes[index] {
            case ASCII.zero...ASCII.nine, UInt8(ascii: "+"), ASCII.minus, UInt8(ascii: "."): continue
            case UInt8(ascii: "n"), UInt8(ascii: "N"): named = true
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
            default: return nil
            }
        }
        guard let value = Double(String(decoding: bytes[range], as: UTF8.self)) else { return nil }
        // Only the words inf, infinity and nan have an n; any other infinity is an overflow.
        return value.isFinite || named ? value : nil
    }

    /// Reads a real number from a whole array.
    package static func real(_ bytes: [UInt8]) -> Double? {
        real(bytes, 0..<bytes.count)
    }

    /// The shortest text that reads back as the same double: `3`, `0.1`, `1e+20`, `inf`, `-inf`, `nan`.
    package static func shortest(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
        let text = value.description
        return text.utf8.count > 2 && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
