package import KeyedArchive

extension Document {
    /// The root object: of an archive what the model's root key names in `$top`, or the only thing there.
    package var root: Node? {
        guard graph.form == .keyedArchive else {
            return Node(place: nil, slot: graph.root, type: model?.root)
        }
        guard let top = graph.top, let container = graph[top] else { return nil }
        var position = 0
        if let model, let key = graph.key(model.rootKey), let found = container.position(of: key) {
            position = found
        } else if container.fields.isEmpty {
            return nil
        }
        return Node(
            place: .field(of: top, position: position), slot: container.fields[position].slot, type: model?.root)
    }

    /// What a path leads to, or nil if there is nothing.
    package func find(_ path: KeyPath) -> Node? {
        guard var node = root else { return nil }
        for component in path.components {
            guard let next = child(component, of: node) else { return nil }
            node = next
        }
        return node
    }

    /// What clients see of a node.
    package func kind(of node: Node) -> NodeKind {
        guard let id = node.slot.container, graph.text(of: node.slot) == nil, let contents = graph.contents(of: id)
        else { return .string }
        if case .list(let elements) = contents { return .list(elements) }
        return .hash(contents)
    }

    /// One step of a path.
    private func child(_ component: Text, of node: Node) -> Node? {
        guard let id = node.slot.container, let contents = graph.contents(of: id) else { return nil }
        switch contents {
        case .list(let elements):
            guard let index = component.index, let place = place(ofElement: index, in: elements) else { return nil }
            return self.node(at: place, type: elementType(of: node.type))
        case .entries(let keys, let values):
            guard let index = entry(component, in: keys) else { return nil }
            return self.node(at: .element(of: values, index: index), type: nil)
        case .fields(let object):
            let model = classModel(of: object)
            let field = model?.fields.first { $0.name == component } ?? model?.fields.first { $0.key == component }
            guard let place = graph.place(ofField: field?.key ?? component, in: object) else { return nil }
            return self.node(at: place, type: field?.type)
        }
    }

    private func node(at place: Place, type: FieldType?) -> Node? {
        graph.slot(at: place).map { Node(place: place, slot: $0, type: type) }
    }

    /// The place of an element, counted from the end if the index is negative.
    func place(ofElement index: Int, in list: ObjectID) -> Place? {
        let count = graph[list]?.elements.count ?? 0
        let position = index < 0 ? count + index : index
        return position >= 0 && position < count ? .element(of: list, index: position) : nil
    }

    private func entry(_ key: Text, in keys: ObjectID) -> Int? {
        var index = 0
        var found: Int?
        graph[keys]?.elements.forEach(in: 0..<(graph[keys]?.elements.count ?? 0)) { slot in
            if graph.text(of: slot)?.text == key { found = index }
            index += 1
            return found == nil
        }
        return found
    }

    private func elementType(of type: FieldType?) -> FieldType? {
        if case .array(let element, _) = type { return element }
        return nil
    }

    /// What the model says of an object's class.
    func classModel(of object: ObjectID) -> Model.ClassModel? {
        guard let model, let name = graph.className(of: object) else { return nil }
        return model.classes[name]
    }

    /// The names of the root's fields as paths use them, in the order of the model or of the file.
    package func rootNames() -> [Text] {
        guard let root, let id = root.slot.container, let contents = graph.contents(of: id) else { return [] }
        switch contents {
        case .list(let elements):
            return (0..<(graph[elements]?.elements.count ?? 0)).map { Text(String($0)) }
        case .entries(let keys, _):
            return graph[keys]?.elements.all.compactMap { graph.text(of: $0)?.text } ?? []
        case .fields(let object):
            let model = classModel(of: object)
            return (graph[object]?.fields ?? []).map { graph.keys[$0.key] }.filter { $0 != "$class" }.map { key in
                model?.fields.first { $0.key == key }?.name ?? key
            }
        }
    }
}
