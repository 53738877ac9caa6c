import FourLinesPropertyList

/// The order in which XML has the keys of dictionaries: that of their UTF-16 units.
struct KeySorting {
    private let keys: CoderKeys
    /// The place of each key among all, equal texts having the same; found out when a dictionary needs it.
    private var ranks: [UInt32] = []

    /// Sorts the keys of a graph.
    init(_ keys: CoderKeys) { self.keys = keys }

    /// The positions of fields sorted by their keys; equal ones stay in their order.
    mutating func sorted(
        _ fields: [Container.Field], _ positions: [Int]
    ) -> (positions: [Int], hasDuplicate: Bool) {
        if positions.count < 2 { return (positions, false) }
        if ranks.isEmpty { findRanks() }
        var sorted = positions
        func rank(_ position: Int) -> UInt32 { ranks[Int(fields[position].key.number)] }
        sorted.sort { rank($0) < rank($1) }
        return (sorted, zip(sorted, sorted.dropFirst()).contains { rank($0) == rank($1) })
    }

    /// Sorts the positions of texts, which are all different.
    static func sort(_ positions: inout [Int], by texts: SlotList) {
        positions.sort { left, right in
            let (mine, theirs) = (texts[left].slice, texts[right].slice)
            return UnicodeText.order(mine.array, mine.range, theirs.array, theirs.range) < 0
        }
    }

    private mutating func findRanks() {
        func order(_ left: Int, _ right: Int) -> Int {
            let (mine, theirs) = (keys[CoderKey(UInt32(left))].bytes, keys[CoderKey(UInt32(right))].bytes)
            return UnicodeText.order(mine, mine.indices, theirs, theirs.indices)
        }
        let sorted = (0..<keys.count).sorted { order($0, $1) < 0 }
        ranks = Array(repeating: 0, count: keys.count)
        for (place, key) in sorted.enumerated().dropFirst() {
            let before = sorted[place - 1]
            ranks[key] = order(before, key) == 0 ? ranks[before] : UInt32(place)
        }
    }
}
