package import KeyedArchive

/// A record that does not say what a record says, or does not fit the document: why.
package struct RecordFault: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    static let short = RecordFault("it ends too early")
}

/// Reads the payload of a record, within its bounds.
package struct RecordReader {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    /// Reads a range of a buffer.
    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    package init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

    /// Whether everything was read.
    package var isAtEnd: Bool { position == end }

    package mutating func byte() throws(RecordFault) -> UInt8 {
        guard position < end else { throw .short }
        defer { position += 1 }
        return bytes[position]
    }

    package mutating func number() throws(RecordFault) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try byte()
            guard shift < 63 || byte <= 1 else { break }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw RecordFault("it has a number over 64 bits")
    }

    /// A number of things of at least one byte each that follow, so that none can be promised that are not there.
    package mutating func count() throws(RecordFault) -> Int {
        let value = try number()
        guard value <= UInt64(end - position) else { throw .short }
        return Int(value)
    }

    /// A number that fits an `Int`.
    package mutating func index() throws(RecordFault) -> Int {
        guard let value = Int(exactly: try number()) else { throw RecordFault("it has an index over 63 bits") }
        return value
    }

    package mutating func signed() throws(RecordFault) -> Int64 {
        let value = try number()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    package mutating func word() throws(RecordFault) -> UInt64 {
        var value: UInt64 = 0
        for shift in 0..<8 { value |= UInt64(try byte()) << UInt64(8 * shift) }
        return value
    }

    package mutating func data() throws(RecordFault) -> [UInt8] {
        let count = try count()
        defer { position += count }
        return Array(bytes[position..<(position + count)])
    }

    package mutating func string() throws(RecordFault) -> String { String(decoding: try data(), as: UTF8.self) }

    package mutating func text() throws(RecordFault) -> Text { Text(bytes: try data()) }

    /// Everything that is left.
    package mutating func rest() -> [UInt8] {
        defer { position = end }
        return Array(bytes[position..<end])
    }
}
