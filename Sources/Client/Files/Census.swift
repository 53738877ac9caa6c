import KeyedArchive

/// What a graph consists of: how often each container is named, and how many objects of which class there are.
struct Census {
    /// By number of a container from how many slots it is named, up to 255.
    private var uses: [UInt8] = []
    /// How many objects each class record has, by the record's number.
    private var objects: [ObjectID: Int] = [:]
    /// How many containers of a property list, arrays and dictionaries without a class, there are.
    private(set) var containers = 0
    /// How many values stand in containers.
    private(set) var leaves = 0
    /// Dictionaries of an archive whose keys and values are not as many.
    private(set) var unpaired: [ObjectID] = []
    private let graph: Graph

    /// Counts all that the root and the orphans of a graph lead to, without recursion.
    init(_ graph: Graph) {
        self.graph = graph
        var stack: [ObjectID] = []
        let theClass = graph.key("$class")
        let className = graph.key("$classname")
        meet(graph.root, &stack)
        for slot in graph.orphans { meet(slot, &stack) }
        while let id = stack.popLast() {
            guard let container = graph[id] else { continue }
            if let theClass, let record = container[theClass]?.container {
                objects[record, default: 0] += 1
                if container.shape == .dictionary { checkEntries(of: id, container) }
            } else if className.map({ container.position(of: $0) == nil }) ?? true {
                containers += 1
            }
            for field in container.fields { meet(field.slot, &stack) }
            container.elements.forEach(in: 0..<container.elements.count) { slot in
                meet(slot, &stack)
                return true
            }
        }
    }

    private mutating func meet(_ slot: Slot, _ stack: inout [ObjectID]) {
        guard let id = slot.container else {
            leaves += 1
            return
        }
        let number = Int(id.number)
        if number >= uses.count { uses += repeatElement(0, count: max(64, number + 1 - uses.count)) }
        if uses[number] == 0 { stack.append(id) }
        if uses[number] < .max { uses[number] += 1 }
    }

    private mutating func checkEntries(of id: ObjectID, _ container: KeyedArchive.Container) {
        guard let keys = graph.key("NS.keys"), let objects = graph.key("NS.objects"),
            let keyList = graph.container(container[keys]), let valueList = graph.container(container[objects])
        else { return }
        if keyList.elements.count != valueList.elements.count { unpaired.append(id) }
    }

    /// Whether a container is named from more than one slot.
    func isShared(_ id: ObjectID) -> Bool { Int(id.number) < uses.count && uses[Int(id.number)] > 1 }

    /// How many objects with a class and containers without one there are, class records left aside.
    var objectCount: Int { containers + objects.values.reduce(0, +) }

    /// The classes with their numbers of objects, the most frequent first and then by name.
    var classes: [(name: Text, count: Int)] {
        var counts: [Text: Int] = [:]
        for (record, count) in objects {
            counts[graph.field("$classname", of: record)?.text ?? "?", default: 0] += count
        }
        return counts.map { (name: $0.key, count: $0.value) }.sorted { first, second in
            first.count != second.count
                ? first.count > second.count : first.name.bytes.lexicographicallyPrecedes(second.name.bytes)
        }
    }
}
