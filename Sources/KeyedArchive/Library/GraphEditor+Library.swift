import FourLinesPropertyList

extension GraphEditor {
    // MARK: - Making

    /// Makes what holds a value.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - path: where it will stand, for the error.
    ///   - isElement: whether it will stand in a list or as a root, where numbers stand by UID too.
    /// - Returns: the slot.
    /// - Throws: `ArchiveFailure.unfit` for a value that is none, or that property lists do not have.
    mutating func slot(
        of value: ArchiveValue, at path: String, isElement: Bool
    ) throws(ArchiveFailure) -> Slot {
        let isArchive = graph.form == .keyedArchive
        let isReference = isArchive && isElement
        switch value {
        case .text(let text): return .string(text, isReference: isArchive)
        case .data(let bytes): return .data(bytes, isReference: isArchive)
        case .integer(let value): return .integer(value, isReference: isReference)
        case .unsigned(let value): return .unsigned(value, isReference: isReference)
        case .real(let value): return .real64(value, isReference: isReference)
        case .float(let value): return .real32(value, isReference: isReference)
        case .boolean(let value): return .boolean(value, isReference: isReference)
        case .date(let seconds) where !isArchive: return .date(seconds)
        case .array(let values) where !isArchive: return inlineArray(try slots(of: values, at: path))
        case .dictionary(let entries) where !isArchive:
            return inlineDictionary(try fields(of: entries, at: path, isElement: true))
        default: break
        }
        guard isArchive else { throw .unfit(path: path, reason: "a plain property list has no such value") }
        return try object(of: value, at: path)
    }

    private mutating func object(of value: ArchiveValue, at path: String) throws(ArchiveFailure) -> Slot {
        switch value {
        case .mutableText(let text):
            return object(chain: ["NSMutableString", "NSString", "NSObject"], [("NS.string", .string(text))])
        case .date(let seconds): return object(chain: ["NSDate", "NSObject"], [("NS.time", .real64(seconds))])
        case .url(let text):
            let relative = Slot.string(text, isReference: true)
            return object(chain: ["NSURL", "NSObject"], [("NS.base", .nil), ("NS.relative", relative)])
        case .uuid(let bytes):
            guard bytes.count == 16 else { throw .unfit(path: path, reason: "a UUID has sixteen bytes") }
            return object(chain: ["NSUUID", "NSObject"], [("NS.uuidbytes", .data(bytes))])
        case .null: return object(chain: ["NSNull", "NSObject"], [])
        case .array(let values): return array(try slots(of: values, at: path))
        case .set(let values): return array(try slots(of: values, at: path), chain: ["NSSet", "NSObject"])
        case .orderedSet(let values):
            return object(chain: ["NSOrderedSet", "NSObject"], Self.numbered(try slots(of: values, at: path)))
        case .dictionary(let entries):
            let values = try slots(of: entries.map(\.value), at: path)
            let keyList = inlineArray(entries.map { .string($0.key, isReference: true) })
            let valueList = inlineArray(values)
            return object(chain: ["NSDictionary", "NSObject"], [("NS.keys", keyList), ("NS.objects", valueList)])
        case .object(let classes, let entries):
            guard !classes.isEmpty else { throw .unfit(path: path, reason: "an object has a class") }
            return object(
                chain: classes.map { Text($0) }, try fields(of: entries, at: path, isElement: false))
        default: return .nil
        }
    }

    private mutating func slots(of values: [ArchiveValue], at path: String) throws(ArchiveFailure) -> [Slot] {
        var slots: [Slot] = []
        for value in values { slots.append(try slot(of: value, at: path, isElement: true)) }
        return slots
    }

    private mutating func fields(
        of entries: [ArchiveValue.Entry], at path: String, isElement: Bool
    ) throws(ArchiveFailure) -> [(key: Text, slot: Slot)] {
        var fields: [(key: Text, slot: Slot)] = []
        for entry in entries {
            fields.append((Text(entry.key), try slot(of: entry.value, at: path, isElement: isElement)))
        }
        return fields
    }

    private static func numbered(_ slots: [Slot]) -> [(key: Text, slot: Slot)] {
        slots.enumerated().map { (key: Text("NS.object.\($0)"), slot: $1) }
    }

