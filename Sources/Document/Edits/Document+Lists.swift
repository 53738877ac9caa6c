package import KeyedArchive

extension Document {
    /// A list: what a path leads to, and the array that holds the elements.
    package typealias List = (node: Node, elements: ObjectID)

    /// The list at a path; nil if there is nothing.
    ///
    /// - Throws: `Refusal` if there is something else.
    package func list(at path: PathBytes) throws(Refusal) -> List? {
        guard let node = find(path) else { return nil }
        guard case .list(let elements) = content(of: node.slot) else {
            if node.slot.kind == .nil, node.type?.element != nil { return nil }
            throw wrongType(node, path.text, "list")
        }
        return (node, elements)
    }

    /// How many elements a list has.
    package func count(of elements: ObjectID) -> Int { graph[elements]?.elements.count ?? 0 }

    /// An element of a list, counted from the end if the index is negative; nil if there is none.
    package func element(_ index: Int, of list: List) -> Node? {
        guard let place = place(ofElement: index, in: list.elements), let slot = graph.slot(at: place) else {
            return nil
        }
        return Node(place: place, slot: slot, type: list.node.type?.element)
    }

    /// Sets an element of a list, counted from the end if the index is negative.
    ///
    /// - Throws: `Refusal` if there is no such list or element, or if the text does not fit.
    package mutating func setElement(_ index: Int, of path: PathBytes, to bytes: [UInt8]) throws(Refusal) {
        guard let list = try list(at: path) else {
            throw .noSuchKey(isFree ? "" : "there is no list “\(path.text)”")
        }
        guard let node = element(index, of: list) else {
            guard !isFree else { throw .outOfRange("") }
            let count = count(of: list.elements)
            let there = count == 0 ? "is empty" : "has \(count) elements, 0 to \(count - 1)"
            throw .outOfRange("\(path.text) \(there), and no \(index)")
        }
        guard !isFree else {
            if let place = node.place { replace(place, node.slot, with: freeSlot(bytes, instead: leaf(of: node))) }
            return
        }
        try set(node, to: bytes, "\(path.text).\(index)")
    }

    /// Sets an element of a list; as the other.
    package mutating func setElement(_ index: Int, of path: KeyPath, to bytes: [UInt8]) throws(Refusal) {
        try setElement(index, of: PathBytes(path), to: bytes)
    }

    // MARK: - Growing and shrinking

    /// Adds elements to a list, at its end or, each before those already there, at its head.
    ///
    /// - Parameters:
    ///   - values: the elements' texts.
    ///   - path: the list.
    ///   - atHead: whether they come to the head.
    ///   - making: whether the list is made if there is nothing; otherwise nothing is done then.
    /// - Returns: the number of elements behind it; nil if there is no list.
    /// - Throws: `Refusal` if there is something else, if the list is fixed or a text does not fit.
    package mutating func push(
        _ values: [[UInt8]], to path: PathBytes, atHead: Bool, making: Bool
    ) throws(Refusal) -> Int? {
        var found = try list(at: path)
        if found == nil, making { found = try makeList(at: path) }
        guard let list = found else { return nil }
        try checkOpen(list, path)
        var slots: [Slot] = []
        for value in values { slots.append(try element(value, of: list, path)) }
        if atHead { slots.reverse() }
        let count = count(of: list.elements)
        editor.apply(.splice(of: list.elements, index: atHead ? 0 : count, old: [], new: slots))
        return count + slots.count
    }

    /// Inserts an element before or behind the first that equals a text.
    ///
    /// - Returns: the number of elements behind it, -1 if there is no such element; nil if there is no list.
    package mutating func insert(
        _ value: [UInt8], _ isBefore: Bool, _ pivot: [UInt8], in path: PathBytes
    ) throws(Refusal) -> Int? {
        guard let list = try list(at: path) else { return nil }
        var index = 0
        var found = false
        graph[list.elements]?.elements.forEach(in: 0..<count(of: list.elements)) { slot in
            found = holds(slot, pivot)
            if !found { index += 1 }
            return !found
        }
        guard found else { return -1 }
        try checkOpen(list, path)
        let slot = try element(value, of: list, path)
        editor.apply(.splice(of: list.elements, index: isBefore ? index : index + 1, old: [], new: [slot]))
        return count(of: list.elements)
    }

