import FourLinesDocument
import KeyedArchive

/// What makes two values the same for a person: the text, and what it is a text of; not the width of a number, nor
/// whether a text could be changed in place.
enum ValueSignature {
    /// How many values below one are looked at; what has more is like nothing else.
    private static let longest = 20_000

    /// Whether two leaves are the same.
    static func isSame(_ leaf: ArchiveLeaf, _ other: ArchiveLeaf) -> Bool {
        guard sort(of: leaf.kind) == sort(of: other.kind) else { return false }
        if LeafText.bytes(of: leaf) == LeafText.bytes(of: other) { return true }
        // A number of 32 bits has other digits where it is written as one of 64, as XML has only those.
        guard [leaf.kind, other.kind].contains(.real32), let value = leaf.value.real, let second = other.value.real
        else { return false }
        return Float(value) == Float(second)
    }

    private static func sort(of kind: LeafKind) -> Int {
        switch kind {
        case .nil, .null: 0
        case .string, .mutableString: 1
        case .data, .mutableData: 2
        case .boolean: 3
        case .integer: 4
        case .real32, .real64: 5
        case .decimal: 6
        case .date: 7
        case .url: 8
        case .uuid: 9
        case .uid: 10
        }
    }

    /// A number that is the same for nodes that hold the same, and by all likelihood for no others; nil for one with
    /// too much below it.
    ///
    /// - Parameters:
    ///   - node: the node.
    ///   - document: where it is.
    ///   - withClasses: whether the classes of objects count.
    /// - Returns: the number; it changes from run to run.
    static func hash(of node: Node, in document: Document, withClasses: Bool) -> Int? {
        var hasher = Hasher()
        var stack = [node]
        var numbers: [ObjectID: Int] = [:]
        var count = 0
        while let node = stack.popLast() {
            count += 1
            guard count <= longest else { return nil }
            let content = document.content(of: node)
            if case .leaf(let leaf) = content {
                hasher.combine(sort(of: leaf.kind))
                hasher.combine(LeafText.bytes(of: leaf))
                continue
            }
            if let id = node.slot.container {
                // What was met before stands for itself, so that an object that holds itself has an end.
                if let number = numbers[id] {
                    hasher.combine(-1 - number)
                    continue
                }
                numbers[id] = numbers.count
            }
            let size = document.childCount(of: node)
            guard count + stack.count + size <= longest else { return nil }
            hasher.combine(content.redisName)
            hasher.combine(size)
            if withClasses { hasher.combine(document.kindName(of: node)) }
            var children: [(name: [UInt8], node: Node)] = []
            document.forEachChild(of: node) { name, child in
                children.append((name.bytes, child))
                return true
            }
            // The order of fields and keys says nothing.
            if content.redisName == "hash" { children.sort { $0.name.lexicographicallyPrecedes($1.name) } }
            for child in children {
                hasher.combine(child.name)
                stack.append(child.node)
            }
        }
        return hasher.finalize()
    }
}
