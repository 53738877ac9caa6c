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
    /// What the fields of the dictionary being read say of their order.
    private var ranks: [FieldRanks.Rank] = []
    private var variantOfObject: [Int: UInt16] = [:]
    /// How many elements may still be met before shared containers expand to too many.
    private var allowance: Int

    /// A container that is to be read; small, as there may be as many as elements.
    private struct Work {
        let object: UInt32
        let id: ObjectID
        /// The number in `$objects` of the object that it is or is a part of.
        let owner: UInt32
        /// How many inline containers it is a part of.
        let depth: UInt16
        let isInline: Bool
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
        reader.graph.root = try reader.slot(view.topObject, try reader.object(view.topObject), in: nil)
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
            work.append(Work(object: UInt32(view.topObject), id: id, owner: 0, depth: 0, isInline: true))
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

    /// Every `$class` has to name a class record, else nothing could be said of the object.
    private func checkClasses() throws(ArchiveError) {
        if let object = graph.firstWithoutClassRecord() { throw .badClass(object: object.number) }
    }

    // MARK: - Containers

    private mutating func drain() throws(ArchiveError) {
        while let next = work.popLast() { try read(next) }
    }

    private mutating func read(_ work: Work) throws(ArchiveError) {
        guard work.depth <= Limits.depth else {
            throw .propertyList(PropertyListError(.tooDeep, offset: 0, object: Int(work.object)))
        }
        var container = Container(shape: .array, isInline: work.isInline, origin: work.object)
        switch try object(Int(work.object)) {
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
            let number = try reference(run, index)
            builder.append(try slot(number, try object(number), in: work))
        }
        return builder.finish()
    }

    private mutating func fields(
        _ keys: BinaryObject.References, _ values: BinaryObject.References, in work: Work
    ) throws(ArchiveError) -> [Container.Field] {
        try spend(keys.count, keys.start)
        let isRoot =
            graph.form == .keyedArchive && Int(work.object) == view.topObject && work.depth == 0 && work.isInline
        var fields: [Container.Field] = []
        fields.reserveCapacity(keys.count)
        ranks.removeAll(keepingCapacity: true)
        var record: UInt32?
        for index in 0..<keys.count {
            let (key, variant) = try coderKey(try reference(keys, index))
            let number = try reference(values, index)
            let value = try object(number)
            let isObjects = isRoot && graph.keys[key] == "$objects" && !fields.contains { $0.key == key }
            var field = Container.Field(
                key: key, rank: UInt16(clamping: index),
                slot: isObjects ? .objects : try slot(number, value, in: work))
            field.variant = variant
            fields.append(field)
            if key == classKey {
                record = field.slot.container?.number
                ranks.append(.indifferent)
            } else {
                ranks.append(try rank(value, in: work))
            }
        }
        ranking.rank(&fields, ranks, of: work.id, record: record)
        return fields
    }

    /// What the number of an object that a field names says of when the field was encoded.
    private func rank(_ value: BinaryObject, in work: Work) throws(ArchiveError) -> FieldRanks.Rank {
        switch value {
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
        if known != 0 {
            return (CoderKey(known - 1), variantOfObject.isEmpty ? 0 : variantOfObject[number] ?? 0)
        }
        let key: CoderKey
        var variant: UInt16 = 0
        if let text = try Self.text(of: number, in: view) {
            (key, variant) = graph.keys.key(text, origin: UInt32(number))
            if variant != 0 { variantOfObject[number] = variant }
            if text == "$class" { classKey = key }
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

    private mutating func slot(
        _ number: Int, _ object: BinaryObject, in work: Work?
    ) throws(ArchiveError) -> Slot {
        if case .uid(let uid, let width) = object {
            if graph.form == .propertyList {
                return .uid(uid, width: width)
            }
            return try target(uid, of: number)
        }
        if let leaf = view.leaf(object, number: number, isReference: false) { return leaf }
        let id = graph.newObjectID()
        guard id.number < Graph.endOfNumbers else { throw .tooLarge("more than two billion containers") }
        let origin = UInt32(truncatingIfNeeded: number)
        let depth = (work?.depth ?? 0) + 1
        if let shape = object.emptyShape, depth <= Limits.depth {
            graph.put(Container(shape: shape, isInline: true, origin: origin), at: id)
        } else {
            self.work.append(Work(object: origin, id: id, owner: work?.owner ?? 0, depth: depth, isInline: true))
        }
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
        if isFirst {
            work.append(
                Work(object: UInt32(truncatingIfNeeded: number), id: id, owner: uid, depth: 0, isInline: false))
        }
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

extension BinaryObject {
    /// The shape of a container that holds nothing; nil of every other object.
    fileprivate var emptyShape: Container.Shape? {
        switch self {
        case .array(let run) where run.count == 0: .array
        case .set(let run) where run.count == 0: .set
        case .dictionary(let keys, _) where keys.count == 0: .dictionary
        default: nil
        }
    }
}
