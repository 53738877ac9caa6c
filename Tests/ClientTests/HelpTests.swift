import Testing

@testable import FourLinesClient

@Suite struct HelpTests {
    @Test("The help says first what the program is, and names every command and option", arguments: ["--help", "-h"])
    func program(argument: String) {
        let program = Program()
        #expect(program.run(argument) == .success)
        #expect(program.output.hasPrefix("fourlines shows and edits the document that fourlinesd keeps.\n"))
        for command in CommandTable.commands { #expect(program.output.contains("  \(command.name) ")) }
        for option in Option.common { #expect(program.output.contains("  \(option.usage) ")) }
        #expect(program.daemon.requests.isEmpty)
    }

    @Test("Each command has help of its own", arguments: CommandTable.commands.map(\.name))
    func command(name: String) throws {
        let command = try #require(CommandTable.commands.first { $0.name == name })
        let program = Program()
        #expect(program.run(name, "--help") == .success)
        #expect(program.output.hasPrefix("fourlines \(name): "))
        #expect(!command.examples.isEmpty)
        for option in command.options { #expect(program.output.contains("  \(option.usage) ")) }
        for example in command.examples { #expect(program.output.contains("fourlines \(example.line)")) }
        #expect(program.output.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }

    @Test("An option means the same kind of thing in every command, so that it may stand before it")
    func options() {
        var isValued: [String: Bool] = [:]
        for option in CommandTable.options {
            #expect(isValued[option.name, default: option.value != nil] == (option.value != nil))
            isValued[option.name] = option.value != nil
        }
    }

    @Test("The version")
    func version() {
        let program = Program()
        #expect(program.run("--version") == .success)
        #expect(program.output == "fourlines \(Client.version)\n")
    }
}
