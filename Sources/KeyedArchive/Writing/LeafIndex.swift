import FourLinesPropertyList

/// Finds the leaves of a source file by what they hold.
struct LeafIndex {
    private let table: SourceTable
    /// An open table of object numbers plus one by the hash of their values.
    private var buckets: [UInt32]

    init(_ table: SourceTable) {
        self.table = table
        var size = 64
        while size < 2 * table.view.objectCount { size *= 2 }
        buckets = Array(repeating: 0, count: size)
        for number in 0..<table.view.objectCount {
            guard let slot = table.leaf(number, isReference: false) else { continue }
            insert(slot, number)
        }
    }

    /// Puts a leaf into the table, unless an equal one is there that stands in `$objects` or not, as this one does:
    /// files may hold one value any number of times.
    private mutating func insert(_ slot: Slot, _ number: Int) {
        let isEntry = table.uidOfObject[number] != SourceTable.none
        var place = Int(truncatingIfNeeded: LeafTable.hash(slot)) & (buckets.count - 1)
        while buckets[place] != 0 {
            let other = Int(buckets[place]) - 1
            if (table.uidOfObject[other] != SourceTable.none) == isEntry,
                table.leaf(other, isReference: false)?.holdsSameValue(as: slot) == true
            {
                return
            }
            place = (place + 1) & (buckets.count - 1)
        }
        buckets[place] = UInt32(number + 1)
    }

    /// The first object that holds the same as a slot and satisfies a condition.
    func first(like slot: Slot, where condition: (Int) -> Bool) -> Int? {
        var place = Int(truncatingIfNeeded: LeafTable.hash(slot)) & (buckets.count - 1)
        while buckets[place] != 0 {
            let number = Int(buckets[place]) - 1
            if table.leaf(number, isReference: false)?.holdsSameValue(as: slot) == true, condition(number) {
                return number
            }
            place = (place + 1) & (buckets.count - 1)
        }
        return nil
    }
}
