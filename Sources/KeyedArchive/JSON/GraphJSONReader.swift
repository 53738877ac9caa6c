import FourLinesPropertyList

/// Makes the graph that the JSON of a `GraphJSONWriter` says (see `JSONMark`).
///
/// JSON without its marks is a plain property list. The stack is the reader's own.
struct GraphJSONReader {
    var parser: JSONParser
    private var graph: Graph
    let isArchive: Bool
    private var stack: [Frame] = []
    /// The containers by the numbers that the JSON gives them.
    private(set) var numbered: [Int128: ObjectID] = [:]
    private var classes: [Text: ObjectID] = [:]

    /// What is being read.
    private enum Frame {
        case object
        case array(ObjectID, Container.Shape)
        case pairs
        /// Integers, for an order of encoding.
        case integers
        /// Names, for a chain of classes.
        case names
    }

    /// What has been read of the objects, arrays and pairs that are open: stacks of their own, so that they grow where
    /// they lie.
    private var objects: [JSONObject] = []
    private var elements: [SlotList.Builder] = []
    private var pairs: [[Slot]] = []
    private var integers: [Int] = []
    private var names: [Text] = []

    private init(_ parser: JSONParser, isArchive: Bool) {
        self.parser = parser
        self.isArchive = isArchive
        graph = Graph(form: isArchive ? .keyedArchive : .propertyList, root: .nil)
    }

    /// Reads JSON.
    ///
    /// - Throws: `ArchiveError.json` with what was expected and where.
    static func graph(_ bytes: [UInt8]) throws(ArchiveError) -> Graph {
        var probe = JSONParser(bytes)
        var isArchive = false
        if case .beginObject = try probe.next(), case .key(JSONMark.form) = try probe.next() {
            guard case .string(Array(JSONMark.archive.utf8)) = try probe.next() else {
                throw probe.failure("the form is not \(JSONMark.archive)")
            }
            isArchive = true
        }
        var reader = GraphJSONReader(isArchive ? probe : JSONParser(bytes), isArchive: isArchive)
        if isArchive { reader.push(JSONObject(isRoot: true)) }
        var isDone = false
        while !isDone { isDone = try reader.step() }
        try reader.finish()
        return reader.graph
    }

    private mutating func finish() throws(ArchiveError) {
        graph.top = graph.root.container
        guard isArchive, let root = graph.root.container else { return }
        /// What stands under a key of the archive's own dictionary, as a part of it.
        func part(_ key: Text) -> Slot? { graph.field(key, of: root).flatMap { $0.isReference ? nil : $0 } }
        guard let top = part("$top")?.container, graph[top]?.shape == .dictionary else {
            throw parser.failure("an archive has a dictionary $top")
        }
        guard graph[root]?.fields.filter({ $0.slot.kind == .objects }).count == 1 else {
            throw parser.failure("an archive has one array $objects")
        }
        guard part("$archiver")?.kind == .string else { throw parser.failure("an archive has a text $archiver") }
        guard part("$version")?.integer == 100_000 else { throw parser.failure("an archive has the $version 100000") }
        graph.top = top
        if graph.firstWithoutClassRecord() != nil {
            throw parser.failure("a class is its name, the names of its chain, or a dictionary with a $classname")
        }
    }

    private mutating func push(_ object: JSONObject) {
        stack.append(.object)
        objects.append(object)
    }

    /// The object whose member is being read, if that is what is being read.
    private var current: JSONObject? {
        guard case .object? = stack.last else { return nil }
        return objects.last
    }

    // MARK: - Events

    /// Takes one event; answers whether it was the last.
    private mutating func step() throws(ArchiveError) -> Bool {
        switch try parser.next() {
        case .beginObject: push(JSONObject())
        case .key(let key): try take(key)
        case .endObject: try endObject()
        case .beginArray: try beginArray()
        case .endArray: try endArray()
        case .string(let bytes): try take(.string(bytes), text: Text(bytes: bytes))
        case .integer(let value): try take(integer(value))
        case .real(let value): try take(.real64(value))
        case .boolean(let value): try take(.boolean(value))
        case .null: try take(isArchive ? .nil : .null)
        case .end: return true
        }
        return false
    }

    func integer(_ value: Int128, width: Int? = nil) throws(ArchiveError) -> Slot {
        let low = UInt64(truncatingIfNeeded: value)
        let high = UInt64(truncatingIfNeeded: value >> 64)
        let usual = BinaryEncoder.integerWidth(low: low, high: high)
        let width = width ?? usual
        let fits: Bool =
            switch width {
            case 1, 2, 4: value >= 0 && value >> Int128(8 * width) == 0
            case 8: Int64(exactly: value) != nil
            case 16: true
            default: false
            }
        guard fits else { throw parser.failure("an integer of \(width) bytes cannot hold it") }
        return .integer(low: low, high: width == 16 ? high : 0, width: UInt8(width))
    }

