import FourLinesPropertyList

/// Writes the objects of a property list whose numbers are known.
///
/// An object is written where it is met with the number that comes next; met again it is there already.
struct ObjectOutput: ObjectVisitor {
    private let graph: Graph
    /// The numbers by place.
    private let references: [UInt32]
    /// The leaves that stand in `$objects`, by token.
    private let leaves: [Slot]
    private var encoder: BinaryEncoder

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - graph: the graph.
    ///   - count: how many objects there are.
    ///   - references: their numbers by place.
    ///   - leaves: the leaves by token.
    ///   - sink: takes the bytes as they are finished.
    init(_ graph: Graph, count: Int, references: [UInt32], leaves: [Slot], sink: BinaryEncoder.Sink?) {
        self.graph = graph
        self.references = references
        self.leaves = leaves
        let byteCount = sink == nil ? Self.byteCount(count, references, leaves) : 0
        encoder = BinaryEncoder(objectCount: count, byteCount: byteCount, sink: sink)
    }

    /// About how long the objects will be.
    private static func byteCount(_ count: Int, _ references: [UInt32], _ leaves: [Slot]) -> Int {
        var sum = 9 * (count - leaves.count) + BinaryEncoder.width(of: UInt64(count)) * references.count
        let slots = leaves.span
        for index in slots.indices { sum += slots[index].byteCount + 9 }
        return sum
    }

    /// Ends the file.
    ///
    /// - Returns: what of it the sink has not been given; nothing if that wanted no more.
    mutating func finish() throws(PropertyListError) -> [UInt8] {
        encoder.isWanted ? try encoder.finish(topObject: 0) : []
    }

    var isWanted: Bool {
        // A mutating one, so that what looks at it does not copy all the rest.
        @inline(__always)
        mutating get { encoder.isWanted }
    }

    @inline(__always)
    private func isNext(_ place: Int) -> Bool { Int(references[place]) == encoder.begun }

    mutating func container(_ shape: Container.Shape, count: Int, at place: Int, members: Int) {
        switch shape {
        case .dictionary: encoder.dictionary(count: count)
        case .array: encoder.array(count: count)
        case .set: encoder.set(count: count)
        }
        encoder.references(references, members..<(members + (shape == .dictionary ? 2 * count : count)))
    }

    @inline(__always)
    mutating func uid(_ uid: UInt32, at place: Int) { encoder.uid(uid) }

    @inline(__always)
    mutating func leaf(_ slot: Slot, at place: Int) {
        // Each use of a boolean is an object.
        if isNext(place) || slot.kind == .boolean { encoder.leaf(slot) }
    }

    @inline(__always)
    mutating func leaf(token: Int, at place: Int) {
        if isNext(place) || leaves.span[token].kind == .boolean { encoder.leaf(leaves, token) }
    }

    mutating func key(of field: Container.Field, at place: Int) {
        if isNext(place) || graph.keys.isOther(field.key) { leaf(graph.keys.slot(of: field), at: place) }
    }
}
