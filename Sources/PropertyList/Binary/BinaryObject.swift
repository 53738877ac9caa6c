/// One object of a binary property list as its bytes say, nothing resolved or copied.
package enum BinaryObject: Equatable, Sendable {
    /// Marker 00. CoreFoundation reads it as null; archives do not use it.
    case null
    /// Markers 08 and 09.
    case boolean(Bool)
    /// Markers 10 to 14: 1, 2, 4, 8 or 16 bytes. Of 1, 2 and 4 bytes unsigned, of 8 signed, of 16 the two halves.
    case integer(low: UInt64, high: UInt64, width: UInt8)
    /// Marker 22, a type of its own.
    case real32(Float)
    /// Marker 23.
    case real64(Double)
    /// Marker 33: seconds since 2001-01-01 00:00 UTC, any double.
    case date(Double)
    /// Marker 4n: where the bytes stand.
    case data(Range<Int>)
    /// Marker 5n: where the bytes stand; those over 7F are Latin-1, as CoreFoundation on Linux reads them.
    case ascii(Range<Int>)
    /// Marker 6n: where the big-endian UTF-16 units stand, in bytes. Lone surrogates are kept.
    case utf16(Range<Int>)
    /// Marker 8n: a reference into `$objects`, and its width in bytes.
    case uid(UInt32, width: UInt8)
    /// Marker An.
    case array(References)
    /// Marker Cn.
    case set(References)
    /// Marker Dn.
    case dictionary(keys: References, values: References)

    /// A run of object references: read one with `BinaryPropertyList.reference(_:_:)`.
    package struct References: Equatable, Sendable {
        /// The offset in bytes of the first reference.
        package let start: Int
        /// How many there are.
        package let count: Int

        package init(start: Int, count: Int) {
            self.start = start
            self.count = count
        }
    }
}
