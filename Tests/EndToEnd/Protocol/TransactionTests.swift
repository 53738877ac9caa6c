import FourLinesLinux
import Testing

@Suite("Transactions")
struct TransactionTests {
    @Test("a transaction is one edit, one revision and one undo step; reads in it see its own state")
    func whole() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.say("MULTI", "+OK")
        try client.say("LSET lines 0 a", "+QUEUED")
        try client.say("GET lines.0", "+QUEUED")
        try client.say("LSET lines 1 b", "+QUEUED")
        let other = try daemon.connect()
        #expect(try other.lines() == ["", "", "", ""])
        try client.say("EXEC", "*3|+OK|$1|a|+OK")
        #expect(try client.revision().hasSuffix("-1"))
        #expect(try client.ask("UNDO").contains("command|exec"))
        #expect(try client.lines() == ["", "", "", ""])
        #expect(try client.ask("REDO").contains("command|exec"))
        try daemon.process.send(.kill)
        _ = try daemon.end()
        let next = try DaemonProcess(in: daemon.folder)
        #expect(try next.lines() == ["a", "b", "", ""])
        #expect(try next.connect().revision().hasSuffix("-3"))
    }

    @Test(
        "a failing command takes the whole back, and EXEC names it",
        arguments: [
            ("LSET lines 9 x", "-ERR command 2 of 3, lset, failed, and nothing was changed: index out of range"),
            ("LPUSH lines x", "-ERR command 2 of 3, lpush, failed, and nothing was changed: the list is fixed"),
            ("GET lines", "-WRONGTYPE command 2 of 3, get, failed, and nothing was changed: Operation against a key"),
            ("CLIENT NOSUCH", "-ERR command 2 of 3, client, failed, and nothing was changed: unknown subcommand"),
        ])
    func failing(command: String, error: String) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.say("MULTI", "+OK")
        try client.say("LSET lines 0 a", "+QUEUED")
        try client.say(command, "+QUEUED")
        try client.say("LSET lines 1 b", "+QUEUED")
        try client.send("EXEC\r\n")
        #expect(try client.line().hasPrefix(error))
        #expect(try client.lines() == ["", "", "", ""])
        #expect(try client.revision().hasSuffix("-0"))
        try client.say("EXEC", "-ERR EXEC without MULTI")
        #expect(try client.ask("UNDO") == "-ERR nothing to undo")
    }

    @Test("what is refused while it is queued aborts the transaction")
    func aborted() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        let wrong = [
            ("NOSUCH", "-ERR unknown command 'NOSUCH', with args beginning with: "),
            ("GET", "-ERR wrong number of arguments for 'get' command"),
            ("SAVE", "-ERR Command not allowed inside a transaction"),
            ("UNDO", "-ERR Command not allowed inside a transaction"),
            ("REVERT 0", "-ERR Command not allowed inside a transaction"),
            ("SUBSCRIBE a", "-ERR Command not allowed inside a transaction"),
            ("SHUTDOWN", "-ERR Command not allowed inside a transaction"),
            ("EXPORT json", "-ERR Command not allowed inside a transaction"),
            ("IMPORT json {}", "-ERR Command not allowed inside a transaction"),
        ]
        for (command, error) in wrong {
            try client.say("MULTI", "+OK")
            try client.say("LSET lines 0 a", "+QUEUED")
            try client.say(command, error)
            try client.say("LSET lines 0 a", "+QUEUED")
            try client.say("EXEC", "-EXECABORT Transaction discarded because of previous errors.")
        }
        #expect(try client.lines()[0] == "")
    }

    @Test("MULTI in MULTI and WATCH in MULTI are errors that abort nothing; DISCARD and RESET drop everything")
    func nested() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.say("EXEC", "-ERR EXEC without MULTI")
        try client.say("DISCARD", "-ERR DISCARD without MULTI")
        try client.say("MULTI", "+OK")
        try client.say("MULTI", "-ERR MULTI calls can not be nested")
        try client.say("WATCH lines", "-ERR WATCH inside MULTI is not allowed")
        try client.say("LSET lines 0 a", "+QUEUED")
        try client.say("UNWATCH", "+QUEUED")
        try client.say("EXEC", "*2|+OK|+OK")
        try client.say("MULTI", "+OK")
        try client.say("EXEC", "*0")
        for (drop, reply) in [("DISCARD", "+OK"), ("RESET", "+RESET")] {
            try client.say("WATCH lines", "+OK")
            try client.say("LSET lines 1 \(drop)", "+OK")
            try client.say("MULTI", "+OK")
            try client.say("LSET lines 0 never", "+QUEUED")
            try client.say(drop, reply)
            try client.say("EXEC", "-ERR EXEC without MULTI")
            // What was watched is forgotten, too.
            try client.say("MULTI", "+OK")
            try client.say("EXEC", "*0")
        }
        try client.say("MULTI", "+OK")
        try client.say("LSET lines 0 never", "+QUEUED")
        try client.endSending()
        #expect(try client.rest() == "")
        #expect(try daemon.lines() == ["a", "RESET", "", ""])
    }

    @Test("a transaction that is too large is refused, and the daemon goes on")
    func tooLarge() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.say("MULTI", "+OK")
        let count = 100_000
        let request = Conversation.encode([Array("PING".utf8)])
        let requests = Array(repeatElement(request, count: count).joined())
        let replies = try client.exchange(requests, expecting: count * 9)
        #expect(replies == Array(repeatElement(Array("+QUEUED\r\n".utf8), count: count).joined()))
        try client.say("PING", "-ERR the transaction is too large: 100000 commands and 64 MB are the most")
        try client.say("EXEC", "-EXECABORT Transaction discarded because of previous errors.")
        try client.hearNothing()
    }

    @Test("a large transaction is committed by a save, whole")
    func large() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        let value = String(repeating: "x", count: 900_000)
        try client.say("MULTI", "+OK")
        for index in 0..<3 { #expect(try client.ask("LSET", "lines", "\(index)", value) == "+QUEUED") }
        #expect(try client.ask("LLEN", "lines") == "+QUEUED")
        #expect(try client.ask("EXEC") == "*4|+OK|+OK|+OK|:4")
        try daemon.process.send(.kill)
        _ = try daemon.end()
        let next = try DaemonProcess(in: daemon.folder)
        #expect(try next.lines().map(\.utf8.count) == [900_000, 900_000, 900_000, 0])
    }

    // MARK: - WATCH

    /// What is watched, what happens, and whether that concerns it.
    static let watched: [(path: String, edit: [String], isTripped: Bool)] = [
        ("rank", ["SET", "rank", "5"], true),
        ("rank", ["SET", "athletes.0.name", "x"], false),
        ("athletes", ["SET", "athletes.0.name", "x"], true),
        ("athletes.0.name", ["SET", "athletes.1.name", "x"], false),
        ("athletes.0.name", ["ADD", "athletes"], true),
        ("", ["SET", "rank", "5"], true),
        ("athletes.-7.name", ["SET", "athletes.0.name", "x"], true),
        ("athletes.3.scoreCard.allTimes.0", ["SET", "athletes.5.scoreCard.allTimes.0", "x"], true),
        ("athletes.3.scoreCard.allTimes.0", ["SET", "athletes.5.scoreCard.allTimes.1", "x"], false),
        ("athletes.3", ["RPUSH", "athletes.5.scoreCard.allTimes", "x"], true),
        ("athletes.9.name", ["ADD", "athletes"], true),
        ("$top.root.rank", ["SET", "rank", "5"], true),
        ("rank", ["SET", "rank", "0"], false),
    ]

    @Test("WATCH trips on a change at, above or below its path, however it came", arguments: watched)
    func watch(path: String, edit: [String], isTripped: Bool) throws {
        let daemon = try DaemonProcess(["--model", "roster"])
        let (client, other) = (try daemon.connect(), try daemon.connect())
        func check(_ change: () throws -> Void) throws {
            #expect(try client.ask("WATCH", path) == "+OK")
            try change()
            #expect(try client.ask("MULTI") == "+OK")
            #expect(try client.ask("DBSIZE") == "+QUEUED")
            #expect(try client.ask("EXEC") == (isTripped ? "*-1" : "*1|:2"))
        }
        func run(_ on: Conversation, _ words: [String]) throws {
            try on.request(words.map { Array($0.utf8) })
            #expect(try on.reply().hasPrefix("-") == false)
        }
        try check { try run(other, edit) }
        guard try client.revision().hasSuffix("-1") else { return }
        try check { try run(other, ["UNDO"]) }
        try check { try run(client, ["REDO"]) }
        if isTripped { try check { try run(other, ["REVERT", "0"]) } }
    }

    @Test("WATCH of a key that does not exist trips when it comes, in a dictionary only then")
    func watchMissing() throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        let (client, other) = (try daemon.connect(), try daemon.connect())
        for (edit, reply) in [("SET b 1", "*1|$-1"), ("SET a 1", "*-1"), ("SET c 1", "*1|$1|1"), ("DEL a", "*-1")] {
            try client.say("WATCH a", "+OK")
            _ = try other.ask(edit.split(separator: " ").map(String.init))
            try client.say("MULTI", "+OK")
            try client.say("GET a", "+QUEUED")
            try client.say("EXEC", reply)
        }
        try client.say("WATCH a", "+OK")
        _ = try other.ask("SET", "a", "1")
        try client.say("UNWATCH", "+OK")
        try client.say("MULTI", "+OK")
        try client.say("EXEC", "*0")
    }

    // MARK: - Large edits of an earlier run

    /// A daemon whose last edit is a large one of an earlier run, at revision 2, behind which nothing came.
    private func restarted() throws -> DaemonProcess {
        let folder = try TestFolder()
        let daemon = try DaemonProcess(in: folder)
        let client = try daemon.connect()
        try client.setLine(0, "small")
        try client.setLine(1, String(repeating: "x", count: 2_000_000))
        try daemon.process.send(.kill)
        _ = try daemon.end()
        return try DaemonProcess(in: folder)
    }

    @Test("UNDO and REDO of an older large edit trip WATCH, and keep the order of a client's requests")
    func largeBeside() throws {
        let daemon = try restarted()
        let (client, other) = (try daemon.connect(), try daemon.connect())
        let id = String(try client.revision().dropLast(2))
        for (number, command) in ["UNDO", "REDO"].enumerated() {
            try client.say("WATCH lines.1", "+OK")
            try client.say("MULTI", "+OK")
            try client.say("LSET lines 2 never", "+QUEUED")
            #expect(try other.ask(command).hasPrefix("*10|revision|:2|command|lset"))
            try client.say("EXEC", "*-1")
            #expect(try client.revision() == "\(id)-\(number + 3)")
        }
        // What stands behind it in the request stream is run behind it.
        try client.send(
            "UNDO\r\nLINDEX lines 1\r\nLSET lines 1 y\r\nLINDEX lines 1\r\nMULTI\r\nSTRLEN lines.1\r\nEXEC\r\n")
        #expect(try client.reply().hasPrefix("*10|revision|:2|command|lset"))
        for reply in ["", "+OK", "y", "+OK", "+QUEUED", "*1|:1"] { #expect(try client.reply() == reply) }
        #expect(try other.lines() == ["small", "y", "", ""])
    }

    @Test("UNDO and REDO within MULTI are refused and break the transaction; the older large edit is still taken back")
    func largeWithin() throws {
        let daemon = try restarted()
        let client = try daemon.connect()
        for command in ["UNDO", "REDO"] {
            try client.say("MULTI", "+OK")
            try client.say("LSET lines 2 never", "+QUEUED")
            try client.say(command, "-ERR Command not allowed inside a transaction")
            try client.say("EXEC", "-EXECABORT Transaction discarded because of previous errors.")
        }
        #expect(try client.ask("UNDO").hasPrefix("*10|revision|:2"))
        #expect(try client.lines() == ["small", "", "", ""])
        try client.say("MULTI", "+OK")
        try client.say("LSET lines 3 z", "+QUEUED")
        try client.say("EXEC", "*1|+OK")
        #expect(try client.ask("REDO") == "-ERR nothing to redo")
        #expect(try client.ask("UNDO").contains("command|exec"))
        #expect(try client.ask("UNDO").hasPrefix("*10|revision|:1"))
    }

    @Test("IFREV holds in the moment in which an older large edit is taken back; an edit meanwhile is not lost")
    func largeCondition() throws {
        let daemon = try restarted()
        let (client, other) = (try daemon.connect(), try daemon.connect())
        let id = String(try client.revision().dropLast(2))
        try client.say("IFREV 1", "+OK")
        try client.say("UNDO", "-CONFLICT the document is at \(id)-2, not at 1")
        try client.send("IFREV 2\r\nUNDO\r\n")
        try other.setLine(3, "meanwhile")
        try client.hear("+OK")
        let reply = try client.reply()
        let conflict = "-CONFLICT the document is at \(id)-3, not at 2"
        #expect(reply.hasPrefix("*10|revision|:2") || reply == conflict, "\(reply)")
        #expect(try other.lines()[3] == "meanwhile")
    }

    // MARK: - IFREV

    @Test("IFREV fails the next edit with the present revision when the document moved on")
    func conflict() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        let id = String(try client.revision().dropLast(2))
        try client.say("IFREV 0", "+OK")
        try client.say("GET lines.0", "$0|")
        try client.say("LSET lines 0 a", "+OK")
        try client.say("LSET lines 0 b", "+OK")
        try client.say("IFREV 1", "+OK")
        try client.say("LSET lines 0 c", "-CONFLICT the document is at \(id)-2, not at 1")
        try client.say("IFREV \(id)-2", "+OK")
        try client.say("LSET lines 0 c", "+OK")
        let other = String(repeating: "0", count: 32) + "-3"
        for edit in ["LSET lines 0 d", "UNDO", "REDO", "MULTI"] {
            try client.say("IFREV \(other)", "+OK")
            if edit == "MULTI" {
                try client.say("MULTI", "+OK")
                try client.say("LSET lines 0 d", "+QUEUED")
                try client.say("EXEC", "-CONFLICT the document is at \(id)-3, not at \(other)")
            } else {
                try client.say(edit, "-CONFLICT the document is at \(id)-3, not at \(other)")
            }
        }
        try client.say("IFREV 3", "+OK")
        #expect(try client.ask("UNDO").hasPrefix("*10"))
        #expect(try client.lines()[0] == "b")
    }

    @Test("IFREV within MULTI speaks of the revision before EXEC")
    func conflictInside() throws {
        let daemon = try DaemonProcess()
        let (client, other) = (try daemon.connect(), try daemon.connect())
        let id = String(try client.revision().dropLast(2))
        for (step, reply) in ["*3|+OK|+OK|+OK", "-CONFLICT the document is at \(id)-2, not at 1"].enumerated() {
            try client.say("MULTI", "+OK")
            try client.say("LSET lines 0 \(step)", "+QUEUED")
            try client.say("IFREV \(step)", "+QUEUED")
            try client.say("LSET lines 1 \(step)", "+QUEUED")
            if step == 1 { try other.setLine(3, "moved on") }
            try client.say("EXEC", reply)
        }
        #expect(try client.lines() == ["0", "0", "", "moved on"])
    }

    @Test("a revision that cannot be read never lets an edit through")
    func unreadable() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        let id = String(try client.revision().dropLast(2))
        for text in ["x", "-1", "1-1", "+0", "99999999999999999999"] {
            try client.say("IFREV \(text)", "-ERR value is not an integer or out of range")
            try client.say("LSET lines 0 never", "-CONFLICT the document is at \(id)-0, not at \(text)")
        }
        try client.say("IFREV 7", "+OK")
        try client.say("RESET", "+RESET")
        try client.say("LSET lines 0 a", "+OK")
    }
}
