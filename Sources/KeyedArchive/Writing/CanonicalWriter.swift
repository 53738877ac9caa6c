import FourLinesPropertyList

/// Writes a graph as Apple's archiver and property-list writer would (checked against their files).
///
/// `UIDNumbering` has said what stands in `$objects`. Objects are numbered in pre-order: a dictionary, its keys, then
/// its values depth first. UIDs and booleans refer to their first copy, but each further use appends a copy that
/// nothing refers to.
struct CanonicalWriter {
    private let graph: Graph
    private var leaves: LeafTable
    /// What has a UID, by UID, and the UIDs by slot.
    private let uids: UIDNumbering

    /// The objects by number: what each is, and of what; apart, so that they take five bytes an object and not eight.
    private var kinds: [Kind] = []
    private var contents: [UInt32] = []
    /// The references of all containers: for each a count, then so many numbers.
    private var references: [UInt32] = []
    private var numberOfUID: [UInt32]
    private var numberOfFalse: UInt32 = LeafTable.none
    private var numberOfTrue: UInt32 = LeafTable.none
    private var numberOfNull: UInt32 = LeafTable.none
    /// The tokens of keys, plus one, by key; of keys of which a file has copies, by key and copy.
    private var tokenOfKey: [UInt32]
    private var tokenOfVariant: [UInt64: Int] = [:]

    /// What an object to be written is.
    private enum Kind: UInt8 {
        /// Of a token.
        case leaf
        /// Of a UID.
        case uid
        case `false`, `true`, null
        /// A container, of where its references begin.
        case dictionary, array, set
    }

    private init(_ graph: Graph) throws(ArchiveError) {
        self.graph = graph
        let size = graph.size
        var numbering = try UIDNumbering(graph, size)
        leaves = numbering.leaves
        numbering.leaves = LeafTable()
        uids = numbering
        numberOfUID = Array(repeating: LeafTable.none, count: uids.entries.count)
        tokenOfKey = Array(repeating: 0, count: graph.keys.count)
        // Each slot is an object at most, and each entry of `$objects`, and each key; and the root.
        let objectCount = size.slots + uids.entries.count + graph.keys.count + 1
        kinds.reserveCapacity(objectCount)
        contents.reserveCapacity(objectCount)
        references.reserveCapacity(size.slots + size.fields + size.containers + uids.entries.count + 1)
        HugePages.advise(&contents)
        HugePages.advise(&references)
    }

    /// Encodes a graph.
    ///
    /// - Returns: the file, or what of it the sink has not been given.
    static func encode(_ graph: Graph, sink: BinaryEncoder.Sink? = nil) throws(ArchiveError) -> [UInt8] {
        var writer = try CanonicalWriter(graph)
        try writer.giveNumbers()
        do { return try writer.write(to: sink) } catch { throw .propertyList(error) }
    }

    static let tooDeep = ArchiveError.propertyList(PropertyListError(.tooDeep, offset: 0))
    static let tooLarge = ArchiveError.tooLarge("more than four billion objects")

    // MARK: - Numbers

    /// What is being numbered: a container's keys and values, or the entries of `$objects`.
    private struct Open {
        let container: Container?
        let count: Int
        /// Where its references begin, of a dictionary those of its values.
        let references: Int
        /// Where the UIDs of its slots begin.
        let uids: Int
        var position = 0
    }

    private mutating func giveNumbers() throws(ArchiveError) {
        var stack: [Open] = []
        number(graph.root, at: 0, &stack)
        while let last = stack.indices.last {
            var open = stack[last]
            advance(&open, &stack)
            stack[last].position = open.position
            if stack.count == last + 1 { stack.removeLast() }
            // `$objects` and what stands in it come on top of the nesting of inline containers.
            guard stack.count <= Limits.depth + 3 else { throw Self.tooDeep }
            guard kinds.count < Int(UInt32.max), references.count < Int(UInt32.max) else { throw Self.tooLarge }
        }
    }

    /// Numbers the children of a container as far as the next container, which then lies on the stack.
    private mutating func advance(_ open: inout Open, _ stack: inout [Open]) {
        let depth = stack.count
        guard let container = open.container else {
            while open.position < open.count, stack.count == depth {
                let entry = uids.entries[open.position]
                let index = open.references + open.position
                open.position += 1
                references[index] =
                    entry & UIDNumbering.leafFlag != 0
                    ? number(token: Int(entry & ~UIDNumbering.leafFlag))
                    : self.open(ObjectID(entry), &stack)
            }
            return
        }
        var position = open.position
        let (base, start) = (open.references, open.uids)
        if container.shape == .dictionary {
            while position < open.count, stack.count == depth {
                references[base + position] = number(container.fields[position].slot, at: start + position, &stack)
                position += 1
            }
        } else {
            container.elements.forEach(in: position..<open.count) { slot in
                references[base + position] = number(slot, at: start + position, &stack)
                position += 1
                return stack.count == depth
            }
        }
        open.position = position
    }

    /// The number of what stands in a slot; a container is opened and lies on the stack.
    @discardableResult
    @inline(__always)
    private mutating func number(_ slot: Slot, at index: Int, _ stack: inout [Open]) -> UInt32 {
        if slot.isReference, graph.form == .keyedArchive { return number(uid: uids.uids[index]) }
        if let id = slot.container { return open(id, &stack) }
        return slot.kind == .objects ? openObjects(&stack) : number(leaf: slot)
    }

    @inline(__always)
    private mutating func add(_ kind: Kind, _ content: UInt32) -> UInt32 {
        kinds.append(kind)
        contents.append(content)
        return UInt32(truncatingIfNeeded: kinds.count - 1)
    }

