/// A value that XML property lists cannot hold.
package enum XMLUnrepresentable: Error, Equatable, Sendable {
    /// A character that XML 1.0 forbids, by its code point: most control characters, U+FFFE and U+FFFF.
    case character(UInt32)
    /// Half a surrogate pair.
    case loneSurrogate(UInt32)
    /// A date that is not a number, infinite, or farther away than a calendar reaches.
    case date
    /// An integer under -2^63 or over 2^64 - 1, which Apple's reader refuses.
    case integer
    /// A null, which has no element.
    case null
    /// A set, which has no element.
    case set
    /// A dictionary key that is not a string.
    case key
    /// A dictionary that would be read back as a UID: its only key is `CF$UID`, and the value a number.
    case uidDictionary
}

extension XMLUnrepresentable: CustomStringConvertible {
    package var description: String {
        switch self {
        case .character(let scalar):
            "XML cannot hold the character U+" + String(scalar + 0x10000, radix: 16, uppercase: true).dropFirst()
        case .loneSurrogate(let unit): "XML cannot hold the lone surrogate " + String(unit, radix: 16, uppercase: true)
        case .date: "XML cannot hold a date that no calendar has"
        case .integer: "XML cannot hold an integer of more than 64 bits"
        case .null: "XML cannot hold a null"
        case .set: "XML cannot hold a set"
        case .key: "XML cannot hold a dictionary key that is not a string"
        case .uidDictionary: "XML would turn a dictionary with the one key CF$UID into a UID"
        }
    }
}
