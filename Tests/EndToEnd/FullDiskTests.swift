import Foundation
import FourLinesLinux
import Testing

@Suite("A full disk", .enabled(if: Requirement.hasMounts, "nothing can be mounted here"))
struct FullDiskTests {
    /// A daemon whose state folder is a small file system in a mount namespace of its own.
    private func daemon(in folder: TestFolder, exchanging: Bool = true) throws -> DaemonProcess {
        try folder.makeFolder("state")
        let script = "mount -t tmpfs -o size=1m,mode=700 none \"$0\" && exec \"$@\""
        let shim = exchanging ? [] : ["env", "LD_PRELOAD=\(try RenameShim(in: folder).path)"]
        let line = ["unshare", "-m", "sh", "-c", script, folder("state")] + shim + DaemonProcess.line(in: folder)
        return try DaemonProcess(in: folder, instead: line)
    }

    /// The state folder as the daemon sees it.
    private func state(_ daemon: DaemonProcess) -> String { "/proc/\(daemon.id)/root\(daemon.folder("state"))" }

    private func fill(_ daemon: DaemonProcess) throws {
        let run = try Run("dd", ["if=/dev/zero", "of=\(state(daemon))/ballast", "bs=4k"])
        #expect(run.errors.contains("No space"))
    }

    @Test(
        "rule 27, a save fails with an error reply, leaves the old archive whole and stays dirty, until there is room",
        arguments: [true, false])
    func saves(exchanging: Bool) throws {
        let daemon = try daemon(in: TestFolder(), exchanging: exchanging)
        let client = try daemon.connect()
        try client.setLine(0, "old")
        try client.save()
        let archive = state(daemon) + "/data.archive"
        let old = try contents(of: archive)
        try fill(daemon)
        try client.setLine(0, "new")
        for _ in 0..<3 {
            try client.send("SAVE\r\n")
            let reply = try client.line()
            #expect(reply.hasPrefix("-ERR") && reply.contains("No space"), "\(reply)")
            #expect(try contents(of: archive) == old)
        }
        let files = try names(in: state(daemon)).filter { !$0.contains(".journal.") && !$0.hasSuffix(".1") }
        #expect(files == ["ballast", "data.archive", "fourlines.lock"])
        #expect(try client.lines()[0] == "new")
        try client.request("INFO", "persistence")
        let information = String(decoding: try client.bulk(), as: UTF8.self)
        #expect(information.contains("rdb_last_bgsave_status:err\r\n"))
        #expect(information.contains("rdb_changes_since_last_save:1\r\n"))
        try client.send("SHUTDOWN\r\n")
        #expect(try client.line().hasPrefix("-ERR"))
        try daemon.process.send(.hangup)
        #expect(try daemon.logs("SIGHUP"))
        #expect(try client.lines()[0] == "new")
        try Paths.unlink(state(daemon) + "/ballast")
        try client.save()
        #expect(try contents(of: archive) != old)
        #expect(daemon.log.components(separatedBy: "the archive was not written").count == 2, "\(daemon.log)")
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("rule 19, while edits are refused reads and PING go on, and INFO says why; with room edits are taken again")
    func refusedEdits() throws {
        let daemon = try daemon(in: TestFolder())
        let client = try daemon.connect()
        try client.setLine(0, "old")
        try client.save()
        try fill(daemon)
        let large = Array(repeating: UInt8(ascii: "x"), count: 900_000)
        try client.request(Array("LSET".utf8), Array("lines".utf8), Array("0".utf8), large)
        #expect(try client.line().hasPrefix("-MISCONF"))
        // A small one, for which there might be room, is refused as well: a client would else see only some of its edits.
        try client.request("LSET", "lines", "1", "small")
        #expect(try client.line().hasPrefix("-MISCONF"))
        try client.send("PING\r\n")
        try client.expect("+PONG\r\n")
        #expect(try client.lines() == ["old", "", "", ""])
        #expect(try daemon.information("aof_last_write_status") == "err")
        #expect(try daemon.information("journal_error").contains("No space left"))
        #expect(daemon.log.contains("edits are refused"), "\(daemon.log)")
        try Paths.unlink(state(daemon) + "/ballast")
        #expect(try daemon.logs("edits are taken again"))
        try client.setLine(1, "small")
        #expect(try daemon.information("journal_error") == "")
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("a refused edit gives back the room that it had taken, so that a save can end the refusal")
    func room() throws {
        let daemon = try daemon(in: TestFolder())
        let client = try daemon.connect()
        try client.setLine(0, "old")
        try client.save()
        // Less is left than the edit needs, but enough for a save.
        try fill(daemon)
        #expect(try daemon.within("truncate -s -200K \"$0/state/ballast\"").isSuccess)
        try client.request("LSET", "lines", "1", String(repeating: "x", count: 900_000))
        #expect(try client.line().hasPrefix("-MISCONF"))
        try client.save()
        try client.setLine(1, "small")
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("rule 4, ENOSPC: a last save that fails ends with 74, and the old archive is whole")
    func lastSave() throws {
        let daemon = try daemon(in: TestFolder())
        let client = try daemon.connect()
        try client.setLine(0, "old")
        try client.save()
        // Held open, so that it can be read when the namespace has gone.
        let folder = try FileDescriptor.openFolder(state(daemon))
        try fill(daemon)
        // It is more than the journal has room for, so that it is refused and not half kept.
        try client.request(
            Array("LSET".utf8), Array("lines".utf8), Array("0".utf8), Array(repeating: 0x78, count: 1 << 20))
        let reply = try client.line()
        #expect(reply.hasPrefix("-MISCONF") && reply.contains("No space"), "\(reply)")
        #expect(try client.lines()[0] == "old")
        #expect(try daemon.terminate() == .exited(74))
        let bytes = try folder.open("data.archive", .reading).readToEnd(limit: 1 << 20)
        #expect(String(decoding: bytes, as: UTF8.self).contains("old"))
        #expect(try folder.names().filter { $0.contains("tmp") || $0.contains("next") } == [])
    }
}
