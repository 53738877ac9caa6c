import FourLinesRESP

extension Reply {
    /// The bytes of a string of any kind; nil for everything else.
    var bytes: [UInt8]? {
        switch self {
        case .bulk(let bytes): bytes
        case .verbatim(_, let text): text
        case .simple(let text): Array(text.utf8)
        default: nil
        }
    }

    /// The elements of an array, a set or a push; the keys and values of a map in turn; nil for everything else.
    var elements: [Reply]? {
        switch self {
        case .array(let elements), .set(let elements), .push(let elements): elements
        case .map(let entries): entries.flatMap { [$0.key, $0.value] }
        default: nil
        }
    }
}
