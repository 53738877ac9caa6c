/// The exact kind of a leaf: what KIND answers, and what a model may say of a field.
package enum LeafKind: String, Sendable, CaseIterable {
    /// NSString, or the string of a property list.
    case string
    /// NSMutableString: an object of its own, whose edits everybody sees who shares it.
    case mutableString = "mutable string"
    /// A boolean.
    case boolean
    /// An integer of up to 64 bits, signed or unsigned.
    case integer
    /// A 32-bit real.
    case real32 = "float"
    /// A 64-bit real.
    case real64 = "double"
    /// NSDecimalNumber.
    case decimal
    /// NSData, or the data of a property list.
    case data
    /// NSMutableData.
    case mutableData = "mutable data"
    /// NSDate, or the date of a property list.
    case date
    /// NSURL without a base.
    case url
    /// NSUUID.
    case uuid
    /// NSNull, or the null of a property list.
    case null
    /// nil: the object `$null` of a keyed archive.
    case `nil`
    /// A UID that names no object.
    case uid

    /// The kind with a name, as model files write it: that of `rawValue`, blanks as hyphens.
    package init?(modelName: String) {
        let name = String(modelName.map { $0 == "-" ? " " : $0 })
        self.init(rawValue: name)
        switch self {
        case .decimal, .null, .nil, .uid: return nil
        default: break
        }
    }

    /// Whether its text form is any bytes, or any UTF-8.
    package var isText: Bool {
        switch self {
        case .string, .mutableString, .data, .mutableData: true
        default: false
        }
    }

    /// Whether there is nothing, so that clients are answered a null.
    package var isNull: Bool { self == .null || self == .nil }
}
