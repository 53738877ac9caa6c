import FourLinesRESP
import Testing

@testable import FourLinesClient

@Suite("Commands about the history")
struct HistoryCommandTests {
    let program = Program()

    private func entry(_ fields: [(String, Reply)]) -> Reply {
        .array(fields.flatMap { [.bulk(Array($0.0.utf8)), $0.1] })
    }

    private func text(_ text: String) -> Reply { .bulk(Array(text.utf8)) }

    private func edit(_ revision: Int64, kind: String = "edit", undoable: Int64 = 1) -> Reply {
        entry([
            ("revision", .integer(revision)), ("command", text("lset")), ("client", text("editor\u{1B}")),
            ("path", text("lines.0")), ("time", .integer(1_796_000_000_000_000)), ("kind", text(kind)),
            ("undoable", .integer(undoable)),
        ])
    }

    @Test(
        "undo and redo say what they did", arguments: [("undo", "UNDO", "took back"), ("redo", "REDO", "made again")])
    func undo(command: String, request: String, verb: String) {
        program.daemon.answers[request] = edit(12)
        #expect(program.run(command) == .success)
        #expect(program.daemon.requests == [[request]])
        #expect(program.output == "\(verb): lset lines.0 by editor\\u{1b} (revision 12)\n")
    }

    @Test("With nothing to take back or to make again the exit code is 1", arguments: ["undo", "redo"])
    func nothing(command: String) {
        program.daemon.answers[command.uppercased()] = .error("ERR nothing to \(command)")
        #expect(program.run(command) == .nothing)
        #expect(program.complaint == "nothing to \(command)")
    }

    @Test("history has a line for each edit, and marks what cannot be taken back")
    func history() {
        program.daemon.answers["HISTORY"] = .array([edit(12, kind: "undo of 11"), edit(11, undoable: 0)])
        #expect(program.run("history", "2") == .success)
        #expect(program.daemon.requests == [["HISTORY", "2"]])
        let moment = Wording.moment(secondsSince1970: 1_796_000_000)
        #expect(
            program.output == """
                12     \(moment)  lset lines.0 by editor\\u{1b} (undo of 11)
                11  -  \(moment)  lset lines.0 by editor\\u{1b}

                """)
        #expect(program.run("history", "many") == .usage)
    }

    @Test("history as JSON has every field")
    func historyJSON() {
        program.daemon.answers["HISTORY"] = .array([edit(1)])
        #expect(program.run("history", "--json") == .success)
        #expect(program.output.hasPrefix(#"[{"revision":1,"command":"lset","client":"editor\u001B","path":"lines.0""#))
    }

    @Test("generations have revision, time, size and file")
    func generations() {
        let generation = entry([
            ("file", text("/state/data.archive.1")), ("revision", .integer(3)),
            ("time", .integer(1_796_000_000_000_000)),
            ("bytes", .integer(453)),
        ])
        program.daemon.answers["GENERATIONS"] = .array([generation])
        #expect(program.run("generations") == .success)
        let moment = Wording.moment(secondsSince1970: 1_796_000_000)
        #expect(program.output == "3  \(moment)  453 bytes  /state/data.archive.1\n")
    }

    @Test("revert and forget send what they are called")
    func revert() {
        program.daemon.answers["REVERT"] = .simple("OK")
        program.daemon.answers["FORGET"] = .simple("OK")
        #expect(program.run("revert", "ab-3") == .success)
        #expect(program.run("forget") == .success)
        #expect(program.daemon.requests == [["REVERT", "ab-3"], ["FORGET"]])
        #expect(program.daemon.patience == .seconds(600))
        #expect(program.run("revert") == .usage)
        #expect(program.complaint == "a revision is missing")
    }

    @Test("watch prints what changes", arguments: [false, true])
    func watch(isEverything: Bool) {
        program.daemon.answers["REVISION"] = text("ab-7")
        program.daemon.answers["CHANGES"] = entry([
            ("revision", text("ab-9")), ("everything", .integer(isEverything ? 1 : 0)),
            ("paths", .array(isEverything ? [] : [text("lines.0"), text("lines.2")])),
        ])
        #expect(program.run("watch", "--once") == .success)
        #expect(program.daemon.requests.last == ["CHANGES", "ab-7", "BLOCK", "0"])
        #expect(program.daemon.patience == nil)
        #expect(program.output == (isEverything ? ".\n" : "lines.0\nlines.2\n"))
        #expect(program.run("watch", "--once", "--json") == .success)
        #expect(
            program.output.hasSuffix(
                #"{"revision":"ab-9","paths":\#(isEverything ? #"[""]"# : #"["lines.0","lines.2"]"#)}"# + "\n"))
    }
}