    private mutating func take(_ key: Text) throws(ArchiveError) {
        guard case .object? = stack.last else { throw parser.failure("a value was expected") }
        let last = objects.count - 1
        guard let coderKey = objects[last].isRoot ? key : JSONMark.coderKey(key) else {
            guard objects[last].takes(mark: key) else {
                throw parser.failureAtStart("the mark “\(key)” stands in this object already, where each stands once")
            }
            objects[last].pendingMark = key
            return
        }
        guard objects[last].mark == nil else { throw parser.failure("a mark stands alone") }
        // Readers of JSON disagree which one counts; what really has a key twice is written as pairs.
        guard objects[last].takes(graph.intern(coderKey)) else {
            throw parser.failureAtStart("the key “\(key)” stands in this object already, where each stands once")
        }
        objects[last].coderKey = coderKey
        objects[last].pendingMark = nil
        objects[last].isDictionary = true
    }

    private mutating func beginArray() throws(ArchiveError) {
        var shape = Container.Shape.array
        var id: ObjectID?
        if let object = current {
            switch object.pendingMark {
            case JSONMark.order:
                integers = []
                return stack.append(.integers)
            case JSONMark.pairs:
                pairs.append([])
                return stack.append(.pairs)
            case JSONMark.set, JSONMark.array:
                if object.pendingMark == JSONMark.set { shape = .set }
                // The container of a mark has the number that stands before it.
                id = object.id ?? graph.newObjectID()
                objects[objects.count - 1].id = id
            case nil where isArchive && object.coderKey == JSONMark.className:
                names = []
                return stack.append(.names)
            default: break
            }
        }
        stack.append(.array(id ?? graph.newObjectID(), shape))
        elements.append(SlotList.Builder(count: 0))
    }

    private mutating func endArray() throws(ArchiveError) {
        switch stack.popLast() {
        case .array(let id, let shape):
            let list = elements.popLast()?.finish() ?? SlotList()
            graph.put(Container(shape: shape, isInline: true, elements: list), at: id)
            try deliver(.container(id, isReference: false))
        case .pairs: try endPairs(pairs.popLast() ?? [])
        case .integers:
            objects[objects.count - 1].order = integers
            objects[objects.count - 1].pendingMark = nil
        case .names: try deliver(.container(makeClass(names)), isHeld: true)
        default: throw parser.failure("a value was expected")
        }
    }

    private mutating func endPairs(_ slots: [Slot]) throws(ArchiveError) {
        guard slots.count % 2 == 0 else { throw parser.failure("a key of a pair has no value") }
        guard var dictionary = current else { throw parser.failure("pairs stand alone") }
        dictionary.id = dictionary.id ?? graph.newObjectID()
        objects[objects.count - 1].id = dictionary.id
        for index in stride(from: 0, to: slots.count, by: 2) {
            let key: CoderKey
            if let text = slots[index].text {
                key = graph.intern(text)
            } else {
                guard slots[index].isLeaf else { throw parser.failure("a key of a pair is a container") }
                let slot = slots[index].held(asReference: false)
                key = graph.keys.key(other: slot, description: Text(slot.keyDescription))
            }
            dictionary.fields.append(.init(key: key, rank: 0, slot: slots[index + 1]))
        }
        try deliver(put(dictionary))
    }

    // MARK: - Containers

    private mutating func put(_ object: JSONObject) throws(ArchiveError) -> Slot {
        guard object.fields.count <= Int(UInt16.max) || object.order.isEmpty else {
            throw parser.failure("an order of more than 65535 fields")
        }
        var fields = object.fields
        if object.order.isEmpty {
            for index in fields.indices { fields[index].rank = UInt16(clamping: index) }
        } else {
            guard object.order.sorted() == Array(fields.indices) else {
                throw parser.failure("an order names each field once")
            }
            for (rank, index) in object.order.enumerated() { fields[index].rank = UInt16(rank) }
        }
        let isByUID = isArchive && fields.contains { graph.keys[$0.key] == JSONMark.className }
        let id = object.id ?? graph.newObjectID()
        graph.put(Container(shape: .dictionary, isInline: !isByUID, fields: fields), at: id)
        return .container(id, isReference: isByUID)
    }

    private mutating func makeClass(_ names: [Text]) throws(ArchiveError) -> ObjectID {
        guard let name = names.first else { throw parser.failure("a class has a name") }
        let chain = graph.newObjectID()
        let slots = names.map { Slot.string($0.bytes) }
        graph.put(Container(shape: .array, isInline: true, elements: SlotList(slots)), at: chain)
        let id = graph.newObjectID()
        let fields = [
            Container.Field(key: graph.intern("$classname"), rank: 0, slot: .string(name.bytes)),
            Container.Field(key: graph.intern("$classes"), rank: 1, slot: .container(chain, isReference: false)),
        ]
        graph.put(Container(shape: .dictionary, isInline: false, fields: fields), at: id)
        classes[name] = id
        return id
    }

