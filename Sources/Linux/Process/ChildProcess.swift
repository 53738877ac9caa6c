import CLinux
import Glibc

/// A process that this one has started.
///
/// It is not stopped when the value goes; whoever starts one waits for it, or it stays a zombie until this process ends.
package final class ChildProcess {
    /// The process id; after `wait` has answered it may be another process's.
    package let id: Int32

    /// How it ended, once that is known.
    package private(set) var status: ProcessStatus?

    private init(id: Int32) {
        self.id = id
    }

    /// Starts a program.
    ///
    /// It gets the default for every signal and none blocked.
    ///
    /// - Parameters:
    ///   - program: a path; without a slash it is looked for in `PATH`.
    ///   - arguments: without the program's own name, which is put before them.
    ///   - environment: `NAME=value` each; nil hands on our own.
    ///   - folder: the working folder; nil for our own.
    ///   - files: what it has under which number, instead of our own standard streams; other files of ours are not
    ///     passed.
    /// - Returns: the process, which runs.
    /// - Throws: `.noSuchFileOrFolder`, `.permissionDenied` for the program or the folder; `.invalidArgument` for a text
    ///   with a NUL.
    package static func start(
        _ program: String, _ arguments: [String] = [], environment: [String]? = nil, folder: String? = nil,
        files: [Int: OpenFile] = [:]
    ) throws(Errno) -> ChildProcess {
        let path = try terminated(program)
        let argumentTexts = try TextVector([program] + arguments)
        let environmentTexts = try TextVector(environment ?? Environment.all)
        let folder: [CChar]? = if let folder { try terminated(folder) } else { nil }
        // A source below a target could be overwritten before its turn comes, so all are moved above first.
        let above = CInt((files.keys.max() ?? 2) + 1)
        var sources: [OpenFile] = []
        var targets: [CInt] = []
        for (number, file) in files.sorted(by: { $0.key < $1.key }) {
            let raw = file.descriptor.raw
            sources.append(OpenFile(FileDescriptor(owning: try retrying { clinux_duplicate(raw, above) })))
            targets.append(CInt(number))
        }
        let numbers = sources.map { $0.descriptor.raw }
        var id: Int32 = 0
        let error = withExtendedLifetime((argumentTexts, environmentTexts, sources)) { () -> Int32 in
            let argv = unsafe argumentTexts.pointer
            let environ = unsafe environmentTexts.pointer
            let search: Int32 = program.utf8.contains(UInt8(ascii: "/")) ? 0 : 1
            guard let folder else {
                return unsafe clinux_spawn(&id, path, search, argv, environ, nil, numbers, targets, numbers.count)
            }
            return unsafe clinux_spawn(&id, path, search, argv, environ, folder, numbers, targets, numbers.count)
        }
        guard error == 0 else { throw Errno(rawValue: error) }
        return ChildProcess(id: id)
    }

    /// Waits until it ends.
    package func wait() throws(Errno) -> ProcessStatus {
        if let status { return status }
        _ = try reap(noHang: false)
        guard let status else { fatalError("waitpid answered without a process") }
        return status
    }

    /// Waits for some time.
    ///
    /// - Returns: nil if it still runs then.
    package func wait(timeout: Duration) throws(Errno) -> ProcessStatus? {
        if let status { return status }
        let process = FileDescriptor(owning: try retrying { clinux_pidfd_open(id) })
        // Readable when it has ended, pidfd_open(2).
        guard try process.wait(for: .readable, until: .now + timeout) else { return nil }
        _ = try reap(noHang: true)
        return status
    }

    /// Sends it a signal; one that has ended is no error.
    package func send(_ signal: Signal) throws(Errno) {
        guard status == nil else { return }
        try Self.send(signal, to: id)
    }

    /// Sends a signal to any process; one that does not exist is no error.
    package static func send(_ signal: Signal, to process: Int32) throws(Errno) {
        // 0 and negative numbers mean whole groups of processes, kill(2).
        guard process > 0 else { throw .invalidArgument }
        do {
            _ = try retrying { kill(process, signal.rawValue) }
        } catch .noSuchProcess {
            return
        }
    }

    private func reap(noHang: Bool) throws(Errno) -> Bool {
        var (code, signal): (Int32, Int32) = (0, 0)
        let ended = try retrying { unsafe clinux_wait(id, noHang ? 1 : 0, &code, &signal) }
        guard ended > 0 else { return false }
        status = signal == 0 ? .exited(code) : .killed(Signal(rawValue: signal))
        return true
    }
}
