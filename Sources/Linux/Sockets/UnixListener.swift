import CLinux
import Glibc

/// A listening Unix stream socket, which only its owner can connect to.
///
/// One that we made holds the lock of `PATH.lock` for life; one that was passed to us belongs to somebody else: it is
/// never unlinked, bound again or shut down.
package final class UnixListener {
    /// Whether the path still leads to this socket.
    package enum PathState: Equatable, Sendable {
        case ours
        /// Nothing has the path.
        case gone
        /// Something else has the path.
        case replaced
    }

    /// What the listener holds of a socket that it made itself.
    private struct Binding {
        let path: String
        let identity: FileStatus.Identity
        let lock: OpenFile
    }

    /// To be watched by an event loop; readable when `accept` has something to do.
    package let file: OpenFile

    /// The address; nil when a passed socket has none, or a path that is not UTF-8.
    package let address: UnixAddress?

    private var binding: Binding?
    private let isPassed: Bool

    private init(_ file: OpenFile, address: UnixAddress?, binding: Binding?) {
        self.file = file
        self.address = address
        self.binding = binding
        isPassed = binding == nil
    }

    deinit {
        close()
    }

    /// Takes over a socket that was passed to the process.
    ///
    /// - Throws: `.unsuitable` unless it is a listening Unix stream socket.
    package static func adopt(_ file: consuming FileDescriptor) throws(UnixListenerError) -> UnixListener {
        guard clinux_is_unix_stream_listener(file.raw) != 0 else { throw .unsuitable }
        let address: UnixAddress?
        do {
            try file.setNonBlocking(true)
            address = try file.socketAddress()
        } catch {
            throw .failed(operation: "take over", path: "the passed socket", error)
        }
        return UnixListener(OpenFile(file), address: address, binding: nil)
    }

    /// Accepts one connection.
    ///
    /// - Throws: what none of the results stands for.
    package func accept() throws(Errno) -> AcceptResult {
        let listener = file.descriptor.raw
        do {
            return .accepted(FileDescriptor(owning: try retrying { clinux_accept(listener) }))
        } catch .wouldBlock {
            return .wouldBlock
        } catch .connectionAborted {
            return .aborted
        } catch {
            switch error {
            case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noBufferSpace, .noMemory: return .exhausted(error)
            default: throw error
            }
        }
    }

    /// Looks whether the path still leads to this socket; a passed one counts as ours.
    package func pathState() throws(Errno) -> PathState {
        guard let binding else { return isPassed ? .ours : .gone }
        guard let status = try Paths.status(binding.path) else { return .gone }
        return status.kind == .socket && status.identity == binding.identity ? .ours : .replaced
    }

    /// Whether the path still leads to this socket.
    package func stillOurs() throws(Errno) -> Bool {
        try pathState() == .ours
    }

    /// Unlinks the path if it is still ours, and gives the lock back.
    ///
    /// Calling it again does nothing. The lock file stays: if it were removed, two processes could each hold the lock of a file of that name. The
    /// descriptor is closed when `file` goes; connections that wait in its queue are then refused.
    package func close() {
        guard let binding else { return }
        // A path that cannot be looked at is left alone: the next start finds a dead socket and replaces it.
        if (try? stillOurs()) == true { try? Paths.unlink(binding.path) }
        self.binding = nil
    }
}

