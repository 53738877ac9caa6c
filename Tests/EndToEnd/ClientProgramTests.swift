import FourLinesLinux
import Testing

@Suite("The program fourlines beside the daemon")
struct ClientProgramTests {
    private func fourlines(_ daemon: DaemonProcess, _ arguments: [String], input: [UInt8]? = nil) throws -> Run {
        try Run(
            Binaries.client, ["--socket", daemon.socket] + arguments, input: input,
            environment: DaemonProcess.environment(home: daemon.folder.path))
    }

    @Test("It shows the four lines with their numbers, and edits them")
    func mainJob() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let shown = try fourlines(daemon, [])
        #expect(shown.isSuccess)
        let lines = shown.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5)
        for (index, line) in ExampleArchive.lines.enumerated() {
            #expect(lines[index].contains("\(index + 1)") && lines[index].hasSuffix(line), "\(lines[index])")
        }
        #expect(try fourlines(daemon, ["set", "4", "naïve 🚗"]).isSuccess)
        #expect(try fourlines(daemon, ["get", "4"]).text == "naïve 🚗\n")
        #expect(try fourlines(daemon, ["get", "lines.3"]).text == "naïve 🚗\n")
        #expect(try daemon.lines()[3] == "naïve 🚗")
        #expect(try daemon.terminate() == .exited(0))
        let again = try DaemonProcess(in: daemon.folder)
        #expect(try fourlines(again, ["get", "4"]).text == "naïve 🚗\n")
    }

    @Test("Text is literal, from an argument, standard input or a file")
    func sources() throws {
        let daemon = try DaemonProcess()
        #expect(try fourlines(daemon, ["set", "1", "@home \"x\" \\n"]).isSuccess)
        #expect(try fourlines(daemon, ["set", "2", "--stdin"], input: Array("a\nb\n".utf8)).isSuccess)
        try daemon.folder.write("text", Array("from a file\n".utf8))
        #expect(try fourlines(daemon, ["set", "3", "--file", daemon.folder("text")]).isSuccess)
        #expect(try fourlines(daemon, ["set", "4", "--", "--help"]).isSuccess)
        #expect(try daemon.lines() == ["@home \"x\" \\n", "a\nb", "from a file", "--help"])
    }

    @Test("SAVE archives now, and status says what is saved")
    func save() throws {
        let daemon = try DaemonProcess()
        #expect(try fourlines(daemon, ["set", "1", "x"]).isSuccess)
        #expect(try fourlines(daemon, ["status", "--json"]).text.contains(#""saved":false"#))
        #expect(try fourlines(daemon, ["save"]).isSuccess)
        #expect(try fourlines(daemon, ["status", "--json"]).text.contains(#""saved":true"#))
        #expect(try Paths.status(daemon.archive)?.kind == .regular)
        #expect(try fourlines(daemon, ["status"]).text.contains(daemon.archive))
    }

    @Test("All documents of a user are listed, whether they run or not")
    func documents() throws {
        let folder = try TestFolder()
        let environment = DaemonProcess.environment(home: folder.path) + ["XDG_RUNTIME_DIR=\(folder.path)"]
        let line = [Binaries.daemon, "--model", "roster", "--socket", folder("s")]
        let daemon = try DaemonProcess(in: folder, instead: line)
        try folder.makeFolder(".local/state/fourlines@old")
        let listed = try Run(Binaries.client, ["documents"], environment: environment)
        let lines = listed.text.split(separator: "\n")
        #expect(listed.isSuccess && lines.count == 2, "\(listed.text)")
        #expect(lines[0].hasPrefix("(default)  running, process \(daemon.id) ") && lines[0].contains("roster"))
        #expect(lines[1].hasPrefix("old        not running"))
        #expect(try daemon.terminate() == .exited(0))
        let json = try Run(Binaries.client, ["documents", "--json"], environment: environment).text
        #expect(json.contains(#"{"name":null,"state":"stopped","#) && json.contains("roster.archive"), "\(json)")
    }

    @Test("doctor finds nothing wrong with a daemon that runs, and names a file that is not sound")
    func doctor() throws {
        let folder = try TestFolder()
        let environment = DaemonProcess.environment(home: folder.path) + ["XDG_RUNTIME_DIR=\(folder.path)"]
        func problems() throws -> (code: Int32?, lines: [String]) {
            let run = try Run(Binaries.client, ["doctor"], environment: environment)
            let lines = run.text.split(separator: "\n").filter { $0.hasPrefix("problem ") }.map(String.init)
            // The folder of the tests may lie in memory, which is said for good reasons.
            let others = lines.filter { !$0.contains("lies in memory") }
            #expect((run.code == 0) == lines.isEmpty, "\(run.text)\(run.errors)")
            return (run.code, others)
        }
        let daemon = try DaemonProcess(in: folder, instead: [Binaries.daemon, "--socket", folder("s")])
        #expect(try problems().lines == [])
        #expect(try daemon.terminate() == .exited(0))
        let before = try FileDescriptor.openFolder(folder(".local/state/fourlines")).names().sorted()
        #expect(try problems().lines == [])
        #expect(try FileDescriptor.openFolder(folder(".local/state/fourlines")).names().sorted() == before)
        try folder.write(".local/state/fourlines/data.archive", Array("junk".utf8))
        let found = try problems()
        #expect(found.code == 65 && found.lines.count == 1, "\(found)")
        #expect(found.lines.first?.contains("data.archive is damaged") == true, "\(found)")
        #expect(try folder.read(".local/state/fourlines/data.archive") == Array("junk".utf8))
    }

    @Test("call is the raw protocol")
    func call() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let run = try fourlines(daemon, ["call", "LLEN", "lines"])
        #expect(run.isSuccess && run.text.contains("4"), "\(run.text)")
        let refused = try fourlines(daemon, ["call", "NOSUCH"])
        #expect(refused.code == 4 && refused.errors.contains("unknown command"), "\(refused.errors)")
    }

    @Test("JSON is what another program reads", .needs("python3"))
    func json() throws {
        let daemon = try DaemonProcess()
        try daemon.connect().setLine(0, "\"\\\u{1}\u{7F}\u{2028}🚗\r\n\u{0}")
        let run = try fourlines(daemon, ["show", "--json"])
        let script = #"import json, sys; assert json.load(sys.stdin)[0] == '"\\\x01\x7f\u2028🚗\r\n\x00'"#
        let judge = try Run("python3", ["-c", script], input: run.output)
        #expect(judge.isSuccess, "\(judge.errors)")
    }

    @Test("What an archive holds cannot command the terminal", .needs("python3"))
    func terminal() throws {
        let daemon = try DaemonProcess()
        try daemon.connect().setLine(0, "\u{1B}]0;title\u{7}\u{9B}31m\u{202E}abc\rdef")
        let script = """
            import os, pty, sys
            output = b''
            def read(descriptor):
                global output
                data = os.read(descriptor, 4096)
                output += data
                return data
            os.environ['TERM'] = 'xterm'
            status = pty.spawn(sys.argv[1:], read)
            assert status == 0, status
            text = output.decode()
            assert 'abc' in text and 'title' in text, text
            for character in '\\x07\\u009b\\u202e':
                assert character not in text, repr(text)
            assert '\\x1b]' not in text, repr(text)
            assert '\\rdef' not in text, repr(text)
            """
        let judge = try Run(
            "python3", ["-c", script, Binaries.client, "--socket", daemon.socket], input: [],
            environment: DaemonProcess.environment(home: daemon.folder.path))
        #expect(judge.isSuccess, "\(judge.errors)")
    }

    /// Command lines that do not end with 0, their exit codes and words of the one sentence that is said.
    static let failures: [([String], Int32, String)] = [
        (["get", "5"], 1, "4 lines"), (["get", "0"], 1, "lines.0"), (["get", "nothing"], 1, "nothing"),
        (["set", "5", "x"], 1, "4 lines"), (["set", "1", "two", "words"], 2, "quote"),
        (["nosuch"], 2, "nosuch"), (["get"], 2, ""), (["--nosuch"], 2, "--nosuch"),
    ]

    @Test("What cannot be done is one sentence and an exit code", arguments: failures)
    func failure(_ arguments: [String], _ code: Int32, _ words: String) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let run = try fourlines(daemon, arguments)
        #expect(run.code == code, "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.output == [])
        #expect(try daemon.lines() == ExampleArchive.lines)
    }

    @Test("Bytes that are no text are refused with the reason")
    func notText() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let run = try fourlines(daemon, ["set", "1", "--stdin"], input: [0x61, 0xFF])
        #expect(run.code == 4 && run.errors.contains("UTF-8"), "\(run.errors)")
        #expect(try daemon.lines() == ExampleArchive.lines)
    }

    @Test("Without a daemon it says in one sentence how to start one", arguments: ["none", "stale"])
    func noDaemon(kind: String) throws {
        let daemon = try DaemonProcess()
        if kind == "stale" { try daemon.process.send(.kill) } else { try daemon.process.send(.terminate) }
        _ = try daemon.end()
        let run = try fourlines(daemon, [])
        #expect(run.code == 3)
        #expect(run.errors.contains("fourlinesd") && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test("A daemon that does not answer is given up")
    func stopped() throws {
        let daemon = try DaemonProcess()
        try daemon.process.send(.stop)
        let run = try fourlines(daemon, ["--timeout", "1"])
        #expect(run.code == 3, "\(run.errors)")
        try daemon.process.send(.continue)
        #expect(try fourlines(daemon, []).isSuccess)
    }

    @Test("The name of a document leads both programs to the same place", arguments: [nil, "work"] as [String?])
    func name(name: String?) throws {
        let home = try TestFolder()
        let options = name.map { ["--name", $0] } ?? []
        let daemon = try DaemonProcess(
            in: home, instead: ["env", "XDG_RUNTIME_DIR=\(home.path)", Binaries.daemon] + options,
            socket: name.map { "fourlines@\($0)/socket" } ?? "fourlines/socket")
        let environment = DaemonProcess.environment(home: home.path) + ["XDG_RUNTIME_DIR=\(home.path)"]
        #expect(try Run(Binaries.client, options + ["set", "1", "x"], environment: environment).isSuccess)
        #expect(try daemon.lines()[0] == "x")
        let other = try Run(Binaries.client, ["--name", "other"], environment: environment)
        #expect(other.code == 3)
    }
}
