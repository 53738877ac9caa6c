import FourLinesDocument
import FourLinesLinux

/// The first bytes of a segment, which every version can read.
///
/// They stand twice in the first 512 bytes, so that damage to one does not cost what the segment holds.
struct SegmentPrefix: Equatable, Sendable {
    /// What a segment begins with.
    static let magic: [UInt8] = Array("4LINESJ\n".utf8)
    /// The version of the format that is written.
    static let version: UInt32 = 1
    /// How many bytes it has.
    static let size = 128
    /// Where the second copy begins.
    static let copyOffset = 256
    /// Where the slot begins, in a sector of its own.
    static let slotOffset = 512
    /// Where the first record begins.
    static let recordsOffset = 1024

    var version = SegmentPrefix.version
    /// Random bits that tell one history of revisions from all others.
    var history: HistoryID
    /// The segment's number.
    var number: UInt64
    /// What its checksums begin with.
    var seed: UInt32

    /// The bytes of the first 1024, both copies and an unset slot.
    var head: [UInt8] {
        var head = [UInt8](repeating: 0, count: Self.recordsOffset)
        let bytes = self.bytes
        head.replaceSubrange(0..<Self.size, with: bytes)
        head.replaceSubrange(Self.copyOffset..<(Self.copyOffset + Self.size), with: bytes)
        return head
    }

    private var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.raw(Self.magic)
        writer.word(UInt64(version))
        var algorithm = Array(Digest.algorithm.utf8)
        algorithm.append(contentsOf: repeatElement(0, count: 32 - algorithm.count))
        writer.raw(algorithm)
        writer.word(history.high)
        writer.word(history.low)
        writer.word(number)
        writer.word(UInt64(seed))
        var bytes = writer.bytes
        bytes.append(contentsOf: repeatElement(0, count: Self.size - 8 - bytes.count))
        writer = RecordWriter()
        writer.word(UInt64(CRC32C.checksum(bytes)))
        return bytes + writer.bytes
    }

    init(history: HistoryID, number: UInt64, seed: UInt32) {
        self.history = history
        self.number = number
        self.seed = seed
    }

    /// Whether a segment has no records, and is no worse than one that was being made when the process ended.
    ///
    /// Such a one is zeros, or begins with a part of a prefix; anything else was put there, or is damaged.
    static func isBlank(_ segment: [UInt8]) -> Bool {
        let written = zip(segment, magic).prefix { $0 == $1 }.count
        return segment.prefix(magic.count).dropFirst(written).allSatisfy { $0 == 0 }
            && segment.dropFirst(recordsOffset).allSatisfy { $0 == 0 }
    }

    /// Reads the prefix of a segment, or its copy; nil if both are damaged.
    init?(_ segment: [UInt8]) {
        guard let prefix = Self(segment, at: 0) ?? Self(segment, at: Self.copyOffset) else { return nil }
        self = prefix
    }

    private init?(_ segment: [UInt8], at offset: Int) {
        guard segment.count >= offset + Self.size else { return nil }
        let body = offset..<(offset + Self.size - 8)
        var reader = RecordReader(segment, offset..<(offset + Self.size))
        do throws(RecordFault) {
            for byte in Self.magic where try reader.byte() != byte { return nil }
            let version = try reader.word()
            for _ in 0..<32 { _ = try reader.byte() }
            let (high, low, number, seed) = (
                try reader.word(), try reader.word(), try reader.word(), try reader.word()
            )
            var end = RecordReader(segment, body.upperBound..<(body.upperBound + 8))
            guard try end.word() == UInt64(CRC32C.checksum(segment, body)) else { return nil }
            self.version = UInt32(truncatingIfNeeded: version)
            history = HistoryID(high: high, low: low)
            self.number = number
            self.seed = UInt32(truncatingIfNeeded: seed)
        } catch { return nil }
    }
}

/// What tells one history of revisions from all others: 128 random bits.
package struct HistoryID: Hashable, Sendable, CustomStringConvertible {
    let high: UInt64
    let low: UInt64

    /// 32 hexadecimal digits.
    package var description: String {
        [high, low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// The flag that a segment is complete: set on a clean stop, with the digest that the archive had then.
struct SegmentSlot: Equatable, Sendable {
    static let magic: UInt64 = 0x444E_455F_4C41_4E46

    var digest: Digest

    var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.word(Self.magic)
        writer.digest(digest)
        let sum = CRC32C.checksum(writer.bytes)
        writer.word(UInt64(sum))
        return writer.bytes
    }

    init(digest: Digest) { self.digest = digest }

    /// Reads the slot of a segment; nil if it is not set, or damaged.
    init?(_ segment: [UInt8]) {
        let start = SegmentPrefix.slotOffset
        guard segment.count >= start + 40 else { return nil }
        var reader = RecordReader(segment, start..<(start + 40))
        do throws(RecordFault) {
            guard try reader.word() == Self.magic else { return nil }
            digest = try reader.digest()
            guard try reader.word() == UInt64(CRC32C.checksum(segment, start..<(start + 32))) else { return nil }
        } catch { return nil }
    }
}
