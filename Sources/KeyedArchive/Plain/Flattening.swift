import FourLinesPropertyList

/// Finds out whether a keyed archive can be a plain property list: what its objects hold, without their classes.
///
/// It looks at everything that the roots lead to once, with a stack of its own: that there is no cycle, how deep it
/// nests, how much it is where each place has a copy, and what is lost.
struct Flattening {
    private let graph: Graph
    private var reader: PlainReader
    private var losses = PlainLosses()

    /// Containers in the order in which they were met, objects that become values left aside.
    private var found: [ObjectID] = []
    private var states: [State]
    /// By number of a container how many levels are in it, and how many elements with all copies.
    private var heights: [UInt16]
    private var sizes: [UInt32]
    /// How many slots were looked at.
    private var slotCount = 0
    /// How many keys the dictionaries have.
    private var keyCount = 0
    private var frames: [Frame] = []
    private var basePath = KeyPath(components: [])

    private enum State: UInt8 {
        case new, open, done
        /// An object that is a value; its class is known to be lost.
        case leaf
        /// An NSNull.
        case null

        /// What the container is in the list.
        var kind: PlainList.Kind {
            switch self {
            case .new, .open, .done: .container
            case .leaf: .leaf
            case .null: .nothing
            }
        }
    }

    /// A container that is being looked through.
    private struct Frame {
        let id: ObjectID
        let content: PlainContent
        let count: Int
        var position = 0
        var height: UInt16 = 0
        var size = 1
    }

    /// How many elements there may be for each that the archive has: shared objects of a small file could be copied
    /// without end.
    static let largestExpansion = 16
    private static let smallestLimit = 1 << 20

    /// How many values there may be of containers with so many slots.
    static func limit(slots: Int) -> Int { max(smallestLimit, largestExpansion * slots) }

    /// The error for more values of containers with so many slots.
    static func tooMany(slots: Int) -> ArchiveError {
        .tooLarge(
            "with a copy of the shared objects in each place the property list would have over \(limit(slots: slots)) values"
        )
    }

    init(_ graph: Graph) {
        self.graph = graph
        reader = PlainReader(graph)
        states = Array(repeating: .new, count: Int(graph.nextNumber))
        heights = Array(repeating: 0, count: states.count)
        sizes = Array(repeating: 0, count: states.count)
    }

    /// Looks through the archive.
    ///
    /// - Returns: the property list, and what it does not keep.
    /// - Throws: `ArchiveError.cycle` with the path at which an object holds itself; `.tooLarge` for what nests too
    ///   deep or would be too much with a copy in each place.
    consuming func list() throws(ArchiveError) -> (list: PlainList, losses: [PlainLoss]) {
        let root = try lookThrough()
        let kinds = states.map { $0.kind }
        var size = Graph.Size()
        (size.slots, size.fields) = (slotCount, keyCount)
        let list = PlainList(
            graph, root: root, rootPath: basePath, containers: found, size: size, kinds: kinds, reader)
        return (list, losses.all)
    }

    // MARK: - Looking

    /// Looks through the archive; answers what the root will be made of.
    private mutating func lookThrough() throws(ArchiveError) -> Slot {
        if let id = graph.root.container, graph.field("$archiver", of: id)?.text != "NSKeyedArchiver" {
            losses.add(.archiver)
        }
        if !graph.orphans.isEmpty { losses.add(.orphan, count: graph.orphans.count) }
        guard let top = graph.top, let fields = graph[top]?.fields else { return .nil }
        var root = Slot.container(top, isReference: false)
        if fields.count == 1 {
            root = fields[0].slot
            if graph.keys[fields[0].key] != "root" { losses.add(.topKeys) }
        } else {
            losses.add(.topKeys)
            basePath = KeyPath(components: ["$top"])
        }
        if let id = try meet(root, isElement: true) { try open(id) }
        while !frames.isEmpty { try step() }
        if let id = root.container, Int(sizes[Int(id.number)]) > Self.limit(slots: slotCount) {
            throw Self.tooMany(slots: slotCount)
        }
        return root
    }

    private mutating func open(_ id: ObjectID) throws(ArchiveError) {
        guard let container = graph[id] else {
            throw .notAnArchive("a place names container \(id), which is not there")
        }
        let content = reader.content(of: id, container)
        note(content, container)
        let count: Int
        switch content {
        case .leaf(let slot):
            states[Int(id.number)] = slot.kind == .nil ? .null : .leaf
            if slot.kind == .nil { lose(.null) }
            return
        case .list(let list): count = list.count
        case .entries(_, let values, let isExact):
            count = values.count
            keyCount += count
            if !isExact { lose(.keyKind) }
        case .fields(let fields):
            count = fields.count
            keyCount += count
            noteKeys(fields)
        }
        states[Int(id.number)] = .open
        found.append(id)
        frames.append(Frame(id: id, content: content, count: count))
        guard frames.count <= Limits.depth else { throw tooDeep() }
    }

