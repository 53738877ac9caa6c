package import KeyedArchive

extension Document {
    /// The bytes of the leaf at a path, or nil if there is nothing.
    ///
    /// - Throws: `Refusal` if there is a list or a hash.
    package func value(at path: KeyPath) throws(Refusal) -> [UInt8]? {
        guard let node = find(path) else { return nil }
        return LeafText.bytes(of: try wholeLeaf(of: node, path.description))
    }

    /// The leaf at a path, or nil if there is nothing.
    ///
    /// - Throws: `Refusal` if there is a list or a hash.
    package func leaf(at path: PathBytes) throws(Refusal) -> Leaf? {
        guard let node = find(path) else { return nil }
        guard case .leaf(let leaf) = content(of: node.slot) else { throw wrongType(node, path.text, "string") }
        return leaf
    }

    private func wholeLeaf(of node: Node, _ path: String) throws(Refusal) -> Leaf {
        guard let leaf = leaf(of: node) else { throw wrongType(node, path, "string") }
        return leaf
    }

    /// A command for another kind of value; a free document says it in Redis's words alone.
    func wrongType(_ node: Node, _ path: String, _ wanted: String) -> Refusal {
        guard !isFree else { return .wrongType() }
        return .wrongType("\(path.isEmpty ? "the root" : path) is a \(redisName(of: node)), not a \(wanted)")
    }

    // MARK: - SET

    /// Sets the leaf at a path to a text; the field keeps its type.
    ///
    /// - Throws: `Refusal` if there is no such path, if it is a list or a hash, or if the text does not fit.
    package mutating func set(_ path: KeyPath, to bytes: [UInt8]) throws(Refusal) {
        try set(PathBytes(path), to: bytes)
    }

    /// Sets the leaf at a path to a text; the field keeps its type.
    ///
    /// A key that a dictionary does not have is added. In a free document whatever was there is replaced.
    ///
    /// - Throws: `Refusal` if there is no such path, if it is a list or a hash, or if the text does not fit.
    package mutating func set(_ path: PathBytes, to bytes: [UInt8]) throws(Refusal) {
        let resolution = resolve(path)
        guard let node = resolution.node else { return try add(bytes, at: resolution, path) }
        try set(node, to: bytes, path.text, of: resolution)
    }

    /// Sets a leaf that was found; a rule of the containers above it, if they are given, may forbid the value.
    mutating func set(
        _ node: Node, to bytes: [UInt8], _ path: @autoclosure () -> String, of resolution: Resolution? = nil
    ) throws(Refusal) {
        if isFree, node.place != nil {
            guard let place = node.place else { return }
            return replace(place, node.slot, with: freeSlot(bytes, instead: leaf(of: node)))
        }
        guard case .leaf(let old) = content(of: node.slot) else {
            // Where the model has a value and the file an object of its own, a new value takes its place.
            guard case .leaf(let kind) = node.type, let place = node.place else {
                throw wrongType(node, path(), "string")
            }
            let value = try parse(bytes, as: kind, path())
            return replace(place, node.slot, with: editor.make { $0.slot(of: value) })
        }
        let kind = try settableKind(of: old, node.type, path())
        let value = try parse(bytes, as: kind, path())
        if let resolution { try checkUnique(bytes, kind, resolution, path()) }
        replace(old, of: node, with: value, kind)
    }

    /// The kind that a leaf has or, if there is nil, gets.
    private func settableKind(of leaf: Leaf, _ type: FieldType?, _ path: String) throws(Refusal) -> LeafKind {
        guard leaf.kind.isNull else { return leaf.kind }
        switch type {
        case .leaf(let kind): return kind
        case .any, nil: return .string
        case .array, .dictionary, .object:
            throw Refusal("value does not fit", detail: "\(path) is nil and by its model a \(type?.name ?? "value")")
        }
    }

    /// A text as a value of a kind.
    func parse(_ bytes: [UInt8], as kind: LeafKind, _ path: @autoclosure () -> String) throws(Refusal) -> LeafValue {
        let value: LeafValue
        do { value = try LeafText.parse(bytes, as: kind, now: { clock?() }) } catch {
            throw .unfit(bytes, kind, path(), error)
        }
        if isXML, let reason = value.xmlMismatch(isPlain: graph.form == .propertyList) {
            throw Refusal("value does not fit", detail: "\(path()) is archived as XML, and \(reason)")
        }
        return value
    }

