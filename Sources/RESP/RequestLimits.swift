/// How much a client may ask for in one request.
package struct RequestLimits: Hashable, Sendable {
    /// Bytes of one argument (Redis: proto-max-bulk-len); 512 MB by default.
    package var argumentLength = 512 * 1024 * 1024
    /// Number of arguments of a request.
    package var argumentCount = Int(Int32.max)
    /// Bytes of one request, framing included (Redis: client-query-buffer-limit); 1 GB by default, 4 GB at most.
    package var requestLength = 1024 * 1024 * 1024
    /// Bytes of an inline request, of a count line and of a length line without their end.
    package let lineLength = 65_536
    /// Whether the narrow limits for clients that have not authenticated hold: 10 arguments of 16 KB.
    package var isUnauthenticated = false

    /// The limits of Redis.
    package init() {}
}
