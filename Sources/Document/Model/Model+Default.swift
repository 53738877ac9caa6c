package import KeyedArchive

extension Model {
    /// The document of somebody who has none yet: empty texts, zeros, lists of their fixed count.
    package func defaultGraph() -> Graph {
        var editor = GraphEditor(.emptyArchive())
        let root = value(of: self.root, &editor)
        if let top = editor.graph.top {
            let key = editor.intern(rootKey)
            let field = Container.Field(key: key, rank: 0, slot: root.held(asReference: true))
            editor.apply(.field(of: top, position: 0, old: nil, new: field))
        }
        _ = editor.settle()
        return editor.graph
    }

    /// Makes the default value of a type; the changes that make its containers are left in the editor.
    package func value(of type: FieldType, _ editor: inout GraphEditor) -> Slot {
        switch type {
        case .string: return .string("", isReference: true)
        case .boolean: return .boolean(false)
        case .integer: return .integer(0)
        case .real32: return .real32(0)
        case .real64: return .real64(0)
        case .data: return .data([], isReference: true)
        case .array(let element, let count):
            let elements = (0..<(count ?? 0)).map { _ in value(of: element, &editor).held(asReference: true) }
            let chain: [Text] =
                count == nil ? ["NSMutableArray", "NSArray", "NSObject"] : ["NSArray", "NSObject"]
            return editor.array(elements, chain: chain)
        case .object(let name):
            guard let model = classes[name] else { return .nil }
            var fields: [(key: Text, slot: Slot)] = []
            for field in model.fields { fields.append((field.key, value(of: field.type, &editor))) }
            return editor.object(chain: model.chain, fields)
        }
    }
}
