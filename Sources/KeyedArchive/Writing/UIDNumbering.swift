import FourLinesPropertyList

/// Gives everything that stands in `$objects` its UID, as Apple's archiver does.
///
/// UIDs are given at the first encounter, contents following in the order of encoding, a class record after the
/// contents of its first instance. What is reached from nowhere gets none.
struct UIDNumbering {
    /// Marks an entry that is a leaf.
    static let leafFlag: UInt32 = 1 << 31

    private let graph: Graph
    private let classKey: CoderKey?
    /// The leaves that stand in `$objects`.
    private(set) var leaves: LeafTable
    /// Their UIDs; only while they are given.
    private var uidOfToken = TokenNumbers()
    /// `$objects` by UID: a token with `leafFlag`, or the number of a container.
    private(set) var entries: [UInt32] = []
    /// By container its UID, or 0.
    private var uidOfContainer: [UInt32]
    /// By container where the UIDs of its slots begin in `uids`.
    private var starts: [UInt32]
    /// By slot the UID that stands there; of those that are no UID nothing.
    private(set) var uids: [UInt32] = []

    /// A container being visited: the next of its slots, in the order of encoding.
    private struct Frame {
        let container: Container
        let order: EncodingSequence
        /// Where its UIDs begin.
        let start: Int
        /// How many inline containers it is a part of.
        let depth: Int
        var position = 0
    }

    /// Numbers a graph.
    ///
    /// - Parameters:
    ///   - graph: the graph.
    ///   - size: how much it holds.
    /// - Throws: `tooDeep` for inline containers that are nested deeper than any reader goes, or without an end.
    init(_ graph: Graph, _ size: Graph.Size) throws(ArchiveError) {
        self.graph = graph
        classKey = graph.keys.find("$class")
        leaves = LeafTable(capacity: size.slots + graph.keys.count + 1)
        guard graph.form == .keyedArchive else {
            (uidOfContainer, starts) = ([], [])
            return
        }
        uidOfContainer = Array(repeating: 0, count: Int(graph.nextNumber))
        starts = Array(repeating: 0, count: Int(graph.nextNumber))
        uids.reserveCapacity(size.slots)
        entries.reserveCapacity(size.slots + 1)
        HugePages.advise(&uids)
        HugePages.advise(&entries)
        let null = leaves.token(of: .string("$null", isReference: true))
        uidOfToken[null] = 0
        entries.append(UInt32(null) | Self.leafFlag)
        guard let root = graph.root.container else { return }
        try visitAll(from: root)
        uidOfToken = TokenNumbers()
    }

    /// Of a property list, which has no UIDs.
    init() {
        graph = Graph(form: .propertyList, root: .nil)
        classKey = nil
        leaves = LeafTable()
        (uidOfContainer, starts) = ([], [])
    }

    /// Gives up the leaves, so that others may be added to them without a copy.
    mutating func takeLeaves() -> LeafTable {
        let taken = leaves
        leaves = LeafTable()
        return taken
    }

    /// Where the UIDs of a container's slots begin in `uids`.
    func start(of id: ObjectID) -> Int {
        Int(id.number) < starts.count ? Int(starts[Int(id.number)]) : 0
    }

    private mutating func visitAll(from root: ObjectID) throws(ArchiveError) {
        var stack: [Frame] = []
        try open(root, depth: 0, &stack)
        while let last = stack.indices.last {
            guard let next = visit(&stack[last]) else {
                stack.removeLast()
                continue
            }
            try open(next.id, depth: next.isInline ? stack[last].depth + 1 : 0, &stack)
        }
    }

    private mutating func open(_ id: ObjectID, depth: Int, _ stack: inout [Frame]) throws(ArchiveError) {
        guard depth <= Limits.depth else { throw CanonicalWriter.tooDeep }
        guard let container = graph[id] else { return }
        let count = container.shape == .dictionary ? container.fields.count : container.elements.count
        let start = uids.count
        guard start + count <= Int(UInt32.max) else { throw CanonicalWriter.tooLarge }
        starts[Int(id.number)] = UInt32(start)
        uids.append(contentsOf: repeatElement(0, count: count))
        let order =
            container.shape == .dictionary
            ? EncodingSequence(container.fields, classKey: classKey) : EncodingSequence()
        stack.append(Frame(container: container, order: order, start: start, depth: depth))
    }

    /// Gives UIDs to what a container names, as far as the next container to be visited.
    private mutating func visit(_ frame: inout Frame) -> (id: ObjectID, isInline: Bool)? {
        if frame.container.shape == .dictionary {
            while frame.position < frame.container.fields.count {
                let position = frame.order[frame.position]
                frame.position += 1
                let slot = frame.container.fields[position].slot
                if let next = meet(slot, at: frame.start + position) { return (next, !slot.isReference) }
            }
            return nil
        }
        var next: (id: ObjectID, isInline: Bool)?
        var position = frame.position
        let start = frame.start
        frame.container.elements.forEach(in: position..<frame.container.elements.count) { slot in
            if let id = meet(slot, at: start + position) { next = (id, !slot.isReference) }
            position += 1
            return next == nil
        }
        frame.position = position
        return next
    }

    /// Gives a UID to what stands in a slot; answers a container that has not been visited, or is a part.
    @inline(__always)
    private mutating func meet(_ slot: Slot, at index: Int) -> ObjectID? {
        guard slot.isReference else { return slot.container }
        if slot.kind == .nil { return nil }
        if let id = slot.container {
            let known = uidOfContainer[Int(id.number)]
            if known != 0 {
                uids[index] = known
                return nil
            }
            uidOfContainer[Int(id.number)] = UInt32(entries.count)
            uids[index] = UInt32(entries.count)
            entries.append(id.number)
            return id
        }
        let token = leaves.token(of: slot)
        var uid = uidOfToken[token]
        if uid == TokenNumbers.none {
            uid = UInt32(entries.count)
            uidOfToken[token] = uid
            entries.append(UInt32(token) | Self.leafFlag)
        }
        uids[index] = uid
        return nil
    }
}