    private func tooDeep() -> ArchiveError {
        .tooLarge("a property list nests \(Limits.depth) deep at most, which is not enough for “\(path)”")
    }

    private mutating func note(_ content: PlainContent, _ container: Container) {
        if container.shape == .set { lose(.className("set", becomes: .array)) }
        guard let (role, name) = reader.role(of: container) else { return }
        let plain: PlainLoss.Plain
        switch content {
        case .leaf(let slot):
            switch slot.kind {
            case .string: plain = .text
            case .data: plain = .data
            case .date: plain = .date
            case .nil: plain = .nothing
            default: plain = .number
            }
            if role == .decimal, slot.kind == .real64 { lose(.precision) }
        case .list: plain = .array
        case .entries: plain = .dictionary
        case .fields:
            plain = .dictionary
            if role == .dictionary { lose(.pairs) }
        }
        // What an archive made of the list again gives these classes.
        switch (name, plain) {
        case ("NSArray", .array), ("NSDate", .date), ("NSNull", .nothing): return
        case ("NSDictionary", .dictionary) where role == .dictionary: return
        default: lose(.className(name, becomes: plain))
        }
    }

    private mutating func noteKeys(_ fields: [Container.Field]) {
        var met: Set<CoderKey> = []
        for field in fields {
            if !met.insert(field.key).inserted { lose(.duplicateKey) }
            if graph.keys.isOther(field.key) { lose(.keyKind) }
        }
    }

    /// Looks at the next slots of the innermost container, as far as one that is a container not met before.
    private mutating func step() throws(ArchiveError) {
        let last = frames.count - 1
        var next: ObjectID?
        switch frames[last].content {
        case .leaf: break
        case .list(let list), .entries(_, let list, _):
            try list.forEach(in: frames[last].position..<frames[last].count) { (slot) throws(ArchiveError) in
                frames[last].position += 1
                next = try meet(slot, isElement: true)
                return next == nil
            }
        case .fields(let fields):
            while next == nil, frames[last].position < fields.count {
                frames[last].position += 1
                next = try meet(fields[frames[last].position - 1].slot, isElement: false)
            }
        }
        if let next { return try open(next) }
        close()
    }

    private mutating func close() {
        guard let frame = frames.popLast() else { return }
        let number = Int(frame.id.number)
        states[number] = .done
        heights[number] = frame.height + 1
        sizes[number] = UInt32(clamping: frame.size)
        if !frames.isEmpty { add(frame.id) }
    }

    /// Counts a container that is looked through as a part of the innermost one.
    private mutating func add(_ id: ObjectID) {
        let last = frames.count - 1
        frames[last].height = max(frames[last].height, heights[Int(id.number)])
        frames[last].size += Int(sizes[Int(id.number)])
    }

    /// Looks at a slot; answers a container that has to be looked through first.
    private mutating func meet(_ slot: Slot, isElement: Bool) throws(ArchiveError) -> ObjectID? {
        slotCount += 1
        if let last = frames.indices.last { frames[last].size += 1 }
        guard let id = slot.container else {
            switch slot.kind {
            case .nil, .null: lose(.null)
            case .uid: lose(.uid)
            default: break
            }
            return nil
        }
        guard Int(id.number) < states.count else { return id }
        switch states[Int(id.number)] {
        case .new: return id
        case .open: throw .cycle(path: path)
        case .leaf: return nil
        case .null:
            lose(.null)
            return nil
        case .done:
            lose(.sharing)
            add(id)
            guard frames.count + Int(heights[Int(id.number)]) <= Limits.depth else { throw tooDeep() }
            return nil
        }
    }

    /// Notes what is not kept of what is being looked at; only the first of a kind needs its path.
    private mutating func lose(_ kind: PlainLoss.Kind) {
        losses.add(kind, at: losses.has(kind) ? nil : path)
    }

    /// The path of the slot that is being looked at.
    private var path: String {
        var path = basePath
        for frame in frames where frame.position > 0 {
            switch frame.content {
            case .leaf: break
            case .list: path = path.appending(frame.position - 1)
            case .entries(let names, _, _): path = path.appending(Text(bytes: names[frame.position - 1].bytes))
            case .fields(let fields): path = path.appending(graph.keys[fields[frame.position - 1].key])
            }
        }
        return path.description
    }
}
