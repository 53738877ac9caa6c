/// A keyed archive as a plain property list: what stands in each place of it, read from the archive when it is asked
/// for.
///
/// Only whether an object is a value is remembered, a byte a container; the archive's leaves and lists are not copied.
/// It has no cycles, and nests no deeper than property lists do.
struct PlainList {
    /// The archive.
    let graph: Graph
    /// What the list is made of.
    let root: Slot
    /// The path of the root: nothing, or `$top`.
    let rootPath: KeyPath
    /// The containers that do not become values, each once and before those that it holds.
    let containers: [ObjectID]
    /// How much they hold.
    let size: Graph.Size
    private let kinds: [Kind]
    private var reader: PlainReader

    /// What a container of the archive is in the list, as far as it is reached.
    enum Kind: UInt8 {
        /// A container, too.
        case container
        /// A value.
        case leaf
        /// Nothing: an NSNull.
        case nothing
    }

    /// - Parameters:
    ///   - graph: the archive.
    ///   - root: what the list is made of.
    ///   - rootPath: its path.
    ///   - containers: the containers that do not become values.
    ///   - size: how much they hold.
    ///   - kinds: what each container is, by number.
    ///   - reader: reads the archive's containers.
    init(
        _ graph: Graph, root: Slot, rootPath: KeyPath, containers: [ObjectID], size: Graph.Size, kinds: [Kind],
        _ reader: PlainReader
    ) {
        self.graph = graph
        self.root = root
        self.rootPath = rootPath
        self.containers = containers
        self.size = size
        self.kinds = kinds
        self.reader = reader
    }

    /// What a container is in the list.
    mutating func content(of id: ObjectID) -> PlainContent {
        guard let container = graph[id] else { fatalError("container \(id) was looked at and is not there") }
        return reader.content(of: id, container)
    }

    /// What stands for nil where something has to stand.
    static let nothing = Slot.string("$null")

    /// Whether nothing stands in a place: dictionaries lack the key then, lists have `nothing`.
    func isNothing(_ slot: Slot) -> Bool {
        guard let id = slot.container else { return slot.kind == .nil || slot.kind == .null }
        return kinds[Int(id.number)] == .nothing
    }

    /// The value or the container that stands in a place.
    mutating func value(of slot: Slot) -> Slot {
        if isNothing(slot) { return Self.nothing }
        guard let id = slot.container else {
            return slot.uid.map { .integer(Int64($0)) } ?? slot.held(asReference: false)
        }
        guard kinds[Int(id.number)] == .leaf, case .leaf(let leaf) = content(of: id) else {
            return .container(id, isReference: false)
        }
        return leaf.held(asReference: false)
    }

    /// The list as a graph of its own, whose containers keep the identity of their objects.
    consuming func asGraph() -> Graph {
        var plain = Graph(form: .propertyList, root: value(of: root))
        for id in containers {
            switch content(of: id) {
            case .leaf: break
            case .list(let list):
                var builder = SlotList.Builder(count: list.count)
                list.forEach(in: 0..<list.count) { slot in
                    builder.append(value(of: slot))
                    return true
                }
                plain.put(Container(shape: .array, isInline: true, elements: builder.finish()), at: id)
            case .entries(let names, let values, _):
                let kept = shown(values).map { (key: Text(bytes: names[$0].bytes), slot: value(of: values[$0])) }
                let fields = plain.fields(kept)
                plain.put(Container(shape: .dictionary, isInline: true, fields: fields), at: id)
            case .fields(let fields):
                let kept = shown(fields).map { (key: graph.keys[fields[$0].key], slot: value(of: fields[$0].slot)) }
                let fields = plain.fields(kept)
                plain.put(Container(shape: .dictionary, isInline: true, fields: fields), at: id)
            }
        }
        plain.top = plain.root.container
        return plain
    }

    /// The positions of the fields that the list has: of those with one key the first, if anything stands there.
    func shown(_ fields: [Container.Field]) -> [Int] {
        if fields.count <= Self.searchedCount {
            return fields.indices.filter { position in
                !isNothing(fields[position].slot) && !fields[..<position].contains { $0.key == fields[position].key }
            }
        }
        var met: Set<CoderKey> = []
        return fields.indices.filter { met.insert(fields[$0].key).inserted && !isNothing(fields[$0].slot) }
    }

    /// The positions of the values that the list has.
    func shown(_ values: SlotList) -> [Int] {
        var positions: [Int] = []
        positions.reserveCapacity(values.count)
        var position = 0
        values.forEach(in: 0..<values.count) { slot in
            if !isNothing(slot) { positions.append(position) }
            position += 1
            return true
        }
        return positions
    }

    private static let searchedCount = 16
}
