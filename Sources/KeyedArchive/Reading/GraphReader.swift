import FourLinesPropertyList

/// Reads a property list into a `Graph`, following UIDs from `$top` with an explicit stack.
///
/// Text and data are not copied: they are slices of the file. The identity of what stands in `$objects` is its
/// number there, so the graph says where everything came from without a second table.
struct GraphReader {
    private let view: BinaryPropertyList
    private var graph: Graph
    /// `$objects`, or nothing in a plain property list.
    private var objects = BinaryObject.References(start: 0, count: 0)
    /// Whether the first of `$objects` is the string `$null`, so that UID 0 is nil.
    private var zeroIsNil = false
    /// Which of `$objects` have been met, a bit each.
    private var met: [UInt64] = []
    /// What is still to be read.
    private var work: [Work] = []
    /// The key that an object of the file is, plus one; 0 is not known yet.
    private var keyOfObject: [UInt32] = []
    /// The key `$class`, once it was met.
    private var classKey: CoderKey?
    private var ranking = FieldRanks()
    private var variantOfObject: [Int: UInt16] = [:]
    /// How many elements may still be met before shared containers expand to too many.
    private var allowance: Int

    private struct Work {
        let object: Int
        let id: ObjectID
        let depth: Int
        let isInline: Bool
        /// The number in `$objects` of the object that it is or is a part of.
        let owner: UInt32
    }

    private init(_ view: BinaryPropertyList, form: Graph.Form) {
        self.view = view
        graph = Graph(form: form, root: .nil)
        allowance = Limits.expansion(objects: view.objectCount, bytes: view.bytes.count)
        keyOfObject = Array(repeating: 0, count: view.objectCount)
    }

    // MARK: - Archives

    /// Reads a keyed archive.
    static func archive(_ view: BinaryPropertyList) throws(ArchiveError) -> Graph {
        guard view.bytes.count <= Int(UInt32.max), view.objectCount <= Int(UInt32.max) / 2 else {
            throw .tooLarge("archives over 4 GiB are not read")
        }
        var reader = GraphReader(view, form: .keyedArchive)
        try reader.readArchive()
        return reader.graph
    }

    /// Reads a property list that is no keyed archive.
    static func propertyList(_ view: BinaryPropertyList) throws(ArchiveError) -> Graph {
        guard view.bytes.count <= Int(UInt32.max), view.objectCount <= Int(UInt32.max) / 2 else {
            throw .tooLarge("property lists over 4 GiB are not read")
        }
        var reader = GraphReader(view, form: .propertyList)
        reader.graph.root = try reader.slot(view.topObject, in: nil)
        try reader.drain()
        reader.graph.top = reader.graph.root.container
        return reader.graph
    }

    /// Whether the top object is a dictionary with the keys of a keyed archive.
    static func looksLikeArchive(_ view: BinaryPropertyList) throws(ArchiveError) -> Bool {
        guard
            case .dictionary(let keys, _) = try wrap({ () throws(PropertyListError) in try view.object(view.topObject) }
            )
        else { return false }
        var found = 0
        for index in 0..<keys.count {
            let key = try text(of: try reference(keys, index, in: view), in: view)
            if key == "$archiver" || key == "$objects" || key == "$top" { found += 1 }
        }
        return found >= 2
    }

    private mutating func readArchive() throws(ArchiveError) {
        guard case .dictionary(let keys, let values) = try object(view.topObject) else {
            throw .notAnArchive("the top object is not a dictionary")
        }
        var parts: [Text: Int] = [:]
        for index in 0..<keys.count {
            guard let key = try Self.text(of: try reference(keys, index), in: view) else { continue }
            if parts[key] == nil { parts[key] = try reference(values, index) }
        }
        guard let objectsObject = parts["$objects"], case .array(let run) = try object(objectsObject) else {
            throw .notAnArchive("there is no array $objects")
        }
        guard let topObject = parts["$top"], case .dictionary = try object(topObject) else {
            throw .notAnArchive("there is no dictionary $top")
        }
        guard let archiver = parts["$archiver"], try Self.text(of: archiver, in: view) != nil else {
            throw .notAnArchive("there is no string $archiver")
        }
        try checkVersion(parts["$version"])
        objects = run
        met = Array(repeating: 0, count: (run.count + 63) / 64)
        graph.sourceCount = UInt32(run.count)
        graph.nextNumber = max(1, UInt32(run.count))
        if run.count > 0 { zeroIsNil = try Self.text(of: try reference(run, 0), in: view) == "$null" }
        graph.root = .container(graph.newObjectID(), isReference: false)
        if let id = graph.root.container {
            work.append(Work(object: view.topObject, id: id, depth: 0, isInline: true, owner: 0))
        }
        try drain()
        if let id = graph.root.container { graph.top = graph.field("$top", of: id)?.container }
        try readOrphans()
        ranking.decide(&graph)
        try checkClasses()
    }

