/// What identifies the content of a file: its length and 128 bits.
///
/// It finds damage by chance and tells contents apart; it is not made against an attacker. The algorithm bears the name
/// `Digest.algorithm` wherever a digest is stored, and is, over bytes taken as little-endian 64-bit words:
///
/// - `first` is XXH64 with seed 0 (xxHash specification, version 0.1.1).
/// - `second` takes the four accumulators of XXH64 as they are before its convergence (for fewer than 32 bytes: their
///   initial values), mixes the last incomplete block of 32 bytes into them as another block, zero-filled (a block of
///   zeros if there is none), and folds them with the length: from `length ^ P5`, for each accumulator `a` in turn,
///   `s = rotl((s ^ a) * P2, 31) * P1`; then XXH64's final mix ("avalanche").
///
/// Each step is one to one, so damage within one word, or within every fourth word, never goes unseen, and any other
/// with a chance of about 2^-128.
package struct Digest: Hashable, Sendable {
    /// The name of the algorithm.
    package static let algorithm = "xxh64-fold-1"

    /// How many bytes the content has.
    package let length: UInt64
    package let first: UInt64
    package let second: UInt64

    package init(length: UInt64, first: UInt64, second: UInt64) {
        self.length = length
        self.first = first
        self.second = second
    }

    /// The digest of bytes that are there as a whole.
    package init(_ bytes: [UInt8]) {
        var computation = DigestComputation()
        computation.update(bytes)
        self = computation.digest
    }
}

extension Digest: CustomStringConvertible {
    /// 32 hexadecimal digits and the length, `ef46db3751d8e999…-0`.
    package var description: String {
        [first, second].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined() + "-\(length)"
    }
}
