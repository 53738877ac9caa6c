package import KeyedArchive

/// The type of a field or an element, as a model says it.
package indirect enum FieldType: Equatable, Sendable {
    /// A leaf: text, data, dates, URLs and UUIDs by UID, booleans and numbers inline, or by UID as elements.
    case leaf(LeafKind)
    /// A list of elements of one type: NSArray if the count is fixed, else NSMutableArray.
    case array(of: FieldType, count: Int?)
    /// A dictionary of values of one type: NSMutableDictionary.
    case dictionary(of: FieldType)
    /// An object of one of the model's classes.
    case object(Text)
    /// Whatever is there.
    case any

    /// The type in words, for refusals.
    package var name: String {
        switch self {
        case .leaf(let kind): kind.rawValue
        case .array(let element, _): "array of \(element.name)"
        case .dictionary(let value): "dictionary of \(value.name)"
        case .object(let name): name.description
        case .any: "anything"
        }
    }

    /// The type of the elements of a list.
    package var element: FieldType? {
        if case .array(let element, _) = self { return element }
        return nil
    }

    /// How many elements a list has, where that is fixed.
    package var fixedCount: Int? {
        if case .array(_, let count) = self { return count }
        return nil
    }
}
