import Foundation
import FourLinesLinux
import Testing

@Suite("The daemon's command line")
struct CommandLineTests {
    private func run(_ arguments: [String], home: TestFolder, _ more: [String] = []) throws -> Run {
        try Run(Binaries.daemon, arguments, environment: DaemonProcess.environment(home: home.path) + more)
    }

    @Test("--version and --help answer on standard output with 0", arguments: ["--version", "--help", "-h"])
    func information(option: String) throws {
        let home = try TestFolder()
        let run = try run([option], home: home)
        #expect(run.isSuccess)
        #expect(run.text.hasPrefix("fourlinesd"))
        #expect(run.errors == "")
        #expect(try names(in: home.path) == [])
    }

    static let mistakes: [[String]] = [
        ["--nosuch"], ["stray"], ["--name"], ["--name", "a/b"], ["--name", ".."], ["--archive", "a/b"],
        ["--archive", ".."], ["--archive", ""], ["--version=1"], ["-x"], [""],
    ]

    @Test("A command line that is wrong is one sentence and 64", arguments: mistakes)
    func mistake(arguments: [String]) throws {
        let home = try TestFolder()
        let run = try run(arguments, home: home)
        #expect(run.code == 64, "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(run.output == [])
        #expect(try names(in: home.path) == [])
    }

    @Test("A model that does not exist is 78, and the models are named")
    func model() throws {
        let home = try TestFolder()
        let run = try run(["--model", "nosuch"], home: home)
        #expect(run.code == 78)
        #expect(run.errors.contains("four-lines"))
    }

    @Test("--check says what a start would do, and creates nothing")
    func check() throws {
        let home = try TestFolder()
        let nothing = try run(["--check"], home: home)
        #expect(nothing.isSuccess)
        #expect(nothing.text.contains("default"))
        #expect(try names(in: home.path) == [])

        try home.makeFolder("state")
        func check(_ bytes: [UInt8]) throws -> Run {
            try home.write("state/data.archive", bytes)
            let run = try run(["--check", "--state-dir", home("state")], home: home)
            #expect(try names(in: home("state")) == ["data.archive"])
            #expect(try home.read("state/data.archive") == bytes)
            return run
        }
        let sound = try check(ExampleArchive.bytes)
        #expect(sound.isSuccess && sound.text.contains("restored from the archive"))
        let damaged = try check(Array(ExampleArchive.bytes.dropLast()))
        #expect(damaged.code == 65 && damaged.errors.contains("damaged"))
        #expect(try check([]).code == 65)
        #expect(try check(Array("<?xml version=\"1.0\"?><plist/>".utf8)).code == 65)
    }

    @Test("--check works beside a running daemon")
    func checkBeside() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let run = try run(["--check", "--state-dir", daemon.folder("state")], home: daemon.folder)
        #expect(run.isSuccess, "\(run.errors)")
        #expect(try daemon.lines() == ExampleArchive.lines)
    }

    @Test("Without XDG variables everything lies below the home folder, and the log says where")
    func home() throws {
        let home = try TestFolder()
        let daemon = try DaemonProcess(
            in: home, instead: [Binaries.daemon, "--name", "e2e"],
            socket: ".local/state/fourlines@e2e/socket", serving: false)
        #expect(try daemon.logs("in another terminal"))
        let archive = home(".local/state/fourlines@e2e/data.archive")
        #expect(daemon.log.contains(archive))
        // The socket lies in the user's runtime folder if there is one, else beside the archive.
        let line = daemon.log.split(separator: "\n").first { $0.contains("serving the model") } ?? ""
        let socket = String(line.split(separator: " ").last ?? "")
        let client = try Conversation(socket, with: daemon)
        try client.setLine(0, "x")
        #expect(try daemon.terminate() == .exited(0))
        #expect(try Paths.status(archive)?.kind == .regular)
    }

    @Test("XDG variables and FOURLINES_NAME place the document")
    func places() throws {
        let home = try TestFolder()
        try home.makeFolder("run")
        let variables = [
            "XDG_RUNTIME_DIR=\(home("run"))", "XDG_STATE_HOME=\(home("states"))", "FOURLINES_NAME=work",
        ]
        let daemon = try DaemonProcess(
            in: home, instead: ["env"] + variables + [Binaries.daemon], socket: "run/fourlines@work/socket")
        #expect(try daemon.lines() == ["", "", "", ""])
        #expect(try daemon.terminate() == .exited(0))
        #expect(try names(in: home("states/fourlines@work")).contains("fourlines.lock"))
    }

    @Test("A standard error that is full or closed does not stop the daemon")
    func noLog() throws {
        let folder = try TestFolder()
        let line = ["sh", "-c", "exec \"$@\" 2>/dev/full", "sh"] + DaemonProcess.line(in: folder)
        let daemon = try DaemonProcess(in: folder, instead: line)
        try daemon.connect().setLine(0, "x")
        #expect(try daemon.terminate() == .exited(0))
        let closed = ["sh", "-c", "exec \"$@\" 0<&- 1>&- 2>&-", "sh"] + DaemonProcess.line(in: folder)
        let again = try DaemonProcess(in: folder, instead: closed)
        #expect(try again.lines()[0] == "x")
        try again.connect().setLine(0, "y")
        #expect(try again.terminate() == .exited(0))
        #expect(try DaemonProcess(in: folder).lines()[0] == "y")
    }
}
