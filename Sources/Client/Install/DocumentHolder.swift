import FourLinesLinux

/// The process that holds a document, as the files of its state folder and the system's list of locks say it.
///
/// No lock is taken to find out: a daemon that starts at that moment would be refused.
struct DocumentHolder: Equatable, Sendable {
    /// The process id.
    let process: Int32
    /// The path of its socket, where it says it.
    let socket: String?

    /// Looks for the holder of a state folder; nil if nobody holds it.
    init?(stateFolder: String) {
        // Whatever cannot be read is not there: then there is no holder that could be named.
        guard let lock = try? Paths.read(stateFolder + "/fourlines.lock", limit: 4096),
            let locks = try? Paths.read("/proc/locks", limit: 1 << 24),
            let process = Self.process(String(decoding: lock, as: UTF8.self)),
            Self.isLocking(process, String(decoding: locks, as: UTF8.self)),
            (try? Paths.read("/proc/\(process)/comm", limit: 64)).map({ $0.starts(with: Array("fourlinesd".utf8)) })
                == true
        else { return nil }
        self.process = process
        self.socket = Self.value("socket", String(decoding: lock, as: UTF8.self))
    }

    /// Looks for whoever listens on a socket that the service manager does not hold; nil if nobody does.
    init?(socket: String) {
        guard let connection = try? FileDescriptor.connect(.path(socket), timeout: .seconds(1)),
            let peer = try? connection.peerCredentials(), peer.process > 0
        else { return nil }
        process = peer.process
        self.socket = socket
    }

    /// The process that the text of the lock file names.
    static func process(_ text: String) -> Int32? { value("process", text).flatMap { Int32($0) } }

    /// What stands behind a word in the text of the lock file.
    private static func value(_ word: String, _ text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }

    /// Whether a process holds a lock of flock(2), by the text of `/proc/locks`, proc_locks(5).
    static func isLocking(_ process: Int32, _ text: String) -> Bool {
        text.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            return fields.count > 4 && fields[1] == "FLOCK" && Int32(fields[4]) == process
        }
    }

    /// Whether it has ended, and only its parent has not asked yet how.
    private var isZombie: Bool {
        guard let bytes = try? Paths.read("/proc/\(process)/stat", limit: 65_536),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return false }
        // The state is the field behind the name, proc_pid_stat(5).
        return bytes[end...].dropFirst(2).first == UInt8(ascii: "Z")
    }

    /// Has the holder end as after SIGTERM, and waits for that.
    ///
    /// - Parameter patience: how long.
    /// - Throws: an error if it may not be told, or does not end.
    func end(patience: Duration = .seconds(100)) throws(ClientError) {
        let started = CurrentProcess.startText(of: process)
        do { try ChildProcess.send(.terminate, to: process) } catch {
            throw ClientError(.refused, "process \(process) cannot be stopped: \(error.message)")
        }
        let deadline = MonotonicTime.now + patience
        while started != nil, CurrentProcess.startText(of: process) == started, !isZombie {
            guard MonotonicTime.now < deadline else {
                throw ClientError(.unavailable, "process \(process) was told to end, and still runs")
            }
            // There is nothing to wait for in a process that is not a child of ours but its end, which pidfd_open(2)
            // would tell, too; it is looked at often enough.
            _ = try? FileDescriptor.standardError.wait(for: [], until: .now + .milliseconds(20))
        }
    }
}