    /// Removes elements from the head or the end of a list.
    ///
    /// - Returns: the removed leaves in the order of their removal; nil if there is no list.
    /// - Throws: `Refusal` also if one of them is a list or a hash, which no reply could hold.
    package mutating func pop(_ wanted: Int, from path: PathBytes, atHead: Bool) throws(Refusal) -> [Leaf]? {
        guard let list = try list(at: path) else { return nil }
        let count = count(of: list.elements)
        let taken = min(wanted, count)
        guard taken > 0 else { return [] }
        try checkOpen(list, path)
        let first = atHead ? 0 : count - taken
        let slots = graph[list.elements]?.elements.slots(in: first..<(first + taken)) ?? []
        var leaves: [Leaf] = []
        for slot in slots {
            guard case .leaf(let leaf) = content(of: slot) else {
                throw .wrongType("\(path.text) holds lists or hashes; DEL removes them by their paths")
            }
            leaves.append(leaf)
        }
        editor.apply(.splice(of: list.elements, index: first, old: slots, new: []))
        deleteIfEmpty(path)
        return atHead ? leaves : leaves.reversed()
    }

    /// Removes elements that equal a text: the first `limit`, the last if it is negative, or all if it is 0.
    ///
    /// - Returns: how many were removed.
    package mutating func remove(_ value: [UInt8], _ limit: Int, from path: PathBytes) throws(Refusal) -> Int {
        guard let list = try list(at: path) else { return 0 }
        var found: [Int] = []
        var index = 0
        graph[list.elements]?.elements.forEach(in: 0..<count(of: list.elements)) { slot in
            if holds(slot, value) { found.append(index) }
            index += 1
            return !(limit > 0 && found.count == limit)
        }
        if limit < 0, limit.magnitude < UInt(found.count) { found.removeFirst(found.count - Int(limit.magnitude)) }
        guard !found.isEmpty else { return 0 }
        try checkOpen(list, path)
        removeElements(found, of: list.elements)
        deleteIfEmpty(path)
        return found.count
    }

    /// Removes all elements but those of a range.
    package mutating func trim(_ path: PathBytes, to range: Range<Int>) throws(Refusal) {
        guard let list = try list(at: path) else { return }
        let count = count(of: list.elements)
        guard range.count < count else { return }
        try checkOpen(list, path)
        for part in [range.upperBound..<count, 0..<range.lowerBound] where !part.isEmpty {
            let slots = graph[list.elements]?.elements.slots(in: part) ?? []
            editor.apply(.splice(of: list.elements, index: part.lowerBound, old: slots, new: []))
        }
        deleteIfEmpty(path)
    }

    /// Moves an element from one end of a list to one end of another, or of the same.
    ///
    /// - Returns: the element; nil if there is none.
    package mutating func move(
        from source: PathBytes, atHead: Bool, to target: PathBytes, toHead: Bool
    ) throws(Refusal) -> Leaf? {
        guard let from = try list(at: source), count(of: from.elements) > 0,
            let node = element(atHead ? 0 : -1, of: from)
        else { return nil }
        guard case .leaf(let leaf) = content(of: node.slot) else {
            throw .wrongType("\(source.text) holds lists or hashes")
        }
        _ = try list(at: target)
        try checkOpen(from, source)
        let index = atHead ? 0 : count(of: from.elements) - 1
        editor.apply(.splice(of: from.elements, index: index, old: [node.slot], new: []))
        var found = try list(at: target)
        if found == nil { found = try makeList(at: target) }
        guard let to = found else { return nil }
        try checkOpen(to, target)
        // The same object moves, where the other list holds what this one held.
        let fits = isFree || from.node.type?.element == to.node.type?.element
        let slot = fits ? node.slot : try element(LeafText.bytes(of: leaf), of: to, target)
        editor.apply(.splice(of: to.elements, index: toHead ? 0 : count(of: to.elements), old: [], new: [slot]))
        deleteIfEmpty(source)
        return leaf
    }

    // MARK: - Parts

    /// Whether an element's text form is this.
    package func holds(_ slot: Slot, _ bytes: [UInt8]) -> Bool {
        if slot.hasBytes { return slot.holdsBytes(bytes, 0..<bytes.count) }
        guard case .leaf(let leaf) = content(of: slot), !leaf.kind.isNull else { return false }
        return LeafText.bytes(of: leaf) == bytes
    }