    private func checkVersion(_ number: Int?) throws(ArchiveError) {
        guard let number else { throw .notAnArchive("there is no integer $version") }
        guard case .integer(let low, _, _) = try object(number) else {
            throw .notAnArchive("$version is not an integer")
        }
        guard low == 100_000 else { throw .version("\(low)") }
    }

    private mutating func readOrphans() throws(ArchiveError) {
        if zeroIsNil { met[0] |= 1 }
        for uid in 0..<objects.count where met[uid / 64] >> UInt64(uid % 64) & 1 == 0 {
            graph.orphans.append(try target(UInt32(uid), of: 0))
            try drain()
        }
    }

    /// Every `$class` has to name a dictionary with a `$classname`, else nothing could be said of the object.
    private func checkClasses() throws(ArchiveError) {
        guard let key = graph.keys.find("$class") else { return }
        let name = graph.keys.find("$classname")
        var sound: Set<UInt32> = []
        for number in 0..<graph.sourceCount {
            guard let slot = graph.table[ObjectID(number)]?[key] else { continue }
            guard slot.isReference, let record = slot.container else { throw .badClass(object: number) }
            if sound.contains(record.number) { continue }
            guard let name, graph.table[record]?[name]?.kind == .string else { throw .badClass(object: number) }
            sound.insert(record.number)
        }
    }

    // MARK: - Containers

    private mutating func drain() throws(ArchiveError) {
        while let next = work.popLast() { try read(next) }
    }

    private mutating func read(_ work: Work) throws(ArchiveError) {
        guard work.depth <= Limits.depth else {
            throw .propertyList(PropertyListError(.tooDeep, offset: 0, object: work.object))
        }
        var container = Container(
            shape: .array, isInline: work.isInline, origin: UInt32(truncatingIfNeeded: work.object))
        switch try object(work.object) {
        case .array(let run):
            container.elements = try elements(run, in: work)
        case .set(let run):
            container.shape = .set
            container.elements = try elements(run, in: work)
        case .dictionary(let keys, let values):
            container.shape = .dictionary
            container.fields = try fields(keys, values, in: work)
        default: fatalError("a leaf where a container was found")
        }
        graph.put(container, at: work.id)
    }

    private mutating func spend(_ count: Int, _ object: Int) throws(ArchiveError) {
        allowance -= count
        guard allowance >= 0 else {
            throw .propertyList(PropertyListError(.tooManyElements, offset: object))
        }
    }

    private mutating func elements(
        _ run: BinaryObject.References, in work: Work
    ) throws(ArchiveError) -> SlotList {
        try spend(run.count, run.start)
        var builder = SlotList.Builder(count: run.count)
        for index in 0..<run.count {
            builder.append(try slot(try reference(run, index), in: work))
        }
        return builder.finish()
    }

    private mutating func fields(
        _ keys: BinaryObject.References, _ values: BinaryObject.References, in work: Work
    ) throws(ArchiveError) -> [Container.Field] {
        try spend(keys.count, keys.start)
        let isRoot = graph.form == .keyedArchive && work.object == view.topObject && work.depth == 0 && work.isInline
        var fields: [Container.Field] = []
        fields.reserveCapacity(keys.count)
        var ranks: [FieldRanks.Rank] = []
        var record: UInt32?
        for index in 0..<keys.count {
            let (key, variant) = try coderKey(try reference(keys, index))
            let value = try reference(values, index)
            let isObjects = isRoot && graph.keys[key] == "$objects" && !fields.contains { $0.key == key }
            var field = Container.Field(
                key: key, rank: UInt16(clamping: index), slot: isObjects ? .objects : try slot(value, in: work))
            field.variant = variant
            fields.append(field)
            let isClass = key == classKey || graph.keys[key] == "$class"
            if isClass {
                classKey = key
                record = field.slot.container?.number
            }
            ranks.append(isClass ? .indifferent : try rank(value, in: work))
        }
        ranking.rank(&fields, ranks, of: work.id, record: record)
        return fields
    }

