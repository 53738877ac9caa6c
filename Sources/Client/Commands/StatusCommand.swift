import FourLinesRESP

/// Says whether all is saved, and which daemon answers.
enum StatusCommand {
    static let command = Command(
        name: "status", usage: "[--json]",
        summary: "Say whether all is saved, and which daemon answers where.",
        examples: [
            Command.Example("status", "in words"),
            Command.Example("status --json", "for a program"),
        ],
        options: [.json], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        let sections = ["server", "persistence", "document"]
        let replies = try invocation.session.replies(to: sections.map { Request("INFO", $0) })
        let failures: [ClientError] = replies.compactMap { reply in
            guard case .error(let text) = reply else { return nil }
            return ClientError.reply(text)
        }
        // One unknown section is no reason to keep the others back.
        if failures.count == replies.count, let failure = failures.first { throw failure }
        let report = StatusReport(Information(replies), socket: invocation.session.target.socket)
        guard invocation.arguments.has(.json) else { return try invocation.console.write(report.text) }
        try invocation.console.write(report.json)
    }
}
