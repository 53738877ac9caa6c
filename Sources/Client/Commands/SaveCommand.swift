/// Has the archive written.
enum SaveCommand {
    static let command = Command(
        name: "save", usage: "", summary: "Write the archive now.",
        examples: [Command.Example("save && cp ARCHIVE BACKUP", "copy the archive with the last edit in it")],
        details: [
            "The daemon writes the archive by itself soon after an edit and when it ends. The command is done",
            "when the archive is on disk, and prints nothing. Where nothing has changed the file is left alone.",
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        _ = try invocation.session.reply(to: Request("SAVE"), work: .long)
    }
}
