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
}
