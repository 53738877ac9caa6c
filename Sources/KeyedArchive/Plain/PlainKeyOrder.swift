/// The order in which Apple's writer has the keys of dictionaries that are made new.
///
/// It is that of `KeyOrder`. Dictionaries mostly have the same keys as others before them, so that some orders are
/// remembered: a fixed number, so that no choice of keys takes much memory.
struct PlainKeyOrder {
    private struct Known {
        let keys: [Slot]
        let order: [Int]
    }

    private static let size = 64
    /// Dictionaries of more keys are few.
    private static let mostKeys = 64
    private var known = [Known?](repeating: nil, count: size)

    /// The positions of texts in the order in which they are written as keys.
    mutating func order(_ keys: [Slot]) -> [Int] {
        if keys.count < 2 { return Array(keys.indices) }
        guard keys.count <= Self.mostKeys else { return Self.find(keys) }
        let hash = keys.reduce(0) { $0 &* 31 &+ LeafTable.hash($1) }
        let place = Int(truncatingIfNeeded: hash >> 32) & (Self.size - 1)
        if let found = known[place], found.keys.elementsEqual(keys, by: { $0.holdsSameValue(as: $1) }) {
            return found.order
        }
        let order = Self.find(keys)
        known[place] = Known(keys: keys, order: order)
        return order
    }

    private static func find(_ keys: [Slot]) -> [Int] {
        keys.count > KeyOrder.mostKeys ? Array(keys.indices) : KeyOrder.order(keys.map { Text(bytes: $0.bytes) })
    }
}
