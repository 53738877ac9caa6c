package import KeyedArchive

/// The type of a field or an element, as a model says it.
package indirect enum FieldType: Equatable, Sendable {
    /// A text: NSString, by UID.
    case string
    /// A truth value, inline.
    case boolean
    /// An integer, inline.
    case integer
    /// A 32-bit real, inline.
    case real32
    /// A 64-bit real, inline.
    case real64
    /// Data: NSData, by UID.
    case data
    /// A list of elements of one type: NSArray, or NSMutableArray if it is open.
    ///
    /// The count is the number of elements where that is fixed.
    case array(of: FieldType, count: Int?)
    /// An object of one of the model's classes.
    case object(Text)

    /// The type in words, for refusals.
    package var name: String {
        switch self {
        case .string: "string"
        case .boolean: "boolean"
        case .integer: "integer"
        case .real32: "float"
        case .real64: "double"
        case .data: "data"
        case .array(let element, _): "array of \(element.name)"
        case .object(let name): name.description
        }
    }
}
