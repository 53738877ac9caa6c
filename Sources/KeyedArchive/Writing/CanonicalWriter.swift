import FourLinesPropertyList

/// Writes a graph as Apple's archiver and property-list writer would (checked against their files).
///
/// UIDs are given at the first encounter, contents following in the order of encoding, a class record after the
/// contents of its first instance. Objects are numbered in pre-order: a dictionary, its keys, then its values depth
/// first. UIDs and booleans refer to their first copy, but each further use appends a copy that nothing refers to.
/// What is reached from nowhere is not written.
struct CanonicalWriter {
    private let graph: Graph
    private let classKey: CoderKey?
    private var leaves = LeafTable()

    /// `$objects` by UID: a token with `leafFlag`, or the number of a container.
    private var entries: [UInt32] = []
    private var uidOfContainer: [UInt32]
    private static let leafFlag: UInt32 = 1 << 31

    /// The objects by number.
    private var items: [Item] = []
    /// The references of all containers: for each a count, then so many numbers.
    private var references: [UInt32] = []
    private var numberOfUID: [UInt32] = []
    private var numberOfFalse: UInt32 = LeafTable.none
    private var numberOfTrue: UInt32 = LeafTable.none
    private var numberOfNull: UInt32 = LeafTable.none
    private var tokenOfKey: [UInt64: Int] = [:]

    /// An object to be written.
    private enum Item {
        case leaf(UInt32)
        case uid(UInt32)
        case boolean(Bool)
        case null
        /// A container and where its references begin.
        case dictionary(Int)
        case array(Int)
        case set(Int)
    }

    private init(_ graph: Graph) {
        self.graph = graph
        classKey = graph.keys.find("$class")
        uidOfContainer = Array(repeating: 0, count: Int(graph.nextNumber))
    }

    /// Encodes a graph.
    ///
    /// - Returns: the file, or what of it the sink has not been given.
    static func encode(_ graph: Graph, sink: BinaryEncoder.Sink? = nil) throws(ArchiveError) -> [UInt8] {
        var writer = CanonicalWriter(graph)
        if graph.form == .keyedArchive { try writer.giveUIDs() }
        try writer.giveNumbers()
        do { return try writer.write(to: sink) } catch { throw .propertyList(error) }
    }

    /// Inline containers that are nested deeper than any reader goes, or without an end.
    private static let tooDeep = ArchiveError.propertyList(PropertyListError(.tooDeep, offset: 0))

    // MARK: - UIDs

    private mutating func giveUIDs() throws(ArchiveError) {
        let null = leaves.token(of: .string("$null", isReference: true))
        leaves.uids[null] = 0
        entries.append(UInt32(null) | Self.leafFlag)
        guard let root = graph.root.container else { return }
        var stack: [Frame] = [frame(root)]
        while var frame = stack.popLast() {
            if let next = visit(&frame) {
                let isInline = uidOfContainer[Int(next.number)] == 0
                var following = self.frame(next)
                following.depth = isInline ? frame.depth + 1 : 0
                guard following.depth <= Limits.depth else { throw Self.tooDeep }
                stack.append(frame)
                stack.append(following)
            }
        }
    }

    /// A container being visited: the next of its slots, in the order of encoding.
    private struct Frame {
        let id: ObjectID
        let order: [Int]
        var position = 0
        /// How many inline containers it is a part of.
        var depth = 0
    }

    private func frame(_ id: ObjectID) -> Frame {
        guard let fields = graph[id]?.fields, fields.count > 1 else { return Frame(id: id, order: [0]) }
        func key(_ index: Int) -> Int {
            fields[index].key == classKey ? Int.max : Int(fields[index].rank) << 32 | index
        }
        var order = Array(fields.indices)
        order.sort { key($0) < key($1) }
        return Frame(id: id, order: order)
    }

    /// Gives UIDs to what a container names, as far as the next container to be visited.
    private mutating func visit(_ frame: inout Frame) -> ObjectID? {
        guard let container = graph[frame.id] else { return nil }
        if container.shape == .dictionary {
            while frame.position < container.fields.count {
                let field = container.fields[frame.order[frame.position]]
                frame.position += 1
                if let next = meet(field.slot) { return next }
            }
            return nil
        }
        var next: ObjectID?
        var position = frame.position
        container.elements.forEach(in: position..<container.elements.count) { slot in
            position += 1
            next = meet(slot)
            return next == nil
        }
        frame.position = position
        return next
    }

