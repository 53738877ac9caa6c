import FourLinesPropertyList

/// Numbers the objects of a property list, and finds out which number stands in each place.
///
/// Equal leaves are one object as `LeafTable` says. UIDs and booleans refer to their first copy, but each further use
/// is a copy that nothing refers to, as Apple's writer has it.
struct ObjectNumbering: ObjectVisitor {
    private let graph: Graph
    private var leaves: LeafTable
    /// How many objects there are.
    private(set) var count = 0
    /// The numbers by place.
    private(set) var references: [UInt32] = [0]
    private var numberOfToken: TokenNumbers
    private var numberOfUID: [UInt32]
    private var numberOfFalse = TokenNumbers.none
    private var numberOfTrue = TokenNumbers.none
    private var numberOfNull = TokenNumbers.none
    /// The tokens of keys, plus one, by key; of keys of which a file has copies, by key and copy.
    private var tokenOfKey: [UInt32]
    private var tokenOfVariant: [UInt64: Int] = [:]

    /// Begins with the leaves that have UIDs.
    ///
    /// - Parameters:
    ///   - graph: the graph.
    ///   - leaves: the leaves that have UIDs.
    ///   - entryCount: how many entries `$objects` has.
    ///   - placeCount: about how many places there are.
    init(_ graph: Graph, _ leaves: consuming LeafTable, entryCount: Int, placeCount: Int) {
        self.graph = graph
        numberOfToken = TokenNumbers(capacity: leaves.slots.count)
        self.leaves = leaves
        numberOfUID = Array(repeating: TokenNumbers.none, count: entryCount)
        tokenOfKey = Array(repeating: 0, count: graph.keys.count)
        references.reserveCapacity(placeCount)
        HugePages.advise(&references)
    }

    /// The leaves by token; the tables that found them are given up.
    consuming func finish() -> (count: Int, references: [UInt32], leaves: [Slot]) {
        (count, references, leaves.slots)
    }

    var isWanted: Bool { true }

    @inline(__always)
    private mutating func next() -> UInt32 {
        count += 1
        return UInt32(truncatingIfNeeded: count - 1)
    }

    mutating func container(_ shape: Container.Shape, count: Int, at place: Int, members: Int) {
        references.append(contentsOf: repeatElement(0, count: shape == .dictionary ? 2 * count : count))
        references[place] = next()
    }

    @inline(__always)
    mutating func uid(_ uid: UInt32, at place: Int) {
        let number = next()
        if numberOfUID[Int(uid)] == TokenNumbers.none { numberOfUID[Int(uid)] = number }
        references[place] = numberOfUID[Int(uid)]
    }

    @inline(__always)
    mutating func leaf(_ slot: Slot, at place: Int) {
        switch slot.kind {
        case .boolean: references[place] = number(boolean: slot.boolean == true)
        case .null, .nil: references[place] = numberNull()
        default: leaf(token: leaves.token(of: slot), at: place)
        }
    }

    @inline(__always)
    mutating func leaf(token: Int, at place: Int) {
        var number = numberOfToken[token]
        if number == TokenNumbers.none {
            switch leaves.kind(of: token) {
            case .boolean: number = self.number(boolean: leaves.slots[token].boolean == true)
            case .null: number = numberNull()
            default:
                number = next()
                numberOfToken[token] = number
            }
        }
        references[place] = number
    }

    private mutating func number(boolean value: Bool) -> UInt32 {
        let number = next()
        if value {
            if numberOfTrue == TokenNumbers.none { numberOfTrue = number }
            return numberOfTrue
        }
        if numberOfFalse == TokenNumbers.none { numberOfFalse = number }
        return numberOfFalse
    }

    private mutating func numberNull() -> UInt32 {
        if numberOfNull == TokenNumbers.none { numberOfNull = next() }
        return numberOfNull
    }

    mutating func key(of field: Container.Field, at place: Int) {
        leaf(token: token(ofKey: field), at: place)
    }

    private mutating func token(ofKey field: Container.Field) -> Int {
        if field.variant == 0 {
            let known = Int(tokenOfKey[Int(field.key.number)])
            if known != 0 { return known - 1 }
            let token = leaves.token(of: graph.keys.slot(of: field))
            tokenOfKey[Int(field.key.number)] = UInt32(token + 1)
            return token
        }
        let identity = UInt64(field.key.number) << 16 | UInt64(field.variant)
        if let token = tokenOfVariant[identity] { return token }
        let token = leaves.token(of: graph.keys.slot(of: field))
        tokenOfVariant[identity] = token
        return token
    }
}
