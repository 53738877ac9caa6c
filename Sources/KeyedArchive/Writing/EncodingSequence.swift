/// The positions of an object's fields in the order in which they were encoded, `$class` last.
struct EncodingSequence {
    /// The positions of up to 16 fields, four bits each, the first lowest.
    private var packed: UInt64 = 0
    /// The positions of more.
    private var list: [Int] = []

    private static let mostPacked = 16

    /// The order of an object's fields.
    init(_ fields: [Container.Field], classKey: CoderKey?) {
        let span = fields.span
        func key(_ index: Int) -> Int {
            span[index].key == classKey ? Int.max : Int(span[index].rank) << 32 | index
        }
        guard span.count <= Self.mostPacked else {
            list = Array(span.indices)
            list.sort { key($0) < key($1) }
            return
        }
        // Insertion from the end: mostly each field comes behind those before it.
        for index in 0..<span.count {
            let own = key(index)
            var place = index
            while place > 0, key(self[place - 1]) > own {
                set(self[place - 1], at: place)
                place -= 1
            }
            set(index, at: place)
        }
    }

    /// Of an array, whose elements have no other order.
    init() {}

    /// The position of the field that was encoded as number `index`.
    subscript(index: Int) -> Int {
        list.isEmpty ? Int(packed >> UInt64(4 * index) & 15) : list[index]
    }

    private mutating func set(_ position: Int, at index: Int) {
        let shift = UInt64(4 * index)
        packed = packed & ~(15 << shift) | UInt64(position) << shift
    }
}
