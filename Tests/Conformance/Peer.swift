import Foundation
import FourLinesLinux
import FourLinesRESP

/// A server of a test's own, ours or Redis's, in a folder of its own.
///
/// It is killed, by its process id, when the value goes.
final class Peer {
    /// Why a server does not serve.
    struct Silence: Error, CustomStringConvertible {
        let description: String
    }

    private let folder: String
    private let process: ChildProcess

    /// The path of its socket.
    var socket: String { folder + "/s" }

    private init(_ program: String, _ arguments: (String) -> [String]) throws {
        Signal.pipe.ignore()
        folder = FileManager.default.temporaryDirectory.path + "/conformance-" + String(RandomBytes.number(), radix: 36)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let own = try FileDescriptor.openFolder(folder)
        let log = OpenFile(try own.open("log", [.writing, .create]))
        process = try ChildProcess.start(program, arguments(folder), folder: folder, files: [1: log, 2: log])
        let deadline = MonotonicTime.now + .seconds(30)
        while (try? FileDescriptor.connect(.path(socket), timeout: .seconds(1))) == nil {
            guard MonotonicTime.now < deadline, try process.wait(timeout: .milliseconds(5)) == nil else {
                let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
                throw Silence(description: "\(program) does not serve:\n\(log)")
            }
        }
    }

    deinit {
        try? process.send(.kill)
        _ = try? process.wait()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Our daemon, with a free document.
    static func fourlines() throws -> Peer {
        let beside = try CurrentProcess.executable()
        let binaries = Environment.value("FOURLINES_BINARIES") ?? Paths.split(beside)?.folder ?? "."
        return try Peer(binaries + "/fourlinesd") { folder in
            ["--model", "dictionary", "--state-dir", folder + "/state", "--socket", folder + "/s"]
        }
    }

    /// Redis, which saves nothing.
    static func redis() throws -> Peer {
        try Peer("redis-server") { folder in
            ["--port", "0", "--unixsocket", folder + "/s", "--save", "", "--appendonly", "no", "--dir", folder]
        }
    }

    /// Whether Redis is installed.
    static let hasRedis = (Environment.value("PATH") ?? "").split(separator: ":").contains { folder in
        (try? Paths.status("\(folder)/redis-server", followingLink: true)) != nil
    }
}

/// A connection that sends requests together and reads their replies.
struct Line: ~Copyable {
    private let socket: FileDescriptor
    private var input = InputBuffer()
    private var parser = ReplyParser()

    init(_ peer: Peer) throws { socket = try FileDescriptor.connect(.path(peer.socket), timeout: .seconds(5)) }

    /// Sends requests and answers their replies.
    mutating func replies(to requests: [[[UInt8]]]) throws -> [Reply] {
        var output: [UInt8] = []
        for request in requests { RequestEncoder.append(request, to: &output) }
        try socket.writeAll(output)
        var replies: [Reply] = []
        while replies.count < requests.count {
            if let reply = try parser.next(&input) {
                replies.append(reply)
                continue
            }
            let room = input.makeRoom(1 << 16)
            switch try socket.read(into: &input.bytes, room) {
            case .bytes(let count): input.received(count)
            case .wouldBlock: _ = try socket.wait(for: .readable, until: MonotonicTime.now + .seconds(20))
            case .endOfFile, .disconnected:
                throw Peer.Silence(description: "closed behind \(replies.count) of \(requests.count) replies")
            }
        }
        return replies
    }
}