    // MARK: - Changing

    /// Puts a value at a path.
    mutating func set(_ path: KeyPath, to value: ArchiveValue) throws(ArchiveFailure) {
        guard let location = graph.location(at: path) else { return try add(value, at: path) }
        if let id = location.slot.container, try change(id, to: value, at: path) { return }
        guard let place = location.place else {
            throw .unfit(path: path.description, reason: "it cannot be replaced as a whole")
        }
        var isElement = true
        if case .field(let id, _) = place, graph.classRecord(of: id) != nil { isElement = false }
        var new = try slot(of: value, at: path.description, isElement: isElement)
        // A value stands as the one did whose place it takes.
        if new.isLeaf, location.slot.isLeaf, new.kind != .nil, location.slot.kind != .nil {
            new = new.held(asReference: location.slot.isReference)
        }
        if let change = graph.replacing(place, with: new), new != location.slot { apply(change) }
    }

    /// Changes the object that stands for a value; answers whether it is one of the value's kind.
    private mutating func change(
        _ id: ObjectID, to value: ArchiveValue, at path: KeyPath
    ) throws(ArchiveFailure) -> Bool {
        let role = ClassRole(chain: graph.classChain(of: id))
        let (key, new): (Text, Slot)
        switch (role, value) {
        case (.string, .text(let text)), (.string, .mutableText(let text)): (key, new) = ("NS.string", .string(text))
        case (.data, .data(let bytes)): (key, new) = ("NS.data", .data(bytes))
        case (.date, .date(let seconds)): (key, new) = ("NS.time", .real64(seconds))
        case (.uuid, .uuid(let bytes)) where bytes.count == 16: (key, new) = ("NS.uuidbytes", .data(bytes))
        case (.url, .url(let text)) where graph.field("NS.base", of: id)?.kind == .nil:
            (key, new) = ("NS.relative", .string(text))
        default: return false
        }
        guard let place = graph.place(ofField: key, in: id), let old = graph.slot(at: place), old.isLeaf,
            let change = graph.replacing(place, with: new.held(asReference: old.isReference))
        else { return false }
        if old != new.held(asReference: old.isReference) { apply(change) }
        return true
    }

    /// Adds a value where there is nothing yet.
    private mutating func add(_ value: ArchiveValue, at path: KeyPath) throws(ArchiveFailure) {
        guard let name = path.components.last,
            let parent = graph.location(at: KeyPath(components: path.components.dropLast())),
            let id = parent.slot.container, let contents = graph.located(id)
        else { throw .nothing(path: path.description) }
        switch contents {
        case .list, .numbered:
            guard let index = name.index else { throw .nothing(path: path.description) }
            try insert(value, into: KeyPath(components: path.components.dropLast()), at: index)
        case .entries(let keys, let values):
            let slot = try slot(of: value, at: path.description, isElement: true)
            let count = graph[keys]?.elements.count ?? 0
            apply(.splice(of: keys, index: count, old: [], new: [.string(name.bytes, isReference: true)]))
            apply(.splice(of: values, index: count, old: [], new: [slot]))
        case .fields(let id, _):
            guard graph.field("$classname", of: id) == nil else {
                throw .unfit(path: path.description, reason: "a class has no fields of its own")
            }
            let isElement = graph.classRecord(of: id) == nil
            let slot = try slot(of: value, at: path.description, isElement: isElement)
            addField(name, slot, to: id)
        }
    }

    /// Adds a field behind those that an object has, in the order that Apple's writer gives the keys.
    private mutating func addField(_ name: Text, _ slot: Slot, to id: ObjectID) {
        var fields = graph.encoded(id)
        let count = fields.count
        let field = Container.Field(key: intern(name), rank: UInt16(clamping: count), slot: slot)
        // A file that another program wrote keeps its order.
        guard graph.isInAppleOrder(id) else {
            return apply(.field(of: id, position: count, old: nil, new: field))
        }
        let hasClass = fields.last.map { graph.keys[$0.key] == "$class" } == true
        fields.insert(field, at: hasClass ? count - 1 : count)
        rewrite(id, fields)
    }

