/// Integers as decimal text.
package enum IntegerText {
    /// Appends an unsigned number in decimal.
    package static func append(_ value: UInt64, to output: inout [UInt8]) {
        var rest = value
        let start = output.count
        repeat {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
            output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder))
            rest = quotient
        } while rest != 0
        output[start...].reverse()
    }

    /// Appends a signed number of 128 bits, given by its halves, in decimal.
    package static func append(low: UInt64, high: UInt64, to output: inout [UInt8]) {
        if high == 0 { return append(low, to: &output) }
        let value = Int128(truncatingIfNeeded: UInt128(high) << 64 | UInt128(low))
        if value < 0 { output.append(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        // Nineteen digits are the most that always fit into 64 bits.
        let chunk: UInt128 = 10_000_000_000_000_000_000
        if magnitude < chunk { return append(UInt64(magnitude), to: &output) }
        let (upper, lower) = magnitude.quotientAndRemainder(dividingBy: chunk)
        // The largest magnitude, 2^127, has 39 digits.
        if upper >= chunk {
            let (top, middle) = upper.quotientAndRemainder(dividingBy: chunk)
            append(UInt64(top), to: &output)
            appendPadded(UInt64(middle), to: &output)
        } else {
            append(UInt64(upper), to: &output)
        }
        appendPadded(UInt64(lower), to: &output)
    }

    /// Appends a number with zeros before it, nineteen digits in all.
    private static func appendPadded(_ value: UInt64, to output: inout [UInt8]) {
        var digits: [UInt8] = []
        append(value, to: &digits)
        for _ in digits.count..<19 { output.append(UInt8(ascii: "0")) }
        output.append(contentsOf: digits)
    }
}
