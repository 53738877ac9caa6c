import Testing

@testable import FourLinesServer

@Suite("The daemon's options")
struct DaemonOptionsTests {
    /// What a command line sets, by option.
    func settings(_ arguments: [String]) throws -> [String: String] {
        try DaemonOptions(arguments).settings.reduce(into: [:]) { $0[$1.key.option ?? ""] = $1.value }
    }

    @Test("Values follow their option, or an equals sign", arguments: [["--name", "a=b"], ["--name=a=b"]])
    func values(arguments: [String]) throws {
        #expect(try settings(arguments) == ["--name": "a=b"])
    }

    @Test("The last of several holds, and all have their place")
    func all() throws {
        let arguments = [
            "--name", "x", "--state-dir", "/s", "--socket=/t", "--model", "four-lines", "--archive", "a", "--name=y",
            "--check",
        ]
        let expected = [
            "--name": "y", "--state-dir": "/s", "--socket": "/t", "--model": "four-lines", "--archive": "a",
        ]
        #expect(try settings(arguments) == expected)
        #expect(try DaemonOptions(arguments).action == .check)
    }

    @Test("Nothing means to serve the default document")
    func nothing() throws {
        let options = try DaemonOptions([])
        #expect(options.action == .serve && options.settings.isEmpty && options.configuration == nil)
    }

    static let mistakes: [([String], String)] = [
        (["--name"], "the option --name wants a value"), (["--nosuch=1"], "unknown option --nosuch=1"),
        (["--check=1"], "unknown option --check=1"), (["word"], "unexpected argument word"),
    ]

    @Test("Mistakes are named", arguments: mistakes)
    func mistake(_ arguments: [String], _ sentence: String) {
        let fault = #expect(throws: DaemonOptions.Fault.self) { try DaemonOptions(arguments) }
        #expect(fault?.description == sentence)
    }

    @Test("The help names every option")
    func help() {
        for option in ["name", "state-dir", "socket", "model", "archive", "check", "version", "help"] {
            #expect(DaemonOptions.help.contains("  --\(option) "))
        }
    }
}
