import KeyedArchive

extension Document {
    /// The dictionary or object at a path; nil if there is nothing.
    ///
    /// - Throws: `Refusal` if there is something else.
    package func hash(at path: PathBytes) throws(Refusal) -> Node? {
        guard let node = find(path) else { return nil }
        switch content(of: node.slot) {
        case .entries, .fields: return node
        case .leaf, .list:
            if case .list = content(of: node.slot), node.place == nil, model?.plainRoot != nil, path.range.isEmpty {
                return node
            }
            if node.slot.kind == .nil, node.type?.isHash == true { return nil }
            throw wrongType(node, path.text, "hash")
        }
    }

    /// A field of a dictionary or object by its name, taken as it is; nil if there is none.
    package func field(_ name: [UInt8], of hash: Node) -> Node? { child(PathComponent(name, 0..<name.count), of: hash) }

    /// Sets a field of the dictionary or object at a path, which is made if there is nothing.
    ///
    /// - Returns: whether the field is new.
    /// - Throws: `Refusal` if there is something else, or no such field, or if the text does not fit.
    package mutating func setField(_ name: [UInt8], of path: PathBytes, to bytes: [UInt8]) throws(Refusal) -> Bool {
        var found = try hash(at: path)
        if found == nil { found = try makeHash(at: path) }
        guard let parent = found else { throw .noSuchKey() }
        let component = PathComponent(name, 0..<name.count)
        let whole = isFree ? path : PathBytes(path.child(name))
        guard let node = child(component, of: parent) else {
            let room = try room(for: component, in: parent, whole)
            switch room.type {
            case _ where isFree: add(freeSlot(bytes), to: room)
            case .leaf(let kind):
                let value = try parse(bytes, as: kind, whole.text)
                add(editor.make { $0.slot(of: value) }, to: room)
            case .any, nil:
                let value = try parse(bytes, as: .string, whole.text)
                add(editor.make { $0.slot(of: value) }, to: room)
            case .array, .dictionary, .object:
                throw Refusal("value does not fit", detail: "\(whole.text) is by its model a \(room.type?.name ?? "")")
            }
            return true
        }
        if isFree {
            try set(node, to: bytes, whole.text)
        } else {
            try set(whole, to: bytes)
        }
        return false
    }

    /// Makes an empty dictionary, or the object that the model says, where there is nothing; or nil.
    private mutating func makeHash(at path: PathBytes) throws(Refusal) -> Node? {
        let resolution = resolve(path)
        if let node = resolution.node, let place = node.place, node.slot.kind == .nil, let model, let type = node.type {
            let slot = editor.make { model.value(of: type, &$0, now: { nil }) }
            replace(place, node.slot, with: slot)
            return try hash(at: path)
        }
        let room = try room(at: resolution, path)
        switch room.type {
        case .dictionary, .any, nil: add(editor.make { $0.dictionary() }, to: room)
        case .object:
            guard let model, let type = room.type else { return nil }
            add(editor.make { model.value(of: type, &$0, now: { nil }) }, to: room)
        case .leaf, .array:
            throw Refusal("value does not fit", detail: "\(path.text) is by its model a \(room.type?.name ?? "value")")
        }
        return try hash(at: path)
    }
}

extension FieldType {
    /// Whether it is a dictionary or an object.
    var isHash: Bool {
        switch self {
        case .dictionary, .object: true
        case .leaf, .array, .any: false
        }
    }
}

extension PathBytes {
    /// The path of a child, its name escaped.
    func child(_ name: [UInt8]) -> [UInt8] {
        var whole = copy
        if !whole.isEmpty { whole.append(UInt8(ascii: ".")) }
        return whole + KeyPath(components: [Text(bytes: name)]).bytes
    }
}
