import FourLinesPropertyList

@testable import KeyedArchive

/// Archives that the tests are about.
enum Samples {
    /// An archive of one object of the class FourLines with an NSArray of lines, as our own program makes it.
    static func lines(_ lines: [String]) -> Graph {
        var graph = Graph.emptyArchive()
        let root = graph.newObjectID()
        let array = graph.newObjectID()
        let elements = graph.newObjectID()
        let rootClass = addClass("FourLines", ["FourLines", "NSObject"], to: &graph)
        let arrayClass = addClass("NSArray", ["NSArray", "NSObject"], to: &graph)
        let slots = lines.map { Slot.string($0, isReference: true) }
        graph.put(Container(shape: .array, isInline: true, elements: SlotList(slots)), at: elements)
        add(
            [("NS.objects", .container(elements, isReference: false)), ("$class", .container(arrayClass))],
            isInline: false, at: array, to: &graph)
        add(
            [("kLinesKey", .container(array)), ("$class", .container(rootClass))], isInline: false, at: root, to: &graph
        )
        guard let top = graph.top else { return graph }
        let key = graph.intern("root")
        graph.apply(
            .field(of: top, position: 0, old: nil, new: .init(key: key, rank: 0, slot: .container(root))))
        return graph
    }

    static func addClass(_ name: String, _ chain: [String], to graph: inout Graph) -> ObjectID {
        let names = graph.newObjectID()
        let record = graph.newObjectID()
        let slots = chain.map { Slot.string($0) }
        graph.put(Container(shape: .array, isInline: true, elements: SlotList(slots)), at: names)
        add(
            [("$classname", .string(name)), ("$classes", .container(names, isReference: false))], isInline: false,
            at: record, to: &graph)
        return record
    }

    /// Puts a dictionary into a graph with its keys in the order in which Apple's writer leaves them.
    static func add(_ fields: [(Text, Slot)], isInline: Bool, at id: ObjectID, to graph: inout Graph) {
        let order = KeyOrder.order(fields.map(\.0))
        let made = order.map { index in
            Container.Field(key: graph.intern(fields[index].0), rank: UInt16(index), slot: fields[index].1)
        }
        graph.put(Container(shape: .dictionary, isInline: isInline, fields: made), at: id)
    }

    /// The elements of the one array of lines in a graph.
    static func elements(of graph: Graph) -> ObjectID? {
        guard let top = graph.top, let root = graph.field("root", of: top)?.container,
            let array = graph.field("kLinesKey", of: root)?.container
        else { return nil }
        return graph.field("NS.objects", of: array)?.container
    }
}
