extension [UInt8] {
    /// Appends an integer in decimal, without a string in between.
    mutating func appendDecimal(_ value: Int64) {
        var rest = value.magnitude
        if value < 0 { append(ASCII.minus) }
        if rest < 10 {
            append(ASCII.zero + UInt8(rest))
            return
        }
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = 20
        while rest > 0 {
            first -= 1
            digits[first] = ASCII.zero + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        for index in first..<20 { append(digits[index]) }
    }

    /// Appends the bytes of a span in one copy.
    ///
    /// The only unsafe code of the module: the library has no safe bulk append of a span yet, and byte by byte a long
    /// value costs a multiple.
    mutating func appendAll(_ span: borrowing Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
