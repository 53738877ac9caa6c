import KeyedArchive

/// Finds the way from the top to a container, without a search through the whole graph each time.
///
/// For each container that is reached it holds how many slots name it, and two of the containers that do. What it
/// says of them is checked before it is believed; where both fail, the graph is walked once and the index made anew.
struct PlaceIndex: Sendable {
    private struct Entry {
        /// How many slots of containers that are reached name it; the roots count as one.
        var count: UInt32 = 0
        /// Containers that name it, or `none`.
        var first = PlaceIndex.none
        var last = PlaceIndex.none
        /// Where in `first` it was seen.
        var position: UInt32 = 0
    }

    private static let none = UInt32.max
    /// More steps than this are no way that a record could hold, or a cycle.
    private static let longestWay = 1 << 12
    /// How far around the remembered position is looked before all of an array is.
    private static let neighbourhood = 32

    private var entries: [Entry] = []
    private var isBuilt = false

    /// Forgets everything; the next question builds the index again.
    mutating func invalidate() {
        entries = []
        isBuilt = false
    }

    /// Builds the index, unless it is there.
    mutating func prepare(_ graph: Graph) {
        if !isBuilt { build(graph) }
    }

    /// The place of a container, or nil if it is reached from nowhere.
    mutating func place(of id: ObjectID, in graph: Graph) -> ContainerPlace? {
        if isBuilt {
            if !isReached(id) { return nil }
            if let place = way(to: id, in: graph) { return place }
        }
        build(graph)
        return isReached(id) ? way(to: id, in: graph) : nil
    }

    private func isReached(_ id: ObjectID) -> Bool {
        Int(id.number) < entries.count && entries[Int(id.number)].count > 0
    }

    // MARK: - Finding

    private mutating func way(to id: ObjectID, in graph: Graph) -> ContainerPlace? {
        var steps: [ContainerPlace.Step] = []
        var current = id
        while steps.count < Self.longestWay {
            if current == graph.top { return ContainerPlace(root: .top, steps: steps.reversed()) }
            if let (parent, step) = step(to: current, in: graph) {
                steps.append(step)
                current = parent
            } else if let number = graph.orphans.firstIndex(where: { $0.container == current }) {
                return ContainerPlace(root: .orphan(number), steps: steps.reversed())
            } else {
                return nil
            }
        }
        return nil
    }

    /// A container that is reached and holds another one, and the step from there.
    private mutating func step(to id: ObjectID, in graph: Graph) -> (ObjectID, ContainerPlace.Step)? {
        guard let (parent, position) = holder(of: id, in: graph), let container = graph[parent] else { return nil }
        guard container.shape == .dictionary else { return (parent, .index(position)) }
        let key = container.fields[position].key
        let ordinal = container.fields[..<position].count { $0.key == key }
        return (parent, .key(graph.keys[key], ordinal: ordinal))
    }

    /// A container that is reached and holds another one, and the position of that in it; nil for a root, and where
    /// what is remembered is not so any more.
    mutating func holder(of id: ObjectID, in graph: Graph) -> (ObjectID, Int)? {
        let index = Int(id.number)
        guard index < entries.count else { return nil }
        for parent in [entries[index].first, entries[index].last] where parent != Self.none {
            let parent = ObjectID(parent)
            guard isReached(parent), let container = graph[parent],
                let position = position(of: id, in: container, near: Int(entries[index].position))
            else { continue }
            if parent.number != entries[index].first {
                entries[index].last = entries[index].first
                entries[index].first = parent.number
            }
            // Only where it is news: whoever asks may have a copy, which writing would make one of its own.
            let seen = UInt32(truncatingIfNeeded: position)
            if entries[index].position != seen { entries[index].position = seen }
            if container.shape == .dictionary, graph.keys.isOther(container.fields[position].key) { continue }
            return (parent, position)
        }
        return nil
    }

    /// How many slots of containers that are reached name a container.
    func useCount(of id: ObjectID) -> Int { Int(id.number) < entries.count ? Int(entries[Int(id.number)].count) : 0 }

    /// The containers that are reached.
    var reached: [ObjectID] {
        entries.indices.lazy.filter { entries[$0].count > 0 }.map { ObjectID(UInt32($0)) }
    }

    private func position(of id: ObjectID, in container: Container, near hint: Int) -> Int? {
        if container.shape == .dictionary { return container.fields.firstIndex { $0.slot.container == id } }
        let count = container.elements.count
        let lower = min(max(0, hint - Self.neighbourhood), count)
        let upper = min(count, hint + Self.neighbourhood)
        if lower < upper {
            for index in lower..<upper where container.elements[index].container == id { return index }
        }
        var index = 0
        var found: Int?
        container.elements.forEach(in: 0..<count) { slot in
            if slot.container == id { found = index }
            index += 1
            return found == nil
        }
        return found
    }

    // MARK: - Keeping up

    /// A slot of a container that is reached names another one from now on.
    mutating func link(_ id: ObjectID, from parent: ObjectID, in graph: Graph) {
        guard isBuilt else { return }
        var work = [(id, parent, 0)]
        while let (id, parent, position) = work.popLast() {
            guard note(id, from: parent, at: position) else { continue }
            Self.forEachChild(of: id, in: graph) { child, position in work.append((child, id, position)) }
        }
    }

    /// A slot of a container that is reached names another one no longer.
    mutating func unlink(_ id: ObjectID, in graph: Graph) {
        guard isBuilt else { return }
        var work = [id]
        while let id = work.popLast() {
            guard isReached(id) else { continue }
            entries[Int(id.number)].count -= 1
            guard entries[Int(id.number)].count == 0 else { continue }
            Self.forEachChild(of: id, in: graph) { child, _ in work.append(child) }
        }
    }

    /// Counts a slot that names a container; answers whether it is the first.
    private mutating func note(_ id: ObjectID, from parent: ObjectID?, at position: Int) -> Bool {
        let index = Int(id.number)
        if index >= entries.count {
            entries.append(contentsOf: repeatElement(Entry(), count: max(index + 1 - entries.count, entries.count)))
        }
        let isFirst = entries[index].count == 0
        entries[index].count += 1
        let number = parent?.number ?? Self.none
        if isFirst {
            entries[index].first = number
            entries[index].last = Self.none
            entries[index].position = UInt32(truncatingIfNeeded: position)
        } else {
            entries[index].last = number
        }
        return isFirst
    }

    private mutating func build(_ graph: Graph) {
        entries = []
        isBuilt = true
        // Breadth first, so that the container that names one first is always nearer to the top: no way is a cycle.
        var queue: [ObjectID] = []
        for root in [graph.top].compactMap({ $0 }) + graph.orphans.compactMap(\.container)
        where note(root, from: nil, at: 0) {
            queue.append(root)
            var next = queue.count - 1
            while next < queue.count {
                let id = queue[next]
                next += 1
                Self.forEachChild(of: id, in: graph) { child, position in
                    if note(child, from: id, at: position) { queue.append(child) }
                }
            }
        }
    }

    private static func forEachChild(of id: ObjectID, in graph: Graph, _ body: (ObjectID, Int) -> Void) {
        guard let container = graph[id] else { return }
        for (position, field) in container.fields.enumerated() {
            if let child = field.slot.container { body(child, position) }
        }
        var position = 0
        container.elements.forEach(in: 0..<container.elements.count) { slot in
            if let child = slot.container { body(child, position) }
            position += 1
            return true
        }
    }
}
