/// Why a socket could not be listened on.
package enum UnixListenerError: Error, Equatable, Sendable {
    /// The path has more bytes than a socket's path may have.
    case pathTooLong(path: String, limit: Int)

    /// Another process holds the lock file: it listens, or is about to.
    case locked(path: String)

    /// Somebody without the lock listens on the path.
    case live(path: String)

    /// Something that is not a socket has the path; it was left alone.
    case notASocket(path: String)

    /// A descriptor that was passed is no listening Unix stream socket.
    case unsuitable

    /// The system refused an operation on a file.
    case failed(operation: String, path: String, Errno)
}

extension UnixListenerError: CustomStringConvertible {
    /// One sentence for a person, without a full stop.
    package var description: String {
        switch self {
        case .pathTooLong(let path, let limit):
            "the socket path has \(path.utf8.count) bytes, at most \(limit) are possible: \(path)"
        case .locked(let path): "another process holds the lock \(path)"
        case .live(let path): "another process listens on \(path)"
        case .notASocket(let path): "\(path) is there and is not a socket"
        case .unsuitable: "the descriptor that was passed is not a listening Unix stream socket"
        case .failed(let operation, let path, let error): "cannot \(operation) \(path): \(error.message)"
        }
    }
}
