import FourLinesPropertyList

/// Goes through a graph in the order in which Apple's writer numbers the objects of a property list: a dictionary, its
/// keys, then its values depth first.
///
/// It goes where `UIDNumbering` says that `$objects` has its entries, and through the plain property list that an archive
/// is made, if it is made one. It has a stack of its own, so that no depth ends the program's.
struct ObjectWalk<Visitor: ObjectVisitor> {
    private let graph: Graph
    private var list: PlainList?
    private let isPlain: Bool
    private let uids: UIDNumbering
    private let hasUIDs: Bool
    private var visitor: Visitor
    private var keyOrder = PlainKeyOrder()
    /// The container that was begun last, while nothing of it was met.
    private var begun: Open?
    private var hasBegun = false
    /// Where the next container's members stand.
    private var nextPlace = 1
    private let slotCount: Int
    private let mostPlaces: Int

    /// A container whose members are being met.
    private struct Open {
        let members: Members
        let count: Int
        /// Where they stand, of a dictionary the values.
        let places: Int
        /// Where the UIDs of its slots begin.
        let uids: Int
        /// How many were met.
        var position = 0
    }

    /// Walks through a graph.
    ///
    /// - Parameters:
    ///   - graph: the graph.
    ///   - list: what it is as a plain property list, if it is written as one.
    ///   - uids: the UIDs of an archive.
    ///   - slotCount: how many slots the graph has.
    ///   - visitor: is told of everything.
    /// - Returns: the visitor.
    /// - Throws: `tooDeep`; `.tooLarge` for too many copies of shared containers.
    static func run(
        _ graph: Graph, _ list: PlainList?, _ uids: UIDNumbering, slotCount: Int, _ visitor: consuming Visitor
    ) throws(ArchiveError) -> Visitor {
        var walk = ObjectWalk(graph, list, uids, slotCount, visitor)
        try walk.run()
        return walk.visitor
    }

    private init(
        _ graph: Graph, _ list: PlainList?, _ uids: UIDNumbering, _ slotCount: Int, _ visitor: consuming Visitor
    ) {
        self.graph = graph
        self.list = list
        isPlain = list != nil
        self.uids = uids
        hasUIDs = list == nil && graph.form == .keyedArchive
        self.visitor = visitor
        self.slotCount = slotCount
        // Keys and entries of `$objects` have places, too.
        mostPlaces = min(Int(UInt32.max), 4 * Flattening.limit(slots: slotCount))
    }

    private mutating func run() throws(ArchiveError) {
        let root = list?.root ?? graph.root
        try show(root, at: 0, uid: 0)
        var stack: [Open] = []
        guard var open = takeBegun() else { return }
        while visitor.isWanted {
            try advance(&open)
            if let next = takeBegun() {
                stack.append(open)
                open = next
                // `$objects` and what stands in it come on top of the nesting of inline containers.
                guard stack.count < Limits.depth + 3 else { throw CanonicalWriter.tooDeep }
            } else {
                guard let last = stack.popLast() else { return }
                open = last
            }
        }
    }

    private mutating func takeBegun() -> Open? {
        guard hasBegun else { return nil }
        hasBegun = false
        return begun.take()
    }

    /// Meets the members of a container as far as the next container, which is then begun.
    private mutating func advance(_ open: inout Open) throws(ArchiveError) {
        var position = open.position
        let (count, places, start) = (open.count, open.places, open.uids)
        switch open.members {
        case .elements(let elements):
            try elements.forEach(in: position..<count) { (slot) throws(ArchiveError) in
                try show(slot, at: places + position, uid: start + position)
                position += 1
                return !hasBegun && visitor.isWanted
            }
        case .fields(let fields, let order):
            while position < count, !hasBegun, visitor.isWanted {
                let field = order?[position] ?? position
                try show(fields[field].slot, at: places + position, uid: start + field)
                position += 1
            }
        case .entries(_, let values, let order):
            while position < count, !hasBegun, visitor.isWanted {
                try show(values[order[position]], at: places + position, uid: 0)
                position += 1
            }
        case .objects:
            while position < count, !hasBegun, visitor.isWanted {
                let entry = uids.entries[position]
                if entry & UIDNumbering.leafFlag != 0 {
                    visitor.leaf(token: Int(entry & ~UIDNumbering.leafFlag), at: places + position)
                } else {
                    try self.open(ObjectID(entry), at: places + position)
                }
                position += 1
            }
        }
        open.position = position
    }

