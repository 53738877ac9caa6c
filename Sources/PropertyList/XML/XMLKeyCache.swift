/// Remembers the keys of dictionaries, so that a key that comes again becomes a reference to the first.
///
/// It has a fixed size and forgets: what it misses costs some bytes in the result and nothing else, and no choice
/// of keys makes it slow.
struct XMLKeyCache {
    private struct Entry {
        var start = 0
        var count = -1
        var object: UInt32 = 0
    }

    private static let size = 4096
    private var entries = [Entry](repeating: Entry(), count: size)

    /// The object of a key that is known, or `object`, which is then remembered for it.
    mutating func object(of bytes: [UInt8], _ range: Range<Int>, orElse object: UInt32) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in range { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        let slot = Int(truncatingIfNeeded: hash >> 48) % Self.size
        let entry = entries[slot]
        if entry.count == range.count,
            bytes[entry.start..<(entry.start + entry.count)].elementsEqual(bytes[range])
        {
            return entry.object
        }
        entries[slot] = Entry(start: range.lowerBound, count: range.count, object: object)
        return object
    }
}
