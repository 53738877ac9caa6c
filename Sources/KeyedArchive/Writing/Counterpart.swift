import FourLinesPropertyList

/// What the source file has in the place of each field and element of an edited container.
struct Counterpart {
    /// A place in the source: what it held, and the objects that its references name.
    struct Place {
        let slot: Slot
        let value: UInt32
        let key: UInt32
    }

    private let before: Container?
    private let view: BinaryPropertyList
    private var keys = BinaryObject.References(start: 0, count: 0)
    private var values = BinaryObject.References(start: 0, count: 0)
    /// By field of the edited container the position of the same field in the source, or -1.
    private var positions: [Int] = []
    /// How many elements at the head and at the tail are the same, and how many there were and are.
    private var head = 0
    private var tail = 0
    private var oldCount = 0
    private var newCount = 0
    /// The elements of the source.
    private var elements: [Slot] = []

    init(of id: ObjectID, _ container: Container, in pristine: Graph, _ view: BinaryPropertyList) {
        self.view = view
        guard let before = pristine[id], before.shape == container.shape,
            let object = try? view.object(Int(before.origin))
        else {
            before = nil
            return
        }
        self.before = before
        switch object {
        case .dictionary(let keys, let values):
            (self.keys, self.values) = (keys, values)
            positions = Self.match(container.fields, before.fields)
        case .array(let run), .set(let run):
            values = run
            elements = before.elements.all
            align(with: container.elements.all)
        default: break
        }
    }

    /// The same field in the source.
    func field(_ position: Int) -> Place? {
        guard let before, position < positions.count, positions[position] >= 0 else { return nil }
        let old = positions[position]
        guard let key = try? view.reference(keys, old), let value = try? view.reference(values, old) else {
            return nil
        }
        return Place(slot: before.fields[old].slot, value: UInt32(value), key: UInt32(key))
    }

    /// The element in the source that stands in the place of this one.
    func element(_ position: Int) -> Place? {
        guard before != nil else { return nil }
        let old: Int
        if position < head {
            old = position
        } else if position >= newCount - tail {
            old = position - newCount + oldCount
        } else if position < oldCount - tail {
            old = position
        } else {
            return nil
        }
        guard let value = try? view.reference(values, old) else { return nil }
        return Place(slot: elements[old], value: UInt32(value), key: 0)
    }

    private mutating func align(with new: [Slot]) {
        oldCount = elements.count
        newCount = new.count
        let most = min(oldCount, newCount)
        while head < most, new[head] == elements[head] { head += 1 }
        while tail < most - head, new[newCount - 1 - tail] == elements[oldCount - 1 - tail] { tail += 1 }
    }

    private static func match(_ new: [Container.Field], _ old: [Container.Field]) -> [Int] {
        func identity(_ field: Container.Field) -> UInt64 { UInt64(field.key.number) << 16 | UInt64(field.variant) }
        if new.count == old.count, zip(new, old).allSatisfy({ identity($0) == identity($1) }) {
            return Array(new.indices)
        }
        // Of a key that stands twice the first is matched first.
        var places: [UInt64: [Int]] = [:]
        for position in old.indices.reversed() { places[identity(old[position]), default: []].append(position) }
        return new.map { places[identity($0)]?.popLast() ?? -1 }
    }
}
