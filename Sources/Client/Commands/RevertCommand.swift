/// Puts the document back to a revision.
enum RevertCommand {
    static let command = Command(
        name: "revert", usage: "REVISION [--if REVISION]", summary: "Put the document back to a revision.",
        examples: [
            Command.Example("revert 17", "as it was behind edit 17 of “history”"),
            Command.Example("undo", "and back again"),
        ],
        details: [
            "The revision is one of “fourlines history” or “fourlines generations”. Putting back is an edit of",
            "its own: nothing is lost, and “undo” takes it back.",
        ],
        options: [EditRequest.condition], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let revision = try invocation.operands("a revision")
        _ = try EditRequest.send(Request("REVERT", with: revision), invocation)
    }
}

/// Forgets what was.
enum ForgetCommand {
    static let command = Command(
        name: "forget", usage: "", summary: "Forget the history, and remove the older archives.",
        examples: [Command.Example("forget", "what was deleted from the document is gone from the disk, too")],
        details: [
            "The document stays as it is; what it was before cannot be brought back any more, by nobody. Files",
            "that were set aside are not touched: “fourlines status” says where the archive is, they lie there.",
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        _ = try invocation.session.reply(to: Request("FORGET"), work: .long)
    }
}
