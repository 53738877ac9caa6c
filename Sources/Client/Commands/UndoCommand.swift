import FourLinesRESP

/// Takes the last edit back, and makes it again.
enum UndoCommand {
    static let undo = Command(
        name: "undo", usage: "[--if REVISION] [--json]", summary: "Take back the last edit, whoever made it.",
        examples: [
            Command.Example("undo", "says what was taken back"),
            Command.Example("redo", "makes it again"),
        ],
        details: [
            "It works across restarts, as far as the history reaches: “fourlines history” shows it. Taking back",
            "is an edit of its own.",
        ],
        options: [EditRequest.condition, .json]
    ) { (invocation) throws(ClientError) in
        try run("UNDO", "took back", invocation)
    }

    static let redo = Command(
        name: "redo", usage: "[--if REVISION] [--json]", summary: "Make the edit again that was taken back last.",
        examples: [Command.Example("redo", "says what was made again")],
        details: ["After another edit there is nothing to make again."],
        options: [EditRequest.condition, .json]
    ) { (invocation) throws(ClientError) in
        try run("REDO", "made again", invocation)
    }

    private static func run(_ name: String, _ verb: String, _ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        guard let edit = EditRecord(try EditRequest.send(Request(name), invocation)) else {
            throw .unexpectedReply(to: name)
        }
        guard !invocation.arguments.has(.json) else { return try invocation.console.write(edit.json) }
        let revision = edit.integer("revision").map { " (revision \($0))" } ?? ""
        try invocation.console.write(TerminalText.escaped("\(verb): \(edit.deed)\(revision)", .line) + "\n")
    }
}
