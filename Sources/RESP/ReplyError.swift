/// Why bytes from a server are no reply; the connection is of no use afterwards.
package enum ReplyError: Error, Hashable, Sendable {
    /// No reply begins with this byte.
    case unknownType(UInt8)
    /// A length, count, number or truth value that is none, in a reply of this type.
    case malformed(type: UInt8)
    /// A line or a bulk string does not end with CR LF.
    case missingLineEnd
    /// A line longer than the limit.
    case lineTooLong
    /// A text that is not well-formed UTF-8 where the protocol has text.
    case notText
    /// Replies nested deeper than the limit.
    case tooDeep
    /// More elements in one reply than the limit.
    case tooManyElements
    /// More bytes in one reply than the limit.
    case tooLong
}
