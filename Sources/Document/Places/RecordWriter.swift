package import KeyedArchive

/// Builds the payload of a record: numbers as LEB128, texts and bytes with their length in front.
package struct RecordWriter {
    /// What was written.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Appends a number in groups of seven bits, the lowest first.
    package mutating func number(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func number(_ value: Int) { number(UInt64(value)) }

    /// Appends a number that may be negative, its sign in the lowest bit.
    package mutating func signed(_ value: Int64) { number(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

    /// Appends eight bytes, the lowest first.
    package mutating func word(_ value: UInt64) {
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift))) }
    }

    package mutating func text(_ text: String) {
        number(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func text(_ text: Text) { data(text.bytes) }

    package mutating func data(_ data: [UInt8]) {
        number(data.count)
        bytes.append(contentsOf: data)
    }

    package mutating func data(_ data: [UInt8], _ range: Range<Int>) {
        number(range.count)
        bytes.append(contentsOf: data[range])
    }

    /// Appends bytes as they are.
    package mutating func raw(_ raw: [UInt8]) { bytes.append(contentsOf: raw) }
}
