/// Which of the classes of a property list an object's class is, or inherits from, going by its class chain.
///
/// It says what the object is if it has the fields of that class (facts 1.6); a damaged one is nothing but its fields.
package enum ClassRole: Sendable {
    case string, data, date, url, uuid, null, decimal
    case array, set, orderedSet, countedSet, dictionary
    /// Any other class.
    case other

    /// The role of the first class of a chain that has one.
    package init(chain: [Text]) { self = chain.lazy.compactMap { Self.roles[$0] }.first ?? .other }

    private static let roles: [Text: ClassRole] = [
        "NSString": .string, "NSMutableString": .string, "NSData": .data, "NSMutableData": .data, "NSDate": .date,
        "NSURL": .url, "NSUUID": .uuid, "NSNull": .null, "NSDecimalNumber": .decimal,
        "NSDecimalNumberPlaceholder": .decimal, "NSArray": .array, "NSMutableArray": .array, "NSSet": .set,
        "NSMutableSet": .set, "NSOrderedSet": .orderedSet, "NSMutableOrderedSet": .orderedSet,
        "NSCountedSet": .countedSet, "NSDictionary": .dictionary, "NSMutableDictionary": .dictionary,
    ]
}
