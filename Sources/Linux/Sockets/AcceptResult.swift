/// What came of accepting a connection.
package enum AcceptResult: ~Copyable {
    /// A connection, non-blocking.
    case accepted(FileDescriptor)

    /// No connection is waiting.
    case wouldBlock

    /// The peer went away before it was accepted; another one may be waiting.
    case aborted

    /// The connection waits on, because the process or the system has no descriptor or memory for it (`EMFILE`,
    /// `ENFILE`, `ENOBUFS`, `ENOMEM`). The listener stays readable: stop watching it for a while.
    case exhausted(Errno)
}
