/// What is at a path of an archive, as it was when it was asked for.
public struct ArchiveNode: Sendable {
    /// What kind of thing it is.
    public enum Kind: Sendable {
        /// One value, which `value` has.
        case value
        /// Elements in order, or of a set in the order of the file; their names are their indices.
        case list
        /// Entries of a dictionary; their names are the keys.
        case dictionary
        /// Fields of an object; their names are the coder keys.
        case object
    }

    /// Its path.
    public let path: String
    /// What kind of thing it is.
    public let kind: Kind
    /// The value, if it is one; a text with half a surrogate pair has a replacement character there.
    public let value: ArchiveValue?
    private let location: Location
    private let keyPath: KeyPath
    private let graph: Graph

    init(_ location: Location, _ path: KeyPath, in graph: Graph) {
        self.location = location
        self.graph = graph
        self.path = path.description
        keyPath = path
        value = graph.value(of: location.slot)
        guard value == nil, let id = location.slot.container else {
            kind = .value
            return
        }
        switch graph.located(id) {
        case .list, .numbered: kind = .list
        case .entries: kind = .dictionary
        case .fields where graph.classRecord(of: id) == nil: kind = .dictionary
        case .fields, nil: kind = .object
        }
    }

    /// The class of an object; nil for a value that has none, and in a plain property list.
    public var className: String? { classes.first }

    /// The class names of an object, from its own to the root class.
    public var classes: [String] {
        location.slot.container.map { graph.classChain(of: $0).map(\.description) } ?? []
    }

    /// What an object of a known class is, in words: the ranges of an index set, the components of a colour; nil for
    /// other objects, and for one that is damaged.
    public var summary: String? {
        var describer = ClassDescriber(graph)
        return location.slot.container.flatMap { describer.describe($0)?.words() }
    }

    /// A number that objects have in common which are one and the same; nil for a value that is no object.
    public var identity: Int? { location.slot.container.map { Int($0.number) } }

    /// How many elements, entries or fields it has.
    public var count: Int {
        guard kind != .value, let id = location.slot.container else { return 0 }
        switch graph.located(id) {
        case .list(let list): return graph[list]?.elements.count ?? 0
        case .numbered(_, let positions), .fields(_, let positions): return positions.count
        case .entries(_, let values): return graph[values]?.elements.count ?? 0
        case nil: return 0
        }
    }

    /// What it holds, each under its path.
    ///
    /// Objects may hold each other, so that a walk has to keep the identities of those that it has met.
    public var children: [ArchiveNode] {
        guard kind != .value, let id = location.slot.container else { return [] }
        func node(_ name: Text, _ place: Place) -> ArchiveNode? {
            graph.slot(at: place).map {
                ArchiveNode(Location(place: place, slot: $0), keyPath.appending(name), in: graph)
            }
        }
        switch graph.located(id) {
        case .list(let list):
            let count = graph[list]?.elements.count ?? 0
            return (0..<count).compactMap { node(Text("\($0)"), .element(of: list, index: $0)) }
        case .numbered(let id, let positions):
            return positions.enumerated().compactMap { node(Text("\($0)"), .field(of: id, position: $1)) }
        case .entries(let keys, let values):
            let names = graph[keys]?.elements.all.map { graph.name(ofKey: $0) } ?? []
            return names.enumerated().compactMap { node($1, .element(of: values, index: $0)) }
        case .fields(let id, let positions):
            let fields = graph[id]?.fields ?? []
            return positions.compactMap { node(graph.keys[fields[$0].key], .field(of: id, position: $0)) }
        case nil: return []
        }
    }
}

extension Graph {
    /// The value that a slot holds, itself or by an object that stands for one; nil for a container.
    fileprivate func value(of slot: Slot) -> ArchiveValue? {
        switch slot.kind {
        case .nil: return .nothing
        case .null: return .null
        case .boolean: return .boolean(slot.boolean == true)
        case .integer:
            let value = slot.integer ?? 0
            return Int64(exactly: value).map { .integer($0) } ?? .unsigned(UInt64(truncatingIfNeeded: value))
        case .real32: return .float(slot.real32 ?? .nan)
        case .real64: return .real(slot.real ?? .nan)
        case .date: return .date(slot.real ?? .nan)
        case .string: return .text(slot.text?.description ?? "")
        case .data: return .data(slot.bytes)
        case .uid: return .unsigned(UInt64(slot.uid ?? 0))
        case .objects: return nil
        case .container: break
        }
        guard form == .keyedArchive, let id = slot.container, let container = self[id] else { return nil }
        var reader = PlainReader(self)
        guard let role = reader.role(of: container)?.role, case .leaf(let leaf) = reader.content(of: id, container)
        else { return nil }
        switch role {
        case .string: return .mutableText(leaf.text?.description ?? "")
        case .url: return .url(leaf.text?.description ?? "")
        case .uuid: return field("NS.uuidbytes", of: id).map { .uuid($0.bytes) }
        case .null: return .null
        default: return value(of: leaf)
        }
    }
}