    /// Meets what is written for what stands in a slot; a container is begun.
    @inline(__always)
    private mutating func show(_ slot: Slot, at place: Int, uid index: Int) throws(ArchiveError) {
        if isPlain {
            try meet(list?.value(of: slot) ?? slot, at: place, uid: index)
        } else {
            // Not copied: that would count the array that it is a slice of.
            try meet(slot, at: place, uid: index)
        }
    }

    @inline(__always)
    private mutating func meet(_ slot: Slot, at place: Int, uid index: Int) throws(ArchiveError) {
        if slot.isReference, hasUIDs {
            visitor.uid(uids.uids[index], at: place)
        } else if let id = slot.container {
            try open(id, at: place)
        } else if slot.kind == .objects {
            push(.objects, .array, uids.entries.count, at: place, uids: 0)
        } else {
            visitor.leaf(slot, at: place)
        }
    }

    private mutating func open(_ id: ObjectID, at place: Int) throws(ArchiveError) {
        guard nextPlace <= mostPlaces else { throw Flattening.tooMany(slots: slotCount) }
        if isPlain { return openPlain(id, at: place) }
        guard let container = graph[id] else { fatalError("a slot names container \(id), which is not there") }
        let start = uids.start(of: id)
        if container.shape == .dictionary {
            let fields = container.fields
            let keys = push(.fields(fields, nil), .dictionary, fields.count, at: place, uids: start)
            for index in fields.indices { visitor.key(of: fields[index], at: keys + index) }
        } else {
            let elements = container.elements
            push(.elements(elements), container.shape, elements.count, at: place, uids: start)
        }
    }

    private mutating func openPlain(_ id: ObjectID, at place: Int) {
        switch list?.content(of: id) {
        case nil: break
        case .leaf(let slot): visitor.leaf(slot, at: place)
        case .list(let elements): push(.elements(elements), .array, elements.count, at: place, uids: 0)
        case .entries(let names, let values, _):
            let shown = list?.shown(values) ?? []
            let order = keyOrder.order(shown.map { names[$0].key }).map { shown[$0] }
            let keys = push(.entries(names, values, order), .dictionary, order.count, at: place, uids: 0)
            for index in order.indices { visitor.leaf(names[order[index]].key, at: keys + index) }
        case .fields(let fields):
            let shown = list?.shown(fields) ?? []
            let names = shown.map { Slot.string(graph.keys[fields[$0].key].bytes) }
            let order = keyOrder.order(names)
            let keys = push(.fields(fields, order.map { shown[$0] }), .dictionary, order.count, at: place, uids: 0)
            for index in order.indices { visitor.leaf(names[order[index]], at: keys + index) }
        }
    }

    /// Tells of a container, and notes that its members are still to be met.
    ///
    /// - Returns: where its members stand.
    @discardableResult
    private mutating func push(
        _ members: Members, _ shape: Container.Shape, _ count: Int, at place: Int, uids: Int
    ) -> Int {
        let first = nextPlace
        nextPlace += shape == .dictionary ? 2 * count : count
        visitor.container(shape, count: count, at: place, members: first)
        let values = shape == .dictionary ? first + count : first
        if count > 0 {
            begun = Open(members: members, count: count, places: values, uids: uids)
            hasBegun = true
        }
        return first
    }
}

extension Slot {
    /// A text as a key, which comes from no file.
    fileprivate var key: Slot { withoutOrigin.held(asReference: false) }
}
