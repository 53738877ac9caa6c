/// What a reference of a container names, at a glance: as much as a reader of archives needs of most objects.
///
/// A UID is followed into `$objects`; what is said then is said of the object there.
package struct BinaryEntry: Sendable {
    /// What an object is.
    package enum Kind: UInt8, Sendable {
        /// An array, a set or a dictionary; whether it is a sound one is not known yet.
        case container
        /// A boolean: its value is in `bits`.
        case boolean
        /// An integer of 1 to 8 bytes: its value is in `bits`.
        case integer
        /// A string of ASCII, of under 15 bytes: where it begins is in the high half of `bits`, its length in the low.
        case ascii
        /// Anything else, sound or not: it has to be read.
        case other
        /// A UID that names nothing; the number is its own.
        case dangling
    }

    /// A value.
    package internal(set) var bits: UInt64 = 0
    /// The number of the object.
    package internal(set) var number: UInt32
    /// The UID by which it was named.
    package var uid: UInt32 = 0
    /// What it is.
    package internal(set) var kind: Kind
    /// The bytes of an integer.
    package internal(set) var width: UInt8 = 0
    /// Whether it was named by a UID.
    package var isReference = false

    /// An entry that says nothing yet.
    package static let empty = BinaryEntry(number: 0, kind: .other)
}
