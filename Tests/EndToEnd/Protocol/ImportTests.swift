import FourLinesLinux
import FourLinesRESP
import Testing

@Suite("IMPORT beside everything else")
struct ImportTests {
    /// A file for a free document, whose key `mark` has a value.
    private func file(_ mark: String, keys: Int = 4000) -> [UInt8] {
        let filler = (0..<keys).map { "\"key\($0)\": [\"value \($0)\"]" }.joined(separator: ", ")
        return Array("{\"mark\": \"\(mark)\", \(filler)}".utf8)
    }

    private func importing(_ mark: String, keys: Int = 4000) -> [[UInt8]] {
        [Array("IMPORT".utf8), Array("json".utf8), file(mark, keys: keys)]
    }

    private func kill(_ daemon: DaemonProcess) throws {
        try daemon.process.send(.kill)
        _ = try daemon.end()
    }

    @Test("IFREV holds in the moment in which the document is replaced")
    func condition() throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        let (client, other) = (try Dialogue(with: daemon), try Dialogue(with: daemon))
        #expect(try client.ask("IFREV", "0") == .ok)
        try client.send(importing("never"))
        #expect(try other.ask("SET", "mine", "1") == .ok)
        let revision = try other.ask("REVISION").text ?? ""
        #expect(try client.next() == .error("CONFLICT the document is at \(revision), not at 0"))
        #expect(try other.ask("KEYS", "*") == .array([.bulk(Array("mine".utf8))]))
        // Where nobody edits it does not stand in the way, and it is spent.
        #expect(try client.ask("IFREV", "1") == .ok)
        #expect(try client.reply(to: importing("first")) == .ok)
        #expect(try client.reply(to: importing("second")) == .ok)
        #expect(try client.ask("REVISION").text?.hasSuffix("-3") == true)
    }

    @Test("imports of several clients, and edits between them, wait for each other and are all made")
    func simultaneous() throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        let clients = try (0..<4).map { _ in try Dialogue(with: daemon) }
        for (number, client) in clients.enumerated() {
            try client.send(importing("\(number)"))
            try client.send([Array("SET".utf8), Array("own".utf8), Array("\(number)".utf8)])
        }
        for client in clients {
            #expect(try client.next() == .ok)
            #expect(try client.next() == .ok)
        }
        #expect(try clients[0].ask("REVISION").text?.hasSuffix("-8") == true)
        let history = try clients[0].ask("HISTORY", "8").elements.compactMap { entry in
            entry.elements.indices.first { entry.elements[$0].text == "command" }.map { entry.elements[$0 + 1].text }
        }
        #expect(
            history.sorted { $0 ?? "" < $1 ?? "" } == Array(repeating: "import", count: 4)
                + Array(repeating: "set", count: 4))
        for _ in 0..<2 { #expect(try clients[1].ask("UNDO").elements.count == 10) }
    }

    @Test("of two imports on the same condition one is made")
    func race() throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        let clients = try (0..<2).map { _ in try Dialogue(with: daemon) }
        for client in clients { #expect(try client.ask("IFREV", "0") == .ok) }
        for (number, client) in clients.enumerated() { try client.send(importing("\(number)")) }
        let replies = try clients.map { try $0.next() }
        #expect(replies.count { $0 == .ok } == 1)
        #expect(replies.count { $0.text?.hasPrefix("CONFLICT ") == true } == 1)
        let winner = replies.firstIndex(of: .ok) ?? 9
        #expect(try clients[0].ask("GET", "mark").text == "\(winner)")
    }

    @Test(
        "an import is taken back and made once more after a restart, clean or not", arguments: [true, false], [0, 2])
    func restart(isClean: Bool, saves: Int) throws {
        let folder = try TestFolder()
        func restarted(_ daemon: DaemonProcess) throws -> Dialogue {
            if isClean { try daemon.terminate() } else { try kill(daemon) }
            return try Dialogue(with: DaemonProcess(in: folder, ["--model", "dictionary"]))
        }
        let daemon = try DaemonProcess(in: folder, ["--model", "dictionary"])
        let first = try Dialogue(with: daemon)
        #expect(try first.ask("SET", "before", "1") == .ok)
        #expect(try first.reply(to: importing("new", keys: 500)) == .ok)
        for number in 0..<saves {
            #expect(try first.ask("SET", "later", "\(number)") == .ok)
            #expect(try first.ask("SAVE") == .ok)
        }
        let second = try restarted(daemon)
        for _ in 0..<saves { #expect(try second.ask("UNDO").elements.count == 10) }
        #expect(try second.ask("GET", "mark").text == "new")
        #expect(try second.ask("UNDO").elements.contains(.bulk(Array("import".utf8))))
        #expect(try second.ask("KEYS", "*") == .array([.bulk(Array("before".utf8))]))
        let third = try restarted(second.daemon)
        #expect(try third.ask("KEYS", "*") == .array([.bulk(Array("before".utf8))]))
        #expect(try third.ask("REDO").elements.contains(.bulk(Array("import".utf8))))
        #expect(try third.ask("GET", "key499.0").text == nil)
        #expect(try third.ask("LINDEX", "key499", "0").text == "value 499")
        let fourth = try restarted(third.daemon)
        #expect(try fourth.ask("DBSIZE") == .integer(501))
        #expect(try fourth.ask("UNDO").elements.count == 10)
        #expect(try fourth.ask("UNDO").elements.count == 10)
        #expect(try fourth.ask("DBSIZE") == .integer(0))
    }

    @Test("an import trips every WATCH, also while it is being committed, and CHANGES answers everything")
    func watched() throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        let (client, other) = (try Dialogue(with: daemon), try Dialogue(with: daemon))
        #expect(try other.ask("SET", "mark", "same") == .ok)
        func transaction() throws {
            #expect(try client.ask("MULTI") == .ok)
            #expect(try client.ask("SET", "mine", "1") == .simple("QUEUED"))
        }
        // Behind it, at its present value, which is the same; and a path that is nowhere.
        for path in ["mark", "nowhere"] {
            #expect(try client.ask("WATCH", path) == .ok)
            #expect(try other.reply(to: importing("same")) == .ok)
            try transaction()
            #expect(try client.ask("EXEC") == .null)
        }
        // Beside it: the transaction comes before the import, or it finds that the document was replaced.
        #expect(try client.ask("WATCH", "mark") == .ok)
        try transaction()
        try other.send(importing("same"))
        let reply = try client.ask("EXEC")
        #expect(try other.next() == .ok)
        if reply == .null {
            #expect(try client.ask("GET", "mine") == .null)
        } else {
            #expect(reply == .array([.ok]))
        }
        // Also its undoing.
        #expect(try client.ask("WATCH", "mark") == .ok)
        let before = try client.ask("REVISION").text ?? ""
        #expect(try other.ask("UNDO").elements.count == 10)
        try transaction()
        #expect(try client.ask("EXEC") == .null)
        #expect(try client.ask("CHANGES", before).elements.dropFirst(3).first == .integer(1))
    }
}
