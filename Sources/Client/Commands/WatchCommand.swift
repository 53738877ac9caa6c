import FourLinesRESP

/// Prints what changes.
enum WatchCommand {
    static let once = Option("--once", "End at the first change.")

    static let command = Command(
        name: "watch", usage: "[--once] [--json]", summary: "Print the paths that change, as they change.",
        examples: [
            Command.Example("watch", "until it is interrupted"),
            Command.Example("watch --once && fourlines", "wait for a change, then show the document"),
        ],
        details: [
            "A path stands for all that is below it, and the empty path, printed as “.”, for the whole document.",
            "Changes that come at the same time are told together, and none is ever left out. With --json each",
            "line is an object with the revision and the paths.",
        ],
        options: [once, .json], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        guard var revision = try invocation.session.reply(to: Request("REVISION")).bytes else {
            throw .unexpectedReply(to: "REVISION")
        }
        while true {
            let reply = try invocation.session.reply(
                to: Request("CHANGES", with: [revision, Array("BLOCK".utf8), Array("0".utf8)]), work: .endless)
            guard let changes = ChangeReport(reply) else { throw .unexpectedReply(to: "CHANGES") }
            revision = changes.revision
            guard !changes.paths.isEmpty || changes.isEverything else { continue }
            try print(changes, invocation)
            if invocation.arguments.has(once) { return }
        }
    }

    private static func print(_ changes: ChangeReport, _ invocation: Invocation) throws(ClientError) {
        let paths = changes.isEverything ? [[]] : changes.paths
        guard !invocation.arguments.has(.json) else {
            return try invocation.console.write(
                .object([
                    JSONMember("revision", .string(changes.revision)),
                    JSONMember("paths", .array(paths.map { .string($0) })),
                ]))
        }
        for path in paths {
            try invocation.console.write(
                (path.isEmpty ? [UInt8(ascii: ".")] : TerminalText.escaped(path, .line)) + [UInt8(ascii: "\n")])
        }
    }
}
