import FourLinesPropertyList
import KeyedArchive

/// Sums of real numbers given as text, as INCRBYFLOAT makes them: exact in decimal, where the numbers allow it.
///
/// Redis adds in the 80-bit reals of the machine and rounds to 17 places behind the point; where that is exact the
/// results are the same, and where it is not, ours have no noise in the last places.
enum RealSum {
    /// A number, as a multiple of 10^-17 or, if it is none that fits, as a double.
    enum Number {
        case decimal(Int128)
        case real(Double)

        static let zero = Number.decimal(0)

        var real: Double {
            switch self {
            case .decimal(let scaled): Double(scaled) / 1e17
            case .real(let value): value
            }
        }
    }

    private static let places = 17
    /// What the sum of two stays under without overflow.
    private static let limit = Int128.max / 4

    /// Reads a number; nil if the text is none, or not a number at all.
    static func number(_ bytes: [UInt8]) -> Number? {
        let range = 0..<bytes.count
        if let special = RealText.special(bytes, range) { return special.isNaN ? nil : .real(special) }
        guard bytes.count <= 5 * 1024, let value = RealText.parse(bytes, range), value.isFinite else { return nil }
        return decimal(bytes).map { .decimal($0) } ?? .real(value)
    }

    /// The text of a sum; nil if it is no finite number.
    static func sum(_ left: Number, _ right: Number) -> [UInt8]? {
        if case .decimal(let left) = left, case .decimal(let right) = right { return text(left + right) }
        let value = left.real + right.real
        guard value.isFinite else { return nil }
        // Without an exponent, as Redis writes them.
        if let whole = Int128(exactly: value.rounded(.towardZero)), Double(whole) == value {
            return Array(String(whole).utf8)
        }
        var exact: [UInt8] = []
        RealText.appendPercent17G(value, to: &exact)
        return exact
    }

    private static func decimal(_ bytes: [UInt8]) -> Int128? {
        guard let number = DecimalNumber(bytes), !number.isNaN else { return nil }
        var shift = places + number.exponent
        var value = Int128(exactly: number.mantissa) ?? limit
        guard value < limit else { return nil }
        while shift > 0, value != 0 {
            guard value < limit / 10 else { return nil }
            value *= 10
            shift -= 1
        }
        // Digits beyond the places are none that an exact sum could have.
        while shift < 0, value != 0 {
            guard value % 10 == 0 else { return nil }
            value /= 10
            shift += 1
        }
        return number.isNegative ? -value : value
    }

    private static func text(_ scaled: Int128) -> [UInt8] {
        var digits = String(scaled.magnitude)
        while digits.utf8.count <= places { digits = "0" + digits }
        var text = Array(digits.utf8)
        text.insert(UInt8(ascii: "."), at: text.count - places)
        while text.last == UInt8(ascii: "0") { text.removeLast() }
        if text.last == UInt8(ascii: ".") { text.removeLast() }
        return scaled < 0 ? [UInt8(ascii: "-")] + text : text
    }
}
