import FourLinesRESP
import Testing

@testable import FourLinesClient

@Suite struct SetTests {
    let program = Program()

    private var lines: [String] {
        (program.daemon.lists["lines"] ?? []).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "Text is taken literally",
        arguments: ["@home", "", "call Ann", "a\nb", "\u{1F697}", "-", "--", "--stdin", "-5", "\\n"])
    func literal(text: String) {
        #expect(program.run("set", "--", "1", text) == .success)
        #expect(lines == [text, "two", "", "four"])
        #expect(program.output.isEmpty && program.console.complaints.isEmpty)
    }

    @Test("A negative number is no option")
    func negative() {
        #expect(program.run("set", "1", "-5") == .success)
        #expect(lines[0] == "-5")
    }

    @Test("A path is written as well as a number")
    func path() {
        #expect(program.run("set", "lines.3", "x") == .success)
        #expect(lines[3] == "x")
    }

    @Test("Bytes that are no UTF-8 arrive as they are")
    func bytes() {
        #expect(program.run([Array("set".utf8), Array("1".utf8), [0xff, 0xfe]]) == .success)
        #expect(program.daemon.lists["lines"]?[0] == [0xff, 0xfe])
    }

    @Test(
        "Of what is read one final line break is dropped, unless --raw",
        arguments: [
            ("a\n", false, "a"), ("a\r\n", false, "a"), ("a\n\n", false, "a\n"), ("a", false, "a"), ("\n", false, ""),
            ("", false, ""), ("a\r", false, "a\r"), ("a\n", true, "a\n"), ("a\r\n", true, "a\r\n"),
        ])
    func lineBreak(text: String, isRaw: Bool, expected: String) {
        program.console.input = Array(text.utf8)
        program.console.files["/f"] = Array(text.utf8)
        let raw = isRaw ? ["--raw"] : []
        #expect(program.run((["set", "1", "--stdin"] + raw).map { Array($0.utf8) }) == .success)
        #expect(program.run((["set", "lines.1", "--file", "/f"] + raw).map { Array($0.utf8) }) == .success)
        #expect(lines[0] == expected)
        #expect(lines[1] == expected)
    }

    @Test("Data keeps its last byte, whatever it is")
    func data() {
        program.daemon.kinds["picture"] = "data"
        program.daemon.values["picture"] = []
        program.console.input = [1, 10]
        #expect(program.run("set", "picture", "--stdin") == .success)
        #expect(program.daemon.values["picture"] == [1, 10])
    }

    @Test("An item that does not exist", arguments: ["0", "5", "lines.4"])
    func missing(operand: String) {
        #expect(program.run("set", operand, "x") == .nothing)
        #expect(program.complaint.contains("there are 4 lines, 1 to 4; by path the first is lines.0"))
        #expect(lines == ["one", "two", "", "four"])
    }

    @Test("A path that does not exist")
    func missingPath() {
        #expect(program.run("set", "nowhere", "x") == .nothing)
        #expect(program.complaint == "no such key: there is no field “nowhere”")
    }

    @Test(
        "What a refusal of the daemon ends with",
        arguments: [
            ("ERR invalid UTF-8: lines.0 is a text", ExitCode.refused, "invalid UTF-8: lines.0 is a text"),
            ("WRONGTYPE Operation", .refused, "Operation"), ("CONFLICT revision 7", .conflict, "revision 7"),
            ("LOADING restoring", .unavailable, "restoring"),
            ("ERR not started: no space", .unavailable, "the daemon did not start: no space"),
            ("strange", .refused, "strange"),
        ])
    func refusals(text: String, code: ExitCode, sentence: String) {
        program.daemon.answers["LSET"] = .error(text)
        #expect(program.run("set", "1", "x") == code)
        #expect(program.complaint == sentence)
    }

    @Test("A file that cannot be read")
    func unreadable() {
        #expect(program.run("set", "1", "--file", "/missing") == .inputOutput)
        #expect(lines[0] == "one")
    }

    @Test("Two texts are a usage error that shows how to quote")
    func twoTexts() {
        #expect(program.run("set", "1", "it's", "late") == .usage)
        #expect(program.complaint == #"TEXT is one argument, quote it: fourlines set 1 'it'\''s late'"#)
        #expect(program.daemon.requests.isEmpty)
    }
}
