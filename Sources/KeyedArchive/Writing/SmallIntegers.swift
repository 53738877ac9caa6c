import FourLinesPropertyList

/// The tokens of small integers by their value, as numbers and counters mostly are: they need no search.
struct SmallIntegers {
    /// What the values stay under, so that a few large ones do not take more room than all leaves.
    private let end: UInt64
    /// The token plus one by value; 0 is none.
    private var tokens: [UInt32] = []

    /// Begins a table for values under `end`.
    init(end: Int) { self.end = UInt64(end) }

    /// The value of a leaf that has its place here: an integer that is no longer than it has to be.
    @inline(__always)
    func value(of slot: Slot) -> Int? {
        guard slot.kind == .integer, slot.bits < end, Int(slot.width) == BinaryEncoder.width(of: slot.bits) else {
            return nil
        }
        return Int(slot.bits)
    }

    /// The token of a value, or nil if it has none.
    @inline(__always)
    func token(of value: Int) -> Int? {
        guard value < tokens.count, tokens[value] != 0 else { return nil }
        return Int(tokens[value]) - 1
    }

    /// Sets the token of a value.
    @inline(__always)
    mutating func set(_ token: Int, of value: Int) {
        if value >= tokens.count { grow(to: value + 1) }
        tokens[value] = UInt32(truncatingIfNeeded: token + 1)
    }

    private mutating func grow(to count: Int) {
        let size = min(Int(end), max(count, 2 * tokens.count, 64))
        tokens.reserveCapacity(size)
        HugePages.advise(&tokens)
        tokens.append(contentsOf: repeatElement(0, count: size - tokens.count))
    }
}
