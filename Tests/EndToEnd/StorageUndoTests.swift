import FourLinesLinux
import Testing

@Suite("UNDO and REDO over a kill and a restart")
struct StorageUndoTests {
    private static let roster = ModelsTests.examples + "/roster.archive"

    /// A daemon with the sample roster, in which several athletes share one list of times.
    private func roster(in folder: TestFolder) throws -> DaemonProcess {
        try DaemonProcess(in: folder, ["--model", "roster"])
    }

    private func kill(_ daemon: DaemonProcess) throws {
        try daemon.process.send(.kill)
        #expect(try daemon.end() == .killed(.kill))
    }

    /// What Python's plistlib says that an archive differs in from the sample, sharing included.
    private func differences(_ daemon: DaemonProcess) throws -> [String] {
        let run = try Run(
            "python3", ["-c", ModelsTests.judge, Self.roster, daemon.folder("state/roster.archive")])
        #expect(run.isSuccess, "\(run.errors)")
        return run.text.split(separator: "\n").map(String.init)
    }

    /// How many objects the times of all athletes are, and how many athletes there are.
    private func times(_ daemon: DaemonProcess) throws -> String {
        let script = """
            import plistlib, sys
            archive = plistlib.load(open(sys.argv[1], 'rb'))
            objects = archive['$objects']
            def get(value): return objects[value.data]
            roster = get(archive['$top']['root'])
            cards = [get(get(uid)['scoreCard']) for uid in get(roster['athletes'])['NS.objects']]
            print(len({card['allTimes'].data for card in cards}), len(cards))
            """
        return try Run("python3", ["-c", script, daemon.folder("state/roster.archive")]).text
    }

    @Test(
        "an athlete that was removed is back after SIGHUP, kill -9 and a restart, and the shared list is one object",
        .needs("python3"), arguments: ["DEL athletes.0", "LPOP athletes", "LTRIM athletes 1 -1"], [true, false])
    func athlete(request: String, undoneBefore: Bool) throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try folder.write("state/roster.archive", try contents(of: Self.roster))
        let daemon = try roster(in: folder)
        let before = try times(daemon)
        // A list that holds objects is not popped; whatever removes one has to be taken back.
        guard !(try daemon.ask(request)).hasPrefix("-") else { return #expect(!request.hasPrefix("DEL")) }
        #expect(try daemon.ask("LLEN athletes") == ":6\r\n")
        if undoneBefore { #expect(try daemon.ask("UNDO").hasPrefix("*10")) }
        try daemon.process.send(.hangup)
        #expect(try daemon.logs("SIGHUP"))
        try daemon.connect().save()
        try kill(daemon)
        let again = try roster(in: folder)
        if !undoneBefore {
            #expect(try again.ask("LLEN athletes") == ":6\r\n")
            #expect(try again.ask("UNDO").hasPrefix("*10"))
        }
        #expect(try again.ask("LLEN athletes") == ":7\r\n")
        // An edit through one athlete shows in all that share the list.
        #expect(try again.ask("LSET athletes.0.scoreCard.allTimes 0 0:59") == "+OK\r\n")
        #expect(try again.ask("LINDEX athletes.6.scoreCard.allTimes 0") == "$4\r\n0:59\r\n")
        #expect(try again.ask("UNDO").hasPrefix("*10"))
        #expect(try again.terminate() == .exited(0))
        #expect(try differences(again) == [])
        #expect(try times(again) == before)
        #expect(before.hasPrefix("1 7"), "\(before)")
    }

    @Test(
        "a large edit is taken back and made once more, before and after a kill, and over saves between",
        arguments: [0, 1, 6])
    func large(saves: Int) throws {
        let folder = try TestFolder()
        let big = String(repeating: "x", count: 2_000_000)
        let daemon = try DaemonProcess(in: folder)
        let client = try daemon.connect()
        try client.setLine(0, "small")
        try client.setLine(0, big)
        for number in 0..<saves {
            try client.setLine(1, "\(number)")
            try client.save()
        }
        try kill(daemon)
        let second = try DaemonProcess(in: folder)
        for _ in 0..<saves { #expect(try second.ask("UNDO").hasPrefix("*10")) }
        #expect(try second.lines()[0] == big)
        #expect(try second.ask("UNDO").hasPrefix("*10"))
        #expect(try second.lines() == ["small", "", "", ""])
        try kill(second)
        let third = try DaemonProcess(in: folder)
        #expect(try third.lines() == ["small", "", "", ""])
        #expect(try third.ask("REDO").hasPrefix("*10"))
        #expect(try third.lines()[0] == big)
        try kill(third)
        let fourth = try DaemonProcess(in: folder)
        #expect(try fourth.lines()[0] == big)
        #expect(try fourth.ask("UNDO").hasPrefix("*10"))
        #expect(try fourth.ask("UNDO").hasPrefix("*10"))
        #expect(try fourth.lines() == ["", "", "", ""])
        #expect(!fourth.log.contains("damaged"), "\(fourth.log)")
    }

    @Test("of a large edit that cannot be taken back any more HISTORY says so, and UNDO says why")
    func gone() throws {
        let folder = try TestFolder()
        let daemon = try DaemonProcess(in: folder)
        let client = try daemon.connect()
        try client.setLine(0, "small")
        try client.setLine(0, String(repeating: "x", count: 2_000_000))
        try kill(daemon)
        let generations = try names(in: folder("state")).filter {
            $0.hasPrefix("data.archive.") && Int($0.suffix(1)) != nil
        }
        for name in generations where !name.contains("journal") { try Paths.unlink(folder("state/" + name)) }
        let again = try DaemonProcess(in: folder)
        let reply = try again.ask("UNDO")
        #expect(reply.hasPrefix("-ERR") && reply.contains("is not kept"), "\(reply)")
        let history = try again.ask("HISTORY 1")
        #expect(history.contains("undoable\r\n:0"), "\(history)")
    }
}
