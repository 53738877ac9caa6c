import Testing

@testable import FourLinesClient

@Suite("Commands about models")
struct ModelCommandTests {
    let program = Program()

    @Test("list names every model with what it is for")
    func list() {
        #expect(program.run("model", "list") == .success)
        let names = program.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(names == ["dictionary", "four-lines", "notes", "profile", "roster", "staff"])
        #expect(program.daemon.requests.isEmpty)
    }

    @Test("What show prints, check finds right", arguments: ["dictionary", "four-lines", "notes", "roster", "staff"])
    func showAndCheck(name: String) {
        #expect(program.run("model", "show", name) == .success)
        program.console.files["./mine.model"] = Array(program.output.utf8)
        program.console.files["/models/mine"] = Array(program.output.utf8)
        #expect(program.run("model", "check", "./mine.model") == .success)
        #expect(program.output.contains("\(name): "))
        #expect(program.run("model", "check", "/models/mine") == .success)
    }

    @Test("A model that there is not is named, with the nearest")
    func unknown() {
        #expect(program.run("model", "show", "note") == .nothing)
        #expect(program.complaint == "there is no model “note”; did you mean notes?")
    }

    @Test("A wrong model is refused with its line")
    func wrong() {
        program.console.files["./x.model"] = Array("[Model]\nName=x\nRootKye=root\n".utf8)
        #expect(program.run("model", "check", "./x.model") == .unsound)
        #expect(program.complaint.contains("line 3") && program.complaint.contains("RootKye"))
    }

    @Test("A file of the name of a model is still a file")
    func fileOfTheName() {
        #expect(program.run("model", "check", "notes") != .success)
    }
}
