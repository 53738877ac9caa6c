/// Where a slot stands in a graph; valid until the container changes.
package enum Place: Hashable, Sendable {
    /// In a field of a dictionary, by its position among the fields.
    case field(of: ObjectID, position: Int)
    /// In an array, by its index.
    case element(of: ObjectID, index: Int)

    /// The container that the slot is a part of.
    package var container: ObjectID {
        switch self {
        case .field(let id, _), .element(let id, _): id
        }
    }
}

extension Graph {
    /// What stands in a place, or nil if there is no such place.
    package func slot(at place: Place) -> Slot? {
        switch place {
        case .field(let id, let position):
            guard let fields = self[id]?.fields, fields.indices.contains(position) else { return nil }
            return fields[position].slot
        case .element(let id, let index):
            guard let elements = self[id]?.elements, index >= 0, index < elements.count else { return nil }
            return elements[index]
        }
    }

    /// The change that puts a slot into a place, or nil if there is no such place.
    package func replacing(_ place: Place, with slot: Slot) -> Change? {
        switch place {
        case .field(let id, let position):
            guard let fields = self[id]?.fields, fields.indices.contains(position) else { return nil }
            var field = fields[position]
            field.slot = slot
            return .field(of: id, position: position, old: fields[position], new: field)
        case .element(let id, let index):
            guard let old = self.slot(at: place) else { return nil }
            return .element(of: id, index: index, old: old, new: slot)
        }
    }

    /// The place of the field with a key.
    package func place(ofField key: Text, in id: ObjectID) -> Place? {
        guard let key = keys.find(key), let position = self[id]?.position(of: key) else { return nil }
        return .field(of: id, position: position)
    }
}
