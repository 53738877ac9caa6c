import Foundation
import FourLinesLinux
import Testing

@Suite("A last save that fails")
struct LastSaveTests {
    /// Why the state folder cannot be written to, and whether the journal was lost before.
    struct Case: Sendable, CustomTestStringConvertible {
        let isReadOnly: Bool
        let isJournalLost: Bool
        var testDescription: String { (isReadOnly ? "EROFS" : "EACCES") + (isJournalLost ? ", no journal" : "") }
    }

    static let cases = [false, true].flatMap { isReadOnly in
        [false, true].map { Case(isReadOnly: isReadOnly, isJournalLost: $0) }
    }

    /// A daemon that is subject to permissions, whoever the test is, and whose file systems can become read-only.
    private func daemon(in folder: TestFolder, _ shim: ReadOnlyShim, _ options: [String] = []) throws -> DaemonProcess {
        let unprivileged = Requirement.isRoot ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []
        let environment = ["env", "XDG_RUNTIME_DIR=" + folder("run"), "LD_PRELOAD=" + shim.path]
        return try DaemonProcess(
            in: folder, instead: unprivileged + environment + DaemonProcess.line(in: folder) + options)
    }

    /// Makes the state folder one that cannot be written to, or one that can.
    private func refuse(_ isRefusing: Bool, _ test: Case, _ shim: ReadOnlyShim, _ folder: TestFolder) throws {
        if !test.isReadOnly {
            let mode = isRefusing ? 0o500 : 0o700
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder("state"))
        } else if isRefusing {
            try folder.write("read-only", [])
        } else {
            try Paths.unlink(shim.trigger)
        }
    }

    @Test(
        "rule 4, EROFS and EACCES: the code is 74, the old archive is whole, and the journal or a rescue has the edits",
        .needs("clang", "setpriv"), arguments: cases)
    func lastSave(_ test: Case) throws {
        let folder = try TestFolder()
        let shim = try ReadOnlyShim(in: folder)
        try folder.makeFolder("run")
        let daemon = try daemon(in: folder, shim)
        let client = try daemon.connect()
        try client.setLine(0, "archived")
        try client.save()
        let old = try contents(of: daemon.archive)
        try client.setLine(1, "precious")
        if test.isJournalLost {
            for name in try names(in: folder("state")) where name.contains(".journal.") {
                try Paths.unlink(folder("state/" + name))
            }
        }
        try refuse(true, test, shim, folder)
        if test.isJournalLost {
            try client.request("LSET", "lines", "2", "refused")
            #expect(try client.line().hasPrefix("-MISCONF"))
        }
        #expect(try client.lines() == ["archived", "precious", "", ""])
        #expect(try daemon.terminate() == .exited(74))
        let reason = test.isReadOnly ? "Read-only file system" : "Permission denied"
        #expect(daemon.log.contains("the archive was not written") && daemon.log.contains(reason), "\(daemon.log)")
        #expect(try contents(of: daemon.archive) == old)
        #expect(daemon.log.contains("nothing is lost") == !test.isJournalLost, "\(daemon.log)")
        let rescued = try? names(in: folder("run/fourlines")).filter { $0.contains("rescue") }
        try refuse(false, test, shim, folder)
        let again = try self.daemon(in: folder, shim)
        #expect(try again.lines() == ["archived", test.isJournalLost ? "" : "precious", "", ""])
        guard test.isJournalLost else { return }
        let name = try #require(rescued?.first)
        #expect(again.log.contains(name), "\(again.log)")
        let archive = try folder.read("run/fourlines/" + name)
        #expect(try DaemonProcess(archive: archive).lines() == ["archived", "precious", "", ""])
    }
}
