import KeyedArchive

/// Where something can be added that is not there yet.
struct Room {
    /// What would hold it.
    enum Holder {
        /// A dictionary, by its key list and its value list.
        case entries(keys: ObjectID, values: ObjectID)
        /// An object that lacks a field of its model, or a dictionary of a plain property list.
        case fields(ObjectID)
    }

    let holder: Holder
    /// The key under which it would stand.
    let key: Text
    /// What the model says of it.
    let type: FieldType?
}

extension Document {
    /// The room for what a path would lead to.
    ///
    /// - Throws: `Refusal` if nothing can be added there.
    func room(at resolution: Resolution, _ path: PathBytes) throws(Refusal) -> Room {
        guard let parent = resolution.parent, let component = resolution.component else {
            throw .noSuchKey(missing(path, among: root))
        }
        return try room(for: component, in: parent, path)
    }

    /// The room for a child of a node.
    func room(for component: PathComponent, in parent: Node, _ path: PathBytes) throws(Refusal) -> Room {
        switch content(of: parent) {
        case .entries(let keys, let values):
            if !isFree { _ = try parse(Array(component.bytes[component.range]), as: .string, "a key of \(path.text)") }
            return Room(
                holder: .entries(keys: keys, values: values), key: component.text, type: valueType(of: parent.type))
        case .fields(let object):
            if let field = classModel(of: object, parent.type)?.field(component.text) {
                return Room(holder: .fields(object), key: field.key, type: field.type)
            }
            // A plain property list has dictionaries where an archive has objects of a class.
            guard graph.form == .propertyList, classModel(of: object, parent.type) == nil else {
                throw .noSuchKey(missing(path, among: parent))
            }
            _ = try parse(Array(component.bytes[component.range]), as: .string, "a key of \(path.text)")
            return Room(holder: .fields(object), key: component.text, type: valueType(of: parent.type))
        case .list(let elements):
            throw .outOfRange("there is no \(path.text): the list has \(count(of: elements)) elements")
        case .leaf: throw .noSuchKey(missing(path, among: nil))
        }
    }

    /// Says that there is nothing at a path, and what there is instead.
    func missing(_ path: PathBytes, among parent: Node?) -> String {
        let text = "there is no field “\(path.text)”"
        guard let parent else { return text }
        var shown: [String] = []
        var isCut = false
        forEachChild(of: parent) { name, _ in
            guard shown.count < 20 else {
                isCut = true
                return false
            }
            shown.append(name.description)
            return true
        }
        return shown.isEmpty ? text : text + "; there are \(shown.joined(separator: ", "))\(isCut ? ", …" : "")"
    }

    /// Adds a slot where there is room.
    mutating func add(_ slot: Slot, to room: Room) {
        switch room.holder {
        case .entries(let keys, let values):
            let count = count(of: keys)
            editor.apply(.splice(of: keys, index: count, old: [], new: [freeSlot(room.key.bytes)]))
            editor.apply(.splice(of: values, index: count, old: [], new: [slot.held(asReference: slot.isReference)]))
        case .fields(let object): addField(room.key, slot, to: object)
        }
    }

    /// Adds a field behind those that its model encodes before it, in the order that Apple's writer gives the keys.
    private mutating func addField(_ key: Text, _ slot: Slot, to object: ObjectID) {
        guard let old = graph[object] else { return }
        let coderKey = editor.intern(key)
        let theClass = known.theClass
        var encoded = old.fields.sorted {
            ($0.key == theClass ? 1 : 0, $0.rank) < ($1.key == theClass ? 1 : 0, $1.rank)
        }
        // A file that another program wrote keeps its order; the new field comes last.
        guard Set(old.fields.map(\.key)).count == old.fields.count,
            orderOfKeys(encoded).elementsEqual(old.fields.map(\.key))
        else {
            let rank = UInt16(clamping: (old.fields.map { Int($0.rank) }.max() ?? -1) + 1)
            let field = Container.Field(key: coderKey, rank: rank, slot: slot)
            return editor.apply(.field(of: object, position: old.fields.count, old: nil, new: field))
        }
        var position = encoded.last?.key == theClass ? encoded.count - 1 : encoded.count
        if let model = classModel(of: object), let own = model.fields.firstIndex(where: { $0.key == key }) {
            let before = Set(model.fields[..<own].map(\.key))
            position = (encoded.lastIndex { before.contains(graph.keys[$0.key]) } ?? -1) + 1
        }
        encoded.insert(Container.Field(key: coderKey, rank: 0, slot: slot), at: position)
        for index in encoded.indices { encoded[index].rank = UInt16(clamping: index) }
        let new = orderOfKeys(encoded).compactMap { key in encoded.first { $0.key == key } }
        // Field by field, so that each change is a small one: the last of the new order is inserted, the others are
        // put in place of those that stood there.
        for (position, field) in old.fields.enumerated()
        where field != new[position] || field.rank != new[position].rank {
            editor.apply(.field(of: object, position: position, old: field, new: new[position]))
        }
        editor.apply(.field(of: object, position: old.fields.count, old: nil, new: new[old.fields.count]))
    }

    private func orderOfKeys(_ fields: [Container.Field]) -> [CoderKey] {
        KeyOrder.order(fields.map { graph.keys[$0.key] }).map { fields[$0].key }
    }
}