    /// Puts a value in the place of another: in its slot, or in the object that stands for it.
    ///
    /// An object that is made to be changed is changed, and everybody sees it who shares it; one that stands for an
    /// unchangeable value, as NSDate, is changed only if nobody shares it, and else replaced.
    private mutating func replace(_ old: Leaf, of node: Node, with value: LeafValue, _ kind: LeafKind) {
        guard let object = old.object, !old.kind.isNull else {
            guard let place = node.place else { return }
            var new = editor.make { $0.slot(of: value) }
            if new.isLeaf, !old.kind.isNull { new = new.held(asReference: node.slot.isReference) }
            return replace(place, node.slot, with: new)
        }
        let field = Place.field(of: object, position: old.position)
        switch value {
        case .mutableString(let bytes):
            return replace(field, old.value, with: old.value.kind == .data ? .data(bytes) : .string(bytes))
        case .mutableData(let bytes): return replace(field, old.value, with: .data(bytes))
        case .date(let seconds) where !editor.index.isShared(object):
            return replace(field, old.value, with: .real64(seconds))
        case .url(let bytes) where !editor.index.isShared(object):
            return replace(field, old.value, with: .string(bytes))
        case .uuid(let bytes) where !editor.index.isShared(object): return replace(field, old.value, with: .data(bytes))
        case .plain, .date, .url, .uuid, .decimal: break
        }
        guard let place = node.place, LeafText.bytes(of: old) != value.textBytes else { return }
        let chain = graph.classChain(of: object)
        replace(place, node.slot, with: editor.make { $0.slot(of: value, chain: chain) })
    }

    /// Puts a slot in the place of another, held as that one was if both are values.
    mutating func replace(_ place: Place, _ old: Slot, with new: Slot) {
        var new = new
        if new.isLeaf, old.isLeaf, old.kind != .nil, new.kind != .nil { new = new.held(asReference: old.isReference) }
        guard new != old, let change = graph.replacing(place, with: new) else { return }
        editor.apply(change)
    }

    /// What a free document holds for a value: text if it is UTF-8, else data; a number or the like that was there
    /// stays one if it reads the same.
    func freeSlot(_ bytes: [UInt8], instead old: Leaf? = nil) -> Slot {
        let isArchive = graph.form == .keyedArchive
        if let old, old.object == nil, old.kind != .string, !old.kind.isNull,
            case .plain(let slot) = try? LeafText.parse(bytes, as: old.kind, now: { nil }),
            LeafText.bytes(of: slot) == bytes
        {
            return slot.held(asReference: isArchive)
        }
        let text = try? LeafText.parse(bytes, as: .string, now: { nil })
        // What XML has no characters for is data there.
        let isText = text.map { !isXML || $0.xmlMismatch(isPlain: false) == nil } ?? false
        return isText ? .string(bytes, isReference: isArchive) : .data(bytes, isReference: isArchive)
    }

    // MARK: - Adding

    /// Adds a value where there is nothing yet.
    private mutating func add(_ bytes: [UInt8], at resolution: Resolution, _ path: PathBytes) throws(Refusal) {
        let room = try room(at: resolution, path)
        if isFree { return add(freeSlot(bytes), to: room) }
        switch room.type {
        case .leaf(let kind):
            let value = try parse(bytes, as: kind, path.text)
            add(editor.make { $0.slot(of: value) }, to: room)
        case .any, nil:
            let value = try parse(bytes, as: .string, path.text)
            add(editor.make { $0.slot(of: value) }, to: room)
        case .array, .dictionary, .object:
            throw Refusal("value does not fit", detail: "\(path.text) is by its model a \(room.type?.name ?? "value")")
        }
    }
}

extension LeafValue {
    /// The text form of the value.
    var textBytes: [UInt8] {
        switch self {
        case .plain(let slot): LeafText.bytes(of: slot)
        case .mutableString(let bytes), .mutableData(let bytes), .url(let bytes): bytes
        case .date(let seconds): LeafText.bytes(of: .date(seconds))
        case .uuid(let bytes): UUIDText.text(bytes)
        case .decimal(let number): Array(number.text.utf8)
        }
    }
}
