import KeyedArchive

/// What is known of a graph beside itself, kept up to date change by change.
///
/// Who is shared, what the classes mean, where the keys of long dictionaries stand.
struct GraphIndex: Sendable {
    /// The keys of Foundation's classes.
    let known: KnownKeys
    private let model: Model?
    /// By number of a container, from how many slots it is named.
    private var uses: [UInt32] = []
    private var layouts: [ObjectID: ClassLayout] = [:]
    /// The key lists of dictionaries.
    private var keyLists: Set<ObjectID> = []
    private var tables: [ObjectID: EntryTable] = [:]
    /// Containers that lost their last use since they were looked at.
    private var released: [ObjectID] = []

    /// Looks at all that a graph's root and orphans lead to.
    init(_ editor: inout GraphEditor, model: Model?) {
        known = KnownKeys(in: &editor)
        self.model = model
        let graph = editor.graph
        var isMet: [Bool] = []
        var stack: [ObjectID] = []
        func meet(_ slot: Slot) {
            guard let id = slot.container else { return }
            while isMet.count <= Int(id.number) { isMet.append(false) }
            guard !isMet[Int(id.number)] else { return }
            isMet[Int(id.number)] = true
            stack.append(id)
        }
        meet(graph.root)
        count(graph.root, by: 1)
        for slot in graph.orphans {
            meet(slot)
            count(slot, by: 1)
        }
        while let id = stack.popLast() {
            guard let container = graph[id] else { continue }
            note(id, made: container, graph)
            for field in container.fields { meet(field.slot) }
            container.elements.forEach(in: 0..<container.elements.count) { slot in
                meet(slot)
                return true
            }
        }
        for id in keyLists { follow(id, graph) }
    }

    // MARK: - Questions

    /// Whether a container is named from more than one slot.
    func isShared(_ id: ObjectID) -> Bool { Int(id.number) < uses.count && uses[Int(id.number)] > 1 }

    /// What is known of a class record.
    func layout(of record: ObjectID) -> ClassLayout? { layouts[record] }

    /// Whether a key list is known to hold nothing but texts and data, as long ones usually do.
    func hasOnlyBytes(_ keys: ObjectID) -> Bool { tables[keys] != nil }

    /// The position of a key in a key list; nil if it has none.
    func position(of bytes: [UInt8], _ range: Range<Int>, in keys: ObjectID, _ graph: Graph) -> Int? {
        guard let list = graph[keys]?.elements else { return nil }
        if let table = tables[keys] {
            return table.position(EntryTable.hash(bytes, range)) { position in
                list[position].holdsBytes(bytes, range)
            }
        }
        var index = 0
        var found: Int?
        list.forEach(in: 0..<list.count) { slot in
            if self.key(slot, graph).holdsBytes(bytes, range) { found = index }
            index += 1
            return found == nil
        }
        return found
    }

    /// The text of a key, which may be an NSMutableString.
    private func key(_ slot: Slot, _ graph: Graph) -> Slot {
        guard let id = slot.container, let text = graph[id]?[known.string], text.kind == .string else { return slot }
        return text
    }

    // MARK: - Changes

    /// Follows a change that was applied.
    mutating func note(_ change: Change, _ graph: Graph) {
        switch change {
        case .field(_, _, let old, let new):
            if let old { count(old.slot, by: -1) }
            if let new { count(new.slot, by: 1) }
        case .element(let id, let index, let old, let new):
            if old.container != nil { count(old, by: -1) }
            if new.container != nil { count(new, by: 1) }
            replaceKey(of: id, at: index, old, new)
        case .splice(let id, let index, let old, let new):
            for slot in old where slot.container != nil { count(slot, by: -1) }
            for slot in new where slot.container != nil { count(slot, by: 1) }
            spliceKeys(of: id, at: index, old, new, graph)
        case .container(let id, let old, let new):
            if let old { note(id, unmade: old) }
            if let new { note(id, made: new, graph) }
        }
    }

