import FourLinesLinux
import FourLinesRESP
import FourLinesSettings
import Testing

@testable import FourLinesClient

@Suite("fourlines doctor")
struct DoctorTests {
    private static let disk = MountTable("22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n")

    @Test(
        "The state folder has to be ours alone",
        arguments: [
            (0o700, Finding.Level.good, nil), (0o750, .note, "chmod 700"), (0o777, .problem, "chmod 700"),
        ] as [(UInt32, Finding.Level, String?)])
    func rights(mode: UInt32, level: Finding.Level, remedy: String?) throws {
        let folder = try FileFolder()
        try Paths.setPermissions(FileMode(rawValue: mode), folder.path)
        let findings = FolderExamination.findings(folder.path, Self.disk)
        #expect(findings.map(\.level) == [level])
        #expect(findings[0].remedy == remedy.map { "\($0) \(folder.path)" })
        try Paths.setPermissions(0o700, folder.path)
    }

    @Test("What is no folder, or is not there")
    func noFolder() throws {
        let folder = try FileFolder()
        #expect(
            FolderExamination.findings(try folder.write("a", []), Self.disk).map(\.level) == [.problem])
        #expect(FolderExamination.findings(folder.path + "/none", Self.disk).map(\.level) == [.note])
    }

    @Test(
        "What lies in memory, cannot be written, or lies on another machine does not last, or not surely",
        arguments: [
            ("rw - tmpfs tmpfs rw", Finding.Level.problem, "in memory"), ("ro - ext4 /dev/sdb rw", .problem, "written"),
            ("rw,relatime shared:2 master:3 - nfs4 host:/x rw", .note, "another machine"),
        ])
    func fileSystems(options: String, level: Finding.Level, text: String) throws {
        let folder = try FileFolder()
        let mounts = MountTable(
            "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n30 22 8:2 / \(try Paths.resolve(folder.path)) \(options)\n")
        let findings = FolderExamination.findings(folder.path, mounts)
        #expect(findings.map(\.level) == [level])
        #expect(findings[0].text.contains(text))
    }

    @Test("The nearest mount holds, the last of one place; blanks in it are escaped")
    func mounts() {
        let table = MountTable(
            """
            22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw
            30 22 8:2 / /home/a\\040b ro - xfs /dev/sdb rw
            31 30 8:3 / /home/a\\040b rw shared:7 - tmpfs x rw
            no line
            """)
        #expect(table.fileSystem(of: "/home/a b/c").map(\.kind) == "tmpfs")
        #expect(table.fileSystem(of: "/home/a bc").map(\.kind) == "ext4")
        #expect(MountTable("").fileSystem(of: "/") == nil)
    }

    @Test(
        "The daemon's figures tell whether it keeps what it is told",
        arguments: [
            ("", Finding.Level.good, "keeps every edit"), ("fourlines_version:0.0.1", .problem, "version 0.0.1"),
            ("save_error:no space", .problem, "no space"), ("journal_error:the disk", .problem, "refuses edits"),
            ("journal_sync:everysec", .note, "power cut"),
            ("last_recovery:data.archive was damaged", .note, "was damaged"),
        ])
    func daemon(field: String, level: Finding.Level, text: String) {
        let information = Information([.bulk(Array("journal_sync:always\r\n\(field)\r\n".utf8))])
        let findings = DaemonExamination.findings(information)
        #expect(findings.map(\.level) == [level])
        #expect(findings[0].text.contains(text))
    }

    @Test("Programs of two versions do not go together")
    func programs() {
        func finding(_ text: String, _ status: ProcessStatus = .exited(0)) -> Finding {
            ProgramExamination.finding(of: "/bin/fourlinesd", CommandRun(status: status, output: Array(text.utf8)))
        }
        #expect(finding("fourlinesd \(Client.version)\n").level == .good)
        #expect(finding("fourlinesd 0.0.1\n").text.contains("is of version 0.0.1"))
        #expect(finding("cannot execute\n", .exited(126)).text.contains("does not run: cannot execute"))
    }

    @Test("A program that cannot be run, or does not end, is a finding")
    func brokenPrograms() throws {
        let folder = try FileFolder()
        for (script, text) in [
            ("garbage", "does not run"), ("#!/bin/sh\nexec sleep 100\n", "does not end"),
            ("#!/bin/sh\nexec >&- 2>&-\nexec sleep 100\n", "does not end"),
        ] {
            let path = try folder.write("fourlinesd", Array(script.utf8))
            try Paths.setPermissions(0o700, path)
            let (finding, runs) = ProgramExamination(daemon: path).examine(patience: .milliseconds(300))
            #expect(!runs && finding.level == .problem)
            #expect(finding.text.contains(text) || script == "garbage" && finding.text.contains("cannot be run"))
        }
        let path = try folder.write("fourlinesd", Array("#!/bin/sh\necho fourlinesd \(Client.version)\n".utf8))
        try Paths.setPermissions(0o700, path)
        #expect(ProgramExamination(daemon: path).examine(patience: .seconds(60)).finding.level == .good)
    }

    @Test("What a start would find is said in one line, and what was set aside or rescued is named")
    func files() throws {
        let folder = try FileFolder()
        for name in ["data.archive", "data.archive.damaged-1", "data.archive.journal.2.aside-1", "x.rescue-1"] {
            _ = try folder.write(name, [])
        }
        let console = RecordingConsole()
        let files = ArchiveExamination(folder.path + "/data.archive", folders: [folder.path], console)
        let run = CommandRun(status: .exited(65), output: Array("fourlinesd: it is damaged\nit begins anew\n".utf8))
        let start = files.startFindings(run)
        #expect(start.map(\.text) == ["it is damaged; it begins anew"])
        #expect(start.map(\.isUnsoundFile) == [true])
        let aside = files.asideFindings()
        #expect(aside.map(\.level) == [.note, .problem])
        #expect(aside[0].text.hasSuffix("data.archive.damaged-1, data.archive.journal.2.aside-1"))
        #expect(aside[1].remedy?.hasPrefix("fourlines import \(folder.path)/x.rescue-1") == true)
        #expect(files.archiveFindings().map(\.isUnsoundFile) == [true])
        let other = ArchiveExamination(folder.path + "/notes.archive", folders: [], command: "x", console)
        let fresh = CommandRun(status: .exited(0), output: Array("a start would begin with the default\n".utf8))
        #expect(other.startFindings(fresh)[0].remedy?.contains("Archive=data.archive") == true)
    }

    @Test("A missing archive that has a journal is the check's to judge", arguments: [nil, "nowhere", "data.archive"])
    func missing(target: String?) throws {
        let folder = try FileFolder()
        _ = try folder.write("a.journal.1", [])
        _ = try folder.write("data.archive.journal.2", [])
        if let target {
            try FileDescriptor.openFolder(folder.path).makeSymbolicLink("data.archive", to: target)
        }
        let files = ArchiveExamination(folder.path + "/data.archive", folders: [], RecordingConsole())
        let run = CommandRun(status: .exited(65), output: Array("fourlinesd: it is missing\n".utf8))
        #expect(files.startFindings(run).map(\.text) == ["it is missing"])
        #expect(files.startFindings(run).map(\.level) == [.problem])
        let sound = CommandRun(status: .exited(0), output: Array("a start would serve revision 1\n".utf8))
        #expect(files.startFindings(sound).map(\.level) == [.good])
    }

    @Test(
        "A remedy speaks of a start only where there is one",
        arguments: [
            ("fourlinesd: the document was restored from a.1\na start would serve revision 2\n", "a start goes on"),
            ("fourlinesd: data.archive is a symlink to nothing\n", "does not start"),
        ])
    func remedies(text: String, remedy: String) throws {
        let folder = try FileFolder()
        let files = ArchiveExamination(
            try folder.write("data.archive", []), folders: [], RecordingConsole())
        let findings = files.startFindings(CommandRun(status: .exited(65), output: Array(text.utf8)))
        #expect(findings.count == 1 && findings[0].remedy?.contains(remedy) == true, "\(findings)")
        #expect(!findings[0].text.contains("was restored"))
        #expect(findings[0].remedy?.contains("generations") == false)
        _ = try folder.write("data.archive.journal.2.aside-1", [])
        #expect(files.asideFindings().map(\.remedy) == ["what is not needed can be removed"])
    }

    @Test("A generation that is not sound is a note")
    func generations() throws {
        let folder = try FileFolder()
        let files = ArchiveExamination(folder.path + "/data.archive", folders: [], RecordingConsole())
        _ = try folder.write("data.archive.1", FileFixtures.list(3))
        _ = try folder.write("data.archive.next", [])
        #expect(files.generationFindings().isEmpty)
        _ = try folder.write("data.archive.2", [1, 2])
        #expect(files.generationFindings().map(\.level) == [.note])
    }

    @Test("Another program at the socket is named, and nothing is said of a daemon there")
    func stranger() throws {
        let home = try FileFolder()
        let surroundings = DocumentLocations.Surroundings(
            variable: { $0 == "XDG_RUNTIME_DIR" ? home.path : nil }, home: home.path, user: 7,
            isPrivateFolder: { _ in false })
        let usual = try DocumentEntry(nil, DocumentPlaces(surroundings), home: home.path, SystemSockets(""))
        _ = try Paths.makeFolders(try #require(Paths.split(usual.socket)).folder)
        let listener = try UnixListener.listen(path: usual.socket)
        let entry = try DocumentEntry(nil, DocumentPlaces(surroundings), home: home.path, .read())
        let stranger = try #require(SocketExamination.stranger(entry))
        #expect(stranger.contains("process \(CurrentProcess.id)"))
        let findings = SocketExamination.findings(entry, stranger: stranger)
        #expect(findings.map(\.level) == [.problem] && findings[0].text.hasPrefix(stranger))
        #expect(SocketExamination.findings(entry).map(\.level) == [.good])
        withExtendedLifetime(listener) {}
    }

    @Test("What a daemon serves is there")
    func served() throws {
        let folder = try FileFolder()
        let files = ArchiveExamination(folder.path + "/data.archive", folders: [], RecordingConsole())
        #expect(files.archiveFindings(isServed: true).map(\.level) == [.problem])
        #expect(files.archiveFindings().map(\.level) == [.note])
        let gone = FolderExamination.findings(folder.path + "/gone", Self.disk, isServed: true)
        #expect(gone.map(\.level) == [.problem])
        #expect(FolderExamination.findings(folder.path, Self.disk, isServed: true).map(\.level) == [.good])
    }

    @Test("What the daemon has to write may be written, or can be made")
    func access() throws {
        let folder = try FileFolder()
        // The rights of the owner alone count, as those of the tests' own user may be unlimited.
        let access = AccessExamination { wanted, path in
            let mode = (try? Paths.status(path, followingLink: true))??.mode.rawValue ?? 0
            return (!wanted.contains(.write) || mode & 0o200 != 0) && (!wanted.contains(.read) || mode & 0o400 != 0)
        }
        func level(_ path: String) -> Finding.Level? {
            FolderExamination.findings(path, Self.disk, access: access).map(\.level).last
        }
        #expect(level(folder.path + "/a/b") == .note)
        #expect(level(folder.path) == .good)
        let lock = try folder.write("fourlines.lock", [])
        #expect(level(folder.path) == .good)
        try Paths.setPermissions(0, lock)
        #expect(level(folder.path) == .problem)
        try Paths.unlink(lock)
        _ = try Paths.makeFolders(lock)
        #expect(level(folder.path) == .problem)
        let shut = folder.path + "/shut"
        _ = try Paths.makeFolders(shut)
        try Paths.setPermissions(0o500, shut)
        #expect(level(shut) == .problem)
        try Paths.setPermissions(0o300, shut)
        let unread = FolderExamination.findings(shut, Self.disk, access: access)
        #expect(unread.count == 1 && unread[0].text.hasSuffix("the daemon does not start"))
        try Paths.setPermissions(0o500, shut)
        #expect(level(shut + "/a/b") == .problem)
        #expect(level(try folder.write("file", []) + "/a/b") == .problem)
        try Paths.setPermissions(0o700, shut)
    }

    @Test(
        "The socket can be made, with its lock",
        arguments: [
            ("run/fourlines", "", Finding.Level.note), ("run", "run/fourlines", .problem),
            ("run/fourlines/socket.lock", "", .problem), ("run/fourlines", "run/fourlines/socket.lock", .note),
            ("run", "", .note), ("none", "run", .problem),
        ])
    func place(made: String, file: String, level: Finding.Level) throws {
        let home = try FileFolder()
        let surroundings = DocumentLocations.Surroundings(
            variable: { $0 == "XDG_RUNTIME_DIR" ? home.path + "/run" : nil }, home: home.path, user: 7,
            isPrivateFolder: { _ in false })
        _ = try Paths.makeFolders(home.path + "/" + made)
        if !file.isEmpty { _ = try FileDescriptor.open("\(home.path)/\(file)", [.writing, .create]) }
        let entry = try DocumentEntry(nil, DocumentPlaces(surroundings), home: home.path, SystemSockets(""))
        let findings = SocketExamination.findings(entry)
        #expect(findings.map(\.level) == [level], "\(findings)")
    }

    @Test("The files of an installation are those of this version")
    func installation() throws {
        let home = try FileFolder()
        let surroundings = DocumentLocations.Surroundings(
            variable: { _ in nil }, home: home.path, user: 7, isPrivateFolder: { _ in false })
        let document = try InstalledDocument(name: "work", in: surroundings)
        let examination = ServiceExamination(document, surroundings)
        #expect(examination.findings(nil).map(\.remedy) == ["fourlines install --name work"])
        _ = try Paths.makeFolders(document.unitFolder)
        for (name, text) in [("fourlinesd@.service", "[Unit]\n"), ("fourlinesd@.socket", nil)] {
            let bytes = text.map { Array($0.utf8) } ?? InstalledDocument.embedded("systemd/" + name)
            try FileDescriptor.open("\(document.unitFolder)/\(name)", [.writing, .create]).writeAll(bytes)
        }
        let findings = examination.fileFindings()
        #expect(findings.map(\.level) == [.note, .problem, .note])
        #expect(findings[0].text.contains("fourlinesd@.service is not that of this version"))
        #expect(findings[1].text.contains("fourlinesd, which the unit starts, is missing"))
    }

    @Test(
        "The socket's place is free, or says what lies there",
        arguments: [
            (false, 0o700, "/run", "no daemon runs for the default document"), (true, 0o700, "/run", "is no socket"),
            (false, 0o777, "/run", "is writable by others"),
            (false, 0o700, "/" + String(repeating: "x", count: 100), "107 are the most"),
        ] as [(Bool, UInt32, String, String)])
    func socket(hasFile: Bool, mode: UInt32, runtime: String, text: String) throws {
        let home = try FileFolder()
        let surroundings = DocumentLocations.Surroundings(
            variable: { $0 == "XDG_RUNTIME_DIR" ? home.path + runtime : nil }, home: home.path, user: 7,
            isPrivateFolder: { _ in false })
        let entry = try DocumentEntry(nil, DocumentPlaces(surroundings), home: home.path, SystemSockets(""))
        let folder = try #require(Paths.split(entry.socket)?.folder)
        _ = try Paths.makeFolders(folder)
        try Paths.setPermissions(FileMode(rawValue: mode), folder)
        if hasFile { try FileDescriptor.open(entry.socket, [.writing, .create]).writeAll([]) }
        let findings = SocketExamination.findings(entry)
        #expect(findings.count == 1 && findings[0].text.contains(text), "\(findings)")
    }

    @Test("A document is examined by its name")
    func name() {
        let program = Program()
        #expect(program.run("doctor", "--socket", "/s") == .usage)
        #expect(program.complaint.contains("--name NAME"))
    }
}
