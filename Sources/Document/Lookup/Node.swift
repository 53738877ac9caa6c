package import KeyedArchive

/// What a path leads to.
package struct Node: Sendable {
    /// Where it stands; nil for the root of a plain property list, which stands nowhere.
    package let place: Place?
    /// What stands there.
    package let slot: Slot
    /// What the model says of it, if it says something.
    package let type: FieldType?
}

/// What clients see of a node.
package enum NodeKind: Sendable, Equatable {
    /// A leaf.
    case string
    /// An array or a set: the array that holds the elements.
    case list(ObjectID)
    /// A dictionary or an object.
    case hash(Contents)

    /// The name that TYPE answers.
    package var redisName: String {
        switch self {
        case .string: "string"
        case .list: "list"
        case .hash: "hash"
        }
    }
}
