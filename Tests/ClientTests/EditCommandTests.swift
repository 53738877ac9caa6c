import FourLinesDocument
import FourLinesRESP
import KeyedArchive
import Testing

@testable import FourLinesClient

@Suite("Commands that edit")
struct EditCommandTests {
    let program = Program()

    private var last: [String] { program.daemon.requests.last ?? [] }

    @Test("append adds text to what is there, by number and by path", arguments: ["2", "lines.1"])
    func append(operand: String) {
        program.daemon.answers["APPEND"] = .integer(8)
        #expect(program.run("append", operand, " more") == .success)
        #expect(last == ["APPEND", "lines.1", " more"])
    }

    @Test("append makes no item that is not there")
    func appendToNothing() {
        #expect(program.run("append", "5", "x") == .nothing)
        #expect(program.complaint.contains("there are 4 lines, 1 to 4"))
        #expect(!program.daemon.requests.contains { $0[0] == "APPEND" })
    }

    @Test("add with one argument is a value, and its path is printed")
    func addValue() {
        program.daemon.answers["RPUSH"] = .integer(3)
        #expect(program.run("add", "tags", "urgent") == .success)
        #expect(last == ["RPUSH", "tags", "urgent"])
        #expect(program.output == "tags.2\n")
    }

    @Test(
        "add with fields, or with none, is an object", arguments: [[], ["name", "Ann"], ["name", "Ann", "rank", "1"]])
    func addObject(fields: [String]) {
        program.daemon.answers["ADD"] = .integer(7)
        #expect(program.run((["add", "athletes"] + fields).map { Array($0.utf8) }) == .success)
        #expect(last == ["ADD", "athletes"] + fields)
        #expect(program.output == "athletes.7\n")
    }

    @Test("add says which field has no value")
    func addWithoutValue() {
        #expect(program.run("add", "athletes", "name", "Ann", "rank") == .usage)
        #expect(program.complaint == "the value of field “rank” is missing")
        #expect(program.daemon.requests.isEmpty)
    }

    @Test("remove takes an element out, unset puts a field back", arguments: [("remove", "tags.0"), ("unset", "name")])
    func delete(command: String, path: String) {
        program.daemon.lists["tags"] = [Array("a".utf8)]
        program.daemon.answers["DEL"] = .integer(1)
        #expect(program.run(command, path) == .success)
        #expect(last == ["DEL", path])
    }

    @Test("remove and unset do not stand in for each other", arguments: [("unset", "tags.0"), ("remove", "name")])
    func mistaken(command: String, path: String) {
        program.daemon.lists["tags"] = [Array("a".utf8)]
        #expect(program.run(command, path) == .usage)
        #expect(program.complaint.contains(command == "unset" ? "fourlines remove" : "fourlines unset"))
        #expect(!program.daemon.requests.contains { $0[0] == "DEL" })
    }

    @Test("A point that is part of a name does not divide a path")
    func escapedPoint() {
        program.daemon.answers["DEL"] = .integer(1)
        #expect(program.run("unset", "a\\.b") == .success)
        #expect(program.daemon.requests.first == ["TYPE", ""])
    }

    @Test("What is not there is not removed")
    func deleteNothing() {
        program.daemon.answers["DEL"] = .integer(0)
        #expect(program.run("unset", "nowhere") == .nothing)
        #expect(program.complaint == "there is nothing at “nowhere”")
    }

    @Test("edit calls an item that is not there by its number, and names a path as it is given")
    func editNothing() throws {
        program.daemon.answers["REVISION"] = .bulk(Array("ab-7".utf8))
        let model = try #require(try ModelLibrary.model(named: "four-lines"))
        program.daemon.answers["EXPORT"] = .bulk(try Document(default: model).archive.encode(as: .archive).bytes)
        #expect(program.run("edit", "9") == .nothing)
        #expect(program.complaint.hasPrefix("there is no item 9: "), "\(program.complaint)")
    }

    @Test("find prints paths, and ends with 1 if there are none")
    func find() {
        program.daemon.answers["FIND"] = .array([.integer(1), .integer(4)])
        #expect(program.run("find", "notes", "text", "x") == .success)
        #expect(last == ["FIND", "notes", "text", "x"])
        #expect(program.output == "notes.1\nnotes.4\n")
        program.daemon.answers["FIND"] = .array([])
        #expect(program.run("find", "notes", "text", "x") == .nothing)
        #expect(program.complaint == "no element of “notes” has “x” as its text")
    }

    @Test(
        "Every edit takes a condition, which goes before it",
        arguments: [
            ["set", "1", "x"], ["append", "1", "x"], ["add", "tags", "x"], ["add", "notes"], ["remove", "tags.0"],
            ["unset", "name"], ["undo"], ["redo"], ["revert", "3"],
        ])
    func condition(line: [String]) {
        program.daemon.lists["tags"] = [Array("a".utf8)]
        program.daemon.answers["IFREV"] = .simple("OK")
        for name in ["LSET", "APPEND", "RPUSH", "ADD", "DEL", "UNDO", "REDO", "REVERT"] {
            program.daemon.answers[name] = .error("CONFLICT the document is at ab-9, not at ab-7")
        }
        #expect(program.run((line + ["--if", "ab-7"]).map { Array($0.utf8) }) == .conflict)
        #expect(program.complaint == "the document is at ab-9, not at ab-7")
        let position = program.daemon.requests.firstIndex(of: ["IFREV", "ab-7"])
        #expect(position == program.daemon.requests.count - 2)
    }

    @Test("A condition that is none is refused as the daemon says")
    func wrongCondition() {
        program.daemon.answers["IFREV"] = .error("ERR value is not an integer or out of range")
        #expect(program.run("set", "1", "x", "--if", "yesterday") == .refused)
        #expect(program.complaint == "value is not an integer or out of range")
    }
}
