/// What a client did against the protocol; answered as `-ERR` and the text, after which the connection is closed.
package enum ProtocolError: Error, Hashable, Sendable {
    /// The number of arguments is no strict decimal, or too large.
    case invalidMultibulkLength
    /// The length of an argument is no strict decimal, negative, or over the limit.
    case invalidBulkLength
    /// Too many arguments for a client that has not authenticated.
    case unauthenticatedMultibulkLength
    /// Too long an argument for a client that has not authenticated.
    case unauthenticatedBulkLength
    /// The line with the number of arguments does not end.
    case tooBigMultibulkCount
    /// The line with the length of an argument does not end.
    case tooBigBulkCount
    /// An inline request without a line break within the limit.
    case tooBigInlineRequest
    /// A quote in an inline request that is not closed, or not followed by a blank.
    case unbalancedQuotes
    /// Another byte where the `$` of an argument must stand.
    case expectedBulk(got: UInt8)
    /// A count or length line that ends with a line feed alone, on which Redis would wait for ever.
    case expectedCarriageReturn

    /// The text of the reply behind `ERR `, in Redis's words where Redis has the error.
    package var text: String {
        switch self {
        case .invalidMultibulkLength: "Protocol error: invalid multibulk length"
        case .invalidBulkLength: "Protocol error: invalid bulk length"
        case .unauthenticatedMultibulkLength: "Protocol error: unauthenticated multibulk length"
        case .unauthenticatedBulkLength: "Protocol error: unauthenticated bulk length"
        case .tooBigMultibulkCount: "Protocol error: too big mbulk count string"
        case .tooBigBulkCount: "Protocol error: too big bulk count string"
        case .tooBigInlineRequest: "Protocol error: too big inline request"
        case .unbalancedQuotes: "Protocol error: unbalanced quotes in request"
        case .expectedBulk(let byte): "Protocol error: expected '$', got '\(ProtocolError.visible(byte))'"
        case .expectedCarriageReturn: "Protocol error: expected CRLF at the end of the line, got LF alone"
        }
    }

    /// A byte as itself if it is printable ASCII, else as `\xHH`.
    private static func visible(_ byte: UInt8) -> String {
        guard byte < 0x20 || byte > 0x7e else { return String(UnicodeScalar(byte)) }
        let digits = String(byte, radix: 16)
        return "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
}
