import FourLinesRESP
import Testing

@testable import FourLinesClient

@Suite("insert and move")
struct ListCommandTests {
    let program = Program()

    init() {
        program.daemon.lists["tags"] = ["a", "b", "b", "c"].map { Array($0.utf8) }
        program.daemon.answers = [
            "REVISION": .bulk(Array("ab-7".utf8)), "IFREV": .simple("OK"), "MULTI": .simple("OK"),
        ]
    }

    private var requests: [[String]] { program.daemon.requests }

    /// What was sent behind the last condition.
    private var edits: [[String]] {
        requests.lastIndex { $0[0] == "IFREV" }.map { Array(requests[($0 + 1)...]) } ?? []
    }

    private func run(_ line: [String]) -> ExitCode { program.run(line.map { Array($0.utf8) }) }

    @Test(
        "A move writes the elements between the two places anew, as one edit that depends on what was read",
        arguments: [
            (["move", "3", "1"], "lines", ["", "one", "two"], 0),
            (["move", "1", "3"], "lines", ["two", "", "one"], 0),
            (["move", "tags", "-1", "-2"], "tags", ["c", "b"], 2),
        ])
    func move(line: [String], list: String, values: [String], first: Int) {
        program.daemon.answers["EXEC"] = .array(values.map { _ in .simple("OK") })
        #expect(run(line) == .success)
        let writes = values.enumerated().map { ["LSET", list, String(first + $0.offset), $0.element] }
        #expect(edits == [["MULTI"]] + writes + [["EXEC"]])
        #expect(requests.contains(["IFREV", "ab-7"]))
        #expect(program.output.isEmpty)
    }

    @Test(
        "Where nothing is to be moved",
        arguments: [
            (["move", "2", "2"], "the element is there already"),
            (["move", "5", "1"], "there is no item 5: there are 4 lines, 1 to 4; by path the first is lines.0"),
            (["move", "tags", "0", "4"], "“tags” has 4 elements, 0 to 3, and no 4"),
            (["insert", "tags", "5", "x"], "“tags” has 4 elements, 0 to 3, and no 5"),
            (["insert", "0", "x"], "there is no item 0: there are 4 lines, 1 to 4; by path the first is lines.0"),
        ])
    func nothing(line: [String], complaint: String) {
        #expect(run(line) == .nothing)
        #expect(program.complaint == complaint)
        #expect(edits.isEmpty)
    }

    @Test(
        "A new element goes beside a neighbour that a text finds, or to an end",
        arguments: [
            (["tags", "0", "x"], ["LPUSH", "tags", "x"], "tags.0\n"),
            (["tags", "-1", "x"], ["RPUSH", "tags", "x"], "tags.4\n"),
            (["tags", "1", "x"], ["LINSERT", "tags", "BEFORE", "b", "x"], "tags.1\n"),
            (["tags", "-2", "x"], ["LINSERT", "tags", "BEFORE", "c", "x"], "tags.3\n"),
            (["2", "x"], ["LINSERT", "lines", "BEFORE", "two", "x"], "lines.1\n"),
            (["athletes", "0", "name", "Ann"], ["ADD", "athletes", "name", "Ann"], "athletes.0\n"),
        ])
    func insert(line: [String], edit: [String], output: String) {
        for name in ["LPUSH", "RPUSH", "LINSERT", "ADD"] { program.daemon.answers[name] = .integer(5) }
        #expect(run(["insert"] + line) == .success)
        #expect(edits == [edit])
        #expect(program.output == output)
    }

    @Test("Between two that are equal the rest of the list goes around")
    func rotation() {
        program.daemon.lists["tags"] = ["a", "b", "b", "b", "c"].map { Array($0.utf8) }
        for name in ["LMOVE", "RPUSH"] { program.daemon.answers[name] = .simple("QUEUED") }
        program.daemon.answers["EXEC"] = .array(Array(repeating: .integer(0), count: 5))
        #expect(program.run("insert", "tags", "3", "x") == .success)
        let forth = ["LMOVE", "tags", "tags", "LEFT", "RIGHT"]
        let back = ["LMOVE", "tags", "tags", "RIGHT", "LEFT"]
        #expect(edits == [["MULTI"], back, back, ["RPUSH", "tags", "x"], forth, forth, ["EXEC"]])
    }

    @Test("before and after go by the value of an element")
    func beside() {
        program.daemon.answers["LINSERT"] = .integer(5)
        #expect(program.run("insert", "tags", "after", "a", "x") == .success)
        #expect(requests.last == ["LINSERT", "tags", "AFTER", "a", "x"])
        program.daemon.answers["LINSERT"] = .integer(-1)
        #expect(program.run("insert", "tags", "before", "z", "x") == .nothing)
        #expect(program.complaint == "“tags” has no element “z”")
    }

    @Test("A document that is edited meanwhile is read again; one that has to be at a revision is not")
    func conflict() {
        program.daemon.answers["EXEC"] = .error("CONFLICT the document is at ab-9, not at ab-7")
        #expect(program.run("move", "3", "1") == .conflict)
        #expect(requests.count { $0[0] == "EXEC" } == 32)
        #expect(program.run("move", "3", "1", "--if", "7") == .conflict)
        #expect(requests.count { $0[0] == "EXEC" } == 33)
        #expect(program.run("move", "3", "1", "--if", "ab-6") == .conflict)
        #expect(requests.count { $0[0] == "EXEC" } == 33)
        #expect(program.console.complaints.last == "fourlines: the document is at ab-7, not at ab-6")
    }

    @Test("What the daemon refuses is said without the transaction around it")
    func refusal() {
        let text = "ERR command 2 of 3, lset, failed, and nothing was changed: value does not fit: no date"
        program.daemon.answers["EXEC"] = .error(text)
        #expect(program.run("move", "3", "1") == .refused)
        #expect(program.complaint == "value does not fit: no date")
        #expect(TransactionFailure(text)?.number == 2)
        #expect(TransactionFailure("EXECABORT Transaction discarded because of previous errors.") == nil)
    }

    @Test(
        "A list that is not there is not called empty",
        arguments: [["move", "none", "0", "1"], ["insert", "none", "3", "x"]])
    func noList(line: [String]) {
        program.daemon.answers["TYPE"] = .simple("none")
        program.daemon.answers["LLEN"] = .integer(0)
        #expect(run(line) == .nothing)
        #expect(program.complaint == "there is no list “none”")
    }

    @Test(
        "A command line that cannot be understood",
        arguments: [
            (["move", "1"], "the index of an element is missing"),
            (["move", "tags", "x", "1"], "“x” is no index: they count from 0, and -1 is the last"),
            (["insert"], "the path of a list is missing"),
            (["insert", "tags"], "an index is missing, or “before” or “after”"),
            (["insert", "tags", "before", "b"], "the text is missing"),
            (["insert", "notes", "0", "a", "b", "c"], "the value of field “c” is missing"),
        ])
    func usage(line: [String], complaint: String) {
        #expect(run(line) == .usage)
        #expect(program.complaint == complaint)
    }
}