    /// Puts a value into a list.
    mutating func insert(_ value: ArchiveValue, into path: KeyPath, at index: Int) throws(ArchiveFailure) {
        let shown = path.appending(index).description
        guard let id = graph.location(at: path)?.slot.container, let contents = graph.located(id), index >= 0 else {
            throw .nothing(path: path.description)
        }
        switch contents {
        case .list(let list):
            guard index <= graph[list]?.elements.count ?? 0 else { throw .nothing(path: shown) }
            let slot = try slot(of: value, at: shown, isElement: true)
            apply(.splice(of: list, index: index, old: [], new: [slot]))
        case .numbered(let id, let positions):
            guard index <= positions.count else { throw .nothing(path: shown) }
            var slots = positions.compactMap { graph[id]?.fields[$0].slot }
            slots.insert(try slot(of: value, at: shown, isElement: true), at: index)
            renumber(id, slots)
        case .entries, .fields: throw .unfit(path: path.description, reason: "it is no list")
        }
    }

    /// Takes away what is at a path.
    mutating func remove(_ path: KeyPath) throws(ArchiveFailure) {
        guard let location = graph.location(at: path) else { throw .nothing(path: path.description) }
        guard let place = location.place, !path.components.isEmpty else {
            throw .unfit(path: path.description, reason: "the root cannot be taken away")
        }
        let parent = graph.location(at: KeyPath(components: path.components.dropLast()))
        if let id = parent?.slot.container, case .entries(let keys, let values) = graph.located(id),
            case .element(_, let index) = place, let key = graph[keys]?.elements[index]
        {
            apply(.splice(of: keys, index: index, old: [key], new: []))
            return apply(.splice(of: values, index: index, old: [location.slot], new: []))
        }
        switch place {
        case .element(let list, let index): apply(.splice(of: list, index: index, old: [location.slot], new: []))
        case .field(let id, let position):
            if case .numbered(_, let positions) = graph.located(id) {
                let slots = positions.filter { $0 != position }.compactMap { graph[id]?.fields[$0].slot }
                return renumber(id, slots)
            }
            guard let field = graph[id]?.fields[position] else { return }
            guard graph.isInAppleOrder(id) else {
                return apply(.field(of: id, position: position, old: field, new: nil))
            }
            rewrite(id, graph.encoded(id).filter { $0.key != field.key })
        }
    }

    /// Gives an ordered set other elements.
    private mutating func renumber(_ id: ObjectID, _ slots: [Slot]) {
        let others = graph.encoded(id).filter { graph.keys[$0.key] == "$class" }
        let numbered = Self.numbered(slots).map { Container.Field(key: intern($0.key), rank: 0, slot: $0.slot) }
        rewrite(id, numbered + others)
    }

    /// Gives an object other fields, in the order of encoding.
    private mutating func rewrite(_ id: ObjectID, _ encoded: [Container.Field]) {
        guard let old = graph[id] else { return }
        for (position, field) in old.fields.enumerated().reversed() {
            apply(.field(of: id, position: position, old: field, new: nil))
        }
        for (position, index) in KeyOrder.order(encoded.map { graph.keys[$0.key] }).enumerated() {
            var field = encoded[index]
            field.rank = UInt16(clamping: index)
            apply(.field(of: id, position: position, old: nil, new: field))
        }
    }
}

extension Graph {
    /// The fields of a container in the order in which they were encoded, `$class` last.
    fileprivate func encoded(_ id: ObjectID) -> [Container.Field] {
        let fields = self[id]?.fields ?? []
        let classKey = keys.find("$class")
        let order = fields.indices.sorted {
            (fields[$0].key == classKey ? 1 : 0, fields[$0].rank, $0)
                < (fields[$1].key == classKey ? 1 : 0, fields[$1].rank, $1)
        }
        return order.map { fields[$0] }
    }

    /// Whether the keys of a container stand as Apple's writer leaves them, each once.
    fileprivate func isInAppleOrder(_ id: ObjectID) -> Bool {
        let encoded = encoded(id)
        guard Set(encoded.map(\.key)).count == encoded.count else { return false }
        let order = KeyOrder.order(encoded.map { keys[$0.key] }).map { encoded[$0].key }
        return order == (self[id]?.fields ?? []).map(\.key)
    }
}
