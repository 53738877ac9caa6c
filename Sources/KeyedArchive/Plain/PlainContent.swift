import FourLinesPropertyList

/// What a container of an archive is in a plain property list.
enum PlainContent {
    /// A value; `Slot.nil` for an NSNull.
    case leaf(Slot)
    /// An array, of these elements of the archive.
    case list(SlotList)
    /// A dictionary with texts as keys, each a different one; `isExact` if all keys are texts in the archive, too.
    case entries(names: SlotList, values: SlotList, isExact: Bool)
    /// A dictionary of the fields but `$class`.
    case fields([Container.Field])
}

/// Reads containers of an archive as what they are in a plain property list.
struct PlainReader {
    private let graph: Graph
    private let classKey: CoderKey?
    private var roles: [ObjectID: (role: ClassRole, name: Text)] = [:]

    init(_ graph: Graph) {
        self.graph = graph
        classKey = graph.keys.find("$class")
    }

    /// The class of a container, if it is an object, and the role of that.
    mutating func role(of container: Container) -> (role: ClassRole, name: Text)? {
        guard let classKey, let record = container[classKey]?.container else { return nil }
        if let known = roles[record] { return known }
        let chain = graph.classChain(ofRecord: record)
        let role = (role: ClassRole(chain: chain), name: chain.first ?? "")
        roles[record] = role
        return role
    }

    /// What a container is; an object without the fields of its class is the dictionary of those that it has.
    mutating func content(of id: ObjectID, _ container: Container) -> PlainContent {
        guard container.shape == .dictionary else { return .list(container.elements) }
        if let role = role(of: container)?.role, let known = known(role, id, container) { return known }
        return .fields(container.fields.filter { $0.key != classKey })
    }

    private mutating func known(_ role: ClassRole, _ id: ObjectID, _ container: Container) -> PlainContent? {
        func field(_ name: Text, _ kinds: Slot.Kind...) -> Slot? {
            guard let slot = graph.field(name, of: id), kinds.contains(slot.kind) else { return nil }
            return slot
        }
        switch role {
        case .string: return graph.text(ofString: id).map { .leaf($0) }
        case .data: return field("NS.data", .data).map { .leaf($0) }
        case .date: return field("NS.time", .real64, .real32)?.real.map { .leaf(.date($0)) }
        case .null: return container.fields.count == 1 ? .leaf(.nil) : nil
        case .uuid:
            guard let bytes = field("NS.uuidbytes", .data), bytes.byteCount == 16 else { return nil }
            return .leaf(.string(UUIDText.text(bytes.bytes)))
        case .url:
            guard field("NS.base", .nil) != nil, let text = graph.field("NS.relative", of: id) else { return nil }
            return graph.text(of: text).map { .leaf($0) }
        case .decimal: return graph.decimal(of: id).map { .leaf($0.plain) }
        case .array, .set: return list(id, "NS.object.").map { .list($0) }
        case .orderedSet: return (numbered("NS.object.", of: id) ?? list(id, nil)).map { .list($0) }
        case .countedSet: return numbered("NS.object", of: id).map { .list($0) }
        case .dictionary: return entries(id)
        case .other: return nil
        }
    }

    private func list(_ id: ObjectID, _ prefix: String?) -> SlotList? {
        if let elements = graph.inlineList("NS.objects", of: id) { return elements }
        return prefix.flatMap { numbered($0, of: id) }
    }

    /// The fields whose keys are a prefix and the numbers from 0 on; nil if there are others than the counts that a set
    /// has beside them.
    private func numbered(_ prefix: String, of id: ObjectID) -> SlotList? {
        numbered([Array(prefix.utf8)], of: id).map { SlotList($0[0]) }
    }

    /// The same for several prefixes, of which each has as many fields.
    func numbered(_ prefixes: [[UInt8]], of id: ObjectID) -> [[Slot]]? {
        let fields = graph[id]?.fields ?? []
        var found: [[Slot?]] = prefixes.map { _ in Array(repeating: nil, count: fields.count) }
        for field in fields where field.key != classKey {
            let key = graph.keys[field.key].bytes
            if let prefix = prefixes.firstIndex(where: { key.starts(with: $0) }),
                let index = Text(bytes: Array(key.dropFirst(prefixes[prefix].count))).index,
                found[prefix].indices.contains(index), found[prefix][index] == nil
            {
                found[prefix][index] = field.slot
            } else if !key.starts(with: Self.count) {
                return nil
            }
        }
        let slots = found.map { $0.prefix { $0 != nil }.compactMap(\.self) }
        let isWhole = zip(slots, found).allSatisfy { $0.count == $1.count { $0 != nil } && $0.count == slots[0].count }
        return isWhole ? slots : nil
    }

    private static let count = Array("NS.count".utf8)

    private mutating func entries(_ id: ObjectID) -> PlainContent? {
        let keys: SlotList
        let values: SlotList
        if let keyList = graph.inlineList("NS.keys", of: id), let list = graph.inlineList("NS.objects", of: id) {
            (keys, values) = (keyList, list)
        } else {
            let prefixes = [Array("NS.key.".utf8), Array("NS.object.".utf8)]
            guard let pairs = numbered(prefixes, of: id) else { return nil }
            (keys, values) = (SlotList(pairs[0]), SlotList(pairs[1]))
        }
        guard keys.count == values.count, let names = names(ofKeys: keys) else { return nil }
        return .entries(names: names.texts, values: values, isExact: names.areExact)
    }

    /// The keys of a dictionary as texts, the list itself if all are; nil if one cannot be a text, or two are the same.
    private mutating func names(ofKeys keys: SlotList) -> (texts: SlotList, areExact: Bool)? {
        var areTexts = true
        keys.forEach(in: 0..<keys.count) { slot in
            areTexts = slot.kind == .string
            return areTexts
        }
        if areTexts { return keys.isDistinct ? (keys, true) : nil }
        var texts = SlotList.Builder(count: keys.count)
        var areExact = true
        keys.forEach(in: 0..<keys.count) { slot in
            guard let name = name(ofKey: slot) else { return false }
            texts.append(name.text)
            if !name.isText { areExact = false }
            return true
        }
        let names = texts.finish()
        return names.count == keys.count && names.isDistinct ? (names, areExact) : nil
    }

    /// A key as a text, if it is a text, a number, a date or the like.
    private mutating func name(ofKey slot: Slot) -> (text: Slot, isText: Bool)? {
        var leaf = slot
        if let id = slot.container {
            guard let container = graph[id], case .leaf(let value) = content(of: id, container) else { return nil }
            leaf = value
        }
        switch leaf.kind {
        case .string: return (leaf, slot.container == nil)
        case .date: return leaf.real.map { (.string(ISO8601.text($0)), false) }
        case .boolean, .integer, .real32, .real64: return (.string(leaf.keyDescription), false)
        case .nil, .null, .data, .uid, .container, .objects: return nil
        }
    }
}

extension DecimalNumber {
    /// The number as an integer, if it is one of 64 bits, or as the nearest 64-bit real.
    var plain: Slot {
        if let integer = Int64(text) { return .integer(integer) }
        return .real64(Double(text) ?? .nan)
    }
}
