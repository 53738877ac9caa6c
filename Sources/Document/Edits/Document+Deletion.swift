import KeyedArchive

extension Document {
    /// Deletes what is at a path: a key of a dictionary and an element of an open list go, a field of the model goes
    /// back to its default.
    ///
    /// - Returns: whether there was something, and it went or changed.
    /// - Throws: `Refusal` for a fixed list, and for what neither goes nor has a default.
    package mutating func delete(_ path: PathBytes) throws(Refusal) -> Bool {
        let resolution = resolve(path)
        guard let node = resolution.node else { return false }
        guard let parent = resolution.parent, let place = node.place else {
            throw Refusal("cannot be deleted", detail: "\(path.text.isEmpty ? "the root" : path.text) always is")
        }
        switch content(of: parent) {
        case .entries(let keys, let values):
            removeEntry(at: place.index ?? 0, keys, values)
            return true
        case .list(let elements):
            if let count = parent.type?.fixedCount {
                guard case .leaf = parent.type?.element else { throw .fixed(path.text, count) }
                return try reset(node, place, path, resolution)
            }
            editor.apply(.splice(of: elements, index: place.index ?? 0, old: [node.slot], new: []))
            return true
        case .fields(let object):
            if graph.form == .propertyList, classModel(of: object, parent.type) == nil {
                return removeField(of: object, place)
            }
            return try reset(node, place, path, resolution)
        case .leaf: throw Refusal("cannot be deleted", detail: "\(path.text) is a part of a value")
        }
    }

    /// Deletes a field or a key of a hash; as `delete`.
    package mutating func deleteField(_ field: [UInt8], of path: PathBytes) throws(Refusal) -> Bool {
        guard let node = try hash(at: path), let next = child(PathComponent(field, 0..<field.count), of: node) else {
            return false
        }
        guard case .entries(let keys, let values) = content(of: node) else {
            var whole = path.copy
            if !path.range.isEmpty { whole.append(UInt8(ascii: ".")) }
            return try delete(PathBytes(whole + KeyPath(components: [Text(bytes: field)]).bytes))
        }
        removeEntry(at: next.place?.index ?? 0, keys, values)
        return true
    }

    /// In a free document, deletes the key of a list or a hash that has become empty.
    package mutating func deleteIfEmpty(_ path: PathBytes) {
        guard isFree, let node = find(path), leaf(of: node) == nil, childCount(of: node) == 0 else { return }
        guard let root, case .entries(let keys, let values) = content(of: root), let index = node.place?.index else {
            return
        }
        removeEntry(at: index, keys, values)
    }

    /// Removes an entry of a dictionary.
    ///
    /// From a long one, whose order says nothing, the last entry takes its place, so that no other has to move.
    mutating func removeEntry(at index: Int, _ keys: ObjectID, _ values: ObjectID) {
        let last = count(of: keys) - 1
        // The values first, so that the key that goes still stands beside its value when that changes.
        for list in [values, keys] {
            guard let elements = graph[list]?.elements else { continue }
            let (old, moved) = (elements[index], elements[last])
            guard last >= EntryTable.threshold, index < last else {
                editor.apply(.splice(of: list, index: index, old: [old], new: []))
                continue
            }
            editor.apply(.element(of: list, index: index, old: old, new: moved))
            editor.apply(.splice(of: list, index: last, old: [moved], new: []))
        }
    }

    private mutating func removeField(of object: ObjectID, _ place: Place) -> Bool {
        guard case .field(_, let position) = place, let fields = graph[object]?.fields else { return false }
        editor.apply(.field(of: object, position: position, old: fields[position], new: nil))
        return true
    }

    /// Puts a modelled field back to its default.
    private mutating func reset(
        _ node: Node, _ place: Place, _ path: PathBytes, _ resolution: Resolution
    ) throws(Refusal) -> Bool {
        guard let model, let type = node.type else {
            throw Refusal("cannot be deleted", detail: "\(path.text) is a field of an object that no model describes")
        }
        if let count = type.fixedCount { throw .fixed(path.text, count) }
        var field = Model.FieldModel(name: "", key: "", type: type)
        if let parent = resolution.parent, case .fields(let object) = content(of: parent),
            let component = resolution.component,
            let known = classModel(of: object, parent.type)?.field(component.text)
        {
            field = known
        }
        let clock = clock
        if case .leaf(let kind) = type, !field.isOptional, let leaf = leaf(of: node), !leaf.kind.isNull {
            let text = field.defaultText ?? Model.empty(kind).textBytes
            guard let value = try? model.value(text, as: leaf.kind, now: { clock?() ?? 0 }),
                value.textBytes != LeafText.bytes(of: leaf)
            else { return false }
            try set(node, to: value.textBytes, path.text, of: resolution)
            return true
        }
        let count = editor.changes.count
        let slot = editor.make { model.value(of: field, &$0, now: { clock?() }) }
        replace(place, node.slot, with: slot)
        return editor.changes.count > count
    }
}

extension Place {
    /// The index in an array, or nil for a field.
    var index: Int? {
        if case .element(_, let index) = self { return index }
        return nil
    }
}