extension UnixListener {
    /// Makes a socket at a path, replacing one that nobody listens on, and listens on it.
    ///
    /// The lock is taken first, so that two starters cannot remove each other's sockets, and the permissions are 0600
    /// before anybody can connect. The process's umask is changed for a moment: no other thread should be making files.
    ///
    /// - Parameters:
    ///   - path: its folder must exist.
    ///   - backlog: how many connections may wait to be accepted.
    /// - Returns: the listener, which unlinks the path when it goes.
    /// - Throws: every case but `.unsuitable`; the path is then as it was, except that a dead socket may be gone.
    package static func listen(path: String, backlog: Int32 = 511) throws(UnixListenerError) -> UnixListener {
        guard path.utf8.count <= UnixAddress.pathLimit else {
            throw .pathTooLong(path: path, limit: UnixAddress.pathLimit)
        }
        let lock = try takeLock(path + ".lock")
        try removeDeadSocket(path)
        let socket = try doing("make a socket for", path) { () throws(Errno) in
            FileDescriptor(owning: try retrying { clinux_unix_stream() })
        }
        try doing("bind", path) { () throws(Errno) in try bind(socket, path) }
        let status = try doing("look at", path) { () throws(Errno) in try Paths.status(path) }
        guard let status, status.kind == .socket else {
            throw .failed(operation: "bind", path: path, .noSuchFileOrFolder)
        }
        // From here on the path is ours, and an early end takes it away again.
        let binding = Binding(path: path, identity: status.identity, lock: lock)
        let listener = UnixListener(OpenFile(socket), address: .path(path), binding: binding)
        try doing("set the permissions of", path) { () throws(Errno) in
            try Paths.setPermissions(.ownerFile, path)
        }
        try doing("listen on", path) { () throws(Errno) in
            let raw = listener.file.descriptor.raw
            _ = try retrying { Glibc.listen(raw, backlog) }
        }
        return listener
    }

    /// Says of an error of the system what was to be done with which file.
    private static func doing<Result: ~Copyable>(
        _ operation: String, _ path: String, _ body: () throws(Errno) -> Result
    ) throws(UnixListenerError) -> Result {
        do {
            return try body()
        } catch {
            throw .failed(operation: operation, path: path, error)
        }
    }

    /// Binds with permissions for the owner only from the first moment.
    private static func bind(_ socket: borrowing FileDescriptor, _ path: String) throws(Errno) {
        let name = try UnixAddress.path(path).name()
        let before = umask(0o177)
        let result = unsafe clinux_unix_bind(socket.raw, name.bytes, name.bytes.count, name.isAbstract)
        let error = Errno.current
        umask(before)
        guard result == 0 else { throw error }
    }

    private static func takeLock(_ path: String) throws(UnixListenerError) -> OpenFile {
        while true {
            let lock = try doing("open", path) { () throws(Errno) in
                OpenFile(try .open(path, [.readingAndWriting, .create, .noFollow, .nonBlocking]))
            }
            let isLocked = try doing("lock", path) { () throws(Errno) in try lock.descriptor.tryLock() }
            guard isLocked else { throw .locked(path: path) }
            // Somebody may have removed the file between the two calls; a lock without a name protects nothing.
            let hasName = try doing("look at", path) { () throws(Errno) in
                try Paths.status(path)?.identity == lock.descriptor.status().identity
            }
            if hasName { return lock }
        }
    }

    /// Makes room for our socket; to be called with the lock held.
    private static func removeDeadSocket(_ path: String) throws(UnixListenerError) {
        let found = try doing("look at", path) { () throws(Errno) in try Paths.status(path) }
        guard let found else { return }
        guard found.kind == .socket else { throw .notASocket(path: path) }
        guard try doing("probe", path, { () throws(Errno) in try isDead(path) }) else { throw .live(path: path) }
        try doing("remove", path) { () throws(Errno) in
            // Only what was probed is removed; if another has come, bind fails.
            if try Paths.status(path)?.identity == found.identity { try Paths.unlink(path) }
        }
    }

    /// Whether nobody listens on a socket.
    private static func isDead(_ path: String) throws(Errno) -> Bool {
        let name = try UnixAddress.path(path).name()
        let probe = FileDescriptor(owning: try retrying { clinux_unix_stream() })
        let raw = probe.raw
        do {
            _ = try retrying { unsafe clinux_unix_connect(raw, name.bytes, name.bytes.count, name.isAbstract) }
            return false
        } catch .connectionRefused {
            return true
        } catch .noSuchFileOrFolder {
            // Its owner has removed it just now.
            return true
        } catch .wouldBlock {
            // Its queue is full.
            return false
        } catch .wrongSocketType {
            // A datagram socket that somebody has open.
            return false
        }
    }
}
