/// What came of a read.
package enum ReadResult: Equatable, Sendable {
    /// So many bytes were read, at least one.
    case bytes(Int)

    /// The end of the file, or the peer has shut down its sending side.
    case endOfFile

    /// Nothing is there yet (`EAGAIN`).
    case wouldBlock

    /// The connection is gone (`ECONNRESET`).
    case disconnected
}

/// What came of a write.
package enum WriteResult: Equatable, Sendable {
    /// So many bytes were taken, possibly fewer than were offered.
    case bytes(Int)

    /// There is no room at present (`EAGAIN`).
    case wouldBlock

    /// Nobody reads at the other end any more (`EPIPE`, `ECONNRESET`).
    case disconnected
}
