package import KeyedArchive

/// A value of a leaf that has no place yet: what a text form says, of one kind.
package enum LeafValue: Sendable, Equatable {
    /// A value that stands in a slot as it is: text, data, numbers.
    case plain(Slot)
    /// The text of an NSMutableString.
    case mutableString([UInt8])
    /// The bytes of an NSMutableData.
    case mutableData([UInt8])
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    /// The text of an NSURL.
    case url([UInt8])
    /// The sixteen bytes of an NSUUID.
    case uuid([UInt8])
    /// The number of an NSDecimalNumber.
    case decimal(DecimalNumber)

    /// Whether it is the text `$null`, held by UID: every entry of `$objects` with it decodes as nil.
    var isNilText: Bool {
        switch self {
        case .plain(let slot): slot.isNilText
        case .url(let bytes): bytes == Slot.nilText
        case .mutableString, .mutableData, .date, .uuid, .decimal: false
        }
    }
}

extension Slot {
    static let nilText = Array("$null".utf8)

    /// Whether it is the text `$null`.
    var isNilText: Bool { kind == .string && holdsBytes(Self.nilText, 0..<Self.nilText.count) }
}
