/// What can be wrong in a settings file, in its syntax or in the form of a value.
package enum SettingsFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file has more bytes than the limit.
    case fileTooLarge(limit: Int)
    /// A line, with its continuations, has more bytes than the limit.
    case lineTooLong(limit: Int)
    /// The line is not well-formed UTF-8.
    case notUTF8
    /// The line holds a NUL.
    case nul
    /// A section line without its closing bracket, or with nothing between the brackets.
    case malformedSection
    /// An assignment before the first section.
    case outsideSection
    /// The line is no section, no assignment and no comment.
    case missingEquals
    /// Nothing before the equals sign.
    case missingKey
    /// A quote that is not closed.
    case unbalancedQuote
    /// A backslash with something behind it that is no escape.
    case invalidEscape(String)
    /// Escapes that do not make well-formed UTF-8.
    case escapesNotUTF8
    /// Not a truth value.
    case notBoolean(String)
    /// Not an integer.
    case notInteger(String)
    /// An integer outside the bounds.
    case outOfRange(String, minimum: Int64, maximum: Int64)
    /// Not a size in bytes.
    case notSize(String)
    /// Not a time span.
    case notTimeSpan(String)
    /// Not an octal file mode.
    case notMode(String)
    /// Anything that is wrong by the rules of the reader of the file.
    case refused(String)

    /// The reason in words, without the place.
    package var description: String {
        switch self {
        case .fileTooLarge(let limit): "the file has more than \(limit) bytes"
        case .lineTooLong(let limit): "the line has more than \(limit) bytes"
        case .notUTF8: "the line is not UTF-8"
        case .nul: "the line holds a NUL"
        case .malformedSection: "a section must be a name in brackets, as in [Name]"
        case .outsideSection: "an assignment must stand in a section"
        case .missingEquals: "the line is neither a section nor Key=Value nor a comment"
        case .missingKey: "the key before = is missing"
        case .unbalancedQuote: "a quote is not closed"
        case .invalidEscape(let escape): "\(escape) is not an escape sequence"
        case .escapesNotUTF8: "the escape sequences do not make UTF-8"
        case .notBoolean(let text): "\(quoted(text)) is not a truth value: yes, no, true, false, on, off, 1 or 0"
        case .notInteger(let text): "\(quoted(text)) is not an integer"
        case .outOfRange(let text, let minimum, let maximum): "\(quoted(text)) is not in \(minimum) to \(maximum)"
        case .notSize(let text): "\(quoted(text)) is not a size: bytes, or a number with K, M, G or T"
        case .notTimeSpan(let text): "\(quoted(text)) is not a time span, as 5s, 100ms or 1h 30min"
        case .notMode(let text): "\(quoted(text)) is not an octal mode, as 0600"
        case .refused(let reason): reason
        }
    }

    private func quoted(_ text: String) -> String {
        "“\(text)”"
    }
}
