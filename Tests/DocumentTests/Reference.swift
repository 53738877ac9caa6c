/// A free document as a few lines of plain Swift would hold it: what the real one is compared with.
struct Reference: Equatable {
    enum Value: Equatable {
        case text([UInt8])
        case list([[UInt8]])
        case hash([[UInt8]: [UInt8]])
    }

    var values: [[UInt8]: Value] = [:]
}

/// A random source that a seed reproduces (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// A number from 0 up to, but not including, a bound, which is at least 1.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
