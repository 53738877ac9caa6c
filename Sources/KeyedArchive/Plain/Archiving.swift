/// Makes a keyed archive of a plain property list, as NSKeyedArchiver makes one of its values (facts 1.5 and 1.6).
///
/// Arrays, dictionaries and dates become objects of the classes NSArray, NSDictionary and NSDate, which keep the
/// identity of their containers; texts, numbers and data are entries of `$objects`. The root has the key `root`.
struct Archiving {
    private let list: Graph
    private var graph = Graph.emptyArchive()
    private var losses = PlainLosses()
    /// The object that a container becomes.
    private var objects: [ObjectID: ObjectID] = [:]
    /// Containers whose objects are still to be made.
    private var work: [ObjectID] = []
    private var classRecords: [Text: ObjectID] = [:]

    private static let nilText: Text = "$null"

    private init(_ list: Graph) { self.list = list }

    /// Makes the archive.
    ///
    /// - Returns: its graph, and what is not kept.
    static func archive(_ list: Graph) -> (graph: Graph, losses: [PlainLoss]) {
        var archiving = Archiving(list)
        archiving.run()
        return (archiving.graph, archiving.losses.all)
    }

    private mutating func run() {
        let root = slot(list.root)
        while let id = work.popLast() { make(id) }
        guard let top = graph.top else { return }
        let fields = graph.fields([("root", root)])
        graph.put(Container(shape: .dictionary, isInline: true, fields: fields), at: top)
    }

    /// What holds a value in the archive; the object of a container is made later, so that no depth ends the
    /// program's stack.
    private mutating func slot(_ slot: Slot) -> Slot {
        if let id = slot.container {
            if let known = objects[id] { return .container(known) }
            let object = graph.newObjectID()
            objects[id] = object
            work.append(id)
            return .container(object)
        }
        switch slot.kind {
        case .date: return object("NSDate", [("NS.time", .real64(slot.real ?? 0))])
        case .null, .nil: return object("NSNull", [])
        case .uid:
            losses.add(.uid)
            return .integer(Int64(slot.uid ?? 0), isReference: true)
        case .string where slot.byteCount == Self.nilText.bytes.count && slot.text == Self.nilText:
            losses.add(.nilText)
            return .nil
        default: return slot.withoutOrigin.held(asReference: true)
        }
    }

    private mutating func make(_ id: ObjectID) {
        guard let container = list[id], let object = objects[id] else { return }
        guard container.shape == .dictionary else {
            var elements = SlotList.Builder(count: container.elements.count)
            container.elements.forEach(in: 0..<container.elements.count) { element in
                elements.append(slot(element))
                return true
            }
            let list = inlineArray(elements.finish())
            put(container.shape == .set ? "NSSet" : "NSArray", [("NS.objects", list)], at: object)
            return
        }
        var keys = SlotList.Builder(count: container.fields.count)
        var values = SlotList.Builder(count: container.fields.count)
        for field in container.fields {
            keys.append(slot(list.keys.slot(of: field)))
            values.append(slot(field.slot))
        }
        let (keyList, valueList) = (inlineArray(keys.finish()), inlineArray(values.finish()))
        put("NSDictionary", [("NS.keys", keyList), ("NS.objects", valueList)], at: object)
    }

    private mutating func inlineArray(_ elements: SlotList) -> Slot {
        let id = graph.newObjectID()
        graph.put(Container(shape: .array, isInline: true, elements: elements), at: id)
        return .container(id, isReference: false)
    }

    private mutating func object(_ className: Text, _ fields: [(key: Text, slot: Slot)]) -> Slot {
        let id = graph.newObjectID()
        put(className, fields, at: id)
        return .container(id)
    }

    private mutating func put(_ className: Text, _ fields: [(key: Text, slot: Slot)], at id: ObjectID) {
        let record = classRecord(className)
        let fields = graph.fields(fields + [("$class", .container(record))])
        graph.put(Container(shape: .dictionary, isInline: false, fields: fields), at: id)
    }

    /// The record of a class that inherits from NSObject.
    private mutating func classRecord(_ name: Text) -> ObjectID {
        if let known = classRecords[name] { return known }
        let chain = inlineArray(SlotList([.string(name.bytes), .string("NSObject")]))
        let fields = graph.fields([("$classname", .string(name.bytes)), ("$classes", chain)])
        let id = graph.newObjectID()
        graph.put(Container(shape: .dictionary, isInline: false, fields: fields), at: id)
        classRecords[name] = id
        return id
    }
}
