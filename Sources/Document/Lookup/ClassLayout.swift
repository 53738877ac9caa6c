import KeyedArchive

/// What is known of the objects of one class record.
struct ClassLayout: Sendable {
    /// What an object stands for if it has the fields of its role.
    enum Role: Sendable {
        case string, data, date, url, uuid, null, decimal
        /// Anything else.
        case other
    }

    /// The class's own name.
    let name: Text
    let role: Role
    /// What the model says of the class.
    let model: Model.ClassModel?

    init(chain: [Text], in model: Model?) {
        name = chain.first ?? ""
        self.model = chain.first.flatMap { model?.classes[$0] }
        role = chain.lazy.compactMap { Self.roles[$0] }.first ?? .other
    }

    private static let roles: [Text: Role] = [
        "NSString": .string, "NSMutableString": .string, "NSData": .data, "NSMutableData": .data, "NSDate": .date,
        "NSURL": .url, "NSUUID": .uuid, "NSNull": .null, "NSDecimalNumber": .decimal,
        "NSDecimalNumberPlaceholder": .decimal,
    ]
}
