import FourLinesPropertyList

/// Writes an edited graph into the object table of the file that it was read from.
///
/// All objects of that file keep their number, order and width, also duplicates and those that nothing names; what
/// was not edited is copied as it is. An edit replaces an object that nothing else uses; otherwise objects are
/// appended, and what names them is written again.
struct TableWriter {
    let graph: Graph
    let pristine: Graph
    let table: SourceTable
    /// New contents of objects of the source, by number.
    var replaced: [UInt32: Item] = [:]
    /// The objects behind those of the source.
    var appended: [Item] = []
    /// `$objects` as it will be.
    var entries: [UInt32]
    /// The number of `$objects`.
    var objectsNumber: UInt32
    /// The numbers of containers that do not stand where they stood in the source.
    var numbers: [ObjectID: UInt32] = [:]
    /// The containers to be written again, in the order in which they were found.
    var edited: [ObjectID] = []
    private var isEdited: Set<ObjectID> = []
    /// The containers that hold a container as a part; made when it is needed.
    private var parents: [ObjectID: [ObjectID]]?
    /// UIDs and objects of the source that an edited place uses again, so that they must stay as they are.
    var claimedUIDs: Set<UInt32> = []
    var claimedObjects: Set<UInt32> = []
    /// The UIDs of containers that had none in the source.
    var newUIDs: [ObjectID: UInt32] = [:]
    /// The objects that are UIDs which no object of the source is.
    var newUIDObjects: [UInt32: UInt32] = [:]
    /// The leaves that were appended, with their UIDs, and the numbers of those that have none.
    var fresh = LeafTable()
    var freshUIDs = TokenNumbers()
    var freshNumbers = TokenNumbers()
    /// The leaves of the source by value; made when it is needed.
    var index: LeafIndex?

    /// What an object will be.
    enum Item {
        case leaf(Slot)
        case uid(UInt32)
        /// References; of a dictionary those of all keys, then those of all values.
        case container(Container.Shape, [UInt32])
    }

    private init(_ graph: Graph, _ source: Source) throws(ArchiveError) {
        self.graph = graph
        pristine = source.pristine
        table = try SourceTable(source)
        entries = table.entries
        objectsNumber = UInt32(table.objectsNumber ?? 0)
    }

    /// Encodes an edited graph in the table of its source.
    ///
    /// - Returns: the file, or what of it the sink has not been given.
    static func encode(_ graph: Graph, in source: Source, sink: BinaryEncoder.Sink? = nil) throws(ArchiveError)
        -> [UInt8]
    {
        var writer = try TableWriter(graph, source)
        try writer.findEdited()
        for id in writer.edited { try writer.write(id) }
        writer.writeObjects()
        guard writer.table.view.objectCount + writer.appended.count < Int(UInt32.max) else {
            throw .tooLarge("more than four billion objects")
        }
        do { return try writer.output(to: sink) } catch { throw .propertyList(error) }
    }

    // MARK: - What is to be written again

    /// Finds the containers to be written again, gives them numbers and claims what moved or was copied.
    ///
    /// They are those that differ, those whose parts move, and the new ones that these name.
    private mutating func findEdited() throws(ArchiveError) {
        if let number = table.objectsNumber, table.uses[number] != 1 || table.expansions[number] != 0 {
            // Something else than the archive's own dictionary names the array: that keeps the old one.
            objectsNumber = append(.container(.array, []))
            if let root = graph.root.container { needs(root) }
        }
        for id in graph.table.differences(from: pristine.table) where pristine[id] != nil && graph[id] != nil {
            needs(id)
        }
        var position = 0
        while position < edited.count {
            try discover(edited[position])
            position += 1
        }
    }

    /// Notes that a container is to be written again, and where.
    private mutating func needs(_ id: ObjectID) {
        guard isEdited.insert(id).inserted else { return }
        edited.append(id)
        guard let container = pristine[id] else {
            numbers[id] = append(.container(.array, []))
            return
        }
        if table.isExclusive(container) { return }
        let number = append(.container(.array, []))
        numbers[id] = number
        if id.number < graph.sourceCount { entries[Int(id.number)] = number }
        for parent in parents(of: id) { needs(parent) }
    }