    @inline(__always)
    private mutating func number(uid: UInt32) -> UInt32 {
        let number = add(.uid, uid)
        let known = numberOfUID[Int(uid)]
        if known != LeafTable.none { return known }
        numberOfUID[Int(uid)] = number
        return number
    }

    private mutating func number(leaf slot: Slot) -> UInt32 {
        switch slot.kind {
        case .boolean: number(boolean: slot.boolean == true)
        case .null, .nil: numberNull()
        default: number(token: leaves.token(of: slot))
        }
    }

    private mutating func number(token: Int) -> UInt32 {
        let known = leaves.places[token].number
        if known != LeafTable.none { return known }
        switch leaves.kind(of: token) {
        case .boolean: return number(boolean: leaves.slots[token].boolean == true)
        case .null: return numberNull()
        default: break
        }
        let number = add(.leaf, UInt32(token))
        leaves.places[token].number = number
        return number
    }

    private mutating func number(boolean value: Bool) -> UInt32 {
        let number = add(value ? .true : .false, 0)
        if value {
            if numberOfTrue == LeafTable.none { numberOfTrue = number }
            return numberOfTrue
        }
        if numberOfFalse == LeafTable.none { numberOfFalse = number }
        return numberOfFalse
    }

    private mutating func numberNull() -> UInt32 {
        if numberOfNull == LeafTable.none { numberOfNull = add(.null, 0) }
        return numberOfNull
    }

    /// Makes room for the references of a container: answers where they begin, behind their count.
    private mutating func makeRoom(_ count: Int, _ width: Int) -> Int {
        references.append(UInt32(truncatingIfNeeded: count))
        references.append(contentsOf: repeatElement(0, count: width * count))
        return references.count - width * count
    }

    private mutating func open(_ id: ObjectID, _ stack: inout [Open]) -> UInt32 {
        guard let container = graph[id] else { fatalError("a slot names container \(id), which is not there") }
        let uids = uids.start(of: id)
        if container.shape == .dictionary {
            let count = container.fields.count
            let start = makeRoom(count, 2)
            let number = add(.dictionary, UInt32(truncatingIfNeeded: start - 1))
            for index in container.fields.indices {
                references[start + index] = self.number(key: container.fields[index])
            }
            if count > 0 {
                stack.append(Open(container: container, count: count, references: start + count, uids: uids))
            }
            return number
        }
        let count = container.elements.count
        let start = makeRoom(count, 1)
        if count > 0 { stack.append(Open(container: container, count: count, references: start, uids: uids)) }
        return add(container.shape == .set ? .set : .array, UInt32(truncatingIfNeeded: start - 1))
    }

    private mutating func openObjects(_ stack: inout [Open]) -> UInt32 {
        let count = uids.entries.count
        let start = makeRoom(count, 1)
        stack.append(Open(container: nil, count: count, references: start, uids: 0))
        return add(.array, UInt32(truncatingIfNeeded: start - 1))
    }

    private mutating func number(key field: Container.Field) -> UInt32 {
        if field.variant == 0 {
            let known = Int(tokenOfKey[Int(field.key.number)])
            if known != 0 { return number(token: known - 1) }
            let token = leaves.token(of: graph.keys.slot(of: field))
            tokenOfKey[Int(field.key.number)] = UInt32(token + 1)
            return number(token: token)
        }
        let identity = UInt64(field.key.number) << 16 | UInt64(field.variant)
        if let token = tokenOfVariant[identity] { return number(token: token) }
        let token = leaves.token(of: graph.keys.slot(of: field))
        tokenOfVariant[identity] = token
        return number(token: token)
    }

    // MARK: - Bytes

    private consuming func write(to sink: BinaryEncoder.Sink?) throws(PropertyListError) -> [UInt8] {
        var encoder = BinaryEncoder(objectCount: kinds.count, byteCount: byteCount, sink: sink)
        let (kinds, contents, slots) = (kinds.span, contents.span, leaves.slots.span)
        for index in kinds.indices {
            let content = Int(contents[index])
            switch kinds[index] {
            case .leaf: encoder.leaf(slots, content)
            case .uid: encoder.uid(UInt32(content))
            case .false: encoder.boolean(false)
            case .true: encoder.boolean(true)
            case .null: encoder.null()
            case .dictionary:
                let count = Int(references[content])
                encoder.dictionary(count: count)
                encoder.references(references, (content + 1)..<(content + 1 + 2 * count))
            case .array:
                let count = Int(references[content])
                encoder.array(count: count)
                encoder.references(references, (content + 1)..<(content + 1 + count))
            case .set:
                let count = Int(references[content])
                encoder.set(count: count)
                encoder.references(references, (content + 1)..<(content + 1 + count))
            }
            if !encoder.isWanted { return [] }
        }
        return try encoder.finish(topObject: 0)
    }

    /// About how long the objects will be.
    private var byteCount: Int {
        let width = BinaryEncoder.width(of: UInt64(kinds.count))
        var sum = 9 * (kinds.count - leaves.slots.count) + width * references.count
        let slots = leaves.slots.span
        for index in slots.indices { sum += slots[index].byteCount + 9 }
        return sum
    }
}

extension BinaryEncoder {
    /// Adds what one of some leaves holds; numbers without a copy of the leaf, which would count its bytes once more.
    mutating func leaf(_ slots: Span<Slot>, _ index: Int) {
        if slots[index].kind == .integer {
            integer(low: slots[index].bits, high: slots[index].high, width: Int(slots[index].width))
        } else {
            leaf(slots[index])
        }
    }

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
