/// A member of a JSON object.
struct JSONMember: Equatable, Sendable {
    /// The name, which is text.
    let name: [UInt8]
    /// The value.
    let value: JSONValue

    init(_ name: [UInt8], _ value: JSONValue) {
        self.name = name
        self.value = value
    }

    init(_ name: String, _ value: JSONValue) { self.init(Array(name.utf8), value) }
}