    private mutating func meet(_ slot: Slot) -> ObjectID? {
        guard let id = slot.container else {
            guard slot.isReference, slot.kind != .nil else { return nil }
            let token = leaves.token(of: slot)
            if leaves.uids[token] == LeafTable.none {
                leaves.uids[token] = UInt32(entries.count)
                entries.append(UInt32(token) | Self.leafFlag)
            }
            return nil
        }
        guard slot.isReference else { return id }
        guard uidOfContainer[Int(id.number)] == 0 else { return nil }
        uidOfContainer[Int(id.number)] = UInt32(entries.count)
        entries.append(id.number)
        return id
    }

    // MARK: - Numbers

    /// What is being numbered: a container's keys and values, or the entries of `$objects`.
    private struct Open {
        let container: Container?
        var position = 0
        let count: Int
        let references: Int
    }

    private mutating func giveNumbers() throws(ArchiveError) {
        numberOfUID = Array(repeating: LeafTable.none, count: entries.count)
        var stack: [Open] = []
        number(graph.root, &stack)
        while var open = stack.popLast() {
            let depth = stack.count
            stack.append(open)
            advance(&open, &stack)
            stack[depth] = open
            if stack.count == depth + 1 { stack.removeLast() }
            // `$objects` and what stands in it come on top of the nesting of inline containers.
            guard stack.count <= Limits.depth + 3 else { throw Self.tooDeep }
            guard items.count < Int(UInt32.max) else { throw .tooLarge("more than four billion objects") }
        }
    }

    /// Numbers the children of a container as far as the next container, which then lies on the stack.
    private mutating func advance(_ open: inout Open, _ stack: inout [Open]) {
        let depth = stack.count
        guard let container = open.container else {
            while open.position < entries.count, stack.count == depth {
                let entry = entries[open.position]
                let index = open.references + open.position
                open.position += 1
                references[index] =
                    entry & Self.leafFlag != 0
                    ? number(token: Int(entry & ~Self.leafFlag))
                    : self.open(ObjectID(entry), &stack)
            }
            return
        }
        if container.shape == .dictionary {
            while open.position < open.count, stack.count == depth {
                let field = container.fields[open.position]
                references[open.references + open.count + open.position] = number(field.slot, &stack)
                open.position += 1
            }
            return
        }
        var position = open.position
        let base = open.references
        container.elements.forEach(in: position..<open.count) { slot in
            references[base + position] = number(slot, &stack)
            position += 1
            return stack.count == depth
        }
        open.position = position
    }

    /// The number of what stands in a slot; a container is opened and lies on the stack.
    @discardableResult
    private mutating func number(_ slot: Slot, _ stack: inout [Open]) -> UInt32 {
        if slot.kind == .objects { return openObjects(&stack) }
        if slot.isReference {
            if let id = slot.container { return number(uid: uidOfContainer[Int(id.number)]) }
            return number(uid: slot.kind == .nil ? 0 : leaves.uids[leaves.token(of: slot)])
        }
        if let id = slot.container { return open(id, &stack) }
        return number(leaf: slot)
    }

    private mutating func add(_ item: Item) -> UInt32 {
        items.append(item)
        return UInt32(truncatingIfNeeded: items.count - 1)
    }

    private mutating func number(uid: UInt32) -> UInt32 {
        let number = add(.uid(uid))
        if numberOfUID[Int(uid)] == LeafTable.none { numberOfUID[Int(uid)] = number }
        return numberOfUID[Int(uid)]
    }

    private mutating func number(leaf slot: Slot) -> UInt32 {
        switch slot.kind {
        case .boolean: number(boolean: slot.boolean == true)
        case .null, .nil: numberNull()
        default: number(token: leaves.token(of: slot))
        }
    }

