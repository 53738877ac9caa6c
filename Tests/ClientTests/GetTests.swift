import Testing

@testable import FourLinesClient

@Suite struct GetTests {
    let program = Program()

    @Test("A text has a line break behind it, by number and by path", arguments: ["2", "lines.1"])
    func text(operand: String) {
        #expect(program.run("get", operand) == .success)
        #expect(program.output == "two\n")
    }

    @Test("--raw prints no line break, --json a string")
    func forms() {
        #expect(program.run("get", "2", "--raw") == .success)
        #expect(program.run("get", "2", "--json") == .success)
        #expect(program.output == "two\"two\"\n")
    }

    @Test("In a pipe a text is exact, on a terminal it is escaped but keeps its lines")
    func terminal() {
        let text = "a\n\tb\r\u{1b}]0;x\u{7}\u{9b}\\"
        program.daemon.lists["lines"] = [Array(text.utf8)]
        #expect(program.run("get", "1") == .success)
        #expect(program.output == text + "\n")
        let other = Program()
        other.daemon.lists["lines"] = [Array(text.utf8)]
        other.console.outputIsTerminal = true
        #expect(other.run("get", "1") == .success)
        #expect(other.output == "a\n\tb\\r\\u{1b}]0;x\\u{7}\\u{9b}\\\n")
    }

    @Test("Data is printed as it is in a pipe and refused on a terminal", arguments: [true, false])
    func data(knowsKind: Bool) {
        let bytes: [UInt8] = knowsKind ? [0x41] : [0xff, 0xd8]
        program.daemon.knowsKind = knowsKind
        program.daemon.kinds["picture"] = "data"
        program.daemon.values["picture"] = bytes
        #expect(program.run("get", "picture") == .success)
        #expect(program.console.output == bytes)
        program.console.outputIsTerminal = true
        #expect(program.run("get", "picture") == .usage)
        #expect(program.complaint.contains("of data are not shown on a terminal"))
        #expect(program.run("get", "picture", "--json") == .success)
        #expect(program.output.hasSuffix("{\"base64\":\"\(knowsKind ? "QQ==" : "/9g=")\"}\n"))
    }

    @Test(
        "What no number means says both forms", arguments: ["0", "5", "99999999999999999999", "lines.4", "lines.-5"])
    func missing(operand: String) {
        #expect(program.run("get", operand) == .nothing)
        #expect(program.complaint.contains("there are 4 lines, 1 to 4; by path the first is lines.0"))
        #expect(program.output.isEmpty)
    }

    @Test("An empty list has no items")
    func empty() {
        program.daemon.lists["lines"] = []
        #expect(program.run("get", "1") == .nothing)
        #expect(program.complaint == "there is no item 1: there are no lines")
    }

    @Test("Without a list of items a number is a path")
    func numberIsPath() {
        program.daemon.information["document"] = "model:dictionary\r\n"
        program.daemon.values["7"] = Array("seven".utf8)
        #expect(program.run("get", "7") == .success)
        #expect(program.output == "seven\n")
    }

    @Test("A list is printed as show does, and not with --raw")
    func list() {
        #expect(program.run("get", "lines") == .success)
        #expect(program.output == "1  one\n2  two\n3\n4  four\n")
        #expect(program.run("get", "lines", "--raw") == .usage)
    }

    @Test("A path that begins with a hyphen goes behind two hyphens")
    func hyphen() {
        program.daemon.values["-x"] = Array("y".utf8)
        #expect(program.run("get", "-x") == .usage)
        #expect(program.run("get", "--", "-x") == .success)
        #expect(program.output == "y\n")
    }
}
