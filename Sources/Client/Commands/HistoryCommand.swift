import FourLinesRESP

/// Shows the last edits.
enum HistoryCommand {
    static let command = Command(
        name: "history", usage: "[COUNT] [--json]", summary: "Show the last edits, the newest first.",
        examples: [
            Command.Example("history", "the last 20"),
            Command.Example("history 5", "the last five"),
            Command.Example("revert 17", "put the document back to one of them"),
        ],
        details: [
            "Each line has the revision, the time, and what was done by whom. A hyphen marks what “undo” does not",
            "take back: it was taken back already, or what was before it is not known any more.",
        ],
        options: [.json], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let operand = try invocation.operand()
        if let operand, Address.bareNumber(operand) == nil {
            throw .usage("“\(String(decoding: operand, as: UTF8.self))” is no number of edits")
        }
        let request = Request("HISTORY", with: operand.map { [$0] } ?? [])
        let reply = try invocation.session.reply(to: request)
        let edits = (reply.elements ?? []).compactMap { EditRecord($0) }
        guard edits.count == reply.elements?.count else { throw .unexpectedReply(to: "HISTORY") }
        guard !invocation.arguments.has(.json) else { return try invocation.console.write(.array(edits.map(\.json))) }
        let rows = edits.map { edit in
            [
                String(edit.integer("revision") ?? 0),
                edit.integer("undoable") == 0 ? "-" : "",
                Wording.moment(secondsSince1970: (edit.integer("time") ?? 0) / 1_000_000),
                edit.deed + (edit.text("kind").flatMap { $0 == "edit" ? nil : " (\($0))" } ?? ""),
            ].map { Array($0.utf8) }
        }
        try invocation.console.write(ItemTable.text(rows, isFirstColumnNumeric: true))
    }
}

/// Shows the archives before the present one.
enum GenerationsCommand {
    static let command = Command(
        name: "generations", usage: "[--json]", summary: "Show the archives before the present one.",
        examples: [Command.Example("revert 12", "put the document back to the revision of one of them")],
        details: [
            "The previous archive is always kept, and one that is at least an hour older, and one that is at",
            "least a day older. Each is an archive like the present one: “fourlines file show” shows it.",
        ],
        options: [.json], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        let reply = try invocation.session.reply(to: Request("GENERATIONS"))
        let generations = (reply.elements ?? []).compactMap { EditRecord($0) }
        guard generations.count == reply.elements?.count else { throw .unexpectedReply(to: "GENERATIONS") }
        guard !invocation.arguments.has(.json) else {
            return try invocation.console.write(.array(generations.map(\.json)))
        }
        let rows = generations.map { generation in
            [
                String(generation.integer("revision") ?? 0),
                Wording.moment(secondsSince1970: (generation.integer("time") ?? 0) / 1_000_000),
                Wording.count(generation.integer("bytes") ?? 0, "byte", "bytes"),
                generation.text("file") ?? "",
            ].map { Array($0.utf8) }
        }
        try invocation.console.write(ItemTable.text(rows, isFirstColumnNumeric: true))
    }
}
