import FourLinesDocument
import FourLinesRESP
import KeyedArchive
import Testing

@testable import FourLinesClient

@Suite("fourlines form")
struct FormTests {
    let program = Program()

    /// A daemon with the default document of a model.
    init() throws {
        try hold("roster")
        for name in ["MULTI", "IFREV"] { program.daemon.answers[name] = .simple("OK") }
        program.daemon.answers["REVISION"] = .bulk(Array("ab-7".utf8))
        program.daemon.answers["SET"] = .simple("QUEUED")
    }

    private func hold(_ model: String) throws {
        let found = try #require(try ModelLibrary.model(named: model))
        program.daemon.information["document"] = "# Document\r\nmodel:\(model)\r\nformat:archive\r\n"
        program.daemon.answers["EXPORT"] = .bulk(try Document(default: found).archive.encode(as: .archive).bytes)
    }

    private func run(_ answers: String, _ arguments: String..., count: Int = 0) -> ExitCode {
        program.console.input = Array(answers.utf8)
        program.daemon.answers["EXEC"] = .array(Array(repeating: .simple("OK"), count: count))
        return program.run((["form"] + arguments).map { Array($0.utf8) })
    }

    /// What was sent behind the last MULTI, without EXEC.
    private var edits: [[String]] {
        let requests = program.daemon.requests
        return requests.lastIndex(of: ["MULTI"]).map { Array(requests[($0 + 1)...].dropLast()) } ?? []
    }

    @Test("A line for each value: empty leaves it, quotes hold escapes, and the end leaves the rest")
    func answers() {
        #expect(run("\n\"a\\nb\"\n\"\"\n", "athletes.0", count: 2) == .success)
        #expect(edits == [["SET", "athletes.0.bio", "a\nb"], ["SET", "athletes.0.phoneNumber", ""]])
        #expect(program.daemon.requests.contains(["IFREV", "ab-7"]))
        #expect(program.output.isEmpty)
    }

    @Test("Answers that say what is there already change nothing", arguments: ["", "\n\n", "John Doe\n"])
    func unchanged(text: String) {
        #expect(run(text, "athletes.0") == .nothing)
        #expect(program.complaint == "nothing was changed")
        #expect(edits.isEmpty)
    }

    @Test("At a terminal each value is asked for, and what does not fit is asked for again")
    func terminal() {
        program.console.inputIsTerminal = true
        #expect(run("maybe\nno\n", "athletes.0.eligible", count: 1) == .success)
        #expect(program.output == "athletes.0.eligible (boolean) [true]: athletes.0.eligible (boolean) [true]: ")
        #expect(program.complaint.contains("“maybe” is not true or false"))
        #expect(edits == [["SET", "athletes.0.eligible", "no"]])
    }

    @Test("From a file what does not fit ends the form, and nothing is written")
    func refused() {
        #expect(run("maybe\n", "athletes.0.eligible") == .refused)
        #expect(program.complaint.hasSuffix("“maybe” is not true or false; nothing was written"))
        #expect(edits.isEmpty)
    }

    @Test("A date may lack its zone, and is meant in local time then")
    func date() throws {
        try hold("notes")
        #expect(run("2026-11-30T08:00:00\n", "0.date", count: 1) == .success)
        #expect(edits.count == 1 && edits[0][2].hasSuffix("Z"), "\(edits)")
    }

