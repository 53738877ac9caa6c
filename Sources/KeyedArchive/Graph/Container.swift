/// A node of a `Graph`: a dictionary with coder keys, or an array, as the property list of an archive holds them.
///
/// An object of an archive is a dictionary with a field `$class`; the elements of an NSArray are an array of its own,
/// in the object's field `NS.objects`. What the classes mean is said by the layers above.
package struct Container: Sendable {
    /// The form of a container in the property list.
    package enum Shape: UInt8, Sendable {
        /// Fields by key.
        case dictionary
        /// Elements in order.
        case array
        /// Elements, written as a set; archives do not use it.
        case set
    }

    /// The form.
    package var shape: Shape
    /// Whether it is a part of the container that holds it; otherwise it stands in `$objects`.
    package var isInline: Bool
    /// Which object of the source file it was, or 0; the top object of a file counts as 0 too.
    package var origin: UInt32
    /// The fields of a dictionary, in the order in which they are written.
    package var fields: [Field]
    /// The elements of an array or a set.
    package var elements: SlotList

    package init(
        shape: Shape, isInline: Bool, origin: UInt32 = 0, fields: [Field] = [], elements: SlotList = SlotList()
    ) {
        self.shape = shape
        self.isInline = isInline
        self.origin = origin
        self.fields = fields
        self.elements = elements
    }

    /// One field of a dictionary.
    package struct Field: Sendable {
        /// The key.
        package var key: CoderKey
        /// Which of the key's copies in the source file it is; 0 is the first.
        var variant: UInt16
        /// Where the field came in the order in which the object was encoded, counted from 0.
        package var rank: UInt16
        /// What it holds.
        package var slot: Slot

        package init(key: CoderKey, rank: UInt16, slot: Slot) {
            self.init(key: key, variant: 0, rank: rank, slot: slot)
        }

        init(key: CoderKey, variant: UInt16, rank: UInt16, slot: Slot) {
            self.key = key
            self.variant = variant
            self.rank = rank
            self.slot = slot
        }
    }

    /// The position of the field with a key, the first if there are several, as for CoreFoundation.
    package func position(of key: CoderKey) -> Int? { fields.firstIndex { $0.key == key } }

    /// What the field with a key holds.
    package subscript(key: CoderKey) -> Slot? { position(of: key).map { fields[$0].slot } }
}

extension Container: Equatable {
    /// Whether two containers hold the same in the same order; where they came from does not count.
    package static func == (left: Container, right: Container) -> Bool {
        left.shape == right.shape && left.isInline == right.isInline && left.fields == right.fields
            && left.elements.holdsSame(as: right.elements)
    }
}

extension Container.Field: Equatable {
    /// Whether two fields have the same key and the same value.
    package static func == (left: Self, right: Self) -> Bool { left.key == right.key && left.slot == right.slot }
}
