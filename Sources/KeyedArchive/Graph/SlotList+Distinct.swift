extension SlotList {
    /// Up to how many elements are compared with each other.
    private static let comparedCount = 16

    /// Whether no two elements hold the same value.
    var isDistinct: Bool {
        guard count > Self.comparedCount else {
            let slots = all
            return slots.indices.allSatisfy { index in
                !slots[..<index].contains { $0.holdsSameValue(as: slots[index]) }
            }
        }
        var size = 64
        while size < 2 * count { size *= 2 }
        // An open table of positions plus one by the hash of their values.
        var buckets = [UInt32](repeating: 0, count: size)
        var position: UInt32 = 0
        forEach(in: 0..<count) { slot in
            var place = Int(truncatingIfNeeded: LeafTable.hash(slot)) & (size - 1)
            while buckets[place] != 0 {
                if self[Int(buckets[place]) - 1].holdsSameValue(as: slot) { return false }
                place = (place + 1) & (size - 1)
            }
            position += 1
            buckets[place] = position
            return true
        }
        return Int(position) == count
    }
}
