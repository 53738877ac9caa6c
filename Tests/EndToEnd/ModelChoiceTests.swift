import Foundation
import FourLinesLinux
import Testing

@Suite("The model of a document")
struct ModelChoiceTests {
    private func file(_ name: String) throws -> [UInt8] { try contents(of: ModelsTests.examples + "/" + name) }

    /// A state folder with one file, and its daemon, which is given the file's name and what else is said.
    private func serve(_ name: String, _ bytes: [UInt8], _ options: [String] = []) throws -> DaemonProcess {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try folder.write("state/" + name, bytes)
        return try DaemonProcess(in: folder, ["--archive", name] + options)
    }

    @Test(
        "Without one an archive picks its own, in whatever form it is, and keeps its bytes",
        arguments: [
            ("data.archive", "four-lines", "archive"), ("data.plist", "four-lines", "plist-xml"),
            ("staff.archi", "staff", "archive"), ("staff.plist", "staff", "plist-xml"),
            ("NotesList.archive", "notes", "archive"), ("archivingFile", "profile", "archive"),
            ("roster.archive", "roster", "archive"),
        ])
    func choice(name: String, model: String, format: String) throws {
        let bytes = try file(name)
        let daemon = try serve(name, bytes)
        let information = try daemon.ask("INFO document")
        #expect(information.contains("\r\nmodel:\(model)\r\nformat:\(format)\r\n"), "\(information)")
        #expect(daemon.log.contains("serving the model \(model) at"))
        #expect(try daemon.ask("SAVE") == "+OK\r\n")
        let check = try Run(
            Binaries.daemon, ["--check", "--state-dir", daemon.folder("state"), "--archive", name],
            environment: DaemonProcess.environment(home: daemon.folder.path))
        #expect(check.isSuccess && check.text.contains("of the model \(model), restored"), "\(check.text)")
        #expect(try daemon.terminate() == .exited(0))
        #expect(try daemon.folder.read("state/" + name) == bytes)
    }

    @Test("An archive of no model has none: its coder keys are the names")
    func none() throws {
        // As staff, but that the class has another name.
        var bytes = try file("staff.archi")
        while let place = bytes.firstRange(of: Array("Staff".utf8)) { bytes.replaceSubrange(place, with: "Stuff".utf8) }
        let daemon = try serve("staff.archi", bytes)
        #expect(try daemon.ask("INFO document").contains("model:\r\n"))
        #expect(daemon.log.contains("serving an archive without a model"))
        #expect(try daemon.ask("KIND \"\"") == "+Stuff\r\n")
        #expect(try daemon.ask("GET email") == "$15\r\nkim@example.org\r\n")
        #expect(try daemon.ask("SET email x") == "+OK\r\n")
        #expect(try daemon.ask("UNDO").hasPrefix("*10"))
        #expect(try daemon.terminate() == .exited(0))
        #expect(try daemon.folder.read("state/staff.archi") == bytes)
    }

    @Test("An archive with another root class than that of the model that is asked for is refused and left alone")
    func otherModel() throws {
        for (name, model) in [("staff.archi", "roster"), ("staff.plist", "four-lines"), ("data.plist", "staff")] {
            let folder = try TestFolder()
            try folder.makeFolder("state")
            try folder.write("state/" + name, file(name))
            let before = try stamp(of: folder("state/" + name))
            let daemon = try DaemonProcess(in: folder, ["--archive", name, "--model", model], serving: false)
            #expect(try daemon.end() == .exited(65))
            #expect(daemon.log.contains("\(name) is not of the model \(model): "), "\(daemon.log)")
            #expect(try stamp(of: folder("state/" + name)) == before)
            #expect(try names(in: folder("state")) == ["fourlines.lock", name].sorted())
        }
    }

    @Test(
        "A new document has the form that is asked for, that of its name, or that of its model",
        arguments: [
            (["--format", "archive-xml"], "data.archive", "archive-xml", "<?xml"),
            (["--archive", "data.plist", "--format", "archive"], "data.plist", "archive", "bplist00"),
            (["--archive", "notes.plist", "--model", "notes"], "notes.plist", "archive", "bplist00"),
        ])
    func format(options: [String], name: String, format: String, magic: String) throws {
        let folder = try TestFolder()
        var replies: [String] = []
        for _ in 0..<2 {
            let daemon = try DaemonProcess(in: folder, options)
            #expect(try daemon.ask("INFO document").contains("format:\(format)\r\n"))
            replies.append(try daemon.ask("SHOW \"\""))
            #expect(try daemon.ask("SAVE") == "+OK\r\n")
            #expect(try daemon.terminate() == .exited(0))
            #expect(try folder.read("state/" + name).starts(with: Array(magic.utf8)))
        }
        #expect(replies[0] == replies[1])
    }

    @Test("A form that the model does not have is refused with 78")
    func noSuchForm() throws {
        let daemon = try DaemonProcess(["--model", "notes", "--format", "plist"], serving: false)
        #expect(try daemon.end() == .exited(78))
        #expect(daemon.log.contains("the model notes has no plain form"))
        let unknown = try DaemonProcess(["--format", "yaml"], serving: false)
        #expect(try unknown.end() == .exited(64))
        #expect(unknown.log.contains("“yaml” is no form of a file: archive, archive-xml, plist, plist-xml"))
    }
}
