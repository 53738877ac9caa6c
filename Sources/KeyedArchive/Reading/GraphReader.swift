import FourLinesPropertyList

/// Reads a property list into a `Graph`, following UIDs from `$top` with an explicit stack.
///
/// Text and data are not copied: they are slices of the file. The identity of what stands in `$objects` is its
/// number there, so the graph says where everything came from without a second table.
struct GraphReader {
    private let view: BinaryPropertyList
    private let isArchive: Bool
    private var graph: Graph
    /// `$objects`, or nothing in a plain property list.
    private var objects = BinaryObject.References(start: 0, count: 0)
    /// Whether the first of `$objects` is the string `$null`, so that UID 0 is nil.
    private var zeroIsNil = false
    /// Which of `$objects` have been met, a bit each.
    private var met: [UInt64] = []
    /// What is still to be read, from `next` on.
    private var work: [Work] = []
    private var next = 0
    /// The key that an object of the file is, plus one; 0 is not known yet.
    private var keyOfObject: [UInt32] = []
    /// The key `$class`, once it was met.
    private var classKey: CoderKey?
    private var ranking = FieldRanks()
    /// What the references of the container being read name, of a long one a piece at a time; behind `pieceSize` of
    /// them the same of an array that is a part of it.
    private var entries = Array(repeating: BinaryEntry.empty, count: 2 * pieceSize)
    /// What the fields of the dictionary being read say of their order.
    private var ranks: [FieldRanks.Rank] = []
    /// Which copy of its key's text an object of the file is; nothing until one is another than the first.
    private var variantOfObject: [UInt16] = []
    /// By position the keys of the dictionary before: the next one mostly has the same.
    private var lastKeys: [CoderKey] = []
    /// How many elements may still be met before shared containers expand to too many.
    private var allowance: Int

    /// How many references of a container are looked at in one go.
    private static let pieceSize = 64

    /// How many containers that were read stay in `work` at most.
    private static let mostDone = 1 << 16

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
        isArchive = form == .keyedArchive
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

    private mutating func readArchive() throws(ArchiveError) {
        let head = try ArchiveHead(view)
        objects = head.objects
        zeroIsNil = head.zeroIsNil
        met = Array(repeating: 0, count: (objects.count + 63) / 64)
        graph.sourceCount = UInt32(objects.count)
        graph.nextNumber = max(1, UInt32(objects.count))
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
        // In the order in which they were met, which is that of the file.
        while next < work.count {
            let object = work[next]
            next += 1
            try read(object)
            if next == work.count || next >= Self.mostDone {
                work.removeSubrange(..<next)
                next = 0
            }
        }
    }

