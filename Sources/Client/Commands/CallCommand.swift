import FourLinesRESP

/// Sends any command of the protocol.
enum CallCommand {
    static let command = Command(
        name: "call", usage: "[--json] COMMAND [ARGUMENT…]",
        summary: "Send a command of the protocol, and print the reply.",
        examples: [
            Command.Example("call LRANGE lines 0 -1", "all lines"),
            Command.Example("call INFO persistence", "a section of the daemon's figures"),
            Command.Example("call --json COMMAND DOCS GET", "what a command does, as JSON"),
        ],
        details: [
            "On a terminal the reply is printed as redis-cli does, with quotes, numbers and kinds; in a pipe",
            "its strings are printed byte for byte, one a line. Everything behind COMMAND is sent as it is,",
            "so options of this program stand before it.",
        ],
        options: [.json], operandsBeforeText: 2, run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let arguments = invocation.arguments.operands
        guard let name = arguments.first else { throw .usage("the command is missing") }
        let word = String(decoding: name, as: UTF8.self).uppercased()
        // In the newer version of the protocol maps are maps and texts are texts; a daemon that has only the older one
        // refuses, and answers in that.
        let replies = try invocation.session.replies(
            to: [Request("HELLO", "3"), Request(arguments)], mayClose: ["SHUTDOWN", "QUIT"].contains(word),
            work: ["SAVE", "SHUTDOWN", "EXPORT", "IMPORT", "REVERT", "FORGET"].contains(word) ? .long : .short)
        guard replies.count > 1 else { return }
        try print(replies[1], invocation)
        if case .error(let text) = replies[1] {
            // What the error reply says was printed; the exit code says the rest.
            throw ClientError(ClientError.reply(text).code, "")
        }
    }

    private static func print(_ reply: Reply, _ invocation: Invocation) throws(ClientError) {
        let console = invocation.console
        if invocation.arguments.has(.json) { return try console.write(JSONValue(reply)) }
        if case .error(let text) = reply { return console.complain("(error) \(text)") }
        try console.write(console.outputIsTerminal ? ReplyText.readable(reply) : ReplyText.plain(reply))
    }
}
