/// All decimal digits of a positive double: every double is a finite decimal number.
struct ExactDecimal {
    /// The digits as ASCII, the first of them not zero.
    private(set) var digits: [UInt8]
    /// The power of ten that the first digit stands for.
    private(set) var exponent: Int

    /// Nine decimal digits to a limb, the lowest limb first.
    private static let base: UInt64 = 1_000_000_000

    /// The exact digits of a finite number over zero.
    init(_ value: Double) {
        // value = significand * 2^power, with an odd significand.
        var significand = value.significandBitPattern
        var power = -1074
        if value.exponentBitPattern != 0 {
            significand |= 1 << 52
            power = Int(value.exponentBitPattern) - 1075
        }
        let zeros = significand.trailingZeroBitCount
        significand >>= UInt64(zeros)
        power += zeros
        if power >= 0, power <= 64 {
            self.init(UInt128(significand) << UInt128(power), scale: 0)
        } else if power < 0, power >= -27 {
            // significand / 2^k = significand * 5^k / 10^k, and 5^27 has 63 bits.
            var scaled = UInt128(significand)
            for _ in 0..<(-power) { scaled *= 5 }
            self.init(scaled, scale: -power)
        } else {
            var limbs = [significand % Self.base, significand / Self.base]
            if power > 0 {
                for _ in 0..<(power / 29) { Self.multiply(&limbs, by: 1 << 29) }
                Self.multiply(&limbs, by: 1 << UInt64(power % 29))
                self.init(limbs: limbs, scale: 0)
            } else {
                // 5^12 is the largest power of five under the base, so that a carry is always one limb.
                for _ in 0..<(-power / 12) { Self.multiply(&limbs, by: 244_140_625) }
                for _ in 0..<(-power % 12) { Self.multiply(&limbs, by: 5) }
                self.init(limbs: limbs, scale: -power)
            }
        }
    }

    /// The digits of `integer` / 10^`scale`.
    private init(_ integer: UInt128, scale: Int) {
        digits = []
        IntegerText.append(low: UInt64(truncatingIfNeeded: integer), high: UInt64(integer >> 64), to: &digits)
        exponent = digits.count - 1 - scale
    }

    private init(limbs: [UInt64], scale: Int) {
        var digits = [UInt8](repeating: UInt8(ascii: "0"), count: limbs.count * 9)
        var position = digits.count
        for limb in limbs {
            var rest = UInt32(truncatingIfNeeded: limb)
            for index in (position - 9..<position).reversed() {
                digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            position -= 9
        }
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(zeros)
        self.digits = digits
        exponent = digits.count - 1 - scale
    }

    private static func multiply(_ limbs: inout [UInt64], by factor: UInt64) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            let product = limbs[index] * factor + carry
            limbs[index] = product % base
            carry = product / base
        }
        if carry > 0 { limbs.append(carry) }
    }

    /// Rounds to a number of digits, ties to even, and drops the zeros at the end.
    mutating func round(to count: Int) {
        if digits.count > count {
            let half = UInt8(ascii: "5")
            let rest = digits[count...]
            let isTie = rest.first == half && rest.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") }
            // The digits of ASCII are odd where the numbers are.
            let roundsUp = isTie ? digits[count - 1] % 2 == 1 : digits[count] >= half
            digits.removeLast(digits.count - count)
            if roundsUp { increment() }
        }
        while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    }

    private mutating func increment() {
        var index = digits.count - 1
        while digits[index] == UInt8(ascii: "9") {
            digits[index] = UInt8(ascii: "0")
            if index == 0 {
                digits.insert(UInt8(ascii: "1"), at: 0)
                exponent += 1
                return
            }
            index -= 1
        }
        digits[index] += 1
    }
}
