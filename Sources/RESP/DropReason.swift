/// Why a connection is closed without an answer.
package enum DropReason: Hashable, Sendable {
    /// An inline request begins with `POST` or `Host:`: a browser was made to speak to the socket.
    case crossProtocol
    /// A request longer than the limit.
    case requestTooLong
}
