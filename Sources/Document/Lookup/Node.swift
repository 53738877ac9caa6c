package import KeyedArchive

/// What a path leads to.
package struct Node: Sendable {
    /// Where it stands; nil for the root of a plain property list, which stands nowhere.
    package let place: Place?
    /// What stands there.
    package let slot: Slot
    /// What the model says of it, if it says something.
    package let type: FieldType?

    package init(place: Place?, slot: Slot, type: FieldType? = nil) {
        self.place = place
        self.slot = slot
        self.type = type
    }
}

/// What a node holds, as clients see it.
package enum Content: Sendable {
    /// A value.
    case leaf(Leaf)
    /// An array or a set: the array that holds the elements.
    case list(ObjectID)
    /// A dictionary: the arrays that hold the keys and, at the same indices, the values.
    case entries(keys: ObjectID, values: ObjectID)
    /// An object of any class, or a dictionary of a plain property list: its fields by coder key.
    case fields(ObjectID)

    /// The name that TYPE answers.
    package var redisName: String {
        switch self {
        case .leaf: "string"
        case .list: "list"
        case .entries, .fields: "hash"
        }
    }
}
