/// Reals as text, exactly and without the C library.
package enum RealText {
    /// What `%.17g` gives: significant digits that tell all doubles apart.
    private static let precision = 17

    /// Appends a finite number as C's `%.17g` would: correctly rounded, ties to even, no zeros at the end.
    package static func appendPercent17G(_ value: Double, to output: inout [UInt8]) {
        if value.sign == .minus { output.append(UInt8(ascii: "-")) }
        if value == 0 { return output.append(UInt8(ascii: "0")) }
        var decimal = ExactDecimal(value.magnitude)
        decimal.round(to: precision)
        let digits = decimal.digits
        let exponent = decimal.exponent
        if exponent < -4 || exponent >= precision {
            output.append(digits[0])
            if digits.count > 1 {
                output.append(UInt8(ascii: "."))
                output.append(contentsOf: digits[1...])
            }
            output.append(UInt8(ascii: "e"))
            output.append(exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
            if exponent.magnitude < 10 { output.append(UInt8(ascii: "0")) }
            IntegerText.append(UInt64(exponent.magnitude), to: &output)
        } else if exponent < 0 {
            output.append(contentsOf: "0.".utf8)
            for _ in 1..<(-exponent) { output.append(UInt8(ascii: "0")) }
            output.append(contentsOf: digits)
        } else {
            let whole = exponent + 1
            for index in 0..<max(whole, digits.count) {
                if index == whole { output.append(UInt8(ascii: ".")) }
                output.append(index < digits.count ? digits[index] : UInt8(ascii: "0"))
            }
        }
    }

    /// The double nearest to a decimal number, or nil if the text is none.
    ///
    /// A number is a sign, digits with at most one point, and an exponent. What is too large is infinite, what is too small zero, as with C's `strtod`.
    package static func parse(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
        var index = range.lowerBound
        let end = range.upperBound
        func isDigit(_ position: Int) -> Bool {
            position < end && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position])
        }
        func isSign(_ position: Int) -> Bool {
            position < end && (bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+"))
        }
        let isNegative = isSign(index) && bytes[index] == UInt8(ascii: "-")
        if isSign(index) { index += 1 }
        var digits = 0
        var decimals = 0
        var value: UInt64 = 0
        while isDigit(index) {
            value = value &* 10 &+ UInt64(bytes[index] - UInt8(ascii: "0"))
            digits += 1
            index += 1
        }
        if index < end, bytes[index] == UInt8(ascii: ".") {
            index += 1
            while isDigit(index) {
                value = value &* 10 &+ UInt64(bytes[index] - UInt8(ascii: "0"))
                decimals += 1
                index += 1
            }
        }
        guard digits + decimals > 0 else { return nil }
        if index == end, digits + decimals <= 15 {
            // Both numbers are exact doubles, so that their quotient is rounded once, correctly.
            let magnitude = Double(value) / powersOfTen[decimals]
            return isNegative ? -magnitude : magnitude
        }
        if index < end {
            guard bytes[index] == UInt8(ascii: "e") || bytes[index] == UInt8(ascii: "E") else { return nil }
            index += 1
            if isSign(index) { index += 1 }
            guard isDigit(index) else { return nil }
            while isDigit(index) { index += 1 }
            guard index == end else { return nil }
        }
        return Double(String(decoding: bytes[range], as: UTF8.self))
    }

    /// The value of `nan`, `inf` or `infinity`, the latter two with or without a sign, in any case; else nil.
    package static func special(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
        guard range.count >= 3, range.count <= 9 else { return nil }
        let text = String(
            decoding: bytes[range].lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        switch text {
        case "nan": return .nan
        case "inf", "+inf", "infinity", "+infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        default: return nil
        }
    }

    /// Powers of ten that are exact as doubles and that `parse` divides by.
    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}
