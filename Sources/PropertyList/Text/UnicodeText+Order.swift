extension UnicodeText {
    /// Compares texts in our form by their UTF-16 units, as Apple's writer of XML sorts keys.
    ///
    /// - Returns: under 0, 0 or over 0 as the first comes before the second, is equal to it, or comes after it.
    package static func order(
        _ left: [UInt8], _ leftRange: Range<Int>, _ right: [UInt8], _ rightRange: Range<Int>
    ) -> Int {
        let (mine, theirs) = (left.span.extracting(leftRange), right.span.extracting(rightRange))
        for index in 0..<min(mine.count, theirs.count) where mine[index] != theirs[index] {
            // Bytes and units differ in order only where surrogates are concerned: their units come before those of
            // characters that have three bytes and greater numbers.
            guard max(mine[index], theirs[index]) < 0xED else {
                return unitOrder(left, leftRange, right, rightRange)
            }
            return Int(mine[index]) - Int(theirs[index])
        }
        return mine.count - theirs.count
    }

    private static func unitOrder(
        _ left: [UInt8], _ leftRange: Range<Int>, _ right: [UInt8], _ rightRange: Range<Int>
    ) -> Int {
        var (mine, theirs): ([UInt8], [UInt8]) = ([], [])
        appendUTF16(left, leftRange, to: &mine)
        appendUTF16(right, rightRange, to: &theirs)
        if mine == theirs { return 0 }
        return mine.lexicographicallyPrecedes(theirs) ? -1 : 1
    }
}
