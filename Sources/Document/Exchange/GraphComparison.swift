import KeyedArchive

/// Compares what two graphs hold, value by value and object by object.
///
/// The order of fields and of dictionary entries does not count, nor the width of integers, nor which of equal values
/// are one object; which containers are one does.
struct GraphComparison {
    private let left: Graph
    private let right: Graph
    /// The containers that were met, and those that they correspond to.
    private var counterparts: [ObjectID: ObjectID] = [:]
    private var taken: Set<ObjectID> = []
    private var work: [(ObjectID, ObjectID)] = []

    private init(_ left: Graph, _ right: Graph) {
        self.left = left
        self.right = right
    }

    /// Whether two graphs hold the same.
    static func holdsSame(_ left: Graph, _ right: Graph) -> Bool {
        guard left.form == right.form, left.orphans.count == right.orphans.count else { return false }
        var comparison = GraphComparison(left, right)
        guard comparison.matches(left.root, right.root) else { return false }
        while let (id, other) = comparison.work.popLast() {
            guard comparison.matchesContents(id, other) else { return false }
        }
        return true
    }

    /// Whether two slots hold the same, as far as that can be said without looking into containers.
    private mutating func matches(_ slot: Slot, _ other: Slot) -> Bool {
        if let id = slot.container {
            guard let otherID = other.container else { return false }
            if let known = counterparts[id] { return known == otherID }
            guard taken.insert(otherID).inserted else { return false }
            counterparts[id] = otherID
            work.append((id, otherID))
            return true
        }
        guard slot.kind == other.kind else { return false }
        return switch slot.kind {
        case .string, .data: slot.byteCount == other.byteCount && slot.bytes == other.bytes
        case .integer: slot.integer == other.integer
        case .boolean: slot.boolean == other.boolean
        case .real32, .real64, .date:
            slot.real?.bitPattern == other.real?.bitPattern || slot.real?.isNaN == true && other.real?.isNaN == true
        case .uid: slot.uid == other.uid
        case .nil, .null, .objects: true
        case .container: false
        }
    }

    private mutating func matchesContents(_ id: ObjectID, _ other: ObjectID) -> Bool {
        guard let container = left[id], let otherContainer = right[other], container.shape == otherContainer.shape
        else {
            return false
        }
        guard container.shape == .dictionary else { return matchElements(container.elements, otherContainer.elements) }
        var isEntries = false
        if case .entries(let keys, let values)? = left.contents(of: id),
            case .entries(let otherKeys, let otherValues)? = right.contents(of: other)
        {
            isEntries = matchEntries((keys, values), (otherKeys, otherValues))
        }
        guard container.fields.count == otherContainer.fields.count else { return false }
        for field in container.fields {
            let key = left.keys[field.key]
            if isEntries, key == "NS.keys" || key == "NS.objects" { continue }
            guard let otherKey = right.key(key), let slot = otherContainer[otherKey], matches(field.slot, slot) else {
                return false
            }
        }
        return true
    }

    private mutating func matchElements(_ elements: SlotList, _ others: SlotList) -> Bool {
        guard elements.count == others.count else { return false }
        return zip(elements.all, others.all).allSatisfy { matches($0, $1) }
    }

    /// Whether two dictionaries with texts as keys have the same entries; without that they are compared as lists.
    private mutating func matchEntries(
        _ entries: (keys: ObjectID, values: ObjectID), _ others: (keys: ObjectID, values: ObjectID)
    ) -> Bool {
        guard let keys = left[entries.keys]?.elements.all, let values = left[entries.values]?.elements.all,
            let otherKeys = right[others.keys]?.elements.all, let otherValues = right[others.values]?.elements.all,
            keys.count == otherKeys.count
        else { return false }
        var positions: [Text: Int] = [:]
        for (index, key) in otherKeys.enumerated() {
            guard let text = key.text, positions.updateValue(index, forKey: text) == nil else { return false }
        }
        var order: [Int] = []
        for key in keys {
            guard let text = key.text, let position = positions.removeValue(forKey: text) else { return false }
            order.append(position)
        }
        return zip(values, order).allSatisfy { matches($0, otherValues[$1]) }
    }
}
