/// The kind of a verbatim text, in the three letters of the protocol.
package enum VerbatimFormat: String, Sendable {
    /// Plain text.
    case text = "txt"
    /// Markdown.
    case markdown = "mkd"
}
