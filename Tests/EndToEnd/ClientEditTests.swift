import FourLinesLinux
import Testing

@Suite("The program fourlines edits")
struct ClientEditTests {
    private func fourlines(_ daemon: DaemonProcess, _ arguments: String...) throws -> Run {
        try Run(
            Binaries.client, ["--socket", daemon.socket] + arguments,
            environment: DaemonProcess.environment(home: daemon.folder.path))
    }

    @Test("An edit is taken back and made again, also when the daemon was killed in between")
    func history() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        #expect(try fourlines(daemon, "undo").code == 1)
        #expect(try fourlines(daemon, "set", "1", "first").isSuccess)
        #expect(try fourlines(daemon, "set", "1", "second").isSuccess)
        #expect(try fourlines(daemon, "append", "1", " half").isSuccess)
        #expect(try fourlines(daemon, "undo").text.hasPrefix("took back: append lines.0"))
        try daemon.process.send(.kill)
        _ = try daemon.end()
        let again = try DaemonProcess(in: daemon.folder)
        #expect(try fourlines(again, "get", "1").text == "second\n")
        #expect(try fourlines(again, "redo").text.hasPrefix("made again: append lines.0"))
        #expect(try fourlines(again, "get", "1").text == "second half\n")
        let lines = try fourlines(again, "history").text.split(separator: "\n")
        #expect(lines.count == 5 && lines[0].contains("redo of 3") && lines[4].contains("lset lines"), "\(lines)")
        #expect(try fourlines(again, "revert", "1").isSuccess)
        #expect(try fourlines(again, "get", "1").text == "first\n")
        #expect(try fourlines(again, "revert", "99").code == 1)
        #expect(try fourlines(again, "save").isSuccess)
        #expect(try fourlines(again, "generations").text.contains("data.archive.1"))
        #expect(try fourlines(again, "forget").isSuccess)
        #expect(try fourlines(again, "history").text.isEmpty)
        #expect(try fourlines(again, "generations").text.isEmpty)
        #expect(try fourlines(again, "get", "1").text == "first\n")
    }

    @Test("Elements are added, found, changed and removed")
    func elements() throws {
        let daemon = try DaemonProcess(["--model", "roster"])
        #expect(try fourlines(daemon, "add", "athletes", "name", "Ann", "eligible", "no").text == "athletes.7\n")
        #expect(try fourlines(daemon, "find", "athletes", "name", "Ann").text == "athletes.7\n")
        #expect(try fourlines(daemon, "find", "athletes", "name", "Nobody").code == 1)
        #expect(try fourlines(daemon, "set", "athletes.7.phoneNumber", "555").isSuccess)
        #expect(try fourlines(daemon, "unset", "athletes.7.eligible").isSuccess)
        #expect(try fourlines(daemon, "get", "athletes.7.eligible").text == "true\n")
        #expect(
            try fourlines(daemon, "add", "athletes.7.scoreCard.allTimes", "11:11:11").text.hasSuffix("allTimes.0\n"))
        #expect(try fourlines(daemon, "unset", "athletes.7").code == 2)
        #expect(try fourlines(daemon, "remove", "athletes.7").isSuccess)
        #expect(try fourlines(daemon, "remove", "athletes.7").code == 1)
        #expect(try fourlines(daemon, "call", "LLEN", "athletes").text.contains("7"))
    }

    @Test("Elements are put and moved anywhere, objects too, each time as one edit")
    func places() throws {
        let daemon = try DaemonProcess(["--model", "roster"])
        func names() throws -> [String] {
            let names = try daemon.connect()
            return try (0..<7).map { try names.ask("HGET", "athletes.\($0)", "name") }
        }
        let before = try names()
        #expect(try fourlines(daemon, "move", "athletes", "0", "-1").isSuccess)
        #expect(try names() == Array(before.dropFirst()) + before.prefix(1))
        #expect(try fourlines(daemon, "insert", "athletes", "1", "name", "Ann").text == "athletes.1\n")
        #expect(try fourlines(daemon, "get", "athletes.1.name").text == "Ann\n")
        for _ in 1...2 { #expect(try fourlines(daemon, "undo").text.hasPrefix("took back: import")) }
        #expect(try names() == before)
        let times = "athletes.0.scoreCard.allTimes"
        #expect(try fourlines(daemon, "call", "DEL", times).isSuccess)
        for time in ["1:00", "2:00", "2:00", "3:00"] { #expect(try fourlines(daemon, "add", times, time).isSuccess) }
        #expect(try fourlines(daemon, "insert", times, "2", "2:30").text == "\(times).2\n")
        #expect(try fourlines(daemon, "move", times, "-1", "0").isSuccess)
        #expect(
            try fourlines(daemon, "get", times, "--json").text == #"["3:00","1:00","2:00","2:30","2:00"]"# + "\n")
        #expect(try fourlines(daemon, "insert", "athletes", "0", "plain text").code == 4)
    }

    @Test("A batch is one edit, or none")
    func batch() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        func batch(_ text: String) throws -> Run {
            try Run(
                Binaries.client, ["--socket", daemon.socket, "batch"], input: Array(text.utf8),
                environment: DaemonProcess.environment(home: daemon.folder.path))
        }
        #expect(try batch("set 1 x\nappend 1 \"y\\nz\"\nset lines.3 'last one'\n").isSuccess)
        #expect(try daemon.lines() == ["xy\nz"] + ExampleArchive.lines[1...2] + ["last one"])
        let refused = try batch("set 2 a\nset 9 b\n")
        #expect(refused.code == 1 && refused.errors.contains("line 2: index out of range"), "\(refused.errors)")
        #expect(try daemon.lines()[1] == ExampleArchive.lines[1])
        #expect(try fourlines(daemon, "undo").isSuccess)
        #expect(try daemon.lines() == ExampleArchive.lines)
    }

    @Test("An editor changes a text, many values or the whole; what is refused is not lost")
    func editor() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        try daemon.folder.makeFolder("kept")
        func edit(_ script: String, _ arguments: String...) throws -> Run {
            try daemon.folder.write("editor", Array(script.utf8))
            return try Run(
                Binaries.client, ["--socket", daemon.socket, "edit"] + arguments,
                environment: DaemonProcess.environment(home: daemon.folder.path) + [
                    "VISUAL=sh \(daemon.folder("editor"))", "XDG_STATE_HOME=\(daemon.folder("kept"))",
                ])
        }
        func kept() throws -> [String] { try FileDescriptor.openFolder(daemon.folder("kept")).names() }
        #expect(try edit("printf 'one\\ntwo\\n' >\"$1\"", "1").isSuccess)
        #expect(try daemon.lines()[0] == "one\ntwo")
        #expect(try edit("sed -i 's/^lines.1 = .*/lines.1 = \"b\"/; s/^lines.3 = .*/lines.3 = d/' \"$1\"").isSuccess)
        #expect(try daemon.lines() == ["one\ntwo", "b", ExampleArchive.lines[2], "d"])
        #expect(try edit("sed -i 's/\"b\"/\"whole\"/' \"$1\"", "--json").isSuccess)
        #expect(try daemon.lines()[1] == "whole")
        #expect(try edit("true", "2").code == 1)
        #expect(try kept().isEmpty)
        for options in [["1"], ["lines"], ["--json"]] {
            let meanwhile = "'\(Binaries.client)' --socket '\(daemon.socket)' append 4 x; sed -i s/two/mine/ \"$1\""
            let run = try edit(meanwhile, options.joined())
            #expect(run.code == 5 && run.errors.contains("your text is in"), "\(options): \(run.errors)")
        }
        #expect(try daemon.lines() == ["one\ntwo", "whole", ExampleArchive.lines[2], "dxxx"])
        #expect(try kept().count == 3)
    }

    @Test("A form is filled in at a terminal and from a file", .needs("python3"))
    func form() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let environment = DaemonProcess.environment(home: daemon.folder.path)
        let line = ["--socket", daemon.socket, "form"]
        #expect(try Run(Binaries.client, line, input: Array("\nfrom a file".utf8), environment: environment).isSuccess)
        #expect(try daemon.lines()[..<2] == [ExampleArchive.lines[0], "from a file"])
        let script = """
            import os, pty, sys
            pid, terminal = pty.fork()
            if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
            output = b''
            def expect(text):
                global output
                while not output.endswith(text): output += os.read(terminal, 1024)
            expect(b': '); os.write(terminal, b'typed\\n')
            expect(b'lines.1 [from a file]: '); os.write(terminal, b'\\x04')
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            """
        let run = try Run("python3", ["-c", script, Binaries.client] + line, environment: environment)
        #expect(run.isSuccess, "\(run.errors)")
        #expect(try daemon.lines()[..<2] == ["typed", "from a file"])
    }

    @Test("What has changed since an archive is shown, and the older values of what went")
    func difference() throws {
        let daemon = try DaemonProcess(["--model", "roster"])
        #expect(try fourlines(daemon, "diff").code == 1)
        let file = daemon.folder("copy")
        #expect(try fourlines(daemon, "export", "--to", "archive", "-o", file).isSuccess)
        #expect(try fourlines(daemon, "diff", file).text.isEmpty)
        #expect(try fourlines(daemon, "insert", "athletes", "1", "name", "Ann").isSuccess)
        #expect(try fourlines(daemon, "set", "athletes.3.name", "Bob").isSuccess)
        #expect(try fourlines(daemon, "remove", "athletes.5").isSuccess)
        let text = try fourlines(daemon, "diff", file).text
        #expect(text.contains("+ athletes.1.name  \"Ann\"\n"), "\(text)")
        #expect(text.contains("- athletes.3.name  \"Shaun White\"\n+ athletes.3.name  \"Bob\"\n"), "\(text)")
        #expect(text.contains("- athletes.4.name  \"Eric Clapton\"\n") && !text.contains("Jeff"), "\(text)")
        #expect(try fourlines(daemon, "save").isSuccess)
        #expect(try fourlines(daemon, "diff").isSuccess)
        let unknown = try fourlines(daemon, "diff", "99")
        #expect(unknown.code == 1 && unknown.errors.contains("no archive is of revision 99"), "\(unknown.errors)")
        #expect(try !fourlines(daemon, "generations").text.contains("5691"), "times are of this century")
    }

    @Test("A fixed list keeps its lines")
    func fixed() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let added = try fourlines(daemon, "add", "lines", "fifth")
        #expect(added.code == 4 && added.errors.contains("lines has 4 elements"), "\(added.errors)")
        #expect(try fourlines(daemon, "remove", "1").isSuccess)
        #expect(try daemon.lines() == [""] + ExampleArchive.lines.dropFirst())
        #expect(try fourlines(daemon, "undo").isSuccess)
        #expect(try daemon.lines() == ExampleArchive.lines)
    }

    @Test("A model is shown, changed and checked without a daemon")
    func model() throws {
        let folder = try TestFolder()
        let environment = DaemonProcess.environment(home: folder.path)
        let shown = try Run(Binaries.client, ["model", "show", "notes"], environment: environment)
        try folder.write("mine.model", shown.output)
        #expect(try Run(Binaries.client, ["model", "check", folder("mine.model")], environment: environment).isSuccess)
        let daemon = try DaemonProcess(["--model", folder("mine.model")])
        #expect(try daemon.terminate() == .exited(0))
        try folder.write("wrong.model", Array("[Model]\nName\n".utf8))
        let wrong = try Run(Binaries.client, ["model", "check", folder("wrong.model")], environment: environment)
        #expect(wrong.code == 65 && wrong.errors.contains("line 2"), "\(wrong.errors)")
    }

    @Test("An edit holds for the revision that it was made for, and watch tells of it")
    func condition() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let revision = try daemon.connect().revision()
        #expect(try fourlines(daemon, "set", "1", "mine", "--if", revision).isSuccess)
        let late = try fourlines(daemon, "set", "1", "late", "--if", revision)
        #expect(late.code == 5 && late.errors.contains("not at \(revision)"), "\(late.errors)")
        #expect(try daemon.lines()[0] == "mine")
        let watch = try ChildProcess.start(
            "sh",
            [
                "-c", "\"$0\" --socket \"$1\" watch --once >\"$2\"", Binaries.client, daemon.socket,
                daemon.folder("told"),
            ], environment: DaemonProcess.environment(home: daemon.folder.path))
        let client = try daemon.connect()
        let deadline = MonotonicTime.now + .seconds(10)
        while try !client.ask("INFO", "clients").contains("blocked_clients:1") {
            try #require(MonotonicTime.now < deadline, "nobody waits")
        }
        #expect(try fourlines(daemon, "set", "2", "told").isSuccess)
        #expect(try watch.wait(timeout: .seconds(10)) == .exited(0))
        #expect(String(decoding: try daemon.folder.read("told"), as: UTF8.self) == "lines.1\n")
    }

    @Test("The document is exported, changed, and imported again", arguments: ["archive", "archive-xml", "json"])
    func exchange(form: String) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let file = daemon.folder("copy")
        #expect(try fourlines(daemon, "export", "--to", form, "-o", file).isSuccess)
        #expect(try fourlines(daemon, "set", "1", "changed").isSuccess)
        #expect(try fourlines(daemon, "import", file).isSuccess)
        #expect(try daemon.lines() == ExampleArchive.lines)
        #expect(try fourlines(daemon, "undo").text.hasPrefix("took back: import"))
        #expect(try daemon.lines()[0] == "changed")
    }
}
