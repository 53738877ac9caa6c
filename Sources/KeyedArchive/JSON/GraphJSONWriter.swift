import FourLinesPropertyList

/// Writes a graph as JSON from which `GraphJSONReader` makes the same graph (see `JSONMark`).
///
/// Of an archive the JSON is its own dictionary, where `$objects` has only what is reached from nowhere. The walk has
/// a stack of its own, so that no depth of the graph ends the program's.
struct GraphJSONWriter {
    private let graph: Graph
    private let isArchive: Bool
    private let classKey: CoderKey?
    private var encoder: JSONEncoder
    /// How each container is named, by its number.
    private var named: [Naming]
    /// Class records that are written as names, and whether they have been.
    private var classNames: [ObjectID: Bool] = [:]
    private var written: Set<ObjectID> = []
    private var stack: [Frame] = []

    /// Who names a container.
    private struct Naming: OptionSet {
        let rawValue: UInt8
        /// Somebody.
        static let once = Naming(rawValue: 1)
        /// More than one place.
        static let shared = Naming(rawValue: 2)
        /// An object, as its class.
        static let asClass = Naming(rawValue: 4)
        /// Something else than an object as its class.
        static let otherwise = Naming(rawValue: 8)
    }

    /// A container that is being written.
    private struct Frame {
        let container: Container
        let isRoot: Bool
        /// Whether its fields are an array of keys and values.
        let isPairs: Bool
        /// How many JSON objects are closed behind it.
        let wrappers: Int
        var position = 0
    }

    private init(_ graph: Graph, _ sink: BinaryEncoder.Sink?) {
        self.graph = graph
        isArchive = graph.form == .keyedArchive
        classKey = isArchive ? graph.keys.find("$class") : nil
        encoder = JSONEncoder(sink: sink)
        named = Array(repeating: [], count: Int(graph.nextNumber))
    }

    /// Encodes a graph.
    ///
    /// - Returns: the JSON, or what of it the sink has not been given.
    /// - Throws: `ArchiveError.notAnArchive` if a slot names a container that is not there, or if the archive's own
    ///   dictionary has a key twice, which JSON does not say.
    static func encode(_ graph: Graph, sink: BinaryEncoder.Sink?) throws(ArchiveError) -> [UInt8] {
        var writer = GraphJSONWriter(graph, sink)
        if writer.isArchive, let root = graph.container(graph.root), writer.needsPairs(root) {
            throw .notAnArchive("its own dictionary has a key twice, or one that is no text, which JSON does not say")
        }
        try writer.count()
        writer.chooseClassNames()
        try writer.put(graph.root, isElement: false, isRoot: writer.isArchive)
        while !writer.stack.isEmpty, writer.encoder.isWanted { try writer.step() }
        return writer.encoder.finish()
    }

    // MARK: - What is shared

    private mutating func count() throws(ArchiveError) {
        var work: [ObjectID] = []
        if let root = graph.root.container { work.append(root) }
        for orphan in graph.orphans {
            if let id = orphan.container { name(id, asClass: false, &work) }
        }
        while let id = work.popLast() {
            guard let container = graph[id] else {
                throw .notAnArchive("a place names container \(id), which is not there")
            }
            // Among pairs a class is written as every other object.
            let hasClass = container[classKey] != nil && !needsPairs(container)
            for field in container.fields {
                if let child = field.slot.container { name(child, asClass: hasClass && field.key == classKey, &work) }
            }
            container.elements.forEach(in: 0..<container.elements.count) { slot in
                if let child = slot.container { name(child, asClass: false, &work) }
                return true
            }
        }
    }

    private mutating func name(_ id: ObjectID, asClass: Bool, _ work: inout [ObjectID]) {
        let number = Int(id.number)
        guard number < named.count else { return work.append(id) }
        if named[number].isEmpty { work.append(id) }
        named[number].insert(named[number].isEmpty ? .once : .shared)
        named[number].insert(asClass ? .asClass : .otherwise)
    }

    /// Records of the usual form that only objects name, and whose name no other record has, are written as names.
    private mutating func chooseClassNames() {
        var byName: [Text: ObjectID?] = [:]
        for number in named.indices where named[number].contains(.asClass) {
            let id = ObjectID(UInt32(number))
            guard let chain = usualChain(of: id), let name = chain.first else { continue }
            byName[name] = byName[name] == nil && !named[number].contains(.otherwise) ? .some(id) : .some(nil)
        }
        for id in byName.values.compactMap(\.self) { classNames[id] = false }
    }

