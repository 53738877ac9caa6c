package import KeyedArchive

/// A leaf as clients see it: a value in a slot, or an object that stands for one value.
package struct Leaf: Sendable {
    /// Its kind.
    package let kind: LeafKind
    /// The value: the slot itself, or the field of the object that holds it.
    package let value: Slot
    /// The object that stands for the value; nil if the slot holds it.
    package let object: ObjectID?
    /// The field of the object that holds the value, by its position.
    let position: Int

    init(_ kind: LeafKind, _ value: Slot, object: ObjectID? = nil, position: Int = 0) {
        self.kind = kind
        self.value = value
        self.object = object
        self.position = position
    }

    /// The kind of a value that a slot holds itself; nil for a container.
    static func kind(of slot: Slot) -> LeafKind? {
        switch slot.kind {
        case .nil: .nil
        case .null: .null
        case .boolean: .boolean
        case .integer: .integer
        case .real32: .real32
        case .real64: .real64
        case .date: .date
        case .string: .string
        case .data: .data
        case .uid: .uid
        case .container, .objects: nil
        }
    }
}
