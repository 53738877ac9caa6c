/// What an object of a known class is, in the terms of that class: a date as a date, a colour as its components.
///
/// It is made of the fields that the class encodes (facts 1.6); an object that lacks one of them, or has another kind
/// of value there, has none, and is nothing but its fields.
package struct ClassDescription: Equatable, Sendable {
    /// One thing that is said of the object.
    package struct Part: Equatable, Sendable {
        /// What it is; empty for what the object as a whole is.
        package let name: String
        /// The value.
        package let value: Value

        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// A value that is said.
    package indirect enum Value: Equatable, Sendable {
        /// A text in the form of `UnicodeText`.
        case text([UInt8])
        /// A word of ours: a colour space, a flag.
        case word(String)
        case boolean(Bool)
        case integer(Int128)
        case real(Double)
        /// Seconds since 2001-01-01 00:00 UTC.
        case date(Double)
        /// Data, of which only the size is said.
        case data(count: Int)
        /// A range: where it begins, how long it is.
        case range(location: UInt64, length: UInt64)
        /// Values in order.
        case list([Value])
        /// Another object.
        case object(ClassDescription)
        /// An object of which there is nothing to say but its class; of a list or a dictionary how much it holds.
        case other(className: String, count: Int?)
        /// nil, or an NSNull.
        case nothing
    }

    /// What kind of thing it is, in a word or two: `date`, `index set`.
    package let kind: String
    /// What is said, in order.
    package let parts: [Part]

    package init(_ kind: String, _ parts: [Part]) {
        self.kind = kind
        self.parts = parts
    }

    /// The value of a part.
    package subscript(name: String) -> Value? { parts.first { $0.name == name }?.value }
}
