import Foundation
import FourLinesLinux
import Testing

@Suite("What befalls the state folder while a daemon runs")
struct StorageFaultTests {
    private func reply(_ daemon: DaemonProcess, _ line: String) throws -> String { try daemon.ask(line) }

    // MARK: - File systems

    @Test(
        "rule 26, EBUSY: an archive that is a mount point is never truncated; the error says what to do", .needsMounts)
    func mountPoint() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try folder.write("elsewhere", ExampleArchive.bytes)
        try folder.write("state/data.archive", [])
        let daemon = try Namespace.daemon(in: folder, "mount --bind \"$0/elsewhere\" \"$0/state/data.archive\"")
        #expect(try daemon.lines() == ExampleArchive.lines)
        let client = try daemon.connect()
        try client.setLine(3, "in the journal")
        try client.send("SAVE\r\n")
        let refused = try client.line()
        #expect(refused.hasPrefix("-ERR") && refused.contains("mount its folder instead"), "\(refused)")
        // Edits go on: the journal holds them.
        try client.setLine(2, "this as well")
        #expect(try folder.read("elsewhere") == ExampleArchive.bytes)
        #expect(try daemon.information("rdb_last_bgsave_status") == "err")
        #expect(try daemon.information("aof_last_write_status") == "ok")
        #expect(try daemon.terminate() == .exited(74))
        #expect(daemon.log.contains("nothing is lost"), "\(daemon.log)")
        #expect(try folder.read("elsewhere") == ExampleArchive.bytes)
        let again = try Namespace.daemon(in: folder, "mount --bind \"$0/elsewhere\" \"$0/state/data.archive\"")
        #expect(try again.lines() == ["Buy milk", "Ruf Jörg an", "this as well", "in the journal"])
    }

    @Test(
        "while no save comes through the journal grows to JournalSize=, and further when that is raised", .needsMounts)
    func journalSize() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try folder.write("elsewhere", ExampleArchive.bytes)
        try folder.write("state/data.archive", [])
        try folder.write("conf", Array("[Storage]\nJournalSize=1M\n".utf8))
        let daemon = try Namespace.daemon(
            in: folder, "mount --bind \"$0/elsewhere\" \"$0/state/data.archive\"", ["--config", folder("conf")])
        let client = try daemon.connect()
        #expect(try daemon.information("journal_limit") == "1048576")
        try client.send("SAVE\r\n")
        #expect(try client.line() == "+OK")
        let text = String(repeating: "x", count: 300_000)
        var (kept, refused) = (0, "")
        while kept < 10, refused.isEmpty {
            try client.request("LSET", "lines", "3", "\(kept)" + text)
            let reply = try client.line()
            if reply == "+OK" { kept += 1 } else { refused = reply }
        }
        #expect(refused.hasPrefix("-MISCONF"), "\(refused.prefix(200))")
        // A record has both sides of the change.
        #expect((2...4).contains(kept))
        #expect(try client.lines()[3] == "\(kept - 1)" + text)
        #expect(try client.ask("CONFIG", "SET", "storage-journalsize", "4M").hasSuffix("OK"))
        try client.setLine(3, "room again")
        #expect(try daemon.information("journal_limit") == "4194304")
        #expect(try daemon.terminate() == .exited(74))
        #expect(daemon.log.contains("nothing is lost"), "\(daemon.log)")
    }

    /// A daemon whose archive is a symlink to a file on a file system of its own.
    private static func daemonWithArchiveElsewhere() throws -> DaemonProcess {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try folder.makeFolder("other")
        try folder.write("example", ExampleArchive.bytes)
        let script = """
            mount -t tmpfs -o size=4m,mode=700 none "$0/other"
            cp "$0/example" "$0/other/real"
            ln -s "$0/other/real" "$0/state/data.archive"
            """
        return try Namespace.daemon(in: folder, script)
    }

    @Test("rule 26, EXDEV: behind a symlink to another file system the save is made beside the target", .needsMounts)
    func otherFileSystem() throws {
        let daemon = try Self.daemonWithArchiveElsewhere()
        let client = try daemon.connect()
        try client.setLine(0, "over there")
        try client.save()
        #expect(String(decoding: try contents(of: daemon.inside("other/real")), as: UTF8.self).contains("over there"))
        #expect(try contents(of: daemon.inside("other/real.1")) == ExampleArchive.bytes)
        #expect(try Paths.status(daemon.inside("state/data.archive"))?.kind == .symbolicLink)
        try client.setLine(0, "once more")
        try client.save()
        #expect(try names(in: daemon.inside("other")).filter { $0.contains("tmp") || $0.contains("next") } == [])
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("a state folder on a file system that is read-only refuses the start, and nothing is touched", .needsMounts)
    func readOnly() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try folder.write("state/data.archive", ExampleArchive.bytes)
        let script = "mount --bind \"$0/state\" \"$0/state\"; mount -o remount,bind,ro \"$0/state\""
        let daemon = try Namespace.daemon(in: folder, script, serving: false)
        #expect(try daemon.end() == .exited(73))
        #expect(daemon.log.contains("Read-only file system"), "\(daemon.log)")
        #expect(try folder.read("state/data.archive") == ExampleArchive.bytes)
    }

    @Test(
        "a state folder that becomes read-only refuses edits, and takes them when it can be written again",
        .needs("clang"))
    func becomesReadOnly() throws {
        let folder = try TestFolder()
        let shim = try ReadOnlyShim(in: folder)
        let daemon = try DaemonProcess(
            in: folder, instead: ["env", "LD_PRELOAD=" + shim.path] + DaemonProcess.line(in: folder))
        let client = try daemon.connect()
        try client.setLine(0, "archived")
        try client.save()
        let old = try contents(of: daemon.archive)
        try client.setLine(1, "in the journal")
        try folder.write("read-only", [])
        try client.request("LSET", "lines", "2", "too late")
        let refused = try client.line()
        #expect(refused.hasPrefix("-MISCONF") && refused.contains("Read-only file system"), "\(refused)")
        try client.send("SAVE\r\n")
        #expect(try client.line().contains("Read-only file system"))
        #expect(try client.lines() == ["archived", "in the journal", "", ""])
        #expect(try contents(of: daemon.archive) == old)
        try Paths.unlink(shim.trigger)
        #expect(try daemon.logs("edits are taken again"), "\(daemon.log)")
        #expect(try daemon.archivedLines() == ["archived", "in the journal", "", ""])
        try client.setLine(2, "again")
        #expect(try daemon.killed().lines() == ["archived", "in the journal", "again", ""])
    }

    @Test(
        "where only the archive's file system becomes read-only, edits go on in the journal, until it is no more",
        .needsMounts)
    func targetBecomesReadOnly() throws {
        let daemon = try Self.daemonWithArchiveElsewhere()
        let client = try daemon.connect()
        let made = try daemon.within("mount -o remount,ro \"$0/other\"")
        #expect(made.isSuccess, "\(made.errors)")
        try client.setLine(0, "meanwhile")
        try client.send("SAVE\r\n")
        let refused = try client.line()
        #expect(refused.hasPrefix("-ERR") && refused.contains("Read-only file system"), "\(refused)")
        try client.setLine(1, "and still")
        #expect(try daemon.information("aof_last_write_status") == "ok")
        #expect(try contents(of: daemon.inside("other/real")) == ExampleArchive.bytes)
        #expect(try daemon.within("mount -o remount,rw \"$0/other\"").isSuccess)
        try client.save()
        #expect(String(decoding: try contents(of: daemon.inside("other/real")), as: UTF8.self).contains("and still"))
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("a limit of the size of files refuses what is too large, and kills nobody", .needs("prlimit"))
    func fileSize() throws {
        let folder = try TestFolder()
        let line = ["prlimit", "--fsize=300000"] + DaemonProcess.line(in: folder)
        let daemon = try DaemonProcess(in: folder, instead: line)
        let client = try daemon.connect()
        try client.setLine(0, "small")
        try client.request("LSET", "lines", "1", String(repeating: "x", count: 400_000))
        let refused = try client.line()
        #expect(refused.hasPrefix("-MISCONF") && refused.contains("File too large"), "\(refused)")
        #expect(try client.lines() == ["small", "", "", ""])
        try client.save()
        try client.setLine(1, "small, too")
        let again = try daemon.killed()
        #expect(try again.lines() == ["small", "small, too", "", ""])
    }

    @Test("without the permission to write the folder edits go on in the journal, until it comes back", .needsRoot)
    func permission() throws {
        let folder = try TestFolder()
        let line = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] + DaemonProcess.line(in: folder)
        let daemon = try DaemonProcess(in: folder, instead: line)
        let client = try daemon.connect()
        try client.setLine(0, "before")
        try client.save()
        #expect(try Run("chmod", ["500", folder("state")]).isSuccess)
        try client.setLine(0, "meanwhile")
        try client.send("SAVE\r\n")
        let refused = try client.line()
        #expect(refused.hasPrefix("-ERR") && refused.contains("Permission denied"), "\(refused)")
        try client.setLine(1, "and still")
        #expect(try daemon.information("save_error").contains("Permission denied"))
        #expect(try Run("chmod", ["700", folder("state")]).isSuccess)
        try client.save()
        #expect(try daemon.information("save_error") == "")
        #expect(try daemon.killed().lines() == ["meanwhile", "and still", "", ""])
    }

    // MARK: - Hands

    @Test(
        "a state folder that was removed refuses edits, and is made again by the next save", arguments: [true, false])
    func folderRemoved(asked: Bool) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.setLine(0, "kept in memory")
        try client.save()
        #expect(try Run("rm", ["-r", daemon.folder("state")]).isSuccess)
        try client.request("LSET", "lines", "1", "too late")
        let refused = try client.line()
        #expect(refused.hasPrefix("-MISCONF") && refused.contains("somebody removed"), "\(refused)")
        #expect(try client.lines() == ["kept in memory", "", "", ""])
        #expect(try daemon.information("aof_last_write_status") == "err")
        if asked { try client.save() } else { #expect(try daemon.logs("edits are taken again")) }
        try client.setLine(1, "again")
        #expect(try Paths.status(daemon.folder("state"))?.mode.rawValue == 0o700)
        #expect(try daemon.killed().lines() == ["kept in memory", "again", "", ""])
    }

    @Test("a segment that was removed refuses the next edit, and nothing is lost", arguments: ["always", "everysec"])
    func segmentRemoved(mode: String) throws {
        let daemon = try DaemonProcess(["--journal-sync", mode])
        let client = try daemon.connect()
        try client.setLine(0, "first")
        for name in try names(in: daemon.folder("state")) where name.contains(".journal.") {
            try Paths.unlink(daemon.folder("state/" + name))
        }
        if mode == "everysec" {
            try client.setLine(1, "acknowledged")
            // The sync of the file thread sees it.
            #expect(try daemon.logs("edits are refused"))
        } else {
            try client.request("LSET", "lines", "1", "too late")
            #expect(try client.line().hasPrefix("-MISCONF"))
        }
        try client.save()
        try client.setLine(2, "second")
        let lines = ["first", mode == "always" ? "" : "acknowledged", "second", ""]
        #expect(try daemon.killed(["--journal-sync", mode]).lines() == lines)
    }

    @Test("an archive that was put there while no daemon ran wins, and the edits that were not archived are kept")
    func replacedWhileStopped() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        try daemon.connect().setLine(0, "not archived")
        try daemon.process.send(.kill)
        _ = try daemon.end()
        let other = try DaemonProcess()
        try other.connect().setLine(0, "theirs")
        #expect(try other.terminate() == .exited(0))
        try daemon.folder.write("new", try other.folder.read("state/data.archive"))
        #expect(try Run("mv", [daemon.folder("new"), daemon.archive]).isSuccess)
        let again = try DaemonProcess(in: daemon.folder)
        #expect(try again.lines() == ["theirs", "", "", ""])
        #expect(again.log.contains("1 edits that were not archived"), "\(again.log)")
        #expect(try names(in: daemon.folder("state")).contains { $0.contains(".aside-") })
        #expect(try again.killed().lines() == ["theirs", "", "", ""])
    }

    @Test("the previous archive that was put back wins")
    func putBack() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let client = try daemon.connect()
        try client.setLine(0, "newer")
        try client.save()
        try client.setLine(1, "newest")
        try daemon.process.send(.kill)
        _ = try daemon.end()
        #expect(try Run("cp", [daemon.archive + ".1", daemon.archive]).isSuccess)
        let again = try DaemonProcess(in: daemon.folder)
        #expect(try again.lines() == ExampleArchive.lines)
        #expect(again.log.contains("put back"), "\(again.log)")
    }
}
