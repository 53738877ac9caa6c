import FourLinesLinux

/// How a record stands in a segment: its length with a checksum of its own, the payload, and a checksum that
/// continues that of the record before it.
enum RecordFrame {
    /// The bytes in front of a payload, and behind it.
    static let headSize = 8
    static let tailSize = 4
    /// The longest payload, in bytes: a large edit with what belongs to it.
    static let longestPayload = 2 << 20

    /// Appends a framed payload.
    ///
    /// - Parameters:
    ///   - payload: at least one byte.
    ///   - buffer: where it is appended.
    ///   - offset: where in the segment the record begins; it is a part of the length's checksum.
    ///   - seed: the segment's.
    ///   - chain: the checksum of the record before, or the seed; that of this one afterwards.
    static func append(
        _ payload: [UInt8], to buffer: inout [UInt8], at offset: Int64, seed: UInt32, chain: inout UInt32
    ) {
        let length = UInt32(payload.count)
        word(length, to: &buffer)
        word(headSum(length, at: offset, seed: seed), to: &buffer)
        buffer.append(contentsOf: payload)
        chain = CRC32C.checksum(payload, 0..<payload.count, continuing: chain ^ length)
        word(chain, to: &buffer)
    }

    /// The checksum of a length.
    static func headSum(_ length: UInt32, at offset: Int64, seed: UInt32) -> UInt32 {
        var bytes: [UInt8] = []
        word(length, to: &bytes)
        word(UInt32(truncatingIfNeeded: offset), to: &bytes)
        word(UInt32(truncatingIfNeeded: offset >> 32), to: &bytes)
        return CRC32C.checksum(bytes, 0..<bytes.count, continuing: seed)
    }

    private static func word(_ value: UInt32, to buffer: inout [UInt8]) {
        for shift in [0, 8, 16, 24] as [UInt32] { buffer.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    static func word(_ buffer: [UInt8], at offset: Int) -> UInt32 {
        UInt32(buffer[offset]) | UInt32(buffer[offset + 1]) << 8 | UInt32(buffer[offset + 2]) << 16
            | UInt32(buffer[offset + 3]) << 24
    }
}
