import FourLinesRESP
import Testing

@testable import FourLinesClient

@Suite("fourlines batch")
struct BatchTests {
    let program = Program()

    /// Runs a batch; each reply of the transaction is what the daemon answers to the edit.
    private func run(_ text: String, _ options: String..., replies: [Reply] = []) -> ExitCode {
        program.daemon.answers["MULTI"] = .simple("OK")
        program.daemon.answers["IFREV"] = .simple("OK")
        for name in ["SET", "LSET", "DEL", "APPEND", "RPUSH", "LPUSH", "ADD", "LINSERT", "INCR"] {
            program.daemon.answers[name] = .simple("QUEUED")
        }
        if program.daemon.answers["EXEC"] == nil { program.daemon.answers["EXEC"] = .array(replies) }
        program.console.input = Array(text.utf8)
        return program.run((["batch"] + options).map { Array($0.utf8) })
    }

    /// What was sent behind MULTI, without EXEC.
    private var edits: [[String]] {
        let requests = program.daemon.requests
        return requests.firstIndex(of: ["MULTI"]).map { Array(requests[($0 + 1)...].dropLast()) } ?? []
    }

    @Test(
        "Each line is an edit, in the words of the program's commands",
        arguments: [
            ("set 1 'call Ann'", ["LSET", "lines", "0", "call Ann"]), ("set name x", ["SET", "name", "x"]),
            (#"  set a\.b "one\ntwo \"x\" \\""#, ["SET", #"a\.b"#, "one\ntwo \"x\" \\"]),
            ("set name ''\r", ["SET", "name", ""]), ("append 2 x", ["APPEND", "lines.1", "x"]),
            ("unset name", ["DEL", "name"]), ("remove 3", ["DEL", "lines.2"]),
            ("add tags x", ["RPUSH", "tags", "x"]), ("add notes a b", ["ADD", "notes", "a", "b"]),
            ("add notes", ["ADD", "notes"]), ("insert tags 0 x", ["LPUSH", "tags", "x"]),
            ("insert tags -1 x", ["RPUSH", "tags", "x"]),
            ("insert tags after a x", ["LINSERT", "tags", "AFTER", "a", "x"]), ("call INCR n", ["INCR", "n"]),
        ])
    func line(text: String, request: [String]) {
        #expect(run(text + "\n", replies: [.integer(1)]) == .success)
        #expect(edits == [request])
    }

    @Test("All lines are one transaction, and the paths of new elements are printed")
    func transaction() {
        let text = "# two\nadd tags x\n\nadd notes a b\nset 1 y\n"
        #expect(run(text, "--if", "7", replies: [.integer(3), .integer(0), .simple("OK")]) == .success)
        #expect(program.output == "tags.2\nnotes.0\n")
        let sent = program.daemon.requests.drop { $0[0] != "IFREV" }
        #expect(sent.map { $0[0] } == ["IFREV", "MULTI", "RPUSH", "ADD", "LSET", "EXEC"])
    }

    @Test(
        "A line that is wrong is named, and nothing is sent",
        arguments: [
            ("set 1", "line 1: the text is missing"),
            ("\nset 1 a b", "line 2: “b” is one argument too many: quote the text"),
            ("set 1 \"a", "line 1: a quote is not closed, or something follows it without a blank"),
            ("sett 1 a", "line 1: there is no command “sett” in a batch; did you mean set?"),
            ("add notes a b c", "line 1: the value of the last field is missing"),
            (
                "insert tags 2 x",
                "line 1: in a batch it is insert PATH 0|-1 TEXT, or insert PATH before|after VALUE TEXT"
            ),
            ("*1", "line 1: a line begins with the name of a command"),
            (
                "set 1 a\ncall EXEC",
                "line 2: “EXEC” is no edit: in a batch “call” takes commands that change the document"
            ),
            ("call get name", "line 1: “get” is no edit: in a batch “call” takes commands that change the document"),
            ("call NOSUCH x", "line 1: the daemon knows no command “NOSUCH”"),
            ("set 1 a\nunset 2", "line 2: “lines.1” is an element of a list: “fourlines remove” takes it out"),
            ("remove a.b", "line 1: “a.b” is no element of a list: “fourlines unset” puts it back to its default"),
            (
                "move 1 2",
                "line 1: there is no command “move” in a batch; there are set, unset, append, add, insert, remove, call"
            ),
        ])
    func wrong(text: String, complaint: String) {
        #expect(run(text + "\n") == .usage)
        #expect(program.complaint == complaint)
        #expect(edits.isEmpty)
    }

    @Test("What the daemon refuses is said of its line")
    func refusals() {
        let text = "set 1 x\n\nset 2 y\n"
        program.daemon.answers["EXEC"] = .error(
            "ERR command 2 of 2, lset, failed, and nothing was changed: value does not fit: no date")
        #expect(run(text) == .refused)
        #expect(program.complaint == "line 3: value does not fit: no date; nothing was changed")
        program.daemon.answers["EXEC"] = .error("CONFLICT the document is at ab-9, not at ab-7")
        #expect(run(text, "--if", "ab-7") == .conflict)
        #expect(program.console.complaints.last == "fourlines: the document is at ab-9, not at ab-7")
    }

    @Test("Where there was nothing to remove, that is said, and the rest is done")
    func absence() {
        #expect(run("set 1 x\nunset nowhere\n", replies: [.simple("OK"), .integer(0)]) == .nothing)
        #expect(program.complaint == "line 2: there was nothing at “nowhere”; all else was done")
        #expect(run("# nothing\n") == .nothing)
    }

    @Test("Of what is not there yet it is not known whether it is an element")
    func unknownParents() {
        program.daemon.answers["TYPE"] = .simple("none")
        #expect(run("remove new.0\nunset new.0\n", replies: [.integer(1), .integer(1)]) == .success)
        #expect(edits == [["DEL", "new.0"], ["DEL", "new.0"]])
    }

    @Test("A file is read instead of the input")
    func file() {
        program.console.files["edits"] = Array("set 1 x".utf8)
        #expect(run("set 2 y\n", "edits", replies: [.simple("OK")]) == .success)
        #expect(edits == [["LSET", "lines", "0", "x"]])
    }
}