    private mutating func number(token: Int) -> UInt32 {
        let slot = leaves.slots[token]
        if slot.kind == .boolean { return number(boolean: slot.boolean == true) }
        if slot.kind == .null { return numberNull() }
        if leaves.numbers[token] == LeafTable.none { leaves.numbers[token] = add(.leaf(UInt32(token))) }
        return leaves.numbers[token]
    }

    private mutating func number(boolean value: Bool) -> UInt32 {
        let number = add(.boolean(value))
        if value {
            if numberOfTrue == LeafTable.none { numberOfTrue = number }
            return numberOfTrue
        }
        if numberOfFalse == LeafTable.none { numberOfFalse = number }
        return numberOfFalse
    }

    private mutating func numberNull() -> UInt32 {
        if numberOfNull == LeafTable.none { numberOfNull = add(.null) }
        return numberOfNull
    }

    private mutating func open(_ id: ObjectID, _ stack: inout [Open]) -> UInt32 {
        guard let container = graph[id] else { fatalError("a slot names container \(id), which is not there") }
        let start = references.count
        let number: UInt32
        let open: Open
        if container.shape == .dictionary {
            let count = container.fields.count
            references.append(UInt32(count))
            references.append(contentsOf: repeatElement(0, count: 2 * count))
            number = add(.dictionary(start))
            for (index, field) in container.fields.enumerated() {
                references[start + 1 + index] = self.number(key: field)
            }
            open = Open(container: container, count: count, references: start + 1)
        } else {
            let count = container.elements.count
            references.append(UInt32(count))
            references.append(contentsOf: repeatElement(0, count: count))
            number = add(container.shape == .set ? .set(start) : .array(start))
            open = Open(container: container, count: count, references: start + 1)
        }
        stack.append(open)
        return number
    }

    private mutating func openObjects(_ stack: inout [Open]) -> UInt32 {
        let start = references.count
        references.append(UInt32(entries.count))
        references.append(contentsOf: repeatElement(0, count: entries.count))
        stack.append(Open(container: nil, count: entries.count, references: start + 1))
        return add(.array(start))
    }

    private mutating func number(key field: Container.Field) -> UInt32 {
        let identity = UInt64(field.key.number) << 16 | UInt64(field.variant)
        if let token = tokenOfKey[identity] { return number(token: token) }
        let token = leaves.token(of: graph.keys.slot(of: field))
        tokenOfKey[identity] = token
        return number(token: token)
    }

    // MARK: - Bytes

    private consuming func write(to sink: BinaryEncoder.Sink?) throws(PropertyListError) -> [UInt8] {
        var encoder = BinaryEncoder(objectCount: items.count, sink: sink)
        for item in items {
            switch item {
            case .leaf(let token): encoder.leaf(leaves.slots[Int(token)])
            case .uid(let uid): encoder.uid(uid)
            case .boolean(let value): encoder.boolean(value)
            case .null: encoder.null()
            case .dictionary(let start):
                encoder.dictionary(count: Int(references[start]))
                for index in 0..<(2 * Int(references[start])) { encoder.reference(references[start + 1 + index]) }
            case .array(let start):
                encoder.array(count: Int(references[start]))
                for index in 0..<Int(references[start]) { encoder.reference(references[start + 1 + index]) }
            case .set(let start):
                encoder.set(count: Int(references[start]))
                for index in 0..<Int(references[start]) { encoder.reference(references[start + 1 + index]) }
            }
            if !encoder.isWanted { return [] }
        }
        return try encoder.finish(topObject: 0)
    }
}

extension BinaryEncoder {
    /// Adds what a leaf holds.
    mutating func leaf(_ slot: Slot) {
        switch slot.kind {
        case .nil, .null, .container, .objects: null()
        case .boolean: boolean(slot.boolean == true)
        case .integer: integer(low: slot.bits, high: slot.high, width: Int(slot.width))
        case .real32: real32(Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits)))
        case .real64: real64(Double(bitPattern: slot.bits))
        case .date: date(Double(bitPattern: slot.bits))
        case .string: string(slot.slice.array, slot.slice.range)
        case .data: data(slot.slice.array, slot.slice.range)
        case .uid: uid(UInt32(truncatingIfNeeded: slot.bits), width: Int(slot.width))
        }
    }
}
