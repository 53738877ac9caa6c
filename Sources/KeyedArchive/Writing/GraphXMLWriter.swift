import FourLinesPropertyList

/// Writes a graph as an XML property list straight from its containers, so that the file that it would be in binary is
/// never made.
///
/// An archive has the UIDs that `UIDNumbering` gives; as a plain property list it is what `PlainList` says. Keys are
/// sorted, as Apple does; containers that stand in several places are written in each.
struct GraphXMLWriter {
    private let graph: Graph
    /// What the graph is where it is not written as what it is.
    private var list: PlainList?
    /// The UIDs of a keyed archive.
    private let uids: UIDNumbering
    private let hasUIDs: Bool
    private var encoder: XMLEncoder
    private var losses: Set<XMLLoss.Kind> = []
    private var frames: [Frame] = []
    private var order: KeySorting
    /// How many values may still be written: containers that share containers could be copied without end.
    private var allowance: Int

    /// A container that is being written.
    private struct Frame {
        let members: Members
        let count: Int
        /// Where the UIDs of its slots begin.
        let uids: Int
        /// How many members were begun.
        var position = 0
    }

    private init(_ graph: Graph, _ list: PlainList?, _ sink: XMLEncoder.Sink?) throws(ArchiveError) {
        self.graph = graph
        self.list = list
        let size = graph.size
        hasUIDs = list == nil && graph.form == .keyedArchive
        uids = hasUIDs ? try UIDNumbering(graph, size) : UIDNumbering()
        encoder = XMLEncoder(sink: sink)
        order = KeySorting(graph.keys)
        // The root, and the entries of `$objects`, stand in no slot.
        allowance = Flattening.limit(slots: size.slots) + 1 + uids.entries.count
    }

    /// Encodes a graph: a keyed archive by Apple's rules, or a property list.
    ///
    /// - Returns: the file, or what of it the sink has not been given; and the kinds of what XML does not show.
    /// - Throws: `ArchiveError.notRepresentable` for what XML cannot hold; `.propertyList` for what nests too deep;
    ///   `.tooLarge` for too many copies of shared containers.
    static func encode(
        _ graph: Graph, sink: XMLEncoder.Sink? = nil
    ) throws(ArchiveError) -> (bytes: [UInt8], losses: Set<XMLLoss.Kind>) {
        let writer = try GraphXMLWriter(graph, nil, sink)
        return try writer.run(graph.root)
    }

    /// Encodes a keyed archive as a plain property list.
    ///
    /// - Returns: the file, or what of it the sink has not been given; and the kinds of what XML does not show.
    /// - Throws: `ArchiveError.notRepresentable` for what XML cannot hold.
    static func encode(
        _ list: PlainList, sink: XMLEncoder.Sink? = nil
    ) throws(ArchiveError) -> (bytes: [UInt8], losses: Set<XMLLoss.Kind>) {
        var writer = try GraphXMLWriter(list.graph, list, sink)
        let root = writer.shown(list.root)
        return try writer.run(root)
    }

    private consuming func run(_ root: Slot) throws(ArchiveError) -> (bytes: [UInt8], losses: Set<XMLLoss.Kind>) {
        try write(root, at: 0)
        while let last = frames.indices.last, encoder.isWanted { try step(last) }
        let losses = losses
        return (encoder.finish(), losses)
    }

    // MARK: - Containers

    /// Writes the next members of the innermost container as far as one that is a container, or its end.
    private mutating func step(_ last: Int) throws(ArchiveError) {
        let frame = frames[last]
        guard frame.position < frame.count else {
            frames.removeLast()
            switch frame.members {
            case .elements, .objects: encoder.endArray()
            case .fields, .entries: encoder.endDictionary()
            }
            return
        }
        switch frame.members {
        case .elements(let elements):
            try elements.forEach(in: frame.position..<frame.count) { (slot) throws(ArchiveError) in
                let position = begin(last)
                try write(shown(slot), at: frame.uids + position)
                return frames.count == last + 1 && encoder.isWanted
            }
        case .fields(let fields, let order):
            while frames.count == last + 1, frames[last].position < frame.count, encoder.isWanted {
                let index = begin(last)
                let position = order?[index] ?? index
                let key = graph.keys[fields[position].key].bytes
                try write(key: key, 0..<key.count)
                try write(shown(fields[position].slot), at: frame.uids + position)
            }
        case .entries(let names, let values, let order):
            while frames.count == last + 1, frames[last].position < frame.count, encoder.isWanted {
                let position = order[begin(last)]
                let (array, range) = names[position].slice
                try write(key: array, range)
                try write(shown(values[position]), at: 0)
            }
        case .objects:
            while frames.count == last + 1, frames[last].position < frame.count, encoder.isWanted {
                try write(entry: begin(last))
            }
        }
    }

    /// Notes that the next member of a container is begun; answers which.
    private mutating func begin(_ frame: Int) -> Int {
        frames[frame].position += 1
        return frames[frame].position - 1
    }

    private mutating func open(_ id: ObjectID) throws(ArchiveError) {
        guard frames.count < Limits.depth else { throw CanonicalWriter.tooDeep }
        guard let container = graph[id] else {
            throw .notAnArchive("a place names container \(id), which is not there")
        }
        guard let content = list?.content(of: id) else {
            switch container.shape {
            case .dictionary: try openFields(container.fields, Array(container.fields.indices), of: id)
            case .array: push(.elements(container.elements), container.elements.count, of: id)
            case .set: throw refusal(.set)
            }
            return
        }
        switch content {
        case .leaf(let slot): try write(leaf: slot)
        case .list(let elements): push(.elements(elements), elements.count, of: id)
        case .entries(let names, let values, _): try openEntries(names, values, of: id)
        case .fields(let fields): try openFields(fields, list?.shown(fields) ?? [], of: id)
        }
    }

