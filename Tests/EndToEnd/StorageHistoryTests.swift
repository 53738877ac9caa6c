import Foundation
import FourLinesLinux
import Testing

@Suite("History, generations and rescue over the socket")
struct StorageHistoryTests {
    @Test("UNDO and REDO go through a history, and an edit ends what can be made once more")
    func undoAndRedo() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        for number in 1...3 { try client.setLine(0, "\(number)") }
        #expect(try daemon.ask("UNDO").contains("revision\r\n:3\r\n"))
        #expect(try daemon.ask("UNDO").contains("revision\r\n:2\r\n"))
        #expect(try daemon.lines()[0] == "1")
        #expect(try daemon.ask("REDO").contains("revision\r\n:2\r\n"))
        #expect(try daemon.lines()[0] == "2")
        try client.setLine(1, "new")
        #expect(try daemon.ask("REDO") == "-ERR nothing to redo\r\n")
        let again = try daemon.killed()
        #expect(try again.lines() == ["2", "new", "", ""])
        #expect(try again.ask("UNDO").hasPrefix("*10"))
        #expect(try again.ask("UNDO").contains("revision\r\n:2\r\n"))
        #expect(try again.lines() == ["1", "", "", ""])
        #expect(try again.ask("REDO").hasPrefix("*10"))
        #expect(try again.ask("REDO").hasPrefix("*10"))
        #expect(try again.lines() == ["2", "new", "", ""])
    }

    @Test("REVERT puts the document back to a revision of the history, of a generation, and of neither")
    func revert() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        for number in 1...4 {
            try client.setLine(0, "\(number)")
            try client.save()
        }
        #expect(try daemon.ask("REVERT 2") == "+OK\r\n")
        #expect(try daemon.lines()[0] == "2")
        #expect(try daemon.ask("UNDO").hasPrefix("*10"))
        #expect(try daemon.lines()[0] == "4")
        #expect(try daemon.ask("REVERT 99").hasPrefix("-ERR no such revision"))
        let again = try daemon.killed()
        #expect(try again.lines()[0] == "4")
        #expect(try again.ask("REVERT 1") == "+OK\r\n")
        #expect(try again.lines()[0] == "1")
        #expect(try again.ask("UNDO").hasPrefix("*10"))
        #expect(try again.lines()[0] == "4")
        #expect(try again.ask("GENERATIONS").hasPrefix("*"))
    }

    @Test("FORGET leaves no old value in any file, whether the document was idle or not", arguments: [true, false])
    func forget(isIdle: Bool) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        for secret in ["first-secret", "second-secret"] {
            try client.setLine(0, secret)
            try client.save()
        }
        try client.setLine(0, "harmless")
        if isIdle { try client.save() }
        let before = try files(daemon)
        #expect(before.contains("first-secret") && before.contains("second-secret"))
        try client.request("FORGET")
        try client.expect("+OK\r\n")
        let after = try files(daemon)
        #expect(after.contains("harmless"), "\(daemon.log)")
        #expect(!after.contains("secret"))
        #expect(try daemon.ask("UNDO") == "-ERR nothing to undo\r\n")
        #expect(try daemon.ask("GENERATIONS") == "*0\r\n")
        let revision = try daemon.ask("REVISION")
        try client.setLine(1, "next")
        let again = try daemon.killed()
        #expect(try again.lines() == ["harmless", "next", "", ""])
        #expect(try again.ask("UNDO").hasPrefix("*10"))
        #expect(try again.ask("UNDO") == "-ERR nothing to undo\r\n")
        // The same history goes on, with its numbers.
        #expect(try again.ask("REVISION").prefix(34) == revision.prefix(34))
        #expect(!(try files(again)).contains("secret"))
    }

    /// Everything that the files of the state folder hold.
    private func files(_ daemon: DaemonProcess) throws -> String {
        try names(in: daemon.folder("state")).map { name in
            String(decoding: try daemon.folder.read("state/" + name), as: UTF8.self)
        }.joined()
    }

    @Test(
        "rule 1, a failed final save has an exit: the document is rescued, the code is 74, the next start says where",
        .needsMounts, arguments: [nil, "work"])
    func rescue(name: String?) throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        let own = name.map { "run/fourlines@" + $0 } ?? "run/fourlines"
        let options = name.map { ["--name", $0] } ?? []
        let script = """
            mount -t tmpfs -o size=2m,mode=700 none "$0/state"
            export XDG_RUNTIME_DIR="$0/run"
            """
        let daemon = try Namespace.daemon(in: folder, script, options)
        let client = try daemon.connect()
        try client.setLine(0, "precious")
        #expect(try daemon.within("dd if=/dev/zero of=\"$0/state/ballast\" bs=4k || true").isSuccess)
        try client.request("LSET", "lines", "1", String(repeating: "x", count: 1_000_000))
        #expect(try client.line().hasPrefix("-MISCONF"))
        #expect(try daemon.terminate() == .exited(74))
        let rescued = try #require(try names(in: folder(own)).first { $0.contains("rescue") })
        #expect(String(decoding: try folder.read(own + "/" + rescued), as: UTF8.self).contains("precious"))
        #expect(daemon.log.contains("rescue"), "\(daemon.log)")
        let again = try Namespace.daemon(in: folder, script, options)
        #expect(again.log.contains(rescued) && again.log.contains("IMPORT"), "\(again.log)")
        #expect(try again.terminate() == .exited(0))
        // Another document is not offered it.
        let other = try Namespace.daemon(in: folder, script, name == nil ? ["--name", "other"] : [])
        #expect(!other.log.contains("rescue"), "\(other.log)")
    }

    @Test("INFO says in Redis's words and ours how the document is kept")
    func information() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let client = try daemon.connect()
        try client.setLine(0, "edited")
        for (key, value) in [
            ("loading", "0"), ("rdb_changes_since_last_save", "1"), ("rdb_last_bgsave_status", "ok"),
            ("aof_enabled", "1"), ("aof_last_write_status", "ok"), ("revision", "1"), ("journal_sync", "always"),
            ("generations", "0"), ("save_error", ""), ("journal_error", ""),
        ] { #expect(try daemon.information(key) == value, "\(key)") }
        #expect(Int(try daemon.information("journal_bytes")) ?? 0 > 1024)
        #expect(Int(try daemon.information("rdb_last_save_time")) != nil)
        #expect(try daemon.information("last_recovery").contains("the archive"))
        try client.save()
        #expect(try daemon.information("rdb_changes_since_last_save") == "0")
        #expect(try daemon.information("generations") == "1")
        try client.setLine(0, "edited again")
        let again = try daemon.killed()
        #expect(try again.information("last_recovery").contains("1 edits from the journal"))
    }

    @Test("--check --json says what a start would find and do, and touches nothing", .needs("python3"))
    func check() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        try daemon.connect().setLine(0, "in the journal")
        try daemon.process.send(.kill)
        _ = try daemon.end()
        let before = try names(in: daemon.folder("state"))
        func check() throws -> [String: Any] {
            let run = try Run(Binaries.daemon, ["--check", "--json", "--state-dir", daemon.folder("state")])
            return try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any] ?? [:]
        }
        let sound = try check()
        #expect(sound["sound"] as? Bool == true)
        #expect(sound["starts"] as? Bool == true)
        #expect(sound["journalEdits"] as? Int == 1)
        #expect(sound["revision"] as? Int == 1)
        try daemon.folder.write("state/data.archive", [])
        let damaged = try check()
        #expect(damaged["sound"] as? Bool == false)
        #expect((damaged["notices"] as? [String])?.isEmpty == false)
        #expect(try names(in: daemon.folder("state")) == before)
    }
}
