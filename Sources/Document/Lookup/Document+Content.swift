package import KeyedArchive

extension Document {
    /// What a node holds.
    package func content(of node: Node) -> Content { content(of: node.slot) }

    /// What a slot holds.
    package func content(of slot: Slot) -> Content {
        guard let id = slot.container else {
            return .leaf(Leaf(Leaf.kind(of: slot) ?? .nil, slot))
        }
        guard let container = graph[id] else { return .leaf(Leaf(.nil, .nil)) }
        guard container.shape == .dictionary else { return .list(id) }
        guard graph.form == .keyedArchive, let record = container[known.theClass]?.container else { return .fields(id) }
        if let layout = editor.index.layout(of: record), layout.role != .other,
            let leaf = leaf(layout.role, id, container)
        {
            return .leaf(leaf)
        }
        guard let objects = inlineArray(container[known.objects]) else { return .fields(id) }
        guard let keySlot = container[known.keys] else { return .list(objects) }
        guard let keys = inlineArray(keySlot), graph[keys]?.elements.count == graph[objects]?.elements.count else {
            return .fields(id)
        }
        return .entries(keys: keys, values: objects)
    }

    var known: KnownKeys { editor.index.known }

    private func inlineArray(_ slot: Slot?) -> ObjectID? {
        guard let slot, !slot.isReference, let id = slot.container, graph[id]?.shape == .array else { return nil }
        return id
    }

    /// The leaf that an object of a role stands for, if it has the fields for it.
    private func leaf(_ role: ClassLayout.Role, _ id: ObjectID, _ container: Container) -> Leaf? {
        func field(_ key: CoderKey) -> (position: Int, slot: Slot)? {
            container.position(of: key).map { ($0, container.fields[$0].slot) }
        }
        func leaf(_ kind: LeafKind, _ key: CoderKey, _ wanted: Slot.Kind...) -> Leaf? {
            guard let (position, slot) = field(key), wanted.contains(slot.kind) else { return nil }
            return Leaf(kind, slot, object: id, position: position)
        }
        switch role {
        case .string: return leaf(.mutableString, known.string, .string) ?? leaf(.mutableString, known.bytes, .data)
        case .data: return leaf(.mutableData, known.data, .data)
        case .date: return leaf(.date, known.time, .real64, .real32)
        case .uuid: return leaf(.uuid, known.uuid, .data)
        case .null: return container.fields.count == 1 ? Leaf(.null, .null, object: id) : nil
        case .url:
            guard let base = field(known.base), base.slot.kind == .nil else { return nil }
            return leaf(.url, known.relative, .string)
        case .decimal:
            guard let number = graph.decimal(of: id) else { return nil }
            return Leaf(.decimal, .string(number.text), object: id)
        case .other: return nil
        }
    }

    /// The leaf of a node; nil for a list or a hash.
    package func leaf(of node: Node) -> Leaf? {
        if case .leaf(let leaf) = content(of: node.slot) { return leaf }
        return nil
    }

    /// The name that KIND answers: of a leaf its kind, of an object its class, of a container without a class its
    /// shape.
    package func kindName(of node: Node) -> String {
        if case .leaf(let leaf) = content(of: node) { return leaf.kind.rawValue }
        guard let id = node.slot.container else { return LeafKind.nil.rawValue }
        if let name = graph.className(of: id) { return name.description }
        switch graph[id]?.shape {
        case .array: return "array"
        case .set: return "set"
        case .dictionary, nil: return "dictionary"
        }
    }
}
