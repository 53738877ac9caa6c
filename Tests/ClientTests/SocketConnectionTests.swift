import FourLinesLinux
import FourLinesRESP
import FourLinesSettings
import Testing

@testable import FourLinesClient

@Suite final class SocketConnectionTests {
    /// A folder of the test's own.
    private let folder: String
    private var path: String { folder + "/socket" }

    init() throws {
        folder = "/tmp/client-tests-" + String(RandomBytes.number(), radix: 36)
        _ = try Paths.makeFolders(folder)
    }

    deinit {
        if let child = try? ChildProcess.start("rm", ["-rf", folder]) { _ = try? child.wait() }
    }

    private func failure(_ body: () throws -> Void) -> ClientError? {
        do {
            try body()
            return nil
        } catch {
            return error as? ClientError
        }
    }

    @Test("Requests go out together, and their replies come back in order, in parts or not")
    func exchange() throws {
        let (near, far) = try FileDescriptor.streamPair()
        try far.descriptor.writeAll(Array("+PONG\r\n$3\r\na\r\n\r\n*1\r\n:5\r\n".utf8))
        let connection = SocketConnection(near)
        let replies = try connection.replies(
            to: [Request("PING"), Request("GET", with: [[0xff]])], patience: .seconds(5))
        #expect(replies == [.simple("PONG"), .bulk(Array("a\r\n".utf8))])
        #expect(try connection.replies(to: [Request("X")], patience: .seconds(5)) == [.array([.integer(5)])])
        try near.descriptor.shutdownWrites()
        let sent = try far.descriptor.readToEnd(limit: 1000)
        #expect(
            sent == Array("*1\r\n$4\r\nPING\r\n*2\r\n$3\r\nGET\r\n$1\r\n".utf8) + [0xff]
                + Array("\r\n*1\r\n$1\r\nX\r\n".utf8))
    }

    @Test("A daemon that does not answer is given up after the patience")
    func silence() throws {
        let (near, far) = try FileDescriptor.streamPair()
        let connection = SocketConnection(near)
        let start = MonotonicTime.now
        let error = failure { _ = try connection.replies(to: [Request("PING")], patience: .milliseconds(30)) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.hasPrefix("the daemon did not answer within 30 milliseconds") == true)
        #expect(MonotonicTime.now - start >= .milliseconds(30))
        withExtendedLifetime(far) {}
    }

    @Test("A daemon that takes nothing is given up too")
    func stuck() throws {
        let (near, far) = try FileDescriptor.streamPair()
        let request = Request("SET", with: [Array("a".utf8), [UInt8](repeating: 0, count: 8 << 20)])
        let error = failure {
            _ = try SocketConnection(near).replies(to: [request], patience: .milliseconds(30))
        }
        #expect(error?.code == .unavailable)
        withExtendedLifetime(far) {}
    }

    @Test("A connection closed at the end of a reply answers fewer, within one it is an error")
    func closed() throws {
        let (near, far) = try FileDescriptor.streamPair()
        try far.descriptor.writeAll(Array("+OK\r\n".utf8))
        try far.descriptor.shutdownWrites()
        let both = [Request("A"), Request("B")]
        #expect(try SocketConnection(near).replies(to: both, patience: .seconds(5)) == [.simple("OK")])
        let (other, end) = try FileDescriptor.streamPair()
        try end.descriptor.writeAll(Array("+OK\r\n$5\r\nab".utf8))
        try end.descriptor.shutdownWrites()
        let error = failure { _ = try SocketConnection(other).replies(to: both, patience: .seconds(5)) }
        #expect(error == .unavailable("the daemon broke off within its answer"))
    }

    @Test("What is no reply is no daemon of ours")
    func garbage() throws {
        let (near, far) = try FileDescriptor.streamPair()
        try far.descriptor.writeAll(Array("HTTP/1.1 400 Bad Request\r\n".utf8))
        let error = failure { _ = try SocketConnection(near).replies(to: [Request("A")], patience: .seconds(5)) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("no daemon of ours") == true)
    }

    @Test("Nothing is sent to a daemon of another user")
    func foreignDaemon() throws {
        let listener = try UnixListener.listen(path: path)
        // A rule of somebody else's stands in for a daemon of somebody else's.
        let user = CurrentProcess.effectiveUser + 1
        let admission = PeerAdmission(ownUser: user, userMap: "\(user) \(user) 1\n")
        let error = failure {
            _ = try SocketConnection.open(Target(socket: path), patience: .seconds(5), admission: admission)
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.hasSuffix("nothing was sent") == true)
        guard case .accepted(let connection) = try listener.accept() else {
            Issue.record("there was no connection")
            return
        }
        #expect(try connection.readToEnd(limit: 10).isEmpty)
        _ = try SocketConnection.open(Target(socket: path), patience: .seconds(5))
        listener.close()
    }

    @Test("Without a daemon one sentence says how to start it")
    func missing() throws {
        let error = failure { _ = try SocketConnection.open(Target(socket: path), patience: .seconds(5)) }
        #expect(error?.code == .unavailable)
        #expect(
            error?.message
                == "no daemon runs for this socket, there is no socket \(path): "
                + "start it with “fourlinesd --socket \(path)” in another terminal")
    }

    @Test("A dead socket, and a file that is no socket")
    func dead() throws {
        _ = try FileDescriptor.open(path, [.writing, .create])
        let error = failure { _ = try SocketConnection.open(Target(socket: path), patience: .seconds(5)) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("nobody listens at the socket \(path)") == true)
    }

    @Test("A path that no socket can have")
    func long() throws {
        let target = Target(socket: "/tmp/" + String(repeating: "x", count: 103))
        let error = failure { _ = try SocketConnection.open(target, patience: .seconds(5)) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.hasPrefix("the path of the socket has 108 bytes") == true)
    }

    @Test("The sentence names the document")
    func documents() throws {
        let surroundings = DocumentLocations.Surroundings(
            variable: { ["XDG_RUNTIME_DIR": "/r"][$0] }, home: "/h", user: 1, isPrivateFolder: { _ in false })
        let named = Target(try DocumentLocations(name: "work", in: surroundings))
        #expect(
            named.explanation(of: .noSuchFileOrFolder)
                == "no daemon runs for the document “work”, there is no socket /r/fourlines@work/socket: "
                + "start it with “fourlinesd --name work” in another terminal")
        let standard = Target(try DocumentLocations(name: nil, in: surroundings))
        #expect(standard.explanation(of: .connectionRefused).contains("for the default document"))
        #expect(standard.explanation(of: .permissionDenied).contains("may not be used"))
        #expect(standard.explanation(of: .timedOut).contains("takes no connections"))
    }
}
