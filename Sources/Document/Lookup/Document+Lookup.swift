package import KeyedArchive

extension Document {
    /// The root object: of an archive what the model's root key names in `$top`, or the first thing there.
    package var root: Node? {
        guard graph.form == .keyedArchive else {
            return Node(place: nil, slot: graph.root, type: model?.root)
        }
        guard let top = graph.top, let container = graph[top] else { return nil }
        var position = 0
        if let rootKey, let found = container.position(of: rootKey) {
            position = found
        } else if container.fields.isEmpty {
            return nil
        }
        return Node(
            place: .field(of: top, position: position), slot: container.fields[position].slot, type: model?.root)
    }

    /// What a path leads to, or nil if there is nothing.
    package func find(_ path: KeyPath) -> Node? { find(PathBytes(path)) }

    /// What a path leads to, or nil if there is nothing.
    package func find(_ path: PathBytes) -> Node? {
        guard var node = root else { return nil }
        var cursor = PathCursor(path, isLiteral: isFree)
        var isFirst = true
        while let component = cursor.next() {
            if isFirst, !isFree, component.matches(Self.topName), let top = graph.top, graph.form == .keyedArchive {
                node = Node(place: nil, slot: .container(top, isReference: false), type: nil)
            } else {
                guard let next = child(component, of: node) else { return nil }
                node = next
            }
            isFirst = false
        }
        return node
    }

    /// The first component of paths to other top-level keys than the root's.
    static let topName: Text = "$top"

    /// Where a path leads, or would lead if there were something.
    func resolve(_ path: PathBytes) -> Resolution {
        guard let root else { return Resolution(node: nil, parent: nil, grandparent: nil, component: nil) }
        var resolution = Resolution(node: root, parent: nil, grandparent: nil, component: nil)
        var cursor = PathCursor(path, isLiteral: isFree)
        var isFirst = true
        while let component = cursor.next() {
            guard let node = resolution.node else { return Resolution.nowhere }
            resolution.grandparent = resolution.parent
            resolution.parent = node
            resolution.component = component
            if isFirst, !isFree, component.matches(Self.topName), let top = graph.top, graph.form == .keyedArchive {
                resolution.node = Node(place: nil, slot: .container(top, isReference: false), type: nil)
            } else {
                resolution.node = child(component, of: node)
            }
            isFirst = false
        }
        return resolution
    }

    // MARK: - One step

    /// The child of a node with a name or an index.
    func child(_ component: PathComponent, of node: Node) -> Node? {
        guard let id = node.slot.container else { return plainRootChild(component, of: node) }
        switch content(of: node.slot) {
        case .list(let elements):
            guard let index = component.index, let place = place(ofElement: index, in: elements) else {
                return plainRootChild(component, of: node)
            }
            return self.node(at: place, type: node.type?.element)
        case .entries(let keys, let values):
            guard
                let index = editor.index.position(of: component.bytes, component.range, in: keys, graph)
                    ?? position(ofOtherKey: component, in: keys)
            else { return nil }
            return self.node(at: .element(of: values, index: index), type: valueType(of: node.type))
        case .fields(let object): return field(component, of: object, type: node.type)
        case .leaf: return field(component, of: id, type: nil)
        }
    }

    /// In a plain property list that holds one property of the root object alone, that property.
    private func plainRootChild(_ component: PathComponent, of node: Node) -> Node? {
        guard let field = plainField(of: node), component.matches(field.name) || component.matches(field.key) else {
            return nil
        }
        return Node(place: nil, slot: node.slot, type: field.type)
    }

    /// The one field of a root object of which a plain property list holds that field alone; nil for any other node.
    func plainField(of node: Node) -> Model.FieldModel? {
        guard node.place == nil, graph.form == .propertyList, let model, let name = model.plainRoot,
            case .object(let root) = node.type
        else { return nil }
        return model.classes[root]?.field(name)
    }

    /// The name that TYPE answers of a node.
    package func redisName(of node: Node) -> String {
        plainField(of: node) == nil ? content(of: node).redisName : "hash"
    }

    private func field(_ component: PathComponent, of object: ObjectID, type: FieldType?) -> Node? {
        let model = classModel(of: object, type)
        // The keys of an object are few: compared one by one nothing is copied or hashed.
        guard let fields = graph[object]?.fields else { return nil }
        if let model {
            for field in model.fields where component.matches(field.name) {
                guard let position = fields.firstIndex(where: { graph.keys[$0.key] == field.key }) else { break }
                let place = Place.field(of: object, position: position)
                return Node(place: place, slot: fields[position].slot, type: field.type)
            }
        }
        for (position, field) in fields.enumerated() where component.matches(graph.keys[field.key]) {
            guard field.key != known.theClass || graph.form == .propertyList else { return nil }
            let type = model?.fields.first { component.matches($0.key) }?.type ?? valueType(of: type)
            return Node(place: .field(of: object, position: position), slot: field.slot, type: type)
        }
        return nil
    }

    /// The position of a key that is no text, as a number, by its text form.
    private func position(ofOtherKey component: PathComponent, in keys: ObjectID) -> Int? {
        guard !editor.index.hasOnlyBytes(keys), let list = graph[keys]?.elements else { return nil }
        var index = 0
        var found: Int?
        list.forEach(in: 0..<list.count) { slot in
            if !slot.hasBytes, component.matches(name(ofKey: slot)) { found = index }
            index += 1
            return found == nil
        }
        return found
    }

    func node(at place: Place, type: FieldType?) -> Node? {
        graph.slot(at: place).map { Node(place: place, slot: $0, type: type) }
    }

    /// The place of an element, counted from the end if the index is negative.
    func place(ofElement index: Int, in list: ObjectID) -> Place? {
        let count = graph[list]?.elements.count ?? 0
        let position = index < 0 ? count + index : index
        return position >= 0 && position < count ? .element(of: list, index: position) : nil
    }

    func valueType(of type: FieldType?) -> FieldType? {
        if case .dictionary(let value) = type { return value }
        return nil
    }

    /// What the model says of an object's class; in a plain property list its type says the class.
    func classModel(of object: ObjectID, _ type: FieldType? = nil) -> Model.ClassModel? {
        guard let model else { return nil }
        guard graph.form == .keyedArchive else {
            if case .object(let name) = type { return model.classes[name] }
            return nil
        }
        return graph[object]?[known.theClass]?.container.flatMap { editor.index.layout(of: $0)?.model }
    }
}
