import FourLinesLinux
import Testing

@Suite struct UnixSocketTests {
    let temporary: TemporaryFolder
    var path: String { temporary.path + "/socket" }

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func failure(_ body: () throws(UnixListenerError) -> UnixListener) -> UnixListenerError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    private func accept(_ listener: UnixListener) throws -> OpenFile? {
        guard try listener.file.descriptor.wait(for: .readable, until: .now + .seconds(5)) else { return nil }
        guard case .accepted(let connection) = try listener.accept() else { return nil }
        return OpenFile(connection)
    }

    /// Leaves a socket behind that nobody listens on, as a process that was killed does.
    private func leaveDeadSocket() throws {
        _ = try FileDescriptor.receiveDatagrams(at: .path(path))
        #expect(try Paths.status(path)?.kind == .socket)
    }

    @Test("A connection carries bytes both ways, and a listener without one would block")
    func connection() throws {
        let listener = try UnixListener.listen(path: path)
        guard case .wouldBlock = try listener.accept() else {
            Issue.record("a connection came from nowhere")
            return
        }
        let client = try FileDescriptor.connect(.path(path), timeout: .seconds(5))
        let server = try #require(try accept(listener))
        try client.writeAll([1, 2])
        try client.shutdownWrites()
        #expect(try server.descriptor.readToEnd(limit: 10) == [1, 2])
        try server.descriptor.writeAll([3])
        var buffer: [UInt8] = [0, 0]
        #expect(try client.wait(for: .readable, until: .now + .seconds(5)))
        #expect(try client.read(into: &buffer, 0..<2) == .bytes(1))
        #expect(try client.peerCredentials().user == CurrentProcess.effectiveUser)
    }

    @Test("The socket is for its owner only, and goes with the listener")
    func permissions() throws {
        let listener = try UnixListener.listen(path: path)
        #expect(try Paths.status(path)?.mode == .ownerFile)
        #expect(try Paths.status(path + ".lock")?.mode == .ownerFile)
        #expect(try listener.stillOurs())
        #expect(listener.address == .path(path))
        listener.close()
        listener.close()
        #expect(try Paths.status(path) == nil)
        #expect(try listener.pathState() == .gone)
    }

    @Test("A dead socket is replaced")
    func dead() throws {
        try leaveDeadSocket()
        let listener = try UnixListener.listen(path: path)
        _ = try FileDescriptor.connect(.path(path), timeout: .seconds(5))
        #expect(try accept(listener) != nil)
    }

    @Test("A second listener is refused by the lock, and the first is not disturbed")
    func locked() throws {
        let listener = try UnixListener.listen(path: path)
        #expect(failure { () throws(UnixListenerError) in try .listen(path: path) } == .locked(path: path + ".lock"))
        _ = try FileDescriptor.connect(.path(path), timeout: .seconds(5))
        #expect(try accept(listener) != nil)
    }

    @Test("A live socket is refused even if its owner has no lock")
    func live() throws {
        let other = try UnixListener.listen(path: path)
        try Paths.unlink(path + ".lock")
        #expect(failure { () throws(UnixListenerError) in try .listen(path: path) } == .live(path: path))
        #expect(try other.stillOurs())
    }

    @Test("A live datagram socket is refused, too")
    func liveDatagram() throws {
        let other = try FileDescriptor.receiveDatagrams(at: .path(path))
        #expect(failure { () throws(UnixListenerError) in try .listen(path: path) } == .live(path: path))
        #expect(try other.socketAddress() == .path(path))
    }

    @Test("A file, a folder or a link at the path is left alone")
    func notASocket() throws {
        try temporary.write("socket", "precious")
        #expect(failure { () throws(UnixListenerError) in try .listen(path: path) } == .notASocket(path: path))
        #expect(try temporary.read("socket") == "precious")
        try temporary.openFolder().unlink("socket")
        try temporary.openFolder().makeFolder("socket")
        #expect(failure { () throws(UnixListenerError) in try .listen(path: path) } == .notASocket(path: path))
        try temporary.openFolder().removeFolder("socket")
        try temporary.openFolder().makeSymbolicLink("socket", to: "elsewhere")
        #expect(failure { () throws(UnixListenerError) in try .listen(path: path) } == .notASocket(path: path))
    }

