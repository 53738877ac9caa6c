import FourLinesLinux
import Testing

@Suite("Sockets that are passed to the daemon")
struct PassedSocketTests {
    func ready(_ daemon: ObservedDaemon) throws {
        _ = try daemon.next()
        #expect(try daemon.next().first == "READY=1")
    }

    @Test("It is served, outlives the daemon, and serves the next one")
    func life() throws {
        let daemon = try ObservedDaemon()
        let listener = try UnixListener.listen(path: daemon.socket)
        for text in ["one", "two"] {
            try daemon.start(sockets: [listener.file])
            try ready(daemon)
            #expect(try daemon.ask("SET lines.0 \(text)\r\nGET lines.0\r\n") == "+OK\r\n$3\r\n\(text)\r\n")
            try daemon.send(.terminate)
            #expect(try daemon.wait() == .exited(0))
            #expect(try listener.pathState() == .ours)
            #expect(try !daemon.log.contains("passed"), "nothing is amiss")
            while try daemon.next(within: .milliseconds(50)) != ["nothing"] {}
        }
    }

    @Test("A connection that waits between two daemons is served by the second")
    func waiting() throws {
        let daemon = try ObservedDaemon()
        let listener = try UnixListener.listen(path: daemon.socket)
        let early = try FileDescriptor.connect(.path(daemon.socket), timeout: .seconds(1))
        try early.writeAll(Array("PING\r\n".utf8))
        try early.shutdownWrites()
        try daemon.start(sockets: [listener.file])
        #expect(try early.readToEnd(limit: 1000) == Array("+PONG\r\n".utf8))
    }

    @Test("Several are served, and those at another address or with a wide mode are said")
    func several() throws {
        let daemon = try ObservedDaemon()
        let other = daemon.folder + "/other"
        let listeners = [try UnixListener.listen(path: other), try UnixListener.listen(path: daemon.socket)]
        try Paths.setPermissions(0o660, other)
        try daemon.start([], ["LISTEN_FDNAMES=first:second"], sockets: listeners.map(\.file))
        try ready(daemon)
        #expect(try daemon.ask("PING\r\n") == "+PONG\r\n")
        #expect(try daemon.ask("PING\r\n", at: other) == "+PONG\r\n")
        let log = try daemon.log
        #expect(log.contains("the passed socket first is at \(other), and not at \(daemon.socket)"), "\(log)")
        #expect(log.contains("the passed socket \(other) has mode 0660, which is wider than 0600"), "\(log)")
        #expect(!log.contains("second"))
    }

    /// What is no listening Unix stream socket.
    enum Unsuitable: CaseIterable {
        case file
        case datagrams
        case connection
    }

    @Test("Anything but a listening Unix stream socket is refused", arguments: Unsuitable.allCases)
    func unsuitable(_ kind: Unsuitable) throws {
        let daemon = try ObservedDaemon()
        let file =
            switch kind {
            case .file: OpenFile(try .open(daemon.folder + "/file", [.readingAndWriting, .create]))
            case .datagrams: OpenFile(try .receiveDatagrams(at: .path(daemon.folder + "/datagrams")))
            case .connection: try FileDescriptor.streamPair().0
            }
        try daemon.start(sockets: [file])
        #expect(try daemon.wait() == .exited(69))
        #expect(try daemon.log.contains("the passed socket 3 (unknown) cannot be served"))
    }

    static let refusals: [(arguments: [String], code: Int32, reason: String)] = [
        (["--nosuch"], 64, "unknown option --nosuch"), (["--model", "nothing"], 78, "nothing"),
        (["--config", "/nowhere"], 78, "cannot read the configuration /nowhere"),
        (["--archive", "folder"], 65, "folder"),
    ]

    @Test("A refused start answers who waits and who comes, for about a second", arguments: refusals)
    func refusal(_ arguments: [String], _ code: Int32, _ reason: String) throws {
        let daemon = try ObservedDaemon()
        _ = try Paths.makeFolders(daemon.folder + "/state/folder")
        let listener = try UnixListener.listen(path: daemon.socket)
        let early = try FileDescriptor.connect(.path(daemon.socket), timeout: .seconds(1))
        try early.writeAll(Array("*1\r\n$4\r\nPING\r\n".utf8))
        let begin = MonotonicTime.now
        try daemon.start(arguments, sockets: [listener.file])
        let said = String(decoding: try early.readToEnd(limit: 1000), as: UTF8.self)
        #expect(said.hasPrefix("-ERR not started: ") && said.contains(reason) && said.hasSuffix("\r\n"), "\(said)")
        // On a busy machine this thread may come when the second is over; nobody is there to answer then.
        let late = try daemon.ask("PING\r\n")
        #expect(late == said || late.isEmpty && MonotonicTime.now - begin > .seconds(1), "one who comes later")
        #expect(try daemon.wait() == .exited(code))
        let time = MonotonicTime.now - begin
        #expect(time > .milliseconds(950), "a shorter one would be started more often than its limit")
        #expect(try listener.pathState() == .ours)
    }
}