    private mutating func removeElements(_ indices: [Int], of elements: ObjectID) {
        // Neighbours go together, the last first, so that the indices before them stay right.
        var end = indices.count
        while end > 0 {
            var start = end - 1
            while start > 0, indices[start - 1] == indices[start] - 1 { start -= 1 }
            let range = indices[start]..<(indices[end - 1] + 1)
            let slots = graph[elements]?.elements.slots(in: range) ?? []
            editor.apply(.splice(of: elements, index: range.lowerBound, old: slots, new: []))
            end = start
        }
    }

    private func checkOpen(_ list: List, _ path: PathBytes) throws(Refusal) {
        if let count = list.node.type?.fixedCount { throw .fixed(path.text, count) }
    }

    /// A text as a new element: of the type that the model says, or else of the kind of those at both ends.
    private mutating func element(_ bytes: [UInt8], of list: List, _ path: PathBytes) throws(Refusal) -> Slot {
        guard !isFree else { return freeSlot(bytes) }
        let first = element(0, of: list)
        var kind = LeafKind.string
        switch list.node.type?.element {
        case .leaf(let own): kind = own
        case .object(let name):
            throw Refusal(
                "value does not fit", detail: "the elements of \(path.text) are of the class \(name); use ADD")
        case .array, .dictionary:
            throw Refusal("value does not fit", detail: "the elements of \(path.text) are no values")
        case .any, nil:
            if let first, let last = element(-1, of: list), let leaf = leaf(of: first), !leaf.kind.isNull,
                leaf.kind == self.leaf(of: last)?.kind, leaf.kind != .uid
            {
                kind = leaf.kind
            }
        }
        let value = try parse(bytes, as: kind, "an element of \(path.text)")
        let slot = editor.make { $0.slot(of: value) }
        guard slot.isLeaf else { return slot }
        return slot.held(asReference: first?.slot.isReference ?? (graph.form == .keyedArchive))
    }

    /// Makes an empty list where there is nothing, or nil.
    private mutating func makeList(at path: PathBytes) throws(Refusal) -> List? {
        let resolution = resolve(path)
        if let node = resolution.node, let place = node.place, node.slot.kind == .nil, let model, let type = node.type {
            let slot = editor.make { model.value(of: type, &$0, now: { nil }) }
            replace(place, node.slot, with: slot)
            return try list(at: path)
        }
        let room = try room(at: resolution, path)
        switch room.type {
        case .array, .any, nil: break
        case .leaf, .dictionary, .object:
            throw Refusal("value does not fit", detail: "\(path.text) is by its model a \(room.type?.name ?? "value")")
        }
        if case .array = room.type, let type = room.type, let model {
            add(editor.make { model.value(of: type, &$0, now: { nil }) }, to: room)
        } else {
            add(editor.make { $0.list() }, to: room)
        }
        return try list(at: path)
    }
}

extension Document {
    /// Calls a function with each element of a list in a range.
    package func forEachElement(of elements: ObjectID, in range: Range<Int>, _ body: (Slot) -> Void) {
        graph[elements]?.elements.forEach(in: range) { slot in
            body(slot)
            return true
        }
    }

    /// Where elements are that equal a text.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - elements: the list.
    ///   - rank: from which match on they are answered; counted from the end, and backwards, if it is negative.
    ///   - limit: how many are answered.
    ///   - longest: how many elements are looked at.
    /// - Returns: their indices in the order of the search.
    package func positions(
        of bytes: [UInt8], in elements: ObjectID, rank: Int, limit: Int, looking longest: Int
    ) -> [Int] {
        guard let list = graph[elements]?.elements else { return [] }
        var found: [Int] = []
        var skipped = 1
        func look(_ slot: Slot, _ index: Int) -> Bool {
            guard holds(slot, bytes) else { return true }
            if skipped < rank.magnitude { skipped += 1 } else { found.append(index) }
            return found.count < limit
        }
        if rank > 0 {
            var index = 0
            list.forEach(in: 0..<min(list.count, longest)) { slot in
                defer { index += 1 }
                return look(slot, index)
            }
        } else {
            var index = list.count - 1
            let end = max(0, list.count - min(list.count, longest))
            while index >= end, look(list[index], index) { index -= 1 }
        }
        return found
    }
}
