import FourLinesRESP

/// Finds elements by the value of a field.
enum FindCommand {
    static let command = Command(
        name: "find", usage: "PATH FIELD VALUE [--json]", summary: "Find elements of a list by the value of a field.",
        examples: [
            Command.Example("find notes date 2026-11-30T08:00:00Z", "the paths of the notes of a date"),
            Command.Example("find employees name Ann --json", "for a program"),
        ],
        details: ["The path of each element that has the value is printed on a line; with none the exit code is 1."],
        options: [.json], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let operands = try invocation.operands("the path of a list", "a field", "its value")
        let path = try EditRequest.path(try invocation.session.address(of: operands[0]), invocation)
        let request = Request("FIND", with: [path] + operands[1...])
        guard let elements = try invocation.session.reply(to: request).elements else {
            throw .unexpectedReply(to: "FIND")
        }
        let paths = elements.compactMap { element in
            if case .integer(let index) = element { Address.child(String(index), of: path) } else { nil }
        }
        if invocation.arguments.has(.json) {
            try invocation.console.write(.array(paths.map { .string($0) }))
        } else {
            try invocation.console.write(
                Array(paths.map { TerminalText.escaped($0, .line) + [UInt8(ascii: "\n")] }.joined()))
        }
        guard !paths.isEmpty else {
            let (field, value) = (
                String(decoding: operands[1], as: UTF8.self), String(decoding: operands[2], as: UTF8.self)
            )
            throw .nothing("no element of “\(String(decoding: path, as: UTF8.self))” has “\(value)” as its \(field)")
        }
    }
}
