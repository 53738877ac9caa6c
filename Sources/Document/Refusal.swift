/// Why a command on the document was refused.
///
/// The text is Redis's where Redis has one for the case; the detail says where and what, for a person.
package struct Refusal: Error, Equatable, Sendable {
    /// The first word of the error reply.
    package enum Code: String, Sendable {
        /// Anything else.
        case error = "ERR"
        /// A command for another kind of value than the path holds.
        case wrongType = "WRONGTYPE"
        /// A form that does not show all of a document.
        case lossy = "LOSSY"
        /// An edit that was to be made to an earlier revision than the present one.
        case conflict = "CONFLICT"
        /// An edit that had to be prepared, while others edited the document.
        case busy = "BUSY"
    }

    /// The first word of the error reply.
    package let code: Code
    /// The sentence.
    package let text: String
    /// Field, type and text concerned, and what would be right; empty where the sentence says all.
    package let detail: String

    package init(_ text: String, detail: String = "", code: Code = .error) {
        self.code = code
        self.text = text
        self.detail = detail
    }

    /// A command for another kind of value than the path holds.
    package static func wrongType(_ detail: String = "") -> Refusal {
        Refusal("Operation against a key holding the wrong kind of value", detail: detail, code: .wrongType)
    }

    /// A command that needs something at a path where there is nothing.
    package static func noSuchKey(_ detail: String = "") -> Refusal { Refusal("no such key", detail: detail) }

    /// An index that a list does not have.
    package static func outOfRange(_ detail: String) -> Refusal { Refusal("index out of range", detail: detail) }

    /// An index or amount that is no integer.
    package static let notAnInteger = Refusal("value is not an integer or out of range")
}

extension Refusal: CustomStringConvertible {
    /// The sentence with its detail.
    package var description: String { detail.isEmpty ? text : "\(text): \(detail)" }
}
