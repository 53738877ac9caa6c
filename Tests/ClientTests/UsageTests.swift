import Testing

@testable import FourLinesClient

@Suite struct UsageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let complaint: String
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String..., complaint: String) {
            self.arguments = arguments
            self.complaint = complaint
        }
    }

    static let cases = [
        Case("--foo", complaint: "there is no option “--foo” here; a text that begins with a hyphen goes behind --"),
        Case("-x", "show", complaint: "there is no option “-x” here; a text that begins with a hyphen goes behind --"),
        Case("--jsn", complaint: "there is no option “--jsn” here; did you mean --json?"),
        Case(
            "save", "--json",
            complaint: "there is no option “--json” here; a text that begins with a hyphen goes behind --"),
        Case(
            "set", "1", "-x", complaint: "there is no option “-x” here; a text that begins with a hyphen goes behind --"
        ),
        Case("sho", complaint: "there is no command “sho”; did you mean show?"),
        Case("stauts", complaint: "there is no command “stauts”; did you mean status?"),
        Case("frobnicate", complaint: "there is no command “frobnicate”"),
        Case("show", "1", "2", complaint: "“2” is one argument too many"),
        Case("get", complaint: "a number or a path is missing"),
        Case("get", "1", "2", complaint: "“2” is one argument too many"),
        Case("get", "1", "--raw", "--json", complaint: "--raw and --json exclude each other"),
        Case("set", complaint: "a number or a path is missing"),
        Case("set", "1", complaint: "the text is missing: TEXT, --stdin or --file PATH"),
        Case("set", "1", "--raw", complaint: "the text is missing: TEXT, --stdin or --file PATH"),
        Case("set", "1", "x", "--raw", complaint: "--raw belongs to --stdin and --file; TEXT is taken as it is"),
        Case("set", "1", "x", "--stdin", complaint: "TEXT, --stdin and --file exclude each other"),
        Case("set", "1", "x", "--file", "/f", complaint: "TEXT, --stdin and --file exclude each other"),
        Case("set", "1", "--file", "/f", "--stdin", complaint: "--stdin and --file exclude each other"),
        Case("set", "1", "--file", complaint: "--file PATH: the value is missing"),
        Case("set", "1", "a", "b", complaint: "TEXT is one argument, quote it: fourlines set 1 'a b'"),
        Case("save", "x", complaint: "“x” is one argument too many"),
        Case("status", "x", complaint: "“x” is one argument too many"),
        Case("call", complaint: "the command is missing"),
        Case("--name", "a", "--socket", "/s", complaint: "--name and --socket exclude each other"),
        Case("--socket", "", complaint: "--socket PATH: the path is empty"),
        Case("--name", complaint: "--name NAME: the value is missing"),
        Case("--json=1", complaint: "--json takes no value"),
        Case("--timeout", "soon", complaint: "--timeout SECONDS: “soon” is no number of seconds"),
        Case("--timeout", "-1", complaint: "--timeout SECONDS: “-1” is no number of seconds"),
        Case("--timeout", "inf", complaint: "--timeout SECONDS: “inf” is no number of seconds"),
        Case("--timeout", "nan", complaint: "--timeout SECONDS: “nan” is no number of seconds"),
        Case(
            "--name", "a/b",
            complaint: "“a/b” cannot be a document's name: up to 64 letters, digits and - _ . :"),
    ]

    @Test("A wrong command line is named, and nobody is asked", arguments: cases)
    func wrong(_ wrong: Case) {
        let program = Program()
        #expect(program.run(wrong.arguments.map { Array($0.utf8) }) == .usage)
        #expect(program.complaint == wrong.complaint)
        #expect(program.console.complaints.last?.hasSuffix("says more") == true)
        #expect(program.output.isEmpty)
        #expect(program.daemon.requests.isEmpty)
    }

    @Test("The document's name leads to its socket")
    func names() {
        let program = Program()
        #expect(program.run("--name", "work") == .success)
        #expect(program.socket == "/run/test/fourlines@work/socket")
        #expect(program.run("get", "1", "--name=play") == .success)
        #expect(program.socket == "/run/test/fourlines@play/socket")
        program.variables["FOURLINES_NAME"] = "env"
        #expect(program.run() == .success)
        #expect(program.socket == "/run/test/fourlines@env/socket")
        #expect(program.run("--name", "work") == .success)
        #expect(program.socket == "/run/test/fourlines@work/socket")
        #expect(program.run("--socket", "/s") == .success)
        #expect(program.socket == "/s")
        program.variables["FOURLINES_NAME"] = ""
        #expect(program.run() == .success)
        #expect(program.socket == "/run/test/fourlines/socket")
        program.variables["FOURLINES_NAME"] = "a b"
        #expect(program.run() == .usage)
        #expect(program.complaint.hasSuffix("($FOURLINES_NAME)"))
    }

    @Test("The patience is ten seconds, or what is said; zero is for ever")
    func patience() {
        let program = Program()
        #expect(program.run() == .success)
        #expect(program.patience == .seconds(10))
        #expect(program.run("--timeout", "0.5") == .success)
        #expect(program.patience == .milliseconds(500))
        #expect(program.run("--timeout", "0") == .success)
        #expect(program.patience == nil)
    }

    @Test("Without a daemon the exit code is 3")
    func noDaemon() {
        let program = Program()
        program.connectionError = .unavailable("no daemon")
        #expect(program.run() == .unavailable)
        #expect(program.console.complaints == ["fourlines: no daemon"])
    }

    @Test("Output that nobody reads ends the program without a word", arguments: ["show", "--help", "--version"])
    func closedOutput(argument: String) {
        let program = Program()
        program.console.isClosed = true
        #expect(program.run(argument) == .success)
        #expect(program.console.complaints.isEmpty)
    }
}
