import FourLinesRESP

/// Adds an element to a list.
enum AddCommand {
    static let command = Command(
        name: "add", usage: "PATH [TEXT | FIELD VALUE …] [--if REVISION]", summary: "Add an element to a list.",
        examples: [
            Command.Example("add tags \"urgent\"", "a text, number or date, as the list holds them"),
            Command.Example("add notes text \"call Ann\"", "an object, with one of its fields"),
            Command.Example("add athletes", "an object with all fields at their defaults"),
        ],
        details: [
            "The element becomes the last of the list; its path is printed. One argument behind PATH is a value,",
            "two or more are fields of an object of the class that the list holds, each with its value.",
        ],
        options: [EditRequest.condition], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let operands = invocation.arguments.operands
        guard let operand = operands.first else { throw .usage("the path of a list is missing") }
        let path = try EditRequest.path(try invocation.session.address(of: operand), invocation)
        let rest = Array(operands.dropFirst())
        guard rest.count == 1 || rest.count % 2 == 0 else {
            throw .usage("the value of field “\(String(decoding: rest[rest.count - 1], as: UTF8.self))” is missing")
        }
        let request = Request(rest.count == 1 ? "RPUSH" : "ADD", with: [path] + rest)
        guard case .integer(let number) = try EditRequest.send(request, invocation) else {
            throw .unexpectedReply(to: request.name)
        }
        // RPUSH answers how many there are, ADD where the new one is.
        let index = rest.count == 1 ? number - 1 : number
        try invocation.console.write(
            TerminalText.escaped(Address.child(String(index), of: path), .line) + [UInt8(ascii: "\n")])
    }
}
