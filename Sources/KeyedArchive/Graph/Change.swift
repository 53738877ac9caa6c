/// One change of a graph, with both sides, so that its inverse swaps them.
package enum Change: Sendable, Equatable {
    /// A field of a dictionary is set (both sides), added (no old side) or removed (no new side), at a position in
    /// the order of its fields.
    case field(of: ObjectID, position: Int, old: Container.Field?, new: Container.Field?)
    /// An element of an array is replaced.
    case element(of: ObjectID, index: Int, old: Slot, new: Slot)
    /// Elements of an array from an index on are replaced by others, of any number.
    case splice(of: ObjectID, index: Int, old: [Slot], new: [Slot])
    /// A container is made (no old side) or unmade (no new side).
    case container(ObjectID, old: Container?, new: Container?)

    /// The change that takes this one back.
    package var inverse: Change {
        switch self {
        case .field(let id, let position, let old, let new): .field(of: id, position: position, old: new, new: old)
        case .element(let id, let index, let old, let new): .element(of: id, index: index, old: new, new: old)
        case .splice(let id, let index, let old, let new): .splice(of: id, index: index, old: new, new: old)
        case .container(let id, let old, let new): .container(id, old: new, new: old)
        }
    }

    /// The container that changes.
    package var container: ObjectID {
        switch self {
        case .field(let id, _, _, _), .element(let id, _, _, _), .splice(let id, _, _, _), .container(let id, _, _): id
        }
    }
}

extension Graph {
    /// Applies a change, whose old side has to be what is there.
    ///
    /// A change that does not fit is a programming error: it is looked for in front of the graph, by whoever makes
    /// or reads changes.
    package mutating func apply(_ change: Change) {
        changeCount += 1
        let fitted: Bool? =
            switch change {
            case .field(let id, let position, let old, let new):
                table.change(id) { $0.changeField(at: position, from: old, to: new) }
            case .element(let id, let index, _, let new):
                table.change(id) { container in
                    guard index < container.elements.count else { return false }
                    container.elements[index] = new
                    return true
                }
            case .splice(let id, let index, let old, let new):
                table.change(id) { container in
                    guard index + old.count <= container.elements.count else { return false }
                    container.elements.replace(index..<(index + old.count), with: new)
                    return true
                }
            case .container(let id, let old, let new):
                put(old, new, at: id)
            }
        guard fitted == true else { fatalError("a change that does not fit its container \(change.container)") }
    }

    private mutating func put(_ old: Container?, _ new: Container?, at id: ObjectID) -> Bool {
        guard (table[id] == nil) == (old == nil) else { return false }
        table[id] = new
        nextNumber = max(nextNumber, id.number + 1)
        return true
    }

    /// Whether a change fits what is there: the container is of its shape and the old side is what stands in it.
    package func accepts(_ change: Change) -> Bool {
        switch change {
        case .container(let id, let old, let new):
            return id.number < Self.endOfNumbers && table[id] == old
                && new?.fields.allSatisfy { keys.has($0.key) } != false
        case .field(let id, let position, let old, let new):
            guard let container = table[id], container.shape == .dictionary, old != nil || new != nil else {
                return false
            }
            if let new, !keys.has(new.key) { return false }
            guard let old else { return position >= 0 && position <= container.fields.count }
            return container.fields.indices.contains(position) && container.fields[position] == old
        case .element(let id, let index, let old, _):
            guard let container = table[id], container.shape != .dictionary else { return false }
            return index >= 0 && index < container.elements.count && container.elements[index] == old
        case .splice(let id, let index, let old, _):
            guard let container = table[id], container.shape != .dictionary, index >= 0,
                index <= container.elements.count, old.count <= container.elements.count - index
            else { return false }
            return container.elements.slots(in: index..<(index + old.count)) == old
        }
    }
}

extension Container {
    fileprivate mutating func changeField(at position: Int, from old: Field?, to new: Field?) -> Bool {
        guard position <= fields.count - (old == nil ? 0 : 1) else { return false }
        switch (old, new) {
        case (nil, let new?): fields.insert(new, at: position)
        case (_?, nil): fields.remove(at: position)
        case (_?, let new?): fields[position] = new
        case (nil, nil): return false
        }
        return true
    }
}