    /// The names of a class record that has just these, in Apple's order.
    private func usualChain(of id: ObjectID) -> [Text]? {
        guard let record = graph[id], !record.isInline, record.fields.count == 2,
            graph.keys[record.fields[0].key] == "$classname", graph.keys[record.fields[1].key] == "$classes",
            let name = record.fields[0].slot.text, !record.fields[0].slot.isReference,
            !record.fields[1].slot.isReference, let chain = graph.container(record.fields[1].slot),
            chain.shape == .array, record.fields[0].rank <= record.fields[1].rank
        else { return nil }
        let names = chain.elements.all.compactMap { $0.isReference ? nil : $0.text }
        return names.count == chain.elements.count && names.first == name ? names : nil
    }

    // MARK: - The walk

    private mutating func step() throws(ArchiveError) {
        let last = stack.count - 1
        let frame = stack[last]
        stack[last].position += 1
        if frame.container.shape != .dictionary {
            guard frame.position < frame.container.elements.count else { return close() }
            return try put(frame.container.elements[frame.position], isElement: true)
        }
        guard frame.position < frame.container.fields.count else { return close() }
        let field = frame.container.fields[frame.position]
        if frame.isPairs {
            leaf(graph.keys.slot(of: field), isElement: false, isMarked: false)
        } else {
            let key = graph.keys[field.key]
            encoder.key(frame.isRoot ? key : JSONMark.escaped(key))
        }
        if field.slot.kind == .objects { return try putOrphans() }
        if field.key == classKey, let id = field.slot.container, field.slot.isReference, let isKnown = classNames[id] {
            return putClass(id, isKnown)
        }
        if frame.isRoot, field.slot.isLeaf { return leaf(field.slot, isElement: false, isMarked: false) }
        try put(field.slot, isElement: false, isClass: field.key == classKey)
    }

    private mutating func close() {
        guard let frame = stack.popLast() else { return }
        if frame.container.shape == .dictionary, !frame.isPairs { encoder.endObject() } else { encoder.endArray() }
        for _ in 0..<frame.wrappers { encoder.endObject() }
    }

    private mutating func putClass(_ id: ObjectID, _ isKnown: Bool) {
        let chain = usualChain(of: id) ?? []
        classNames[id] = true
        if isKnown, let name = chain.first { return encoder.string(name.bytes, name.bytes.indices) }
        encoder.beginArray()
        for name in chain { encoder.string(name.bytes, name.bytes.indices) }
        encoder.endArray()
    }

    private mutating func putOrphans() throws(ArchiveError) {
        let array = Container(shape: .array, isInline: true, elements: SlotList(graph.orphans))
        encoder.beginArray()
        stack.append(Frame(container: array, isRoot: false, isPairs: false, wrappers: 0))
    }

    /// Writes what stands in a place; a class that is no name is always marked, as it could be taken for one.
    private mutating func put(
        _ slot: Slot, isElement: Bool, isRoot: Bool = false, isClass: Bool = false
    ) throws(ArchiveError) {
        guard let id = slot.container else {
            return leaf(slot, isElement: isElement, isMarked: isArchive, isClass: isClass)
        }
        guard let container = graph[id] else {
            throw .notAnArchive("a place names container \(id), which is not there")
        }
        if written.contains(id) {
            let isWrapped = isArchive && !slot.isReference
            if isWrapped {
                encoder.beginObject()
                encoder.key(JSONMark.inline)
            }
            marked(JSONMark.reference, "\(id.number)")
            if isWrapped { encoder.endObject() }
            return
        }
        let isShared = Int(id.number) < named.count && named[Int(id.number)].contains(.shared)
        if isShared { written.insert(id) }
        var wrappers = 0
        let isByUID = isArchive && container[classKey] != nil
        if isArchive, !isRoot, slot.isReference != isByUID || isClass {
            encoder.beginObject()
            encoder.key(slot.isReference ? JSONMark.object : JSONMark.inline)
            wrappers += 1
        }
        open(container, isShared ? id : nil, isRoot: isRoot, wrappers)
    }

    private mutating func open(_ container: Container, _ shared: ObjectID?, isRoot: Bool, _ wrappers: Int) {
        var wrappers = wrappers
        let isPairs = container.shape == .dictionary && !isRoot && needsPairs(container)
        let isPlain = container.shape == .dictionary && !isPairs
        if isPlain || shared != nil || isPairs || container.shape == .set { encoder.beginObject() }
        if isRoot, isPlain {
            encoder.key(JSONMark.form)
            encoder.string(JSONMark.archive)
        }
        if let shared {
            encoder.key(JSONMark.id)
            encoder.literal("\(shared.number)")
        }
        if container.shape == .dictionary, !isRoot { putOrder(container.fields) }
        if !isPlain {
            let mark = isPairs ? JSONMark.pairs : container.shape == .set ? JSONMark.set : JSONMark.array
            if shared != nil || isPairs || container.shape == .set {
                encoder.key(mark)
                wrappers += 1
            }
            encoder.beginArray()
        }
        stack.append(Frame(container: container, isRoot: isRoot, isPairs: isPairs, wrappers: wrappers))
    }

