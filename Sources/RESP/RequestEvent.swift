/// What the request parser found at the beginning of a connection's input.
package enum RequestEvent: Hashable, Sendable {
    /// No whole request is there; the parser goes on where it stopped when more bytes have come.
    case needMore
    /// A request; its arguments, at least one, are in the parser.
    case command
    /// An empty line, `*0` or a negative count: consumed, and nothing is answered.
    case nothing
    /// The client broke the protocol: answer the text, close. The parser answers nothing else from now on.
    case protocolError(ProtocolError)
    /// Close without an answer. The parser answers nothing else from now on.
    case drop(DropReason)
}
