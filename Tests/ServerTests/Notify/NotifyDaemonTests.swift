import FourLinesLinux
import Testing

@Suite("What the daemon tells the service manager")
struct NotifyDaemonTests {
    static let more = "EXTEND_TIMEOUT_USEC=10000000"

    func expectStart(_ daemon: ObservedDaemon, extensions: Int = 0) throws {
        let archive = daemon.folder + "/state/data.archive"
        #expect(try daemon.next() == ["STATUS=Restoring \(archive)", Self.more])
        for _ in 0..<extensions { #expect(try daemon.next() == [Self.more]) }
        #expect(try daemon.next() == ["READY=1", "STATUS=Serving the model four-lines at \(daemon.socket)"])
    }

    /// A daemon that finds an archive: a first one would be written at once.
    static func second() throws -> ObservedDaemon {
        let daemon = try ObservedDaemon()
        try daemon.start()
        while try daemon.next().first != "READY=1" {}
        #expect(try daemon.ask("SET lines.0 first\r\n") == "+OK\r\n")
        try daemon.send(.terminate)
        while try daemon.next().first != "STOPPING=1" {}
        #expect(try daemon.wait() == .exited(0))
        return daemon
    }

    static let reloading = [
        "RELOADING=1", "MONOTONIC_USEC=NOW", "STATUS=Archiving, and reading the configuration again", more,
    ]

    @Test("Start, reload and stop, over either kind of address", arguments: ObservedDaemon.Address.allCases)
    func life(_ address: ObservedDaemon.Address) throws {
        let daemon = try ObservedDaemon(address)
        try daemon.start()
        try expectStart(daemon)
        try daemon.send(.hangup)
        #expect(try daemon.next() == Self.reloading)
        #expect(try daemon.next() == ["READY=1", "STATUS=Serving the model four-lines at \(daemon.socket)"])
        try daemon.send(.terminate)
        #expect(try daemon.next() == ["STATUS=Archiving and ending", Self.more])
        #expect(try daemon.next() == ["STOPPING=1", "STATUS=Ended, all is archived"])
        #expect(try daemon.wait() == .exited(0))
        #expect(try daemon.next(within: .milliseconds(50)) == ["nothing"])
    }

    @Test("A slow restore puts the time-out off again")
    func slowRestore() throws {
        let daemon = try ObservedDaemon()
        try daemon.start([], ["TEST_RESTORE_SECONDS=4"])
        try expectStart(daemon, extensions: 1)
    }

    @Test("A slow last save puts the time-out off again, and the stop is told behind it")
    func slowSave() throws {
        let daemon = try Self.second()
        try daemon.start([], ["TEST_SAVE_SECONDS=4"])
        try expectStart(daemon)
        #expect(try daemon.ask("SET lines.0 x\r\n") == "+OK\r\n")
        try daemon.send(.terminate)
        #expect(try daemon.next() == ["STATUS=Archiving and ending", Self.more])
        #expect(try daemon.next() == [Self.more])
        #expect(try daemon.next() == ["STOPPING=1", "STATUS=Ended, all is archived"])
    }

    @Test("A second reload during the first is told, and both are done together")
    func secondReload() throws {
        let daemon = try Self.second()
        try daemon.start([], ["TEST_SAVE_SECONDS=1"])
        try expectStart(daemon)
        #expect(try daemon.ask("SET lines.0 x\r\n") == "+OK\r\n")
        try daemon.send(.hangup)
        #expect(try daemon.next() == Self.reloading)
        try daemon.send(.hangup)
        #expect(try daemon.next() == Self.reloading)
        #expect(try daemon.next().first == "READY=1")
        #expect(try daemon.next(within: .milliseconds(200)) == ["nothing"])
    }

    @Test("A failed save ends a reload, and keeps a stop from being told")
    func failedSave() throws {
        let daemon = try Self.second()
        try daemon.start([], ["TEST_SAVE_FAILS=1"])
        try expectStart(daemon)
        #expect(try daemon.ask("SET lines.0 x\r\n") == "+OK\r\n")
        try daemon.send(.hangup)
        #expect(try daemon.next() == Self.reloading)
        let reloaded = try daemon.next()
        #expect(reloaded.first == "READY=1")
        #expect(reloaded.last?.hasPrefix("STATUS=Serving, but the archive cannot be written: ") == true, "\(reloaded)")
        try daemon.send(.terminate)
        #expect(try daemon.next() == ["STATUS=Archiving and ending", Self.more])
        let ended = try daemon.next()
        #expect(ended.count == 1 && ended[0].hasPrefix("STATUS=Ended, but the archive was not written: "), "\(ended)")
        #expect(try daemon.wait() == .exited(74))
    }

    @Test("A stop during the restore writes nothing")
    func stopWhileRestoring() throws {
        let daemon = try ObservedDaemon()
        try daemon.start([], ["TEST_RESTORE_SECONDS=10"])
        #expect(try daemon.next().last == Self.more)
        try daemon.send(.terminate)
        #expect(try daemon.next() == ["STOPPING=1", "STATUS=Ended before the document was restored"])
        #expect(try daemon.wait() == .exited(0))
        #expect(try Paths.status(daemon.folder + "/state/data.archive") == nil)
    }

    @Test("A refused start says why")
    func refusal() throws {
        let daemon = try ObservedDaemon()
        try daemon.start(["--model", "nothing"])
        let said = try daemon.next()
        #expect(said.count == 1 && said[0].hasPrefix("STATUS=Not started: ") && said[0].contains("nothing"), "\(said)")
        #expect(try daemon.wait() == .exited(78))
    }

    @Test("Signs of life come at half of the watchdog's time, of a started daemon only")
    func watchdog() throws {
        let daemon = try ObservedDaemon()
        try daemon.start([], ["WATCHDOG_USEC=400000", "TEST_RESTORE_SECONDS=1"])
        try expectStart(daemon)
        let begin = MonotonicTime.now
        for _ in 0..<5 { #expect(try daemon.next() == ["WATCHDOG=1"]) }
        #expect(MonotonicTime.now - begin > .milliseconds(750))
        try daemon.send(.stop)
        while try daemon.next(within: .milliseconds(100)) != ["nothing"] {}
        #expect(try daemon.next(within: .milliseconds(500)) == ["nothing"], "one that hangs gives none")
    }

    @Test("A watchdog that looks at another process gets none")
    func foreignWatchdog() throws {
        let daemon = try ObservedDaemon()
        try daemon.start([], ["WATCHDOG_USEC=100000", "WATCHDOG_PID=1"])
        try expectStart(daemon)
        #expect(try daemon.next(within: .milliseconds(400)) == ["nothing"])
    }
}