    private mutating func read(_ work: Work) throws(ArchiveError) {
        guard work.depth <= Limits.depth else {
            throw .propertyList(PropertyListError(.tooDeep, offset: 0, object: Int(work.object)))
        }
        var container = Container(shape: .array, isInline: work.isInline, origin: work.object)
        var rank = FieldRanks.Rank.indifferent
        switch try object(Int(work.object)) {
        case .array(let run):
            container.elements = try elements(run, in: work, at: 0, &rank)
        case .set(let run):
            container.shape = .set
            container.elements = try elements(run, in: work, at: 0, &rank)
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

    /// The elements of an array or a set, the entries of whose references go to `place`; `rank` gets what the objects
    /// that it names say of when it was encoded.
    private mutating func elements(
        _ run: BinaryObject.References, in work: Work, at place: Int, _ rank: inout FieldRanks.Rank
    ) throws(ArchiveError) -> SlotList {
        try spend(run.count, run.start)
        var builder = SlotList.Builder(count: run.count)
        var isKnown = false
        var start = 0
        while start < run.count {
            let end = min(run.count, start + Self.pieceSize)
            try look(at: run, start..<end, to: place)
            for index in place..<(place + end - start) {
                let entry = entries[index]
                if !isKnown {
                    // The first object that was met here tells it.
                    isKnown = !entry.isReference || entry.uid > work.owner
                    if entry.isReference { rank = isKnown ? .number(entry.uid) : .unknown }
                }
                builder.append(try slot(entry, in: work))
            }
            start = end
        }
        return builder.finish()
    }

    private mutating func fields(
        _ keys: BinaryObject.References, _ values: BinaryObject.References, in work: Work
    ) throws(ArchiveError) -> [Container.Field] {
        try spend(keys.count, keys.start)
        let isRoot = isArchive && Int(work.object) == view.topObject && work.depth == 0 && work.isInline
        var fields: [Container.Field] = []
        fields.reserveCapacity(keys.count)
        ranks.removeAll(keepingCapacity: true)
        var record: UInt32?
        var start = 0
        while start < keys.count {
            let end = min(keys.count, start + Self.pieceSize)
            try look(at: values, start..<end, to: 0)
            for index in start..<end {
                let (key, variant) = try coderKey(try reference(keys, index), at: index)
                let entry = entries[index - start]
                let isObjects = isRoot && graph.keys[key] == "$objects" && !fields.contains { $0.key == key }
                var rank = FieldRanks.Rank.indifferent
                let slot = isObjects ? .objects : try field(entry, in: work, &rank)
                if key == classKey {
                    record = slot.container?.number
                    rank = .indifferent
                }
                fields.append(Container.Field(key: key, variant: variant, rank: UInt16(clamping: index), slot: slot))
                ranks.append(rank)
            }
            start = end
        }
        ranking.rank(&fields, ranks, of: work.id, record: record)
        return fields
    }

    /// What a field holds, and what the objects that it names say of when it was encoded.
    @inline(__always)
    private mutating func field(
        _ entry: BinaryEntry, in work: Work, _ rank: inout FieldRanks.Rank
    ) throws(ArchiveError) -> Slot {
        if entry.isReference {
            rank = self.rank(entry.uid, in: work)
            return try target(entry)
        }
        if let leaf = view.leaf(entry) { return leaf }
        let number = Int(entry.number)
        let object = try object(number)
        switch object {
        case .uid(let uid, _) where isArchive: rank = self.rank(uid, in: work)
        case .array(let run) where work.depth < Limits.depth:
            return try part(run, number, in: work, &rank)
        default: break
        }
        return try slot(number, object, in: work)
    }

    /// Reads an array that is a part of a dictionary, as objects with elements have them.
    private mutating func part(
        _ run: BinaryObject.References, _ number: Int, in work: Work, _ rank: inout FieldRanks.Rank
    ) throws(ArchiveError) -> Slot {
        let id = try newPart()
        let origin = UInt32(truncatingIfNeeded: number)
        let part = Work(object: origin, id: id, owner: work.owner, depth: work.depth + 1, isInline: true)
        let elements = try elements(run, in: part, at: Self.pieceSize, &rank)
        graph.put(Container(shape: .array, isInline: true, origin: origin, elements: elements), at: id)
        return .container(id, isReference: false)
    }

    /// What a UID that a field holds says of when the field was encoded.
    @inline(__always)
    private func rank(_ uid: UInt32, in work: Work) -> FieldRanks.Rank {
        if uid == 0, zeroIsNil { return .indifferent }
        return uid > work.owner ? .number(uid) : .unknown
    }

    /// The key that an object is, and which copy of its text; `position` is where it stands in its dictionary.
    private mutating func coderKey(_ number: Int, at position: Int) throws(ArchiveError) -> (CoderKey, UInt16) {
        let known = keyOfObject[number]
        if known != 0 { return (CoderKey(known - 1), variantOfObject.isEmpty ? 0 : variantOfObject[number]) }
        let (key, variant) = try newKey(number, at: position)
        keyOfObject[number] = key.number + 1
        if variant != 0 {
            if variantOfObject.isEmpty { variantOfObject = Array(repeating: 0, count: keyOfObject.count) }
            variantOfObject[number] = variant
        }
        if position < lastKeys.count {
            lastKeys[position] = key
        } else if position == lastKeys.count, position < Self.pieceSize {
            lastKeys.append(key)
        }
        return (key, variant)
    }

    private mutating func newKey(_ number: Int, at position: Int) throws(ArchiveError) -> (CoderKey, UInt16) {
        let object = try object(number)
        let origin = UInt32(truncatingIfNeeded: number)
        if case .ascii(let range) = object, position < lastKeys.count,
            graph.keys.isText(lastKeys[position], view.bytes, range)
        {
            return (lastKeys[position], graph.keys.variant(of: lastKeys[position], origin: origin))
        }
        if let text = view.text(object) {
            let key = graph.keys.key(text, origin: origin)
            if text == "$class" { classKey = key.key }
            return key
        }
        guard let slot = view.leaf(object, number: number, isReference: false) else {
            throw .notAnArchive("a dictionary has a container as a key (object \(number))")
        }
        return (graph.keys.key(other: slot, description: Text(slot.keyDescription)), 0)
    }

    // MARK: - Slots

    /// What stands in a place of a container.
    @inline(__always)
    private mutating func slot(_ entry: BinaryEntry, in work: Work) throws(ArchiveError) -> Slot {
        if entry.isReference { return try target(entry) }
        if let leaf = view.leaf(entry) { return leaf }
        return try slot(Int(entry.number), try object(Int(entry.number)), in: work)
    }

    private mutating func slot(
        _ number: Int, _ object: BinaryObject, in work: Work?
    ) throws(ArchiveError) -> Slot {
        if case .uid(let uid, let width) = object {
            return isArchive ? try target(uid, of: number) : .uid(uid, width: width)
        }
        if let leaf = view.leaf(object, number: number, isReference: false) { return leaf }
        let id = try newPart()
        let origin = UInt32(truncatingIfNeeded: number)
        let depth = (work?.depth ?? 0) + 1
        if let shape = object.emptyShape, depth <= Limits.depth {
            graph.put(Container(shape: shape, isInline: true, origin: origin), at: id)
        } else {
            self.work.append(Work(object: origin, id: id, owner: work?.owner ?? 0, depth: depth, isInline: true))
        }
        return .container(id, isReference: false)
    }

    /// The identity of a container that is a part of another.
    private mutating func newPart() throws(ArchiveError) -> ObjectID {
        let id = graph.newObjectID()
        guard id.number < Graph.endOfNumbers else { throw .tooLarge("more than two billion containers") }
        return id
    }

    /// What a UID names.
    private mutating func target(_ uid: UInt32, of object: Int) throws(ArchiveError) -> Slot {
        guard Int(uid) < objects.count else {
            throw .danglingUID(uid, object: UInt32(truncatingIfNeeded: object))
        }
        let number = try reference(objects, Int(uid))
        var entry: BinaryEntry
        do { entry = try view.look(at: number) } catch { throw .propertyList(error) }
        entry.uid = uid
        entry.isReference = true
        return try target(entry)
    }

    /// What an entry names that is one of `$objects`.
    @inline(__always)
    private mutating func target(_ entry: BinaryEntry) throws(ArchiveError) -> Slot {
        let uid = entry.uid
        if uid == 0, zeroIsNil { return .nil }
        if case .dangling = entry.kind { throw .danglingUID(uid, object: entry.number) }
        let word = Int(uid) / 64
        let bit = UInt64(1) << UInt64(uid % 64)
        let isFirst = met[word] & bit == 0
        if isFirst { met[word] |= bit }
        if case .container = entry.kind {
            let id = ObjectID(uid)
            if isFirst { work.append(Work(object: entry.number, id: id, owner: uid, depth: 0, isInline: false)) }
            return .container(id)
        }
        if let leaf = view.leaf(entry) { return leaf.orNil }
        do { return try view.wholeLeaf(entry).orNil } catch { throw .propertyList(error) }
    }

    // MARK: - The view

    @inline(__always)
    private func object(_ number: Int) throws(ArchiveError) -> BinaryObject {
        do { return try view.object(number) } catch { throw .propertyList(error) }
    }

    /// Looks at what some references of a run name; the entries begin at `place`.
    @inline(__always)
    private mutating func look(
        at run: BinaryObject.References, _ range: Range<Int>, to place: Int
    ) throws(ArchiveError) {
        do {
            try view.look(at: run, range, through: isArchive ? objects : nil, into: &entries, from: place)
        } catch { throw .propertyList(error) }
    }

    @inline(__always)
    private func reference(_ run: BinaryObject.References, _ index: Int) throws(ArchiveError) -> Int {
        do { return try view.reference(run, index) } catch { throw .propertyList(error) }
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