    private mutating func push(_ members: Members, _ count: Int, of id: ObjectID?) {
        switch members {
        case .elements, .objects: encoder.beginArray()
        case .fields, .entries: encoder.beginDictionary()
        }
        frames.append(Frame(members: members, count: count, uids: id.map { uids.start(of: $0) } ?? 0))
    }

    private mutating func openFields(
        _ fields: [Container.Field], _ positions: [Int], of id: ObjectID
    ) throws(ArchiveError) {
        // In a plain property list of an archive they have become texts.
        if list == nil, positions.contains(where: { graph.keys.isOther(fields[$0].key) }) { throw refusal(.key) }
        let (order, hasDuplicate) = order.sorted(fields, positions)
        if hasDuplicate { losses.insert(.duplicateKey) }
        if let first = order.first, let last = order.last {
            let keys = [first, last].map { graph.keys[fields[$0].key].bytes }
            try refuseUID(keys, shown(fields[last].slot))
        }
        push(.fields(fields, order), order.count, of: id)
    }

    private mutating func openEntries(
        _ names: SlotList, _ values: SlotList, of id: ObjectID
    ) throws(ArchiveError) {
        var positions = list?.shown(values) ?? []
        KeySorting.sort(&positions, by: names)
        if let first = positions.first, let last = positions.last {
            try refuseUID([names[first].bytes, names[last].bytes], shown(values[last]))
        }
        push(.entries(names, values, positions), positions.count, of: id)
    }

    /// Refuses a dictionary that every reader would take for a UID, given its first and its last key.
    private func refuseUID(_ keys: [[UInt8]], _ value: Slot) throws(ArchiveError) {
        guard keys.allSatisfy({ $0 == XMLEncoder.uidKey }), !isUID(value) else { return }
        switch value.kind {
        case .integer, .real32, .real64: throw refusal(.uidDictionary)
        default: return
        }
    }

    // MARK: - Values

    /// What is written for what stands in a place.
    private mutating func shown(_ slot: Slot) -> Slot { list?.value(of: slot) ?? slot }

    /// Whether a UID is written for what stands in a place.
    private func isUID(_ slot: Slot) -> Bool { hasUIDs && slot.isReference }

    /// Writes what stands in a slot; a container is begun.
    private mutating func write(_ slot: Slot, at index: Int) throws(ArchiveError) {
        allowance -= 1
        guard allowance >= 0 else { throw Flattening.tooMany(slots: graph.size.slots) }
        if isUID(slot) {
            let uid = uids.uids[index]
            encoder.uid(uid, width: BinaryEncoder.width(of: UInt64(uid)))
        } else if let id = slot.container {
            try open(id)
        } else if slot.kind == .objects {
            push(.objects, uids.entries.count, of: nil)
        } else {
            try write(leaf: slot)
        }
    }

    private mutating func write(entry index: Int) throws(ArchiveError) {
        let entry = uids.entries[index]
        if entry & UIDNumbering.leafFlag == 0 { return try open(ObjectID(entry)) }
        try write(leaf: uids.leaves.slots[Int(entry & ~UIDNumbering.leafFlag)])
    }

    private mutating func write(key bytes: [UInt8], _ range: Range<Int>) throws(ArchiveError) {
        try encode { (encoder) throws(XMLUnrepresentable) in
            try encoder.key(bytes, range)
            return nil
        }
    }

    private mutating func write(leaf slot: Slot) throws(ArchiveError) {
        try encode { (encoder) throws(XMLUnrepresentable) in try encoder.leaf(slot) }
    }

    /// Writes something that XML may not be able to hold, or not to show whole.
    private mutating func encode(
        _ body: (inout XMLEncoder) throws(XMLUnrepresentable) -> XMLLoss.Kind?
    ) throws(ArchiveError) {
        do {
            if let loss = try body(&encoder) { losses.insert(loss) }
        } catch {
            throw refusal(error)
        }
    }

    private func refusal(_ reason: XMLUnrepresentable) -> ArchiveError {
        .notRepresentable(reason.description, path: path.description)
    }

    /// The path of what is being written.
    private var path: KeyPath {
        var path = list?.rootPath ?? KeyPath(components: [])
        for frame in frames where frame.position > 0 {
            let index = frame.position - 1
            switch frame.members {
            case .elements, .objects: path = path.appending(index)
            case .fields(let fields, let order): path = path.appending(graph.keys[fields[order?[index] ?? index].key])
            case .entries(let names, _, let order): path = path.appending(Text(bytes: names[order[index]].bytes))
            }
        }
        return path
    }
}

extension XMLEncoder {
    /// Writes what a leaf holds.
    ///
    /// - Returns: what the XML does not show of it.
    mutating func leaf(_ slot: Slot) throws(XMLUnrepresentable) -> XMLLoss.Kind? {
        switch slot.kind {
        case .nil, .null, .container, .objects: throw .null
        case .boolean: boolean(slot.boolean == true)
        case .integer: return try integer(low: slot.bits, high: slot.high, width: Int(slot.width))
        case .real32: return real32(Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits)))
        case .real64: return real64(Double(bitPattern: slot.bits))
        case .date: return try date(Double(bitPattern: slot.bits))
        case .string: try string(slot.slice.array, slot.slice.range)
        case .data: data(slot.slice.array, slot.slice.range)
        case .uid: return uid(UInt32(truncatingIfNeeded: slot.bits), width: Int(slot.width))
        }
        return nil
    }
}
