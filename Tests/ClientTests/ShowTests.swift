import FourLinesRESP
import Testing

@testable import FourLinesClient

@Suite struct ShowTests {
    let program = Program()

    @Test("Without a command the items are shown with their numbers, and an empty one leaves no blanks")
    func alone() {
        #expect(program.run() == .success)
        #expect(program.output == "1  one\n2  two\n3\n4  four\n")
    }

    @Test("--paths prints both forms, also without the command's name")
    func paths() {
        #expect(program.run("--paths") == .success)
        #expect(program.output == "1  lines.0  one\n2  lines.1  two\n3  lines.2\n4  lines.3  four\n")
    }

    @Test("JSON is an array of the items, or of numbers, paths and values")
    func json() {
        #expect(program.run("show", "--json") == .success)
        #expect(program.run("show", "--json", "--paths") == .success)
        let lines = program.output.split(separator: "\n")
        #expect(lines[0] == #"["one","two","","four"]"#)
        #expect(lines[1].hasPrefix(#"[{"number":1,"path":"lines.0","value":"one"},"#))
    }

    @Test("What could mislead is escaped, in a pipe too, and an item is one line")
    func escapes() {
        program.daemon.lists["lines"] = [Array("a\nb\u{1b}[31m\u{202e}".utf8), [0xff]]
        #expect(program.run("show") == .success)
        #expect(program.output == "1  a\\nb\\u{1b}[31m\\u{202e}\n2  \\xff\n")
    }

    @Test("Numbers are aligned at their right")
    func alignment() {
        program.daemon.lists["lines"] = (1...10).map { [UInt8(ascii: "a") + $0] }
        #expect(program.run("show") == .success)
        #expect(program.output.hasPrefix(" 1  b\n"))
        #expect(program.output.hasSuffix("10  k\n"))
    }

    @Test("An item alone, by number or by path", arguments: [["2"], ["lines.1"]])
    func item(operand: [String]) {
        #expect(program.run("show", operand[0]) == .success)
        #expect(program.run("show", operand[0], "--json") == .success)
        #expect(program.run("show", operand[0], "--paths") == .success)
        #expect(program.output == "two\n\"two\"\nlines.1  two\n")
    }

    @Test("An item that is an object is shown by number as by path", arguments: ["2", "lines.1"])
    func objectItem(operand: String) {
        program.daemon.hashes["lines.1"] = [("name", "Ann")]
        #expect(program.run("show", operand) == .success)
        #expect(program.output == "lines.1.name  Ann\n")
    }

    @Test("The list that has numbers is shown with them when it is named, another one with paths")
    func lists() {
        program.daemon.lists["other"] = [Array("x".utf8)]
        #expect(program.run("show", "lines") == .success)
        #expect(program.run("show", "other") == .success)
        #expect(program.output == "1  one\n2  two\n3\n4  four\nother.0  x\n")
    }

    @Test("A hash is shown with paths that set takes", arguments: [false, true])
    func hash(isNewer: Bool) {
        program.daemon.isNewer = isNewer
        program.daemon.hashes["who"] = [("name", "Ann"), ("a.b", "c")]
        #expect(program.run("show", "who") == .success)
        #expect(program.output == "who.name  Ann\nwho.a\\.b  c\n")
    }

    @Test("A document without items shows its fields")
    func root() {
        program.daemon.information["document"] = "model:dictionary\r\n"
        program.daemon.lists = ["list": [[0x61]]]
        program.daemon.values = ["key": Array("value".utf8)]
        #expect(program.run() == .success)
        #expect(program.run("--json") == .success)
        #expect(program.output == "key   value\nlist  …\n{\"key\":\"value\",\"list\":[\"a\"]}\n")
    }

    @Test("The list can be the root object itself")
    func rootList() {
        program.daemon.information["document"] = "model:notes\r\nitems:\r\n"
        program.daemon.lists = ["": [Array("x".utf8)]]
        #expect(program.run("--paths") == .success)
        #expect(program.output == "1  0  x\n")
        #expect(program.run("get", "2") == .nothing)
        #expect(program.complaint == "there is no item 2: there is one item in items, 1; by path it is 0")
    }

    @Test("A daemon that tells nothing of its document has lines")
    func silentDaemon() {
        program.daemon.information = [:]
        #expect(program.run() == .success)
        #expect(program.output.hasPrefix("1  one\n"))
    }

    @Test("Nothing at a path")
    func nothing() {
        #expect(program.run("show", "nowhere") == .nothing)
        #expect(program.complaint == "there is nothing at “nowhere”")
    }
}
