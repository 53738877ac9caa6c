/// Is told by an `ObjectWalk` of the objects of a property list, in the order of their numbers.
///
/// Each object stands in a place: places are counted from 0, which is that of the top object; the members of a
/// container have theirs in a row, of a dictionary first all keys, then all values.
protocol ObjectVisitor {
    /// Whether the rest is wanted.
    var isWanted: Bool { mutating get }

    /// Meets a container.
    ///
    /// - Parameters:
    ///   - shape: its form.
    ///   - count: how many elements, or keys, it has.
    ///   - place: where it stands.
    ///   - members: where its members stand.
    mutating func container(_ shape: Container.Shape, count: Int, at place: Int, members: Int)

    /// Meets a UID.
    mutating func uid(_ uid: UInt32, at place: Int)

    /// Meets a leaf.
    mutating func leaf(_ slot: Slot, at place: Int)

    /// Meets a leaf that stands in `$objects`, by its token.
    mutating func leaf(token: Int, at place: Int)

    /// Meets the key of a field as the graph has it.
    mutating func key(of field: Container.Field, at place: Int)
}
