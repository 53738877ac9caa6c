import KeyedArchive

/// Finds the paths under which clients see containers.
///
/// A container that is shared has several; one that no path leads to has none.
struct PathFinder {
    /// A container as clients see it: the path that leads to it or to what it is a part of, and what is there.
    struct Location {
        var path: [Text]
        var node: Node
        /// Whether what is below it has no paths of its own.
        var isEnd = false
    }

    /// Where a container is.
    enum Locations {
        /// All of its places.
        case places([Location])
        /// It has too many places: the nearest path above all of them.
        case below(KeyPath)
        /// It has too many places, which have nothing in common.
        case everywhere
    }

    /// More places of one container than this are answered by what is above them.
    static let placeLimit = 16
    /// How many steps the search for all places of a container may take.
    private static let stepLimit = 1 << 12

    private let document: Document
    private var places: PlaceIndex
    /// Containers that have one place, and that.
    private var known: [ObjectID: Location] = [:]
    /// For each container those that hold it, and where; made when a shared one is met.
    private var holders: [ObjectID: [(ObjectID, Int)]]?

    /// A finder for a document as it is.
    init(_ document: Document) {
        self.document = document
        places = document.places
        places.prepare(document.graph)
    }

    /// Where a container is, seen from the root and from the other top keys.
    mutating func locations(of id: ObjectID) -> Locations {
        guard places.useCount(of: id) > 0 else { return .places([]) }
        if let single = single(id) { return .places([single]) }
        guard let found = all(id) else { return nearest(id) }
        var seen: Set<[Text]> = []
        let different = found.filter { seen.insert($0.path).inserted }
        return different.count > Self.placeLimit ? nearest(id) : .places(different)
    }

    // MARK: - One place

    /// The place of a container that neither is shared nor has anything shared above it; nil otherwise.
    private mutating func single(_ id: ObjectID) -> Location? {
        var steps: [(parent: ObjectID, position: Int, child: ObjectID)] = []
        var current = id
        var location: Location?
        while location == nil {
            location = known[current] ?? start(at: current)
            guard location == nil else { break }
            guard places.useCount(of: current) == 1, let (parent, position) = holder(of: current),
                steps.count <= Self.stepLimit
            else { return nil }
            steps.append((parent, position, current))
            current = parent
        }
        guard var found = location else { return nil }
        for step in steps.reversed() {
            found = document.step(from: found, at: step.parent, position: step.position)
            known[step.child] = found
        }
        return found
    }

    private mutating func holder(of id: ObjectID) -> (ObjectID, Int)? {
        if let found = places.holder(of: id, in: document.graph) { return found }
        places.invalidate()
        places.prepare(document.graph)
        return places.holder(of: id, in: document.graph)
    }

    /// The place of the container at the top.
    private func start(at id: ObjectID) -> Location? {
        guard id == document.graph.top else { return nil }
        guard document.graph.form == .propertyList else {
            return Location(path: [Document.topName], node: Node(place: nil, slot: .container(id, isReference: false)))
        }
        guard let root = document.root else { return nil }
        guard let name = document.nameOfPlainRoot,
            let node = document.child(PathComponent(name.bytes, 0..<name.bytes.count), of: root)
        else { return Location(path: [], node: root) }
        return Location(path: [name], node: node)
    }

    // MARK: - Several places

    /// All places of a container; nil if there are too many.
    private mutating func all(_ id: ObjectID) -> [Location]? {
        let holders = self.holders ?? makeHolders()
        self.holders = holders
        var found: [Location] = []
        var steps = 0
        var chain: [(parent: ObjectID, position: Int)] = []
        var isOpen: Set<ObjectID> = [id]
        /// Climbs from a container; answers false to give up.
        func climb(_ current: ObjectID) -> Bool {
            steps += 1
            guard steps <= Self.stepLimit, found.count <= 2 * Self.placeLimit else { return false }
            if var location = start(at: current) {
                for step in chain.reversed() {
                    location = document.step(from: location, at: step.parent, position: step.position)
                }
                found.append(location)
                return true
            }
            for (parent, position) in holders[current] ?? [] where isOpen.insert(parent).inserted {
                chain.append((parent, position))
                defer {
                    chain.removeLast()
                    isOpen.remove(parent)
                }
                guard climb(parent) else { return false }
            }
            return true
        }
        return climb(id) ? found : nil
    }

