package import KeyedArchive

extension Document {
    /// The list at a path: the array that holds its elements; nil if there is nothing.
    ///
    /// - Throws: `Refusal` if there is something else.
    package func list(at path: KeyPath) throws(Refusal) -> (node: Node, elements: ObjectID)? {
        guard let node = find(path) else { return nil }
        guard case .list(let elements) = kind(of: node) else {
            throw .wrongType("\(path) is a \(kind(of: node).redisName), not a list")
        }
        return (node, elements)
    }

    /// How many elements a list has.
    package func count(of elements: ObjectID) -> Int { graph[elements]?.elements.count ?? 0 }

    /// Sets an element of a list, counted from the end if the index is negative.
    ///
    /// - Throws: `Refusal` if there is no such list or element, or if the text does not fit.
    package mutating func setElement(_ index: Int, of path: KeyPath, to bytes: [UInt8]) throws(Refusal) {
        guard let (list, elements) = try list(at: path) else {
            throw .noSuchKey("there is no list “\(path)”")
        }
        guard let place = place(ofElement: index, in: elements), let slot = graph.slot(at: place) else {
            let count = count(of: elements)
            throw .outOfRange("\(path) has \(count) elements, 0 to \(count - 1), and no \(index)")
        }
        var type: FieldType?
        if case .array(let element, _) = list.type { type = element }
        try set(Node(place: place, slot: slot, type: type), path.appending(index), to: bytes)
    }
}

extension Document {
    /// An element of a list, counted from the end if the index is negative; nil if there is none.
    package func element(_ index: Int, of list: (node: Node, elements: ObjectID)) -> Node? {
        guard let place = place(ofElement: index, in: list.elements), let slot = graph.slot(at: place) else {
            return nil
        }
        var type: FieldType?
        if case .array(let element, _) = list.node.type { type = element }
        return Node(place: place, slot: slot, type: type)
    }
}