    private func needsPairs(_ container: Container) -> Bool {
        let fields = container.fields
        if fields.contains(where: { graph.keys.isOther($0.key) }) { return true }
        if fields.count <= 16 {
            return fields.indices.contains { index in fields[..<index].contains { $0.key == fields[index].key } }
        }
        var keys: Set<CoderKey> = []
        return fields.contains { !keys.insert($0.key).inserted }
    }

    private mutating func putOrder(_ fields: [Container.Field]) {
        let order = fields.indices.sorted { (fields[$0].rank, $0) < (fields[$1].rank, $1) }
        let last = order.filter { fields[$0].key != classKey } + order.filter { fields[$0].key == classKey }
        let positions = Array(fields.indices)
        let usual = positions.filter { fields[$0].key != classKey } + positions.filter { fields[$0].key == classKey }
        guard last != usual else { return }
        // Pairs have the mark beside them, plain dictionaries as their first member.
        encoder.key(JSONMark.order)
        encoder.beginArray()
        for position in last { encoder.literal("\(position)") }
        encoder.endArray()
    }

    // MARK: - Leaves

    private mutating func leaf(_ slot: Slot, isElement: Bool, isMarked: Bool, isClass: Bool = false) {
        let isByUID = isElement || slot.kind == .string || slot.kind == .nil
        let isWrapped = isMarked && (slot.isReference != isByUID || isClass)
        if isWrapped {
            encoder.beginObject()
            encoder.key(slot.isReference ? JSONMark.object : JSONMark.inline)
        }
        value(slot)
        if isWrapped { encoder.endObject() }
    }

    private mutating func value(_ slot: Slot) {
        switch slot.kind {
        case .nil where isArchive, .null where !isArchive: encoder.literal("null")
        case .nil, .null, .container, .objects: marked(JSONMark.null, "true")
        case .boolean: encoder.literal(slot.boolean == true ? "true" : "false")
        case .string: encoder.string(slot.slice.array, slot.slice.range)
        case .data:
            encoder.beginObject()
            encoder.key(JSONMark.data)
            encoder.base64(slot.slice.array, slot.slice.range)
            encoder.endObject()
        case .integer:
            let text = "\(slot.integer ?? 0)"
            let usual = BinaryEncoder.integerWidth(low: slot.bits, high: slot.high)
            if usual == Int(slot.width) { encoder.literal(text) } else { marked(JSONMark.integer, text, slot.width) }
        case .uid: marked(JSONMark.uid, "\(slot.bits)", slot.width)
        case .real64:
            let value = Double(bitPattern: slot.bits)
            if value.isFinite { encoder.literal("\(value)") } else { bits(JSONMark.bits, slot.bits) }
        case .real32:
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits))
            if value.isFinite { marked(JSONMark.float, "\(value)") } else { bits(JSONMark.floatBits, slot.bits) }
        case .date: date(slot)
        }
    }

    private mutating func date(_ slot: Slot) {
        let seconds = Double(bitPattern: slot.bits)
        guard seconds.isFinite else {
            encoder.beginObject()
            encoder.key(JSONMark.date)
            bits(JSONMark.bits, slot.bits)
            return encoder.endObject()
        }
        let text = ISO8601.text(seconds)
        if let again = try? ISO8601.date(text), again.bitPattern == slot.bits {
            encoder.beginObject()
            encoder.key(JSONMark.date)
            encoder.string(text)
            encoder.endObject()
        } else {
            marked(JSONMark.date, "\(seconds)")
        }
    }

    private mutating func marked(_ mark: Text, _ literal: String, _ width: UInt8? = nil) {
        encoder.beginObject()
        encoder.key(mark)
        encoder.literal(literal)
        if let width {
            encoder.key(JSONMark.width)
            encoder.literal("\(width)")
        }
        encoder.endObject()
    }

    private mutating func bits(_ mark: Text, _ bits: UInt64) {
        encoder.beginObject()
        encoder.key(mark)
        encoder.string(String(bits, radix: 16))
        encoder.endObject()
    }
}

extension Container {
    /// What the field with a key holds, if there is such a key.
    fileprivate subscript(key: CoderKey?) -> Slot? { key.flatMap { self[$0] } }
}
