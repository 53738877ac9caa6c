package import KeyedArchive

extension Document {
    /// The names of the root's fields as paths use them, in the order of the model or of the file.
    package func rootNames() -> [Text] {
        guard let root else { return [] }
        return names(of: root)
    }

    /// How many children a node has.
    package func childCount(of node: Node) -> Int {
        if plainField(of: node) != nil { return 1 }
        return switch content(of: node) {
        case .leaf: 0
        case .list(let elements): count(of: elements)
        case .entries(let keys, _): count(of: keys)
        case .fields(let object): fieldPositions(of: object).count
        }
    }

    /// The names of a node's children: the indices of a list, the keys of a dictionary, the property names of an
    /// object.
    package func names(of node: Node) -> [Text] {
        var names: [Text] = []
        forEachChild(of: node) { name, _ in
            names.append(name)
            return true
        }
        return names
    }

    /// Calls a function with each child of a node and its name, until it answers false.
    ///
    /// - Parameters:
    ///   - node: the node.
    ///   - range: the positions of the children; nil for all.
    ///   - body: the function.
    package func forEachChild(of node: Node, in range: Range<Int>? = nil, _ body: (Text, Node) -> Bool) {
        if let field = plainField(of: node) {
            if range?.isEmpty != true { _ = body(field.name, Node(place: nil, slot: node.slot, type: field.type)) }
            return
        }
        switch content(of: node) {
        case .leaf: return
        case .list(let elements):
            let type = node.type?.element
            var index = range?.lowerBound ?? 0
            graph[elements]?.elements.forEach(in: range ?? 0..<count(of: elements)) { slot in
                let place = Place.element(of: elements, index: index)
                defer { index += 1 }
                return body(Text(String(index)), Node(place: place, slot: slot, type: type))
            }
        case .entries(let keys, let values):
            let type = valueType(of: node.type)
            guard let keyList = graph[keys]?.elements else { return }
            var index = range?.lowerBound ?? 0
            graph[values]?.elements.forEach(in: range ?? 0..<keyList.count) { slot in
                let place = Place.element(of: values, index: index)
                let name = name(ofKey: keyList[index])
                index += 1
                return body(name, Node(place: place, slot: slot, type: type))
            }
        case .fields(let object):
            let model = classModel(of: object, node.type)
            let fields = graph[object]?.fields ?? []
            let positions = fieldPositions(of: object, model)
            for position in positions[range ?? 0..<positions.count] {
                let key = graph.keys[fields[position].key]
                let field = model?.fields.first { $0.key == key }
                let place = Place.field(of: object, position: position)
                let type = field?.type ?? valueType(of: node.type)
                guard body(field?.name ?? key, Node(place: place, slot: fields[position].slot, type: type)) else {
                    return
                }
            }
        }
    }

    /// The positions of an object's fields without its class, in the order in which they were encoded; in a plain
    /// property list, which has none, in that of the model.
    private func fieldPositions(of object: ObjectID, _ model: Model.ClassModel? = nil) -> [Int] {
        guard let fields = graph[object]?.fields else { return [] }
        var positions = fields.indices.filter {
            graph.form == .propertyList || fields[$0].key != known.theClass
        }
        if graph.form == .propertyList, let model {
            let order = positions.map { position in
                model.fields.firstIndex { $0.key == graph.keys[fields[position].key] } ?? model.fields.count
            }
            positions.sort { (order[$0], $0) < (order[$1], $1) }
        } else {
            positions.sort { (fields[$0].rank, $0) < (fields[$1].rank, $1) }
        }
        return positions
    }

    /// How a key of a dictionary is called: its text form.
    func name(ofKey slot: Slot) -> Text {
        guard case .leaf(let leaf) = content(of: slot) else { return Text("") }
        return Text(bytes: LeafText.bytes(of: leaf))
    }

    /// The path with property names and non-negative indices that leads where another does; nil if there is nothing.
    package func canonicalPath(_ path: PathBytes) -> KeyPath? {
        guard !isFree else { return find(path) == nil ? nil : KeyPath(components: [Text(bytes: path.copy)]) }
        guard var node = root else { return nil }
        var components: [Text] = []
        var cursor = PathCursor(path, isLiteral: false)
        while let component = cursor.next() {
            if components.isEmpty, component.matches(Self.topName), let top = graph.top, graph.form == .keyedArchive {
                node = Node(place: nil, slot: .container(top, isReference: false), type: nil)
                components.append(Self.topName)
                continue
            }
            guard let next = child(component, of: node) else { return nil }
            components.append(name(of: component, in: node, next))
            node = next
        }
        return KeyPath(components: components)
    }

    func name(of component: PathComponent, in parent: Node, _ child: Node) -> Text {
        switch content(of: parent) {
        case .list:
            guard case .element(_, let index) = child.place else { return component.text }
            return Text(String(index))
        case .fields(let object):
            let model = classModel(of: object, parent.type)
            return model?.fields.first { component.matches($0.key) || component.matches($0.name) }?.name
                ?? component.text
        case .entries, .leaf: return component.text
        }
    }
}
