/// What a path of the library leads to.
struct Location {
    /// Where it stands; nil for the root of a property list and for `$top` itself.
    let place: Place?
    /// What stands there.
    let slot: Slot
}

/// What a container holds for the library: children with names.
enum LocatedContents {
    /// The elements of an array.
    case list(ObjectID)
    /// The elements of an ordered set: the positions of the fields that hold them, in order.
    case numbered(ObjectID, positions: [Int])
    /// The entries of a dictionary.
    case entries(keys: ObjectID, values: ObjectID)
    /// The fields of an object or of a dictionary of a property list, by their positions.
    case fields(ObjectID, positions: [Int])
}

extension Graph {
    /// What a path leads to, or nil if there is nothing.
    func location(at path: KeyPath) -> Location? {
        var components = path.components[...]
        var location: Location
        if form == .propertyList {
            location = Location(place: nil, slot: root)
        } else {
            guard let top, let fields = self[top]?.fields else { return nil }
            if components.first == "$top" {
                components = components.dropFirst()
                location = Location(place: nil, slot: .container(top, isReference: false))
            } else {
                guard let first = fields.first else { return nil }
                location = Location(place: .field(of: top, position: 0), slot: first.slot)
            }
        }
        for component in components {
            guard let next = child(component, of: location.slot) else { return nil }
            location = next
        }
        return location
    }

    private func child(_ component: Text, of slot: Slot) -> Location? {
        guard let id = slot.container, let contents = located(id) else { return nil }
        func at(_ place: Place?) -> Location? {
            place.flatMap { place in self.slot(at: place).map { Location(place: place, slot: $0) } }
        }
        func index(_ count: Int) -> Int? {
            component.index.map { $0 < 0 ? count + $0 : $0 }.flatMap { $0 >= 0 && $0 < count ? $0 : nil }
        }
        switch contents {
        case .list(let list):
            return index(self[list]?.elements.count ?? 0).flatMap { at(.element(of: list, index: $0)) }
        case .numbered(let id, let positions):
            return index(positions.count).flatMap { at(.field(of: id, position: positions[$0])) }
        case .entries(let keys, let values):
            guard let position = entry(component, keys) else { return nil }
            return at(.element(of: values, index: position))
        case .fields(let id, let positions):
            let fields = self[id]?.fields ?? []
            guard let position = positions.first(where: { self.keys[fields[$0].key] == component }) else { return nil }
            return at(.field(of: id, position: position))
        }
    }

    /// The position of the first key of a dictionary with a text.
    func entry(_ name: Text, _ keys: ObjectID) -> Int? {
        guard let list = self[keys]?.elements else { return nil }
        var (index, found): (Int, Int?) = (0, nil)
        list.forEach(in: 0..<list.count) { slot in
            if self.name(ofKey: slot) == name { found = index }
            index += 1
            return found == nil
        }
        return found
    }

    /// A key of a dictionary as a text.
    func name(ofKey slot: Slot) -> Text {
        text(of: slot)?.text ?? Text(slot.container.map { "object \($0)" } ?? slot.keyDescription)
    }

    /// What a container holds.
    func located(_ id: ObjectID) -> LocatedContents? {
        switch contents(of: id) {
        case .list(let list): return .list(list)
        case .entries(let keys, let values): return .entries(keys: keys, values: values)
        case nil: return nil
        case .fields: break
        }
        let fields = self[id]?.fields ?? []
        if form == .keyedArchive, ClassRole(chain: classChain(of: id)) == .orderedSet,
            let positions = numberedPositions(fields)
        {
            return .numbered(id, positions: positions)
        }
        let classKey = form == .keyedArchive ? keys.find("$class") : nil
        let positions = fields.indices.filter { fields[$0].key != classKey }
        return .fields(id, positions: positions.sorted { (fields[$0].rank, $0) < (fields[$1].rank, $1) })
    }

    /// The positions of the fields `NS.object.0`, `NS.object.1` and so on, if there are no others but `$class`.
    private func numberedPositions(_ fields: [Container.Field]) -> [Int]? {
        let prefix = Array("NS.object.".utf8)
        var positions: [Int?] = Array(repeating: nil, count: fields.count - 1)
        for (position, field) in fields.enumerated() where keys[field.key] != "$class" {
            let key = keys[field.key].bytes
            guard key.starts(with: prefix), let index = Text(bytes: Array(key.dropFirst(prefix.count))).index,
                positions.indices.contains(index), positions[index] == nil
            else { return nil }
            positions[index] = position
        }
        let whole = positions.compactMap(\.self)
        return whole.count == positions.count ? whole : nil
    }
}
