import FourLinesLinux
import Testing

/// A daemon in a process of its own, with a fake service manager that receives what it is told.
final class ObservedDaemon {
    /// A folder of its own; the state lies in `state`, the socket is `socket`.
    let folder: String
    private let receiver: OpenFile
    private var process: ChildProcess?

    /// Where the fake manager receives.
    enum Address: CaseIterable {
        case abstract
        case path
    }

    init(_ address: Address = .abstract) throws {
        let name = "notify-tests-" + String(RandomBytes.number(), radix: 36)
        folder = "/tmp/" + name
        _ = try Paths.makeFolders(folder)
        let place: UnixAddress = address == .path ? .path(folder + "/notify") : .abstract(Array(name.utf8))
        receiver = OpenFile(try .receiveDatagrams(at: place))
        notation = place.description
    }

    private let notation: String

    deinit {
        try? process?.send(.kill)
        _ = try? process?.wait()
        if let child = try? ChildProcess.start("rm", ["-rf", folder]) { _ = try? child.wait() }
    }

    /// Starts the daemon.
    ///
    /// - Parameters:
    ///   - arguments: beside state folder and socket.
    ///   - variables: `NAME=value` each.
    ///   - sockets: what it is passed, from descriptor 3 on.
    /// - Throws: `Errno` if there is no process to be had.
    func start(_ arguments: [String] = [], _ variables: [String] = [], sockets: [OpenFile] = []) throws {
        let program = (Paths.split(try CurrentProcess.executable())?.folder ?? "") + "/TestDaemon"
        let log = OpenFile(try .open(folder + "/log", [.writing, .create, .truncate]))
        var files = [2: log]
        for (index, socket) in sockets.enumerated() { files[3 + index] = socket }
        var environment = ["HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "PATH=/usr/bin:/bin"]
        environment += ["NOTIFY_SOCKET=\(notation)"] + variables
        if !sockets.isEmpty { environment.append("LISTEN_FDS=\(sockets.count)") }
        // Only the shell knows the number that the daemon will have.
        process = try ChildProcess.start(
            "sh",
            ["-c", "LISTEN_PID=$$ exec \"$0\" \"$@\"", program, "--state-dir", folder + "/state", "--socket", socket]
                + arguments, environment: environment, files: files)
    }

    var socket: String { folder + "/socket" }

    var log: String { get throws { String(decoding: try Paths.read(folder + "/log", limit: 1 << 20), as: UTF8.self) } }

    /// The next datagram, its assignments in their order; the time of a reload is replaced by `NOW` if it is the present.
    func next(within time: Duration = .seconds(20)) throws -> [String] {
        guard try receiver.descriptor.wait(for: .readable, until: .now + time) else { return ["nothing"] }
        var bytes = [UInt8](repeating: 0, count: 4096)
        guard case .bytes(let count) = try receiver.descriptor.read(into: &bytes, 0..<bytes.count) else {
            return ["no datagram"]
        }
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map { field in
            guard field.hasPrefix("MONOTONIC_USEC="), let time = Int64(field.dropFirst(15)) else {
                return String(field)
            }
            let age = MonotonicTime.now.microseconds - time
            return (0..<20_000_000).contains(age) ? "MONOTONIC_USEC=NOW" : String(field)
        }
    }

    func send(_ signal: Signal) throws { try process?.send(signal) }

    func wait() throws -> ProcessStatus? { try process?.wait(timeout: .seconds(30)) }

    /// Sends text on a connection of its own and answers all that comes back until the daemon ends it; nothing where
    /// nobody answers for some seconds.
    func ask(_ text: String, at path: String? = nil) throws -> String {
        let connection = try FileDescriptor.connect(.path(path ?? socket), timeout: .seconds(10))
        _ = try connection.write(Array(text.utf8), 0..<text.utf8.count)
        try connection.shutdownWrites()
        guard try connection.wait(for: .readable, until: .now + .seconds(5)) else { return "" }
        return String(decoding: try connection.readToEnd(limit: 1 << 20), as: UTF8.self)
    }
}
