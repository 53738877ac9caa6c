/// A value to put into an archive, or one that was found there.
///
/// In a keyed archive it is written as NSKeyedArchiver writes the class that is named with each case. A plain
/// property list holds text, data, dates, numbers, booleans, arrays, and dictionaries.
public indirect enum ArchiveValue: Sendable, Equatable {
    /// A text: NSString.
    case text(String)
    /// A text that can be changed where it is: NSMutableString.
    case mutableText(String)
    /// Bytes: NSData.
    case data([UInt8])
    /// A moment, in seconds since 2001-01-01 00:00 UTC, which is `timeIntervalSinceReferenceDate`: NSDate.
    case date(Double)
    /// An integer: NSNumber.
    case integer(Int64)
    /// An integer over the range of `Int64`: NSNumber.
    case unsigned(UInt64)
    /// A 64-bit real: NSNumber.
    case real(Double)
    /// A 32-bit real: NSNumber.
    case float(Float)
    /// A boolean: NSNumber.
    case boolean(Bool)
    /// A URL without a base: NSURL.
    case url(String)
    /// A UUID of sixteen bytes: NSUUID.
    case uuid([UInt8])
    /// The object that stands for nothing where something has to stand: NSNull.
    case null
    /// nil: nothing.
    case nothing
    /// Elements in order: NSArray.
    case array([ArchiveValue])
    /// Elements, in the order in which they are written: NSSet.
    case set([ArchiveValue])
    /// Different elements in order: NSOrderedSet.
    case orderedSet([ArchiveValue])
    /// Values by texts, in the order in which they are written: NSDictionary.
    case dictionary([Entry])
    /// An object of any class: its class names from its own to the root class, and its fields by coder key in the order
    /// in which the class encodes them.
    case object(classes: [String], fields: [Entry])

    /// A key with its value.
    public struct Entry: Sendable, Equatable {
        /// The key.
        public var key: String
        /// The value.
        public var value: ArchiveValue

        /// Makes an entry.
        public init(_ key: String, _ value: ArchiveValue) {
            self.key = key
            self.value = value
        }
    }
}
