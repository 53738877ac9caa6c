import FourLinesLinux
import Testing

@Suite("Signals archive and end the daemon")
struct SignalTests {
    @Test("SIGTERM and SIGINT archive and end with 0", arguments: [Signal.terminate, .interrupt])
    func end(signal: Signal) throws {
        let daemon = try DaemonProcess()
        try daemon.connect().setLine(0, "kept")
        try daemon.process.send(signal)
        #expect(try daemon.end() == .exited(0))
        #expect(try DaemonProcess(in: daemon.folder).lines()[0] == "kept")
    }

    @Test("SIGHUP archives, again and again, and never ends the daemon")
    func hangup() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        for number in 1...20 {
            try client.setLine(0, "\(number)")
            try daemon.process.send(.hangup)
            #expect(try daemon.logs("archived revision \(number)"))
        }
        #expect(try daemon.lines()[0] == "20")
        try daemon.process.send(.kill)
        _ = try daemon.end()
        #expect(try DaemonProcess(in: daemon.folder).lines()[0] == "20")
    }

    @Test("SIGHUP without an edit leaves the file alone")
    func hangupWithoutEdit() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let before = try stamp(of: daemon.archive)
        try daemon.process.send(.hangup)
        #expect(try daemon.logs("SIGHUP"))
        try daemon.connect().save()
        #expect(try stamp(of: daemon.archive) == before)
    }

    @Test("A second SIGTERM ends at once, with 143")
    func twice() throws {
        let daemon = try DaemonProcess()
        // A client that does not read is waited for, so that there is time for the second signal.
        let client = try daemon.connect()
        try client.setLine(0, String(repeating: "x", count: 100_000))
        _ = try client.press(Array(String(repeating: "LINDEX lines 0\r\n", count: 5000).utf8))
        try daemon.process.send(.terminate)
        #expect(try daemon.logs("archiving and ending"))
        try daemon.process.send(.terminate)
        #expect(try daemon.end() == .exited(143))
    }

    @Test("A client that does not read holds up the end for a second at most")
    func slowReaderAtTheEnd() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.setLine(0, String(repeating: "x", count: 100_000))
        _ = try client.press(Array(String(repeating: "LINDEX lines 0\r\n", count: 5000).utf8))
        let began = MonotonicTime.now
        #expect(try daemon.terminate() == .exited(0))
        #expect(MonotonicTime.now - began < .seconds(3))
        #expect(try DaemonProcess(in: daemon.folder).lines()[0].utf8.count == 100_000)
    }

    @Test("SIGTERM during the restore ends with 0 and writes nothing", .needs("python3"))
    func duringRestore() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        // Many objects that no field leads to: sound, and long to read.
        try folder.write("example", ExampleArchive.bytes)
        let script = """
            import plistlib, sys
            archive = plistlib.load(open(sys.argv[1], 'rb'))
            archive['$objects'] += [str(number) for number in range(400000)]
            plistlib.dump(archive, open(sys.argv[2], 'wb'), fmt=plistlib.FMT_BINARY, sort_keys=False)
            """
        let made = try Run("python3", ["-c", script, folder("example"), folder("state/data.archive")])
        #expect(made.isSuccess, "\(made.errors)")
        let before = try stamp(of: folder("state/data.archive"))
        let daemon = try DaemonProcess(in: folder, serving: false)
        // The lock is taken right before the archive is read.
        let deadline = MonotonicTime.now + .seconds(20)
        while try Paths.status(folder("state/fourlines.lock")) == nil, MonotonicTime.now < deadline {
            _ = try daemon.process.wait(timeout: .milliseconds(1))
        }
        #expect(try daemon.terminate() == .exited(0))
        #expect(daemon.log.contains("before the document was restored"), "\(daemon.log)")
        #expect(try stamp(of: folder("state/data.archive")) == before)
        let again = try DaemonProcess(in: folder)
        #expect(try again.lines() == ExampleArchive.lines)
    }

    @Test("SIGUSR1 writes one line of status, without a value of the document")
    func status() throws {
        let daemon = try DaemonProcess()
        try daemon.connect().setLine(0, "very secret")
        try daemon.process.send(.user1)
        #expect(try daemon.logs("revision=1"))
        try daemon.connect().save()
        #expect(!daemon.log.contains("secret"))
    }

    @Test(
        "SHUTDOWN archives and ends; with NOSAVE the journal alone keeps the edit",
        arguments: ["SHUTDOWN", "SHUTDOWN NOSAVE"])
    func shutdown(request: String) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let client = try daemon.connect()
        try client.setLine(3, "new")
        try client.send(request + "\r\n")
        #expect(try client.rest() == "")
        #expect(try daemon.end() == .exited(0))
        let isArchived = try contents(of: daemon.archive) != ExampleArchive.bytes
        #expect(isArchived == (request == "SHUTDOWN"))
        #expect(try DaemonProcess(in: daemon.folder).lines()[3] == "new")
    }

    @Test("What was pipelined behind a SIGTERM is either answered and kept, or not answered")
    func edgeOfTheEnd() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.setLine(0, "0")
        try client.send((1...20_000).map { "LSET lines 0 \($0)\r\n" }.joined())
        try daemon.process.send(.terminate)
        let answered = try client.rest().split(separator: "\r\n").count
        #expect(try daemon.end() == .exited(0))
        #expect(try DaemonProcess(in: daemon.folder).lines()[0] == "\(answered)")
    }
}