    private mutating func endObject() throws(ArchiveError) {
        guard case .object? = stack.popLast(), let object = objects.popLast() else {
            throw parser.failure("a value was expected")
        }
        if object.isRoot {
            graph.root = try put(object)
            if let id = graph.root.container {
                graph.root.isReference = false
                _ = graph.table.change(id) { $0.isInline = true }
            }
            return
        }
        guard let mark = object.mark else {
            guard object.pendingMark == nil else { throw parser.failure("a mark has no value") }
            return try deliver(put(object))
        }
        guard let content = object.content else { throw parser.failure("a mark has no value") }
        switch mark {
        case JSONMark.pairs, JSONMark.array, JSONMark.set:
            guard let id = content.container, id == object.id else {
                throw parser.failure("the value of \(mark) is none")
            }
            try deliver(content)
        case _ where object.id != nil: throw parser.failure("only a container has a number")
        case JSONMark.object, JSONMark.inline:
            let isReference = isArchive && mark == JSONMark.object
            if let id = content.container { _ = graph.table.change(id) { $0.isInline = !isReference } }
            try deliver(content.held(asReference: isReference), isHeld: true)
        default: try deliver(marked(mark, content, width: object.width))
        }
    }

    // MARK: - Values

    private mutating func take(_ slot: Slot, text: Text? = nil) throws(ArchiveError) {
        switch stack.last {
        case .integers:
            guard let value = slot.integer, let index = Int(exactly: value), index >= 0 else {
                throw parser.failure("a position of a field was expected")
            }
            integers.append(index)
        case .names:
            guard let text else { throw parser.failure("the name of a class was expected") }
            names.append(text)
        case .object where isArchive && isClassExpected:
            guard let text, let id = classes[text] else {
                throw parser.failure("a class whose chain of names stands before was expected")
            }
            try deliver(.container(id), isHeld: true)
        default: try deliver(slot)
        }
    }

    private var isClassExpected: Bool {
        guard let last = objects.last else { return false }
        return last.pendingMark == nil && last.coderKey == JSONMark.className
    }

    /// Gives a value to what holds it; `isHeld` says that how it is held is known already.
    private mutating func deliver(_ slot: Slot, isHeld: Bool = false) throws(ArchiveError) {
        switch stack.last {
        case nil: graph.root = slot.held(asReference: false)
        case .array: elements[elements.count - 1].append(isHeld ? slot : held(slot, isElement: true))
        case .pairs: pairs[pairs.count - 1].append(isHeld ? slot : held(slot, isElement: false))
        case .object:
            let last = objects.count - 1
            if let mark = objects[last].pendingMark {
                try give(slot, to: mark, last)
            } else {
                try give(isHeld ? slot : held(slot, isElement: false), last)
            }
        case .integers, .names: throw parser.failure("a container was not expected")
        }
    }

    /// Gives a value to the key that was read last.
    private mutating func give(_ slot: Slot, _ last: Int) throws(ArchiveError) {
        guard let key = objects[last].coderKey else { throw parser.failure("a key was expected") }
        var field = Container.Field(key: graph.intern(key), rank: 0, slot: slot)
        if objects[last].isRoot, key == "$objects" {
            guard let id = slot.container, let array = graph[id], array.shape == .array else {
                throw parser.failure("$objects is an array")
            }
            // It is no container of the graph, so that nothing can name it.
            guard !numbered.values.contains(id) else { throw parser.failure("$objects is an array without a number") }
            graph.orphans = array.elements.all
            graph.table[id] = nil
            field.slot = .objects
        } else if objects[last].isRoot, slot.isLeaf {
            field.slot.isReference = false
        }
        objects[last].fields.append(field)
        objects[last].coderKey = nil
    }

    /// Gives a value to the mark that was read last.
    private mutating func give(_ slot: Slot, to mark: Text, _ last: Int) throws(ArchiveError) {
        objects[last].pendingMark = nil
        switch mark {
        case JSONMark.id:
            guard objects[last].mark == nil else { throw parser.failure("a number stands before what it numbers") }
            guard let number = slot.integer, numbered[number] == nil, objects[last].id == nil else {
                throw parser.failure("a number that no other container has was expected")
            }
            let id = graph.newObjectID()
            numbered[number] = id
            objects[last].id = id
        case JSONMark.width:
            guard let width = slot.integer, let exact = Int(exactly: width) else {
                throw parser.failure("a width was expected")
            }
            objects[last].width = exact
        default:
            guard objects[last].mark == nil, !objects[last].isDictionary else {
                throw parser.failure("a mark stands alone")
            }
            objects[last].mark = mark
            objects[last].content = slot
        }
    }

    /// A value as it is held where nothing else is said.
    private func held(_ slot: Slot, isElement: Bool) -> Slot {
        guard isArchive, slot.container == nil else { return slot }
        return slot.held(asReference: isElement || slot.kind == .string || slot.kind == .nil)
    }
}
