import FourLinesLinux

/// Counts durations in classes of about an eighth of their size, in constant memory.
struct LatencyHistogram: Sendable {
    private var counts = [UInt64](repeating: 0, count: 8 * 48)
    /// How many there are.
    private(set) var count: UInt64 = 0

    /// Counts a duration.
    mutating func add(_ duration: Duration) {
        let nanoseconds = UInt64(max(8, duration.nanoseconds))
        // The highest bit says which power of two it is, the three behind it which eighth of that.
        let power = 63 - nanoseconds.leadingZeroBitCount
        let index = (power - 3) * 8 + Int(nanoseconds >> UInt64(power - 3)) - 8
        counts[min(index, counts.count - 1)] += 1
        count += 1
    }

    /// The duration that so many of a thousand do not exceed, in microseconds, rounded up to its class.
    func microseconds(permille: UInt64) -> UInt64 {
        let wanted = (count * permille + 999) / 1000
        guard wanted > 0 else { return 0 }
        var seen: UInt64 = 0
        for (index, number) in counts.enumerated() {
            seen += number
            if seen >= wanted { return (UInt64(index % 8 + 9) << UInt64(index / 8)) / 1000 }
        }
        return 0
    }
}
