import Foundation
import FourLinesLinux
import Testing

@Suite("What lies in the state folder is respected")
struct FileTests {
    /// Starts a daemon that is expected to refuse; answers its log.
    private func refused(
        _ folder: TestFolder, _ code: Int32, _ options: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let daemon = try DaemonProcess(in: folder, options, serving: false)
        let status = try daemon.end()
        #expect(status == .exited(code), "\(daemon.log)", sourceLocation: sourceLocation)
        #expect(!daemon.log.isEmpty, sourceLocation: sourceLocation)
        #expect(try Paths.status(daemon.socket) == nil, sourceLocation: sourceLocation)
        return daemon.log
    }

    @Test("rule 25, an archive behind a symlink is replaced where it lies, and the symlink stays")
    func symlink() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try folder.makeFolder("dotfiles")
        try folder.write("dotfiles/mine", ExampleArchive.bytes)
        let link = folder("state/data.archive")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../dotfiles/mine")
        let daemon = try DaemonProcess(in: folder)
        #expect(try daemon.lines() == ExampleArchive.lines)
        try daemon.connect().setLine(0, "edited")
        #expect(try daemon.terminate() == .exited(0))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../dotfiles/mine")
        #expect(try folder.read("dotfiles/mine") != ExampleArchive.bytes)
        #expect(try names(in: folder("dotfiles")) == ["mine", "mine.1"])
        #expect(try folder.read("dotfiles/mine.1") == ExampleArchive.bytes)
        #expect(try DaemonProcess(in: folder).lines()[0] == "edited")
    }

    @Test("rule 31, a symlink to nothing, as to a home that is not mounted, is refused and left alone")
    func danglingLink() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try FileManager.default.createSymbolicLink(
            atPath: folder("state/data.archive"), withDestinationPath: "../gone")
        #expect(try refused(folder, 65).contains("symlink"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("state/data.archive")) == "../gone")
    }

    @Test("A folder in the archive's place is refused")
    func folderInPlace() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state/data.archive")
        #expect(try refused(folder, 65).contains("data.archive"))
    }

    @Test("A state folder that others may write to is refused", arguments: [0o770, 0o702, 0o1777])
    func openFolder(mode: Int) throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder("state"))
        #expect(try refused(folder, 77).contains("chmod"))
        #expect(try names(in: folder("state")) == [])
    }

    @Test("A file in the state folder's place is refused")
    func fileInPlace() throws {
        let folder = try TestFolder()
        try folder.write("state", [1])
        let daemon = try DaemonProcess(in: folder, serving: false)
        #expect(try daemon.end() == .exited(73))
        #expect(try folder.read("state") == [1])
    }

    @Test("A file that was put in place while the daemon runs is set aside, not overwritten")
    func foreignFile() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let foreign = Array("somebody's file".utf8)
        try FileManager.default.removeItem(atPath: daemon.archive)
        try daemon.folder.write("state/data.archive", foreign)
        try daemon.connect().setLine(0, "edited")
        #expect(try daemon.terminate() == .exited(0))
        let kept = try names(in: daemon.folder("state")).filter { $0.hasPrefix("data.archive.foreign-") }
        #expect(kept.count == 1)
        #expect(try kept.map { try daemon.folder.read("state/" + $0) } == [foreign])
        #expect(daemon.log.contains("foreign"))
        #expect(try DaemonProcess(in: daemon.folder).lines()[0] == "edited")
    }

    @Test("An archive that was removed while the daemon runs is written again")
    func removedFile() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        try FileManager.default.removeItem(atPath: daemon.archive)
        try daemon.connect().save()
        #expect(try contents(of: daemon.archive) == ExampleArchive.bytes)
    }

    @Test("An XML property list of another form than the model's is refused and left alone, and served without a model")
    func xml() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>a</key><string>b</string></dict></plist>
            """
        try folder.write("state/data.archive", Array(text.utf8))
        let before = try stamp(of: folder("state/data.archive"))
        #expect(
            try refused(folder, 65, ["--model", "four-lines"]).contains("not of the model four-lines: it is no list"))
        #expect(try stamp(of: folder("state/data.archive")) == before)
        let daemon = try DaemonProcess(in: folder)
        #expect(try daemon.ask("GET a") == "$1\r\nb\r\n")
        #expect(try daemon.terminate() == .exited(0))
        #expect(try stamp(of: folder("state/data.archive")) == before)
    }

    @Test(
        "Archives of other models are refused politely and left alone",
        arguments: Shared.others.filter { $0.name != "examples/data.plist" })
    func otherArchives(_ file: Shared.File) throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try folder.write("state/data.archive", file.bytes)
        let before = try stamp(of: folder("state/data.archive"))
        let log = try refused(folder, 65, ["--model", "four-lines"])
        #expect(log.contains("data.archive"), "\(log)")
        #expect(try stamp(of: folder("state/data.archive")) == before)
        #expect(try folder.read("state/data.archive") == file.bytes)
        #expect(try names(in: folder("state")) == ["data.archive", "fourlines.lock"])
    }

    @Test("rule 30, a damaged archive is set aside, said loudly, and never overwritten")
    func damaged() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        let bytes = Array(ExampleArchive.bytes.dropLast(40))
        try folder.write("state/data.archive", bytes)
        let daemon = try DaemonProcess(in: folder)
        #expect(try daemon.lines() == ["", "", "", ""])
        #expect(daemon.log.contains("damaged"))
        try daemon.connect().setLine(0, "new")
        #expect(try daemon.terminate() == .exited(0))
        let kept = try names(in: folder("state")).filter { $0.hasPrefix("data.archive.damaged-") }
        #expect(try kept.map { try folder.read("state/" + $0) } == [bytes])
        #expect(try DaemonProcess(in: folder).lines()[0] == "new")
    }

    @Test("Damaged archives of several starts are all kept")
    func damagedAgain() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        for number in 0..<3 {
            try folder.write("state/data.archive", [UInt8(number)])
            try DaemonProcess(in: folder).terminate()
        }
        let kept = try names(in: folder("state")).filter { $0.hasPrefix("data.archive.damaged-") }
        #expect(Set(try kept.map { try folder.read("state/" + $0) }) == [[0], [1], [2]])
    }
}
