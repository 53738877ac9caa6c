import CLinux

/// Computes a digest of bytes that come in pieces; how they are cut makes no difference.
package struct DigestComputation: Sendable {
    // The primes of XXH64.
    private static let p1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let p2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let p3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let p4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let p5: UInt64 = 0x27D4_EB2F_1656_67C5

    private static let blockSize = 32

    private var length: UInt64 = 0
    private var lanes: [4 of UInt64]
    /// The bytes behind the last whole block, `length % 32` of them; the rest is old.
    private var tail: [32 of UInt8] = .init(repeating: 0)

    /// Starts with no bytes.
    package init() {
        lanes = [Self.p1 &+ Self.p2, Self.p2, 0, 0 &- Self.p1]
    }

    private var tailCount: Int {
        Int(length % UInt64(Self.blockSize))
    }

    /// Adds bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        var start = 0
        var filled = tailCount
        length += UInt64(bytes.count)
        if filled > 0 {
            while filled < Self.blockSize, start < bytes.count {
                tail[filled] = bytes[start]
                filled += 1
                start += 1
            }
            guard filled == Self.blockSize else { return }
            Self.mix(&lanes, tail.span)
        }
        let blocks = (bytes.count - start) / Self.blockSize
        let end = start + blocks * Self.blockSize
        if blocks > 0 { Self.mix(&lanes, bytes.extracting(start..<end)) }
        for (offset, index) in (end..<bytes.count).enumerated() { tail[offset] = bytes[index] }
    }

    /// Adds all of a buffer.
    package mutating func update(_ bytes: [UInt8]) {
        update(bytes.span)
    }

    /// Adds a range of a buffer.
    package mutating func update(_ bytes: [UInt8], _ range: Range<Int>) {
        update(bytes.span.extracting(range))
    }

    /// The digest of the bytes so far; more may follow.
    package var digest: Digest {
        Digest(length: length, first: first, second: second)
    }

    private var first: UInt64 {
        var sum: UInt64
        if length < UInt64(Self.blockSize) {
            sum = Self.p5
        } else {
            sum = Self.rotate(lanes[0], 1) &+ Self.rotate(lanes[1], 7)
            sum = sum &+ Self.rotate(lanes[2], 12) &+ Self.rotate(lanes[3], 18)
            for lane in lanes.indices { sum = (sum ^ Self.round(0, lanes[lane])) &* Self.p1 &+ Self.p4 }
        }
        sum = sum &+ length
        var index = 0
        while index + 8 <= tailCount {
            sum = Self.rotate(sum ^ Self.round(0, word(index, bytes: 8)), 27) &* Self.p1 &+ Self.p4
            index += 8
        }
        if index + 4 <= tailCount {
            sum = Self.rotate(sum ^ (word(index, bytes: 4) &* Self.p1), 23) &* Self.p2 &+ Self.p3
            index += 4
        }
        while index < tailCount {
            sum = Self.rotate(sum ^ (UInt64(tail[index]) &* Self.p5), 11) &* Self.p1
            index += 1
        }
        return Self.avalanche(sum)
    }

    private var second: UInt64 {
        var (lanes, block) = (lanes, tail)
        for index in tailCount..<Self.blockSize { block[index] = 0 }
        Self.mix(&lanes, block.span)
        var sum = length ^ Self.p5
        for lane in lanes.indices { sum = Self.round(0, sum ^ lanes[lane]) }
        return Self.avalanche(sum)
    }

    /// A little-endian number in the tail.
    private func word(_ index: Int, bytes count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(tail[index + $1]) << UInt64(8 * $1) }
    }

    private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
        value << bits | value >> (64 - bits)
    }

    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotate(lane &+ word &* p2, 31) &* p1
    }

    private static func avalanche(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value >> 33) &* p2
        value = (value ^ value >> 29) &* p3
        return value ^ value >> 32
    }

    /// Mixes whole blocks into the accumulators.
    private static func mix(_ lanes: inout [4 of UInt64], _ blocks: Span<UInt8>) {
        var span = lanes.mutableSpan
        unsafe span.withUnsafeMutableBufferPointer { lanes in
            unsafe blocks.withUnsafeBufferPointer { bytes in
                // Four lanes, and as many bytes as the blocks have: both counts are the callers'.
                unsafe clinux_digest_blocks(lanes.baseAddress, bytes.baseAddress, bytes.count / blockSize)
            }
        }
    }
}
