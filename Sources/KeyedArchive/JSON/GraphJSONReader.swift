import FourLinesPropertyList

/// Makes the graph that the JSON of a `GraphJSONWriter` says (see `JSONMark`).
///
/// JSON without its marks is a plain property list. The stack is the reader's own.
struct GraphJSONReader {
    private var parser: JSONParser
    private var graph: Graph
    private let isArchive: Bool
    private var stack: [Frame] = []
    /// The containers by the numbers that the JSON gives them.
    private var numbered: [Int128: ObjectID] = [:]
    private var classes: [Text: ObjectID] = [:]

    /// What is being read.
    private enum Frame {
        case object(JSONObject)
        case array(ObjectID, SlotList.Builder, Container.Shape)
        case pairs(JSONObject, [Slot])
        /// Integers, for an order of encoding.
        case integers([Int])
        /// Names, for a chain of classes.
        case names([Text])
    }

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
        if isArchive { reader.stack.append(.object(JSONObject(isRoot: true))) }
        var isDone = false
        while !isDone { isDone = try reader.step() }
        try reader.finish()
        return reader.graph
    }

    private mutating func finish() throws(ArchiveError) {
        graph.top = graph.root.container
        guard isArchive, let root = graph.root.container else { return }
        guard let top = graph.field("$top", of: root)?.container, graph[top]?.shape == .dictionary else {
            throw parser.failure("an archive has a dictionary $top")
        }
        guard graph.field("$objects", of: root)?.kind == .objects else {
            throw parser.failure("an archive has an array $objects")
        }
        guard graph.field("$archiver", of: root)?.kind == .string else {
            throw parser.failure("an archive has a text $archiver")
        }
        guard graph.field("$version", of: root)?.integer == 100_000 else {
            throw parser.failure("an archive has the $version 100000")
        }
        graph.top = top
    }

    // MARK: - Events

    /// Takes one event; answers whether it was the last.
    private mutating func step() throws(ArchiveError) -> Bool {
        switch try parser.next() {
        case .beginObject: stack.append(.object(JSONObject()))
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

    private func integer(_ value: Int128, width: Int? = nil) throws(ArchiveError) -> Slot {
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
        guard case .object(var object)? = stack.popLast() else { throw parser.failure("a value was expected") }
        defer { stack.append(.object(object)) }
        if let coderKey = object.isRoot ? key : JSONMark.coderKey(key) {
            guard object.mark == nil else { throw parser.failure("a mark stands alone") }
            object.coderKey = coderKey
            object.pendingMark = nil
            object.isDictionary = true
        } else {
            object.pendingMark = key
        }
    }

    private mutating func beginArray() throws(ArchiveError) {
        var shape = Container.Shape.array
        var id: ObjectID?
        if case .object(let object)? = stack.last {
            id = object.id
            switch object.pendingMark {
            case JSONMark.order: return stack.append(.integers([]))
            case JSONMark.pairs: return stack.append(.pairs(object, []))
            case JSONMark.set: shape = .set
            case JSONMark.array: break
            case nil where isArchive && object.coderKey == JSONMark.className: return stack.append(.names([]))
            default: id = nil
            }
        }
        stack.append(.array(id ?? graph.newObjectID(), SlotList.Builder(count: 0), shape))
    }

    private mutating func endArray() throws(ArchiveError) {
        switch stack.popLast() {
        case .array(let id, let builder, let shape):
            graph.put(Container(shape: shape, isInline: true, elements: builder.finish()), at: id)
            try deliver(.container(id, isReference: false))
        case .pairs(let object, let slots): try endPairs(object, slots)
        case .integers(let order):
            guard case .object(var object)? = stack.popLast() else { throw parser.failure("an order stands alone") }
            object.order = order
            object.pendingMark = nil
            stack.append(.object(object))
        case .names(let names): try deliver(.container(makeClass(names)))
        default: throw parser.failure("a value was expected")
        }
    }

    private mutating func endPairs(_ object: JSONObject, _ slots: [Slot]) throws(ArchiveError) {
        guard slots.count % 2 == 0 else { throw parser.failure("a key of a pair has no value") }
        var dictionary = object
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
        guard case .object(let object)? = stack.popLast() else { throw parser.failure("a value was expected") }
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
        case JSONMark.object, JSONMark.inline:
            let isReference = isArchive && mark == JSONMark.object
            if let id = content.container { _ = graph.table.change(id) { $0.isInline = !isReference } }
            try deliver(content.held(asReference: isReference), isHeld: true)
        case JSONMark.pairs, JSONMark.array, JSONMark.set: try deliver(content)
        default: try deliver(marked(mark, content, width: object.width))
        }
    }

    // MARK: - Values

    private mutating func take(_ slot: Slot, text: Text? = nil) throws(ArchiveError) {
        switch stack.last {
        case .integers(var order):
            guard let value = slot.integer, let index = Int(exactly: value), index >= 0 else {
                throw parser.failure("a position of a field was expected")
            }
            order.append(index)
            stack[stack.count - 1] = .integers(order)
        case .names(var names):
            guard let text else { throw parser.failure("the name of a class was expected") }
            names.append(text)
            stack[stack.count - 1] = .names(names)
        case .object(let object) where isArchive && object.pendingMark == nil && object.coderKey == JSONMark.className:
            guard let text, let id = classes[text] else {
                throw parser.failure("a class whose chain of names stands before was expected")
            }
            try deliver(.container(id), isHeld: true)
        default: try deliver(slot)
        }
    }

    /// Gives a value to what holds it; `isHeld` says that how it is held is known already.
    private mutating func deliver(_ slot: Slot, isHeld: Bool = false) throws(ArchiveError) {
        switch stack.popLast() {
        case nil: graph.root = slot.held(asReference: false)
        case .array(let id, var builder, let shape):
            builder.append(isHeld ? slot : held(slot, isElement: true))
            stack.append(.array(id, builder, shape))
        case .pairs(let object, let slots):
            stack.append(.pairs(object, slots + [isHeld ? slot : held(slot, isElement: false)]))
        case .object(var object):
            try give(isHeld ? slot : held(slot, isElement: false), raw: slot, to: &object)
            stack.append(.object(object))
        case .integers, .names: throw parser.failure("a container was not expected")
        }
    }

    private mutating func give(_ slot: Slot, raw: Slot, to object: inout JSONObject) throws(ArchiveError) {
        guard let mark = object.pendingMark else {
            guard let key = object.coderKey else { throw parser.failure("a key was expected") }
            var field = Container.Field(key: graph.intern(key), rank: 0, slot: slot)
            if object.isRoot, key == "$objects" {
                guard let id = slot.container, let array = graph[id], array.shape == .array else {
                    throw parser.failure("$objects is an array")
                }
                graph.orphans = array.elements.all
                graph.table[id] = nil
                field.slot = .objects
            } else if object.isRoot, slot.isLeaf {
                field.slot.isReference = false
            }
            object.fields.append(field)
            object.coderKey = nil
            return
        }
        object.pendingMark = nil
        switch mark {
        case JSONMark.id:
            guard let number = raw.integer, numbered[number] == nil else {
                throw parser.failure("a number that no other container has was expected")
            }
            let id = object.id ?? graph.newObjectID()
            numbered[number] = id
            object.id = id
        case JSONMark.width:
            guard let width = raw.integer, let exact = Int(exactly: width) else {
                throw parser.failure("a width was expected")
            }
            object.width = exact
        default:
            guard object.mark == nil, !object.isDictionary else { throw parser.failure("a mark stands alone") }
            object.mark = mark
            object.content = raw
        }
    }

    /// A value as it is held where nothing else is said.
    private func held(_ slot: Slot, isElement: Bool) -> Slot {
        guard isArchive, slot.container == nil else { return slot }
        return slot.held(asReference: isElement || slot.kind == .string || slot.kind == .nil)
    }

    private func marked(_ mark: Text, _ content: Slot, width: Int?) throws(ArchiveError) -> Slot {
        switch mark {
        case JSONMark.null: return isArchive ? .null : .nil
        case JSONMark.data: return .data(try data(content))
        case JSONMark.float:
            guard let value = content.real ?? content.integer.map({ Double($0) }) else { break }
            return .real32(Float(value))
        case JSONMark.bits:
            guard let bits = content.text.flatMap({ UInt64($0.description, radix: 16) }) else { break }
            return .real64(Double(bitPattern: bits))
        case JSONMark.floatBits:
            guard let bits = content.text.flatMap({ UInt32($0.description, radix: 16) }) else { break }
            return .real32(Float(bitPattern: bits))
        case JSONMark.integer:
            guard let value = content.integer else { break }
            return try integer(value, width: width)
        case JSONMark.uid:
            guard let value = content.integer, let uid = UInt32(exactly: value), let width = UInt8(exactly: width ?? 1),
                (1...16).contains(width)
            else { break }
            return .uid(uid, width: max(width, UInt8(BinaryEncoder.width(of: UInt64(uid)))))
        case JSONMark.reference:
            guard let number = content.integer, let id = numbered[number] else {
                throw parser.failure("the number of a container that stands before was expected")
            }
            return .container(id, isReference: isArchive)
        case JSONMark.date:
            if let text = content.text {
                guard let date = try? ISO8601.date(text.bytes, text.bytes.indices) else { break }
                return .date(date)
            }
            guard let seconds = content.real ?? content.integer.map({ Double($0) }) else { break }
            return .date(seconds)
        default: throw parser.failure("\(mark) is no mark")
        }
        throw parser.failure("the value of \(mark) is none")
    }

    private func data(_ content: Slot) throws(ArchiveError) -> [UInt8] {
        guard let text = content.text?.bytes, text.count % 4 == 0 else { throw parser.failure("base64 was expected") }
        var data: [UInt8] = []
        data.reserveCapacity(text.count / 4 * 3)
        var word: UInt32 = 0
        var equals = 0
        for (index, byte) in text.enumerated() {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "=") where index >= text.count - 2:
                value = 0
                equals += 1
            default: throw parser.failure("base64 was expected")
            }
            guard equals == 0 || byte == UInt8(ascii: "=") else { throw parser.failure("base64 was expected") }
            word = word << 6 | UInt32(value)
            if index & 3 == 3 {
                for shift in [16, 8, 0] as [UInt32] { data.append(UInt8(truncatingIfNeeded: word >> shift)) }
            }
        }
        data.removeLast(equals)
        return data
    }
}

/// A JSON object that is being read: a dictionary, or a mark with its value.
struct JSONObject {
    /// Whether it is the archive's own dictionary, whose keys are as they are.
    var isRoot = false
    /// The identity that its number was given.
    var id: ObjectID?
    /// The fields so far.
    var fields: [Container.Field] = []
    /// The key whose value is read next.
    var coderKey: Text?
    /// The mark whose value is read next.
    var pendingMark: Text?
    /// Whether there was a key that is no mark.
    var isDictionary = false
    /// The mark that the object is, and its value.
    var mark: Text?
    var content: Slot?
    var width: Int?
    /// The positions of the fields in the order of encoding.
    var order: [Int] = []
}
