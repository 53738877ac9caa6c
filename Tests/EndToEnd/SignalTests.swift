import FourLinesLinux
import Testing

@Suite("Signals archive and end the daemon")
struct SignalTests {
    @Test("rule 2, SIGINT archives and ends with 0 as SIGTERM does", arguments: [Signal.terminate, .interrupt])
    func end(signal: Signal) throws {
        let daemon = try DaemonProcess()
        try daemon.connect().setLine(0, "kept")
        try daemon.process.send(signal)
        #expect(try daemon.end() == .exited(0))
        #expect(try daemon.archivedLines()[0] == "kept")
        #expect(try DaemonProcess(in: daemon.folder).lines()[0] == "kept")
    }

    @Test(
        "rule 3, the end archives what no save was due for yet, whatever the journal does",
        arguments: ["always", "everysec", "no"])
    func endBeforeAnySave(mode: String) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes, ["--journal-sync", mode])
        try daemon.connect().setLine(0, "edited")
        #expect(try contents(of: daemon.archive) == ExampleArchive.bytes)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try daemon.archivedLines()[0] == "edited")
    }

    @Test("rule 13, SIGHUP archives, again and again, and never ends the daemon")
    func hangup() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        for number in 1...20 {
            try client.setLine(0, "\(number)")
            try daemon.process.send(.hangup)
            #expect(try daemon.logs("archived revision \(number)"))
        }
        // Many at once are no more than one, also while the archive is being written.
        for _ in 0..<50 { try daemon.process.send(.hangup) }
        #expect(try daemon.lines()[0] == "20")
        try daemon.process.send(.kill)
        _ = try daemon.end()
        #expect(try DaemonProcess(in: daemon.folder).lines()[0] == "20")
    }

    @Test("rule 12, the clock, SIGHUP and SIGTERM at the same moment leave one sound archive", arguments: 0..<3)
    func allAtOnce(round: Int) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        try daemon.connect().setLine(3, String(repeating: "x", count: 900_000))
        // The save that the clock begins is due after two seconds.
        _ = try daemon.process.wait(timeout: .milliseconds(1995 + 5 * round))
        for signal in [Signal.hangup, .hangup, .terminate] { try daemon.process.send(signal) }
        #expect(try daemon.end() == .exited(0))
        #expect(try daemon.archivedLines()[3].utf8.count == 900_000)
        let names = try names(in: daemon.folder("state")).filter { !$0.contains(".journal.") }
        #expect(names == ["data.archive", "data.archive.1", "fourlines.lock"])
        #expect(try daemon.folder.read("state/data.archive.1") == ExampleArchive.bytes)
        let again = try DaemonProcess(in: daemon.folder)
        #expect(try again.lines()[3].utf8.count == 900_000)
        #expect(!again.log.contains("damaged"), "\(again.log)")
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

    @Test("rule 14, a client that does not read holds up the end for a second at most")
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

    @Test("rule 14, clients that wait for something, or are amid something, hold up nothing")
    func waitingClientsAtTheEnd() throws {
        let daemon = try DaemonProcess()
        let clients = try (0..<4).map { _ in try daemon.connect() }
        try clients[0].setLine(0, "kept")
        try clients[0].send("SUBSCRIBE a\r\n")
        #expect(try clients[0].line() == "*3")
        try clients[1].send("CHANGES \(try clients[1].revision()) BLOCK 0\r\n")
        try clients[2].send("MULTI\r\n")
        try clients[2].expect("+OK\r\n")
        try clients[3].send("*2\r\n$4\r\nPING\r\n$1000\r\nhalf")
        let deadline = MonotonicTime.now + .seconds(10)
        while !(try daemon.ask("INFO clients").contains("blocked_clients:1")), MonotonicTime.now < deadline {}
        let began = MonotonicTime.now
        #expect(try daemon.terminate() == .exited(0))
        #expect(MonotonicTime.now - began < .seconds(1))
        #expect(try daemon.archivedLines()[0] == "kept")
    }

    /// A folder with an archive that takes long to read, and a daemon that reads it.
    private func restoring() throws -> DaemonProcess {
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
        let daemon = try DaemonProcess(in: folder, serving: false)
        // The lock is taken right before the archive is read.
        let deadline = MonotonicTime.now + .seconds(20)
        while try Paths.status(folder("state/fourlines.lock")) == nil, MonotonicTime.now < deadline {
            _ = try daemon.process.wait(timeout: .milliseconds(1))
        }
        return daemon
    }

    @Test(
        "rule 5, SIGTERM and SIGINT during the restore end with 0 and write nothing", .needs("python3"),
        arguments: [Signal.terminate, .interrupt])
    func duringRestore(signal: Signal) throws {
        let daemon = try restoring()
        let before = try stamp(of: daemon.archive)
        try daemon.process.send(signal)
        #expect(try daemon.end() == .exited(0))
        #expect(daemon.log.contains("before the document was restored"), "\(daemon.log)")
        #expect(try stamp(of: daemon.archive) == before)
        #expect(try names(in: daemon.folder("state")) == ["data.archive", "fourlines.lock"])
        #expect(try DaemonProcess(in: daemon.folder).lines() == ExampleArchive.lines)
    }

    @Test("rule 6, signals are heard before the document is restored: SIGHUP kills nobody", .needs("python3"))
    func hangupDuringRestore() throws {
        let daemon = try restoring()
        let before = try stamp(of: daemon.archive)
        try daemon.process.send(.hangup)
        try daemon.process.send(.user1)
        try daemon.waitUntilServing()
        #expect(daemon.log.contains("status: "), "\(daemon.log)")
        #expect(try daemon.lines() == ExampleArchive.lines)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try stamp(of: daemon.archive) == before)
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

    @Test("rule 10, what was pipelined behind a SIGTERM is either answered and archived, or not answered")
    func edgeOfTheEnd() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.setLine(0, "0")
        try client.send((1...20_000).map { "LSET lines 0 \($0)\r\n" }.joined())
        try daemon.process.send(.terminate)
        let answered = try client.rest().split(separator: "\r\n").count
        #expect(try daemon.end() == .exited(0))
        #expect(try daemon.archivedLines()[0] == "\(answered)")
        #expect(try DaemonProcess(in: daemon.folder).lines()[0] == "\(answered)")
    }

    @Test("rule 10, a last save that is cut short never leaves an empty archive", arguments: 0..<12)
    func killedAtTheEnd(round: Int) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        try daemon.connect().setLine(3, String(repeating: "x", count: 300_000))
        try daemon.process.send(.terminate)
        _ = try daemon.process.wait(timeout: .microseconds(500 * (1 << min(round, 4)) + 300 * round))
        try daemon.process.send(.kill)
        _ = try daemon.end()
        let archived = try daemon.archivedLines()
        #expect(archived.prefix(3) == ExampleArchive.lines.prefix(3))
        #expect(archived[3].utf8.count == 300_000 || archived == ExampleArchive.lines)
        #expect(try DaemonProcess(in: daemon.folder).lines()[3].utf8.count == 300_000)
    }
}
