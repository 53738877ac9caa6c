/// How much of one reply a client is ready to take.
package struct ReplyLimits: Hashable, Sendable {
    /// How deep arrays and maps may be nested.
    package var depth = 128
    /// Elements in one reply, in all its arrays and maps.
    package var elements = 64 * 1024 * 1024
    /// Bytes of one reply, framing included.
    package var length = 1024 * 1024 * 1024
    /// Bytes of a line: of a simple string, an error, a number or a header.
    package var lineLength = 1024 * 1024

    /// Limits for a server that is trusted to be ours, but may be broken.
    package init() {}
}
