package import FourLinesLinux

/// Why the storage cannot do something: a sentence that names the file, and the exit code where it ends the start.
package struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package enum Kind: Int32, Sendable {
        /// Refused because of a state file that is there; it was not touched.
        case refused = 65
        /// A file or folder cannot be made.
        case cannotCreate = 73
        /// Reading or writing failed.
        case inputOutput = 74
        /// Another process has the document.
        case alreadyRunning = 75
        /// The state folder belongs to somebody else, or others may write to it.
        case permission = 77
    }

    /// What kind of failure it is; its raw value is the exit code.
    package let kind: Kind
    /// One sentence without a full stop.
    package let description: String
    /// The system's error, where there was one.
    package let errno: Errno?

    package init(_ kind: Kind, _ description: String, errno: Errno? = nil) {
        self.kind = kind
        self.description = description
        self.errno = errno
    }

    /// Whether another failure has the same cause, though it may name another temporary file.
    package func hasSameCause(as other: StorageError) -> Bool {
        kind == other.kind && errno == other.errno && (errno != nil || description == other.description)
    }

    /// A system call that failed: `cannot OPERATION PATH: MESSAGE`.
    package static func failed(_ operation: String, _ path: String, _ errno: Errno, _ kind: Kind = .inputOutput)
        -> StorageError
    {
        StorageError(kind, "cannot \(operation) \(path): \(errno.message)", errno: errno)
    }
}
