/// Something of a property list that its XML does not show, though the value is there.
package struct XMLLoss: Equatable, Hashable, Sendable {
    /// What is lost.
    package enum Kind: Equatable, Hashable, Sendable, CaseIterable {
        /// A 32-bit real becomes one of 64 bits.
        case float32
        /// An integer in another width than the smallest becomes one of the smallest.
        case integerWidth
        /// A UID in another width than the smallest of 1, 2 and 4 bytes becomes one of the smallest.
        case uidWidth
        /// The sign or the payload of a NaN.
        case nanPayload
        /// The fraction of a second of a date: Apple's reader accepts none.
        case dateFraction
        /// A dictionary has a key twice: readers of XML take the last, those of binary property lists the first.
        case duplicateKey
    }

    /// What is lost.
    package let kind: Kind
    /// The number of the object in the object table.
    package let object: Int

    package init(_ kind: Kind, object: Int) {
        self.kind = kind
        self.object = object
    }
}

extension XMLLoss.Kind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .float32: "a 32-bit real becomes a 64-bit one"
        case .integerWidth: "the width of an integer"
        case .uidWidth: "the width of a UID"
        case .nanPayload: "the bits of a NaN"
        case .dateFraction: "the fraction of a second of a date"
        case .duplicateKey: "which value of a key that stands twice counts"
        }
    }
}
