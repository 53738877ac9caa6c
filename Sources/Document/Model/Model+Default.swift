package import KeyedArchive

extension Model {
    /// The document of somebody who has none yet: what the model says, and else empty texts, zeros, lists of their
    /// fixed count.
    package func defaultGraph() -> Graph {
        var document = Document(Archive(graph: emptyGraph()), model: self)
        for step in defaults {
            // The parser has made the default before; a step that did not fit would have been refused there.
            do { try document.apply(step) } catch { fatalError("the default of the model \(name): \(error)") }
        }
        return document.graph
    }

    /// A document with all fields at their own defaults.
    func emptyGraph() -> Graph {
        var editor = GraphEditor(.emptyArchive())
        let root = value(of: self.root, &editor, now: { nil })
        if let top = editor.graph.top {
            let key = editor.intern(rootKey)
            let field = Container.Field(key: key, rank: 0, slot: root.held(asReference: true))
            editor.apply(.field(of: top, position: 0, old: nil, new: field))
        }
        return editor.graph
    }

    /// Makes the default value of a type; the changes that make its containers are left in the editor.
    ///
    /// A date's default may be the present moment.
    func value(of type: FieldType, _ editor: inout GraphEditor, now: () -> Double?) -> Slot {
        switch type {
        case .leaf(let kind): return editor.slot(of: Self.empty(kind))
        case .array(let element, let count):
            let elements = (0..<(count ?? 0)).map { _ in value(of: element, &editor, now: now).held(asReference: true) }
            return editor.array(elements, chain: count == nil ? ClassChain.mutableArray : ClassChain.array)
        case .dictionary: return editor.dictionary()
        case .object(let name):
            guard let model = classes[name] else { return .nil }
            var fields: [(key: Text, slot: Slot)] = []
            for field in model.fields { fields.append((field.key, value(of: field, &editor, now: now))) }
            return editor.object(chain: model.chain, fields)
        case .any: return .nil
        }
    }

    /// Makes the default value of a field.
    func value(of field: FieldModel, _ editor: inout GraphEditor, now: () -> Double?) -> Slot {
        if field.isOptional { return .nil }
        guard case .leaf(let kind) = field.type, let text = field.defaultText,
            let value = try? self.value(text, as: kind, now: { now() ?? 0 })
        else { return value(of: field.type, &editor, now: now) }
        return editor.slot(of: value)
    }

    /// The value of a leaf of which nothing is said.
    static func empty(_ kind: LeafKind) -> LeafValue {
        switch kind {
        case .string: .plain(.string(""))
        case .mutableString: .mutableString([])
        case .boolean: .plain(.boolean(false))
        case .integer: .plain(.integer(0))
        case .real32: .plain(.real32(0))
        case .real64: .plain(.real64(0))
        case .decimal: .decimal(DecimalNumber(isNegative: false, mantissa: 0, exponent: 0))
        case .data: .plain(.data([]))
        case .mutableData: .mutableData([])
        case .date: .date(0)
        case .url: .url([])
        case .uuid: .uuid(Array(repeating: 0, count: 16))
        case .null, .nil, .uid: .plain(.nil)
        }
    }
}