    private mutating func parents(of id: ObjectID) -> [ObjectID] {
        if let parents { return parents[id] ?? [] }
        var found: [ObjectID: [ObjectID]] = [:]
        graph.table.visit { parent, container in
            for slot in container.fields.map(\.slot) + container.elements.all {
                if let child = slot.container, !slot.isReference { found[child, default: []].append(parent) }
            }
        }
        parents = found
        return found[id] ?? []
    }

    private mutating func discover(_ id: ObjectID) throws(ArchiveError) {
        guard let container = graph[id] else { return }
        let before = Counterpart(of: id, container, in: pristine, table.view)
        for position in container.fields.indices {
            try claim(container.fields[position].slot, unless: before.field(position)?.slot, in: id)
        }
        var position = 0
        try container.elements.forEach(in: 0..<container.elements.count) { slot throws(ArchiveError) in
            try claim(slot, unless: before.element(position)?.slot, in: id)
            position += 1
            return true
        }
    }

    /// Claims what an edited place uses of the source, and finds the new containers that it names.
    private mutating func claim(_ slot: Slot, unless old: Slot?, in parent: ObjectID) throws(ArchiveError) {
        if slot == old { return }
        if let id = slot.container {
            guard graph[id] != nil else { throw .notAnArchive("a place names container \(id), which is not there") }
            if pristine[id] == nil { needs(id) }
            if !slot.isReference, isInline(parent, in: id) {
                throw .propertyList(PropertyListError(.cycle, offset: 0))
            }
            return
        }
        guard let number = origin(of: slot) else { return }
        claimedObjects.insert(number)
        if isReference(slot), table.uidOfObject[Int(number)] != SourceTable.none {
            claimedUIDs.insert(table.uidOfObject[Int(number)])
        }
    }

    /// Whether a container is, or is a part of, another.
    private func isInline(_ id: ObjectID, in other: ObjectID) -> Bool {
        var met: Set<ObjectID> = [other]
        var work = [other]
        while let next = work.popLast() {
            if next == id { return true }
            guard let container = graph[next] else { continue }
            for slot in container.fields.map(\.slot) + container.elements.all where !slot.isReference {
                if let child = slot.container, met.insert(child).inserted { work.append(child) }
            }
        }
        return false
    }

    // MARK: - Contents

    mutating func append(_ item: Item) -> UInt32 {
        appended.append(item)
        return UInt32(truncatingIfNeeded: table.view.objectCount + appended.count - 1)
    }

    private mutating func put(_ item: Item, at number: UInt32) {
        let position = Int(number) - table.view.objectCount
        if position >= 0 { appended[position] = item } else { replaced[number] = item }
    }

    private mutating func write(_ id: ObjectID) throws(ArchiveError) {
        guard let container = graph[id] else { return }
        let before = Counterpart(of: id, container, in: pristine, table.view)
        let number = number(of: id)
        let place = Place(isInPlace: numbers[id] == nil)
        var references: [UInt32] = []
        if container.shape == .dictionary {
            references.reserveCapacity(2 * container.fields.count)
            for position in container.fields.indices {
                references.append(key(container.fields[position], before.field(position)))
            }
            for position in container.fields.indices {
                references.append(self.number(container.fields[position].slot, place, before.field(position)))
            }
        } else {
            references.reserveCapacity(container.elements.count)
            var position = 0
            container.elements.forEach(in: 0..<container.elements.count) { slot in
                references.append(self.number(slot, place, before.element(position)))
                position += 1
                return true
            }
        }
        put(.container(container.shape, references), at: number)
    }

    private mutating func writeObjects() {
        guard let old = table.objectsNumber, entries != table.entries || objectsNumber != UInt32(old) else { return }
        put(.container(.array, entries), at: objectsNumber)
    }

    /// The number that a container has in the file.
    func number(of id: ObjectID) -> UInt32 { numbers[id] ?? pristine[id]?.origin ?? 0 }
}