    /// What the number of an object that a field names says of when the field was encoded.
    private func rank(_ value: Int, in work: Work) throws(ArchiveError) -> FieldRanks.Rank {
        switch try object(value) {
        case .uid(let uid, _):
            if uid == 0, zeroIsNil { return .indifferent }
            return uid > work.owner ? .number(uid) : .unknown
        case .array(let run):
            var namesSome = false
            for index in 0..<run.count {
                guard case .uid(let uid, _) = try object(try reference(run, index)) else { break }
                if uid > work.owner { return .number(uid) }
                namesSome = true
            }
            return namesSome ? .unknown : .indifferent
        default: return .indifferent
        }
    }

    private mutating func coderKey(_ number: Int) throws(ArchiveError) -> (CoderKey, UInt16) {
        let known = keyOfObject[number]
        if known != 0 { return (CoderKey(known - 1), variantOfObject[number] ?? 0) }
        let key: CoderKey
        var variant: UInt16 = 0
        if let text = try Self.text(of: number, in: view) {
            (key, variant) = graph.keys.key(text, origin: UInt32(number))
            if variant != 0 { variantOfObject[number] = variant }
        } else {
            guard let slot = view.leaf(try object(number), number: number, isReference: false) else {
                throw .notAnArchive("a dictionary has a container as a key (object \(number))")
            }
            key = graph.keys.key(other: slot, description: Text(slot.keyDescription))
        }
        keyOfObject[number] = key.number + 1
        return (key, variant)
    }

    // MARK: - Slots

    private mutating func slot(_ number: Int, in work: Work?) throws(ArchiveError) -> Slot {
        let object = try object(number)
        if case .uid(let uid, let width) = object {
            if graph.form == .propertyList {
                return .uid(uid, width: width)
            }
            return try target(uid, of: number)
        }
        if let leaf = view.leaf(object, number: number, isReference: false) { return leaf }
        let id = graph.newObjectID()
        guard id.number < Graph.endOfNumbers else { throw .tooLarge("more than two billion containers") }
        self.work.append(
            Work(object: number, id: id, depth: (work?.depth ?? 0) + 1, isInline: true, owner: work?.owner ?? 0))
        return .container(id, isReference: false)
    }

    /// What a UID names.
    private mutating func target(_ uid: UInt32, of object: Int) throws(ArchiveError) -> Slot {
        if uid == 0, zeroIsNil { return .nil }
        guard Int(uid) < objects.count else {
            throw .danglingUID(uid, object: UInt32(truncatingIfNeeded: object))
        }
        let number = try reference(objects, Int(uid))
        let value = try self.object(number)
        let word = Int(uid) / 64
        let bit = UInt64(1) << UInt64(uid % 64)
        let isFirst = met[word] & bit == 0
        met[word] |= bit
        if case .uid(let inner, let width) = value {
            // An entry that is itself a UID names nothing: it is kept as the number it is.
            var slot = Slot.uid(inner, width: width)
            slot.isReference = true
            slot.origin = UInt32(number)
            return slot
        }
        if let leaf = view.leaf(value, number: number, isReference: true) {
            // The placeholder of an object that was encoded on a condition that never came true decodes as nil.
            if leaf.kind == .string, leaf.byteCount == 5, leaf.text == "$null" {
                return Slot(.nil, isReference: true, origin: UInt32(number))
            }
            return leaf
        }
        let id = ObjectID(uid)
        if isFirst { work.append(Work(object: number, id: id, depth: 0, isInline: false, owner: uid)) }
        return .container(id)
    }

    // MARK: - The view

    private static func text(of number: Int, in view: BinaryPropertyList) throws(ArchiveError) -> Text? {
        let object = try wrap { () throws(PropertyListError) in try view.object(number) }
        switch object {
        case .ascii, .utf16: return Text(bytes: view.decode(object))
        default: return nil
        }
    }

    @inline(__always)
    private func object(_ number: Int) throws(ArchiveError) -> BinaryObject {
        do { return try view.object(number) } catch { throw .propertyList(error) }
    }

    @inline(__always)
    private func reference(_ run: BinaryObject.References, _ index: Int) throws(ArchiveError) -> Int {
        try Self.reference(run, index, in: view)
    }

    @inline(__always)
    private static func reference(
        _ run: BinaryObject.References, _ index: Int, in view: BinaryPropertyList
    ) throws(ArchiveError) -> Int {
        do { return try view.reference(run, index) } catch { throw .propertyList(error) }
    }

    private static func wrap<Result>(_ body: () throws(PropertyListError) -> Result) throws(ArchiveError) -> Result {
        do { return try body() } catch { throw .propertyList(error) }
    }
}