    private func makeHolders() -> [ObjectID: [(ObjectID, Int)]] {
        var holders: [ObjectID: [(ObjectID, Int)]] = [:]
        let graph = document.graph
        for id in places.reached {
            guard let container = graph[id] else { continue }
            for (position, field) in container.fields.enumerated() {
                // A class is nothing that a path leads to, and everything names it.
                if let child = field.slot.container, document.layout(ofRecord: child) == nil {
                    holders[child, default: []].append((id, position))
                }
            }
            var index = 0
            container.elements.forEach(in: 0..<container.elements.count) { slot in
                if let child = slot.container { holders[child, default: []].append((id, index)) }
                index += 1
                return true
            }
        }
        return holders
    }

    /// The nearest path above all places of a container.
    private mutating func nearest(_ id: ObjectID) -> Locations {
        var above: [ObjectID] = []
        var current = id
        while current != document.graph.top, above.count <= Self.stepLimit, let (parent, _) = holder(of: current) {
            above.append(parent)
            current = parent
        }
        for candidate in above where candidate != document.graph.top {
            guard let location = single(candidate), isAbove(candidate, all: id) else { continue }
            return .below(KeyPath(components: location.path))
        }
        return .everywhere
    }

    /// Whether every way to a container leads through another one.
    private mutating func isAbove(_ candidate: ObjectID, all id: ObjectID) -> Bool {
        let holders = self.holders ?? makeHolders()
        self.holders = holders
        var isMet: Set<ObjectID> = [id, candidate]
        var stack = [id]
        while let current = stack.popLast() {
            if current == document.graph.top { return false }
            for (parent, _) in holders[current] ?? [] where isMet.insert(parent).inserted { stack.append(parent) }
        }
        return true
    }
}

extension Document {
    /// Where a part of a container is, seen from where the container is.
    ///
    /// - Parameters:
    ///   - location: where the container is.
    ///   - id: the container: what the location leads to, or the array that holds the elements of that.
    ///   - position: which of its slots.
    /// - Returns: where the part is; where it has no path of its own, where the container is.
    func step(from location: PathFinder.Location, at id: ObjectID, position: Int) -> PathFinder.Location {
        guard !location.isEnd else { return location }
        var end = location
        end.isEnd = true
        if id == graph.top, graph.form == .keyedArchive { return stepFromTop(position) ?? end }
        if isFree, !location.path.isEmpty { return end }
        guard let container = graph[id] else { return end }
        let slot =
            container.shape == .dictionary
            ? (position < container.fields.count ? container.fields[position].slot : nil)
            : (position < container.elements.count ? container.elements[position] : nil)
        guard let slot else { return end }
        func below(_ name: Text, _ place: Place, _ type: FieldType?) -> PathFinder.Location {
            PathFinder.Location(path: location.path + [name], node: Node(place: place, slot: slot, type: type))
        }
        switch content(of: location.node) {
        case .leaf: return end
        case .list(let elements):
            if id == elements {
                let place = Place.element(of: id, index: position)
                return below(Text(String(position)), place, location.node.type?.element)
            }
            return slot.container == elements ? location : end
        case .entries(let keys, let values):
            if id == values {
                guard let list = graph[keys]?.elements, position < list.count else { return end }
                let name = name(ofKey: list[position])
                return below(name, .element(of: id, index: position), valueType(of: location.node.type))
            }
            return id != keys && (slot.container == values || slot.container == keys) ? location : end
        case .fields(let object):
            guard id == object, container.shape == .dictionary else { return end }
            let key = container.fields[position].key
            guard key != known.theClass || graph.form == .propertyList else { return end }
            let field = classModel(of: object, location.node.type)?.fields.first { $0.key == graph.keys[key] }
            let type = field?.type ?? valueType(of: location.node.type)
            return below(field?.name ?? graph.keys[key], .field(of: id, position: position), type)
        }
    }

    /// The root, or what another top key names.
    private func stepFromTop(_ position: Int) -> PathFinder.Location? {
        guard let top = graph.top, let fields = graph[top]?.fields, position < fields.count else { return nil }
        let place = Place.field(of: top, position: position)
        if let root, root.place == place { return PathFinder.Location(path: [], node: root) }
        return PathFinder.Location(
            path: [Self.topName, graph.keys[fields[position].key]],
            node: Node(place: place, slot: fields[position].slot))
    }

    /// In a plain property list that holds one property of the root object alone, the name of that.
    var nameOfPlainRoot: Text? {
        guard graph.form == .propertyList, let model, let name = model.plainRoot,
            case .object(let theClass) = root?.type,
            model.classes[theClass]?.field(name) != nil
        else { return nil }
        if case .fields = root.map({ content(of: $0) }) { return nil }
        return name
    }

    /// What is known of a class record; nil for anything else.
    func layout(ofRecord id: ObjectID) -> ClassLayout? { editor.index.layout(of: id) }
}
