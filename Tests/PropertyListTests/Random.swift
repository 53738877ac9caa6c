/// Reproducible random numbers; the seed of a test that fails is in its output.
struct Random: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64 = .random(in: 0...(.max))) {
        self.seed = seed
        state = seed
        print("random seed \(seed)")
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func text(plain: Bool = false) -> [UInt8] {
        let alphabet: [String] =
            plain
            ? ["a", "b", "$", "&", "<", " "] : ["a", "b", "&", "<", ">", "é", "\u{FFFD}", "😀", "\t", "\n", "\r", "]]>"]
        return (0..<Int.random(in: 0...20, using: &self)).flatMap { _ in
            Array((alphabet.randomElement(using: &self) ?? "").utf8)
        }
    }

    /// A tree of values that XML can hold.
    mutating func tree(depth: Int = 4) -> Tree {
        switch Int.random(in: 0...(depth > 0 ? 9 : 7), using: &self) {
        case 0: return .boolean(Bool.random(using: &self))
        case 1: return .integer(Int128(truncatingIfNeeded: Int64(bitPattern: next() >> UInt64(next() % 64))))
        case 2: return .integer(Int128(next()))
        case 3:
            let value = Double(bitPattern: next())
            return .double(value.isNaN ? Double.nan : value)
        case 4: return .seconds(Double(Int.random(in: -63_000_000_000...250_000_000_000, using: &self)))
        case 5:
            return .data(
                (0..<Int.random(in: 0...200, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) })
        case 6: return .string(text())
        case 7: return .uid(UInt32(truncatingIfNeeded: next() >> (next() % 32)))
        case 8: return .array((0..<Int.random(in: 0...20, using: &self)).map { _ in tree(depth: depth - 1) })
        default:
            // Keys in the order that XML has, each one once.
            let keys = Set((0..<Int.random(in: 0...20, using: &self)).map { _ in text(plain: true) })
                .sorted { $0.lexicographicallyPrecedes($1) }
            return .dictionary(keys.map { .string($0) }, keys.map { _ in tree(depth: depth - 1) })
        }
    }
}
