/// Where keys stand in the long key list of a dictionary: an open hash table of positions, which holds no keys itself.
struct EntryTable: Sendable {
    /// From how many keys on a dictionary has a table; shorter ones are searched.
    static let threshold = 128

    /// By bucket the hash in the upper half and the position plus one in the lower; 0 is an empty bucket.
    private var buckets: [UInt64]
    private var count = 0

    /// A table for about `count` keys.
    init(count: Int) {
        var size = 256
        while size < 2 * count { size *= 2 }
        buckets = Array(repeating: 0, count: size)
    }

    /// The position of a key with a hash, of those that `isEqual` holds for.
    func position(_ hash: UInt32, _ isEqual: (Int) -> Bool) -> Int? {
        var bucket = Int(hash) & (buckets.count - 1)
        while buckets[bucket] != 0 {
            let position = Int(truncatingIfNeeded: buckets[bucket] & 0xFFFF_FFFF) - 1
            if UInt32(truncatingIfNeeded: buckets[bucket] >> 32) == hash, isEqual(position) { return position }
            bucket = (bucket + 1) & (buckets.count - 1)
        }
        return nil
    }

    /// Adds a key.
    mutating func insert(_ hash: UInt32, _ position: Int) {
        if 2 * (count + 1) > buckets.count { grow() }
        put(UInt64(hash) << 32 | UInt64(position + 1))
        count += 1
    }

    /// Removes the key with a hash at a position, if the table has it there.
    mutating func remove(_ hash: UInt32, _ position: Int) {
        let mask = buckets.count - 1
        let entry = UInt64(hash) << 32 | UInt64(position + 1)
        var hole = Int(hash) & mask
        while buckets[hole] != entry {
            guard buckets[hole] != 0 else { return }
            hole = (hole + 1) & mask
        }
        count -= 1
        // What follows moves up, so that no search ends at the hole too early.
        var bucket = hole
        while true {
            bucket = (bucket + 1) & mask
            guard buckets[bucket] != 0 else { break }
            let home = Int(buckets[bucket] >> 32) & mask
            if (bucket - home) & mask >= (bucket - hole) & mask {
                buckets[hole] = buckets[bucket]
                hole = bucket
            }
        }
        buckets[hole] = 0
    }

    private mutating func put(_ entry: UInt64) {
        let mask = buckets.count - 1
        var bucket = Int(entry >> 32) & mask
        while buckets[bucket] != 0 { bucket = (bucket + 1) & mask }
        buckets[bucket] = entry
    }

    private mutating func grow() {
        let old = buckets
        buckets = Array(repeating: 0, count: 2 * old.count)
        for entry in old where entry != 0 { put(entry) }
    }

    /// The hash of a key's bytes.
    static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
        let span = bytes.span
        var hash = UInt64(range.count)
        for index in range { hash = (hash ^ UInt64(span[index])) &* 0x9E37_79B9_7F4A_7C15 ^ hash >> 29 }
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
