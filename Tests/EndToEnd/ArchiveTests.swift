import Foundation
import FourLinesLinux
import Testing

@Suite("The four lines survive")
struct ArchiveTests {
    @Test("A start and a SIGTERM without an edit leave the file's bytes, inode and time alone")
    func untouched() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let before = try stamp(of: daemon.archive)
        #expect(try daemon.lines() == ExampleArchive.lines)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try contents(of: daemon.archive) == ExampleArchive.bytes)
        #expect(try stamp(of: daemon.archive) == before)
        #expect(try names(in: daemon.folder("state")) == ["data.archive", "fourlines.lock"])
    }

    @Test("An edit and a SIGHUP change one object of the file, and a second start shows the lines", .needs("python3"))
    func edit() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        try daemon.connect().setLine(3, "naïve 🚗")
        try daemon.process.send(.hangup)
        #expect(try daemon.logs("archived revision 1"))
        try daemon.folder.write("before", ExampleArchive.bytes)
        let script = """
            import plistlib, sys
            before, after = (plistlib.load(open(name, 'rb')) for name in sys.argv[1:])
            objects = before['$objects']
            assert objects[6] == ''
            objects[6] = 'naïve 🚗'
            assert before == after, after
            """
        let judge = try Run("python3", ["-c", script, daemon.folder("before"), daemon.archive])
        #expect(judge.isSuccess, "\(judge.errors)")
        #expect(try daemon.terminate() == .exited(0))
        let again = try DaemonProcess(in: daemon.folder)
        #expect(try again.lines() == ["Buy milk", "Ruf Jörg an", "🚘 4 Uhr", "naïve 🚗"])
    }

    @Test("The same lines set by hand give the same file as another program's, byte for byte")
    func byHand() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        for (index, line) in ExampleArchive.lines.enumerated() { try client.setLine(index, line) }
        #expect(try daemon.terminate() == .exited(0))
        #expect(try contents(of: daemon.archive) == ExampleArchive.bytes)
    }

    @Test("An edit and its reversal give the old bytes, with and without an archive between", arguments: [false, true])
    func reversal(saving: Bool) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let client = try daemon.connect()
        try client.setLine(1, "something else")
        if saving { try client.save() }
        try client.setLine(1, ExampleArchive.lines[1])
        #expect(try daemon.terminate() == .exited(0))
        #expect(try contents(of: daemon.archive) == ExampleArchive.bytes)
    }

    @Test("The example of another program, where it is at hand, is the file that these tests are about")
    func sharedExample() throws {
        guard let example = Shared.example else { return }
        #expect(example == ExampleArchive.bytes)
    }

    @Test("Foundation's unarchiver and plistlib open a file that was written from nothing", .needs("python3"))
    func fromNothing() throws {
        let daemon = try DaemonProcess()
        let lines = ["first", "zweite Zeile: ä", "🚗\u{0}\r\nend", ""]
        let client = try daemon.connect()
        for (index, line) in lines.enumerated() { try client.setLine(index, line) }
        try client.save()
        let foundation = try Run(Binaries.foundationReader, [daemon.archive])
        #expect(foundation.isSuccess, "\(foundation.errors)")
        #expect(try JSONDecoder().decode([String].self, from: Data(foundation.output)) == lines)
        let script = """
            import json, plistlib, sys
            archive = plistlib.load(open(sys.argv[1], 'rb'))
            objects = archive['$objects']
            root = objects[archive['$top']['kRootKey']]
            print(json.dumps([objects[uid] for uid in objects[root['kLinesKey']]['NS.objects']]))
            """
        let python = try Run("python3", ["-c", script, daemon.archive])
        #expect(python.isSuccess, "\(python.errors)")
        #expect(try JSONDecoder().decode([String].self, from: Data(python.output)) == lines)
    }

    @Test(
        "Without an edit from nothing, the default is archived at the end, or there is no file; the next start agrees")
    func defaultDocument() throws {
        let daemon = try DaemonProcess()
        #expect(try daemon.lines() == ["", "", "", ""])
        #expect(try daemon.terminate() == .exited(0))
        let again = try DaemonProcess(in: daemon.folder)
        #expect(try again.lines() == ["", "", "", ""])
    }

    @Test("SIGKILL after a SAVE loses nothing of it")
    func killed() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.setLine(0, "kept")
        try client.save()
        try daemon.process.send(.kill)
        #expect(try daemon.end() == .killed(.kill))
        let again = try DaemonProcess(in: daemon.folder)
        #expect(try again.lines() == ["kept", "", "", ""])
        #expect(try names(in: daemon.folder("state")).filter { $0.contains("tmp") } == [])
    }

    @Test("rule 24, what saves that were cut short have left is swept, by the process that has the folder")
    func swept() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        for number in 0..<100 { try folder.write("state/data.archive.tmp.\(number)", [1, 2, 3]) }
        for name in ["other.archive.tmp.1", "data.archive.tmp"] { try folder.write("state/" + name, [4]) }
        let daemon = try DaemonProcess(in: folder)
        #expect(try daemon.lines() == ["", "", "", ""])
        let others = ["data.archive.tmp", "other.archive.tmp.1"]
        #expect(try names(in: folder("state")).filter { $0.contains("tmp") } == others)
        // It could be the one that the first daemon is writing.
        try folder.write("state/data.archive.tmp.present", [1, 2, 3])
        let second = try DaemonProcess(
            in: folder, instead: [Binaries.daemon, "--state-dir", folder("state"), "--socket", folder("t")],
            serving: false)
        #expect(try second.end() == .exited(75))
        #expect(try folder.read("state/data.archive.tmp.present") == [1, 2, 3])
        // Nor do saves run out of names.
        try daemon.connect().setLine(0, "kept")
        #expect(try daemon.terminate() == .exited(0))
        #expect(try daemon.archivedLines()[0] == "kept")
    }

    @Test("rule 28, the state folder, the archive and the socket are their owner's only")
    func modes() throws {
        let daemon = try DaemonProcess()
        try daemon.connect().save()
        func mode(_ path: String) throws -> UInt32? { try Paths.status(path).map { UInt32($0.mode.rawValue) } }
        #expect(try mode(daemon.folder("state")) == 0o700)
        #expect(try mode(daemon.archive) == 0o600)
        #expect(try mode(daemon.socket) == 0o600)
        #expect(try mode(daemon.folder("state/fourlines.lock")) == 0o600)
    }

    /// Edits after which the next start would not know the file as its own.
    static let attacks = [
        "SET $class.$classname Evil", "SET $top.kRootKey x", "SET kLinesKey.$class x", "HSET $class $classname Evil",
        "DEL $class", "DEL $top", "DEL $top.kRootKey", "DEL \"\"", "SET \"\" x", "LSET $class.$classes 0 Evil",
        "DEL lines",
        "RPUSH lines x", "LPOP lines", "LTRIM lines 1 0", "SET lines x", "HSET \"\" lines x",
    ]

    @Test("No edit makes an archive that the next start refuses", arguments: attacks)
    func attack(request: String) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        _ = try daemon.ask(request)
        try daemon.connect().setLine(3, "after it")
        #expect(try daemon.terminate() == .exited(0))
        let again = try DaemonProcess(in: daemon.folder)
        #expect(try again.lines() == ["Buy milk", "Ruf Jörg an", "🚘 4 Uhr", "after it"])
    }
}