    private mutating func note(_ id: ObjectID, made container: Container, _ graph: Graph) {
        for field in container.fields { count(field.slot, by: 1) }
        container.elements.forEach(in: 0..<container.elements.count) { slot in
            if slot.container != nil { count(slot, by: 1) }
            return true
        }
        guard container.shape == .dictionary else { return }
        if let keys = container[known.keys], !keys.isReference, let list = keys.container { keyLists.insert(list) }
        if let name = container[known.className]?.text {
            let chain = graph.chain(ofRecord: container, named: name)
            layouts[id] = ClassLayout(chain: chain, in: model)
        }
    }

    private mutating func note(_ id: ObjectID, unmade container: Container) {
        for field in container.fields { count(field.slot, by: -1) }
        container.elements.forEach(in: 0..<container.elements.count) { slot in
            if slot.container != nil { count(slot, by: -1) }
            return true
        }
        if let list = container[known.keys]?.container { keyLists.remove(list) }
        layouts[id] = nil
        tables[id] = nil
    }

    private mutating func count(_ slot: Slot, by step: Int) {
        guard let id = slot.container else { return }
        let number = Int(id.number)
        while uses.count <= number { uses.append(0) }
        if step > 0 {
            uses[number] += 1
        } else if uses[number] > 0 {
            uses[number] -= 1
            if uses[number] == 0 { released.append(id) }
        }
    }

    /// Takes a container that nothing names any more; class records are kept, for the next object of the class.
    mutating func takeReleased(_ graph: Graph) -> (id: ObjectID, container: Container)? {
        while let id = released.popLast() {
            guard uses[Int(id.number)] == 0, layouts[id] == nil, let container = graph[id] else { continue }
            return (id, container)
        }
        return nil
    }

    // MARK: - Keys

    private mutating func replaceKey(of id: ObjectID, at index: Int, _ old: Slot, _ new: Slot) {
        guard tables[id] != nil else { return }
        guard old.hasBytes, new.hasBytes else {
            tables[id] = nil
            return
        }
        tables[id]?.remove(EntryTable.hash(old.slice.array, old.slice.range), index)
        tables[id]?.insert(EntryTable.hash(new.slice.array, new.slice.range), index)
    }

    private mutating func spliceKeys(of id: ObjectID, at index: Int, _ old: [Slot], _ new: [Slot], _ graph: Graph) {
        guard keyLists.contains(id) else { return }
        let count = graph[id]?.elements.count ?? 0
        guard tables[id] != nil, index + new.count == count, (old + new).allSatisfy(\.hasBytes) else {
            tables[id] = nil
            return follow(id, graph)
        }
        for (offset, slot) in old.enumerated() {
            tables[id]?.remove(EntryTable.hash(slot.slice.array, slot.slice.range), index + offset)
        }
        for (offset, slot) in new.enumerated() {
            tables[id]?.insert(EntryTable.hash(slot.slice.array, slot.slice.range), index + offset)
        }
    }

    /// Makes a table for a key list that is long enough, and holds nothing but different texts and data.
    private mutating func follow(_ id: ObjectID, _ graph: Graph) {
        guard let list = graph[id]?.elements, list.count >= EntryTable.threshold else { return }
        var table = EntryTable(count: list.count)
        var position = 0
        var isSound = true
        list.forEach(in: 0..<list.count) { slot in
            guard slot.hasBytes else {
                isSound = false
                return false
            }
            let (array, range) = slot.slice
            let hash = EntryTable.hash(array, range)
            // Of two equal keys the first counts, which the search finds.
            isSound = table.position(hash) { list[$0].holdsBytes(array, range) } == nil
            table.insert(hash, position)
            position += 1
            return isSound
        }
        if isSound { tables[id] = table }
    }
}

extension Slot {
    /// Whether it holds text or data of these bytes.
    func holdsBytes(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard hasBytes, byteCount == range.count else { return false }
        let (array, own) = slice
        let (left, right) = (array.span, bytes.span)
        for offset in 0..<range.count where left[own.lowerBound + offset] != right[range.lowerBound + offset] {
            return false
        }
        return true
    }
}

extension Graph {
    /// The class names of a record.
    fileprivate func chain(ofRecord record: Container, named name: Text) -> [Text] {
        guard let key = key("$classes") else { return [name] }
        let names = container(record[key])?.elements.all.compactMap(\.text) ?? []
        return names.first == name ? names : [name] + names
    }
}
