import Foundation
import FourLinesLinux
import Testing

/// A daemon of a test's own, in a folder of its own; it is killed, by its process id, when the value goes.
final class DaemonProcess {
    /// What keeps a daemon from serving.
    enum Failure: Error, CustomStringConvertible {
        /// It ended before it served.
        case ended(ProcessStatus, log: String)
        /// It neither served nor ended.
        case silent(log: String)

        var description: String {
            switch self {
            case .ended(let status, let log): "the daemon ended with \(status):\n\(log)"
            case .silent(let log): "the daemon neither serves nor ends:\n\(log)"
            }
        }
    }

    let folder: TestFolder
    let process: ChildProcess
    private let logName: String

    private let socketName: String
    var socket: String { folder(socketName) }
    var archive: String { folder("state/data.archive") }
    var id: Int32 { process.id }

    /// What it has logged so far.
    var log: String { (try? folder.read(logName)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// Starts a daemon; without a folder it gets a new one, with one it finds what is there.
    ///
    /// - Parameters:
    ///   - folder: holds the state folder `state`, and the socket `s`.
    ///   - archive: what lies in the state folder before.
    ///   - options: behind `--state-dir` and `--socket`.
    ///   - line: a whole command line, where the usual one is not wanted.
    ///   - socket: the socket's name in the folder, for that.
    ///   - serving: whether to wait until it accepts connections.
    /// - Throws: `Failure` if it does not serve.
    init(
        in folder: TestFolder? = nil, archive: [UInt8]? = nil, _ options: [String] = [], instead line: [String]? = nil,
        socket: String = "s", serving: Bool = true
    ) throws {
        Signal.pipe.ignore()
        let folder = try folder ?? TestFolder()
        self.folder = folder
        socketName = socket
        if let archive {
            try folder.makeFolder("state")
            try folder.write("state/data.archive", archive)
        }
        logName = "log-" + String(RandomBytes.number(), radix: 36)
        let files = try FileDescriptor.openFolder(folder.path)
        let null = try FileDescriptor.openFolder("/dev")
        let log = OpenFile(try files.open(logName, [.writing, .create]))
        let line = line ?? Self.line(in: folder) + options
        process = try ChildProcess.start(
            line[0], Array(line.dropFirst()), environment: Self.environment(home: folder.path),
            files: [0: OpenFile(try null.open("null", .reading)), 1: log, 2: log])
        if serving { try waitUntilServing() }
    }

    deinit {
        try? process.send(.kill)
        _ = try? process.wait()
    }

    /// The command line of a daemon in a folder.
    static func line(in folder: TestFolder) -> [String] {
        [Binaries.daemon, "--state-dir", folder("state"), "--socket", folder("s")]
    }

    /// The environment of a user who has just logged in, and nothing of ours.
    static func environment(home: String) -> [String] {
        [
            "HOME=\(home)", "PATH=\(Environment.value("PATH") ?? "/usr/bin:/bin")", "LANG=C.UTF-8",
            "SWIFT_BACKTRACE=enable=no",
        ]
    }

    /// Waits until it answers, if only with a refusal: what it logs when it begins to serve is in the log then.
    func waitUntilServing() throws {
        let deadline = MonotonicTime.now + .seconds(30)
        while MonotonicTime.now < deadline {
            if let conversation = try? connect() {
                try? conversation.send("PING\r\n")
                _ = try? conversation.line()
                return
            }
            if let status = try process.wait(timeout: .milliseconds(2)) { throw Failure.ended(status, log: log) }
        }
        throw Failure.silent(log: log)
    }

    /// A new connection.
    func connect() throws -> Conversation { try Conversation(socket, with: self) }

    /// One request in Redis's inline form; answers the reply's bytes.
    func ask(_ line: String) throws -> String {
        let conversation = try connect()
        try conversation.send(line + "\r\n")
        try conversation.endSending()
        return try conversation.rest()
    }

    /// The four lines, as the daemon serves them.
    func lines() throws -> [String] { try connect().lines() }

    /// The four lines, as the archive alone says them, without the journal beside it.
    func archivedLines() throws -> [String] {
        try DaemonProcess(archive: try contents(of: archive)).lines()
    }

    /// Sends SIGTERM and waits for the end.
    @discardableResult
    func terminate() throws -> ProcessStatus {
        try process.send(.terminate)
        return try end()
    }

    /// Waits for the end.
    func end(within limit: Duration = .seconds(30)) throws -> ProcessStatus {
        guard let status = try process.wait(timeout: limit) else { throw Failure.silent(log: log) }
        return status
    }

    /// Waits until the log holds a text; answers whether it does.
    func logs(_ text: String, within limit: Duration = .seconds(10)) throws -> Bool {
        let deadline = MonotonicTime.now + limit
        while MonotonicTime.now < deadline {
            if log.contains(text) { return true }
            if try process.wait(timeout: .milliseconds(2)) != nil { break }
        }
        return log.contains(text)
    }

    /// A figure of `/proc/ID/status`, in kilobytes.
    func memory(_ field: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return Int(line?.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? -1
    }
}
