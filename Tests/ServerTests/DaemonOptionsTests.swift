import Testing

@testable import FourLinesServer

@Suite("The daemon's options")
struct DaemonOptionsTests {
    @Test("Values follow their option, or an equals sign", arguments: [["--name", "a=b"], ["--name=a=b"]])
    func values(arguments: [String]) throws {
        #expect(try DaemonOptions(arguments).name == "a=b")
    }

    @Test("The last of several holds, and all have their place")
    func all() throws {
        let options = try DaemonOptions([
            "--name", "x", "--state-dir", "/s", "--socket=/t", "--model", "four-lines", "--archive", "a", "--name=y",
            "--check",
        ])
        #expect(options.name == "y")
        #expect(options.stateFolder == "/s")
        #expect(options.socket == "/t")
        #expect(options.model == "four-lines")
        #expect(options.archive == "a")
        #expect(options.action == .check)
    }

    @Test("Nothing means to serve the default document")
    func nothing() throws {
        let options = try DaemonOptions([])
        #expect(options.action == .serve && options.name == nil && options.stateFolder == nil)
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