    @Test("A path of 107 bytes works, one of 108 is refused")
    func longPath() throws {
        let fill = 107 - temporary.path.utf8.count - 1
        let longest = temporary.path + "/" + String(repeating: "x", count: fill)
        let listener = try UnixListener.listen(path: longest)
        _ = try FileDescriptor.connect(.path(longest), timeout: .seconds(5))
        #expect(try accept(listener) != nil)
        #expect(listener.address == .path(longest))
        let tooLong = longest + "x"
        #expect(
            failure { () throws(UnixListenerError) in try .listen(path: tooLong) }
                == .pathTooLong(path: tooLong, limit: 107))
        #expect(
            LinuxTests.failure { _ = try FileDescriptor.connect(.path(tooLong), timeout: .zero) } == .nameTooLong)
    }

    @Test("A missing folder is said")
    func missingFolder() {
        let path = temporary.path + "/none/socket"
        #expect(
            failure { () throws(UnixListenerError) in try .listen(path: path) }
                == .failed(operation: "open", path: path + ".lock", .noSuchFileOrFolder))
    }

    @Test("A path that another file has got is not unlinked")
    func replaced() throws {
        let listener = try UnixListener.listen(path: path)
        try Paths.unlink(path)
        #expect(try listener.pathState() == .gone)
        try temporary.write("socket", "other")
        #expect(try listener.pathState() == .replaced)
        listener.close()
        #expect(try temporary.read("socket") == "other")
    }

    @Test("A passed listener is taken over, and its path stays when it goes")
    func adopted() throws {
        let original = try UnixListener.listen(path: path)
        do {
            let adopted = try UnixListener.adopt(try original.file.descriptor.duplicate())
            #expect(adopted.address == .path(path))
            _ = try FileDescriptor.connect(.path(path), timeout: .seconds(5))
            #expect(try accept(adopted) != nil)
            try Paths.unlink(path)
            #expect(try adopted.stillOurs())
            try temporary.write("socket", "")
            adopted.close()
        }
        #expect(try Paths.status(path) != nil)
    }

    @Test("A passed descriptor that is no listening stream socket is refused")
    func unsuitable() throws {
        let (stream, _) = try FileDescriptor.streamPair()
        #expect(
            failure { () throws(UnixListenerError) in
                try adopt { () throws(Errno) in try stream.descriptor.duplicate() }
            } == .unsuitable)
        let path = path
        #expect(
            failure { () throws(UnixListenerError) in
                try adopt { () throws(Errno) in try .receiveDatagrams(at: .path(path)) }
            } == .unsuitable)
        #expect(
            failure { () throws(UnixListenerError) in
                try adopt { () throws(Errno) in try .open("/dev/null", .reading) }
            } == .unsuitable)
    }

    private func adopt(_ make: () throws(Errno) -> FileDescriptor) throws(UnixListenerError) -> UnixListener {
        let file: FileDescriptor
        do {
            file = try make()
        } catch {
            throw .failed(operation: "make", path: "", error)
        }
        return try .adopt(file)
    }

    @Test("Connecting to nothing, and to a socket that nobody listens on, are different errors")
    func noListener() throws {
        #expect(
            LinuxTests.failure { _ = try FileDescriptor.connect(.path(path), timeout: .seconds(1)) }
                == .noSuchFileOrFolder)
        try leaveDeadSocket()
        #expect(
            LinuxTests.failure { _ = try FileDescriptor.connect(.path(path), timeout: .seconds(1)) }
                == .connectionRefused)
    }

    @Test("A listener whose queue stays full makes a connection time out")
    func timeout() throws {
        let listener = try UnixListener.listen(path: path, backlog: 0)
        let first = try FileDescriptor.connect(.path(path), timeout: .seconds(5))
        let start = MonotonicTime.now
        #expect(
            LinuxTests.failure { _ = try FileDescriptor.connect(.path(path), timeout: .milliseconds(50)) }
                == .timedOut)
        #expect(MonotonicTime.now - start >= .milliseconds(50))
        #expect(try accept(listener) != nil)
        _ = try FileDescriptor.connect(.path(path), timeout: .seconds(5))
        try first.close()
    }

    @Test("A listener that a probe finds with a full queue is alive")
    func fullQueue() throws {
        let listener = try UnixListener.listen(path: path, backlog: 0)
        _ = try FileDescriptor.connect(.path(path), timeout: .seconds(5))
        try Paths.unlink(path + ".lock")
        #expect(failure { () throws(UnixListenerError) in try .listen(path: path) } == .live(path: path))
        withExtendedLifetime(listener) {}
    }

    @Test("Running out of descriptors is a value that leaves the connection waiting")
    func exhausted() async {
        await #expect(processExitsWith: .success) {
            let temporary = try TemporaryFolder()
            let path = temporary.path + "/socket"
            let listener = try UnixListener.listen(path: path)
            let client = OpenFile(try .connect(.path(path), timeout: .seconds(5)))
            var files: [OpenFile] = []
            while true {
                do { files.append(OpenFile(try client.descriptor.duplicate())) } catch { break }
            }
            guard case .exhausted(.tooManyOpenFiles) = try listener.accept() else { CurrentProcess.exit(1) }
            files.removeLast()
            guard case .accepted = try listener.accept() else { CurrentProcess.exit(2) }
        }
    }

    @Test("Datagrams arrive whole, at a path and at an abstract address")
    func datagrams() throws {
        let name = Array("linux-tests-\(RandomBytes.number())".utf8)
        for address in [UnixAddress.path(path), .abstract(name)] {
            let receiver = try FileDescriptor.receiveDatagrams(at: address)
            #expect(try receiver.socketAddress() == address)
            var buffer = [UInt8](repeating: 0, count: 64)
            #expect(try receiver.read(into: &buffer, 0..<64) == .wouldBlock)
            try FileDescriptor.sendDatagram(Array("RELOADING=1\nMONOTONIC_USEC=5".utf8), to: address)
            try FileDescriptor.sendDatagram(Array("READY=1".utf8), to: address)
            #expect(try receiver.read(into: &buffer, 0..<64) == .bytes(28))
            #expect(try receiver.read(into: &buffer, 0..<64) == .bytes(7))
            #expect(String(decoding: buffer[..<7], as: UTF8.self) == "READY=1")
        }
        #expect(
            LinuxTests.failure { try FileDescriptor.sendDatagram([1], to: .path(temporary.path + "/none")) }
                == .noSuchFileOrFolder)
    }

    @Test("The notation of NOTIFY_SOCKET is understood")
    func notation() {
        #expect(UnixAddress(notation: "/run/x") == .path("/run/x"))
        #expect(UnixAddress(notation: "@name") == .abstract(Array("name".utf8)))
        #expect(UnixAddress(notation: "@") == nil)
        #expect(UnixAddress(notation: "vsock:2:3") == nil)
        #expect(UnixAddress(notation: "") == nil)
        #expect(UnixAddress.abstract(Array("name".utf8)).description == "@name")
    }
}
