/// A graph together with the changes since it was last settled, so that they are kept or taken back as one.
package struct GraphEditor: Sendable {
    /// The graph, all changes applied.
    package private(set) var graph: Graph
    /// The changes since the graph was last settled, in order.
    package private(set) var changes: [Change] = []

    package init(_ graph: Graph) { self.graph = graph }

    /// Applies a change, which has to fit (see `Graph.accepts`).
    package mutating func apply(_ change: Change) {
        graph.apply(change)
        changes.append(change)
    }

    /// Keeps the changes, and answers them.
    package mutating func settle() -> [Change] {
        defer { changes = [] }
        return changes
    }

    /// Takes back the changes behind the first `count`.
    package mutating func rollBack(to count: Int = 0) {
        while changes.count > count, let change = changes.popLast() { graph.apply(change.inverse) }
    }

    /// Adds a key if no dictionary has it yet; that alone changes nothing that is written.
    package mutating func intern(_ text: Text) -> CoderKey { graph.intern(text) }

    /// Gives out an identity for a container that a change will make.
    package mutating func newObjectID() -> ObjectID { graph.newObjectID() }

    private mutating func make(_ container: Container) -> ObjectID {
        let id = newObjectID()
        apply(.container(id, old: nil, new: container))
        return id
    }

    /// Makes an array that is a part of the container that will hold it.
    package mutating func inlineArray(_ slots: [Slot]) -> Slot {
        let id = make(Container(shape: .array, isInline: true, elements: SlotList(slots)))
        return .container(id, isReference: false)
    }

    /// Makes a dictionary that is a part of the container that will hold it, its keys in the order of encoding.
    package mutating func inlineDictionary(_ fields: [(key: Text, slot: Slot)]) -> Slot {
        let id = make(Container(shape: .dictionary, isInline: true, fields: self.fields(fields)))
        return .container(id, isReference: false)
    }

    /// Makes an object of a class; its fields are given in the order of encoding, without `$class`.
    ///
    /// A class record is made once for each chain of names.
    package mutating func object(chain: [Text], _ fields: [(key: Text, slot: Slot)]) -> Slot {
        let record = classRecord(chain)
        let container = Container(
            shape: .dictionary, isInline: false, fields: self.fields(fields + [("$class", .container(record))]))
        return .container(make(container))
    }

    /// The class record with a chain of names from the class itself to the root class, made if there is none.
    package mutating func classRecord(_ chain: [Text]) -> ObjectID {
        if let known = graph.findClassRecord(chain) { return known }
        let names = inlineArray(chain.map { .string($0.bytes) })
        let name = chain.first ?? Text("NSObject")
        let record = Container(
            shape: .dictionary, isInline: false,
            fields: fields([("$classname", .string(name.bytes)), ("$classes", names)]))
        return make(record)
    }

    /// Makes an NSArray or one of its kind.
    package mutating func array(_ elements: [Slot], chain: [Text] = ["NSArray", "NSObject"]) -> Slot {
        let list = inlineArray(elements)
        return object(chain: chain, [("NS.objects", list)])
    }

    private mutating func fields(_ fields: [(key: Text, slot: Slot)]) -> [Container.Field] { graph.fields(fields) }
}

extension Graph {
    /// The fields of a dictionary that is made new, given in the order of encoding, in the order in which they are
    /// written.
    mutating func fields(_ fields: [(key: Text, slot: Slot)]) -> [Container.Field] {
        KeyOrder.order(fields.map(\.key)).map { index in
            Container.Field(key: intern(fields[index].key), rank: UInt16(clamping: index), slot: fields[index].slot)
        }
    }
}