    @Test("Answers that come too late are printed as commands")
    func conflict() {
        program.daemon.answers["EXEC"] = .error("CONFLICT the document is at ab-9, not at ab-7")
        program.console.input = Array("Ann's\n".utf8)
        #expect(program.run("form", "athletes.0.name", "--name", "work") == .conflict)
        #expect(program.console.complaints[0] == "set \"athletes.0.name\" \"Ann's\"")
        #expect(
            program.console.complaints[1].hasSuffix(
                "nothing was written, your answers are the lines above: give them to “fourlines --name work batch”"))
        #expect(program.run("form", "--if", "6") == .conflict)
    }

    @Test(
        "The printed commands write what was answered, byte for byte",
        arguments: [
            ("\"two\\nlines\"", "two\nlines"), ("\"\\u0000 \\\\n \\\"x\\\"\"", "\0 \\n \"x\""),
            ("\u{202E}né 🚗 \u{9B}", "\u{202E}né 🚗 \u{9B}"), ("it's # $(x)", "it's # $(x)"),
        ])
    func recovery(answer: String, text: String) {
        program.daemon.answers["EXEC"] = .error("CONFLICT the document is at ab-9, not at ab-7")
        program.console.input = Array((answer + "\n").utf8)
        #expect(program.run("form", "athletes.0.bio") == .conflict)
        let line = program.console.complaints[0]
        #expect(TerminalText.escaped(line, .line) == line)
        program.console.input = Array((line + "\n").utf8)
        program.daemon.answers["EXEC"] = .array([.simple("OK")])
        #expect(program.run("batch") == .success)
        #expect(edits == [["SET", "athletes.0.bio", text]])
    }

    @Test("The printed commands name an element of the root by its path, not an item by its number")
    func recoveryOfNumber() throws {
        #expect(
            String(decoding: FormCommand.batchLine(Array("8".utf8), Array("x".utf8)), as: UTF8.self)
                == "call SET \"8\" \"x\"")
    }

    @Test("An item that is not there is called by its number")
    func missingItem() {
        program.daemon.information["document"]? += "items:athletes\r\n"
        #expect(run("x\n", "99") == .nothing)
        #expect(program.complaint.hasPrefix("there is no item 99: "), "\(program.complaint)")
    }

    @Test("A value of any length has its line, so that what follows does not slip")
    func longText() throws {
        let roster = try #require(try ModelLibrary.model(named: "roster"))
        var document = Document(default: roster)
        try document.set(PathBytes(Array("athletes.0.bio".utf8)), to: Array(repeating: 0x61, count: 1500))
        program.daemon.answers["EXPORT"] = .bulk(try document.archive.encode(as: .archive).bytes)
        #expect(run("NAME\nBIO\nPHONE\n", "athletes.0", count: 3) == .success)
        #expect(edits.map { $0[1] } == ["name", "bio", "phoneNumber"].map { "athletes.0." + $0 })
        program.console.inputIsTerminal = true
        #expect(run("", "athletes.0.bio") == .nothing)
        #expect(program.output == "athletes.0.bio [\(String(repeating: "a", count: 72))… (1500 bytes)]: \n")
    }

    @Test("Data has its line too, and takes base64")
    func data() throws {
        program.daemon.information["document"] = "# Document\r\nformat:archive\r\n"
        program.daemon.answers["EXPORT"] = .bulk(try FileFixtures.drafts())
        program.console.inputIsTerminal = true
        #expect(run("x\nbase64:AA\nbase64:AAE=\n", "photo", count: 1) == .success)
        #expect(program.output == String(repeating: "photo (data) [base64:AQL+]: ", count: 3))
        #expect(program.console.complaints.count == 2)
        #expect(edits == [["SET", "photo", "\0\u{1}"]])
    }

    @Test("More lines than values are an error before anything is written", arguments: ["x\ny\n", "x\n\n"])
    func surplus(answers: String) {
        #expect(run(answers, "athletes.0.name", count: 1) == .refused)
        #expect(program.complaint == "there are more lines than values, of which there is 1; nothing was written")
        #expect(edits.isEmpty)
    }

    @Test("A text that begins with a quote has to be one in quotes", arguments: ["\"bad\\q\"", "\"half", "\"a\" b"])
    func badQuotes(answer: String) {
        #expect(run(answer + "\n", "athletes.0.name", count: 1) == .refused)
        #expect(
            program.complaint
                == "the text in quotes has no end, or an escape that is none: \\\" is a quote; nothing was written")
        program.console.inputIsTerminal = true
        #expect(run(answer + "\nAnn\n", "athletes.0.name", count: 1) == .success)
        #expect(edits == [["SET", "athletes.0.name", "Ann"]])
    }

    @Test("Without an answer of the daemon nobody knows whether the edit was made")
    func unanswered() {
        program.daemon.closesAt = "EXEC"
        #expect(run("Ann\n", "athletes.0.name") == .unavailable)
        #expect(program.console.complaints[1].contains("it is not known whether anything was written, your answers"))
        #expect(!program.console.complaints[1].contains("nothing was written"))
    }

    @Test("Where there is no field to fill in")
    func nothing() throws {
        #expect(run("x\n", "athletes.99") == .nothing)
        try hold("dictionary")
        #expect(run("x\n") == .usage)
    }

    @Test("The prompt is safe for a terminal, and an answer is literal unless it is a text in quotes")
    func prompt() throws {
        let field = FormField(path: Array("a.\u{1B}".utf8), kind: .string, text: Array("x\ny".utf8))
        #expect(String(decoding: field.prompt, as: UTF8.self) == "a.\\u{1b} [x\\ny]: ")
        #expect(try field.text(of: Array("\"x\\ny\"".utf8)) == nil)
        #expect(try field.text(of: Array("half\"".utf8)) == Array("half\"".utf8))
    }
}
