import FourLinesLinux
import Testing

@Suite("CHANGES")
struct ChangesTests {
    /// A reply of protocol 2.
    private func reply(_ revision: String, everything: Bool = false, _ paths: String...) -> String {
        (["*6", "revision", revision, "everything", everything ? ":1" : ":0", "paths", "*\(paths.count)"] + paths)
            .joined(separator: "|")
    }

    @Test("answers the paths that changed, in both protocols, and the revision to ask from next")
    func paths() throws {
        let daemon = try DaemonProcess(["--model", "roster"])
        let client = try daemon.connect()
        let id = String(try client.revision().dropLast(2))
        #expect(try client.ask("CHANGES", "0") == reply("\(id)-0"))
        _ = try client.ask("SET", "athletes.2.name", "Ann")
        _ = try client.ask("SET", "athletes.2.name", "Bob")
        _ = try client.ask("RPUSH", "athletes.0.scoreCard.allTimes", "1:00")
        #expect(
            try client.ask("CHANGES", "\(id)-2")
                == reply(
                    "\(id)-3", everything: false,
                    "athletes.0.scoreCard.allTimes", "athletes.1.scoreCard.allTimes", "athletes.2.scoreCard.allTimes",
                    "athletes.3.scoreCard.allTimes", "athletes.4.scoreCard.allTimes", "athletes.5.scoreCard.allTimes",
                    "athletes.6.scoreCard.allTimes"))
        _ = try client.ask("UNDO")
        _ = try client.ask("ADD", "athletes")
        #expect(try client.ask("CHANGES", "0") == reply("\(id)-5", "athletes"))
        _ = try client.ask("HELLO", "3")
        #expect(try client.ask("CHANGES", "4") == "%3|revision|\(id)-5|everything|#f|paths|*1|athletes")
        #expect(try client.ask("CHANGES", "9") == "%3|revision|\(id)-5|everything|#t|paths|*0")
        let foreign = String(repeating: "0", count: 32) + "-5"
        #expect(try client.ask("CHANGES", foreign) == "%3|revision|\(id)-5|everything|#t|paths|*0")
        #expect(try client.ask("CHANGES", "x") == "-ERR value is not an integer or out of range")
        #expect(try client.ask("CHANGES", "1", "BLOCK", "-1") == "-ERR timeout is negative")
        #expect(try client.ask("CHANGES", "1", "FOO", "1") == "-ERR syntax error")
    }

    @Test("BLOCK waits for an edit, however it comes, or for its time; replies behind it keep their order")
    func block() throws {
        let daemon = try DaemonProcess()
        let (client, editor) = (try daemon.connect(), try daemon.connect())
        let id = String(try client.revision().dropLast(2))
        try client.send("CHANGES 0 BLOCK 0\r\nPING\r\n")
        try editor.waitForClients("blocked_clients:1")
        try editor.setLine(2, "x")
        #expect(try client.reply() == reply("\(id)-1", "lines.2"))
        try client.hear("+PONG")
        for (number, edit) in ["UNDO", "REDO", "REVERT 0"].enumerated() {
            try client.send("CHANGES \(number + 1) BLOCK 60000\r\n")
            try editor.waitForClients("blocked_clients:1")
            _ = try editor.ask(edit.split(separator: " ").map(String.init))
            let revision = "\(id)-\(number + 2)"
            #expect(try client.reply() == (number < 2 ? reply(revision, "lines.2") : reply(revision, everything: true)))
        }
        let before = MonotonicTime.now
        #expect(try client.ask("CHANGES", "4", "BLOCK", "80") == reply("\(id)-4"))
        #expect(MonotonicTime.now - before >= .milliseconds(80))
        #expect(try client.ask("CHANGES", "3", "BLOCK", "0") == reply("\(id)-4", everything: true))
        try client.say("MULTI", "+OK")
        try client.say("CHANGES 4 BLOCK 0", "+QUEUED")
        #expect(try client.ask("EXEC") == "*1|" + reply("\(id)-4"))
        // An edit of its own in the same request stream does not wake it before it asks.
        try client.send("LSET lines 0 y\r\nCHANGES 4\r\nCHANGES 5 BLOCK 50\r\n")
        try client.hear("+OK")
        #expect(try client.reply() == reply("\(id)-5", "lines.0"))
        #expect(try client.reply() == reply("\(id)-5"))
    }

    @Test("a client that goes away while it waits is forgotten, and the daemon ends while others wait")
    func disconnect() throws {
        let daemon = try DaemonProcess()
        let editor = try daemon.connect()
        do {
            let client = try Conversation(daemon.socket)
            try client.send("CHANGES 0 BLOCK 0\r\n")
            try editor.waitForClients("blocked_clients:1")
        }
        try editor.waitForClients("connected_clients:1")
        #expect(try editor.ask("INFO", "clients").contains("blocked_clients:0"))
        try editor.setLine(0, "x")
        let waiting = try daemon.connect()
        try waiting.send("CHANGES 1 BLOCK 0\r\n")
        try editor.waitForClients("blocked_clients:1")
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("edits before a restart are answered, as far as the history holds them")
    func restart() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        let id = String(try client.revision().dropLast(2))
        for index in 0..<3 { try client.setLine(index, "x") }
        try client.save()
        try client.setLine(3, "y")
        try daemon.process.send(.kill)
        _ = try daemon.end()
        let next = try DaemonProcess(in: daemon.folder)
        let again = try next.connect()
        #expect(try again.ask("CHANGES", "\(id)-3") == reply("\(id)-4", "lines.3"))
        #expect(try again.ask("CHANGES", "\(id)-2") == reply("\(id)-4", "lines.2", "lines.3"))
        #expect(try again.ask("CHANGES", "\(id)-0") == reply("\(id)-4", "lines.0", "lines.1", "lines.2", "lines.3"))
        try again.setLine(0, "z")
        #expect(try again.ask("CHANGES", "\(id)-4") == reply("\(id)-5", "lines.0"))
    }
}
