/// Why a command ends before it is done: one sentence for a person, and the exit code.
struct ClientError: Error, Equatable, Sendable {
    /// The program's exit code.
    let code: ExitCode
    /// The sentence, without the program's name; empty if there is nobody to read it.
    let message: String

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Nobody reads the output any more: no fault of anybody's, and no word of it.
    static let outputClosed = ClientError(.success, "")

    /// A command line that cannot be understood.
    static func usage(_ message: String) -> ClientError { ClientError(.usage, message) }

    /// No such path, or nothing to do.
    static func nothing(_ message: String) -> ClientError { ClientError(.nothing, message) }

    /// No daemon, or no answer in time.
    static func unavailable(_ message: String) -> ClientError { ClientError(.unavailable, message) }

    /// A reply that makes no sense as the answer to a command.
    static func unexpectedReply(to command: String) -> ClientError {
        .unavailable("the daemon's answer to \(command) is of a form that this program does not know")
    }

    /// What an error reply means: a code in capitals, a blank, and a sentence.
    static func reply(_ text: String) -> ClientError {
        let code = text.prefix { $0.isASCII && $0.isUppercase }
        let isCoded = !code.isEmpty && text.utf8.dropFirst(code.utf8.count).first == UInt8(ascii: " ")
        let sentence = isCoded ? String(text.dropFirst(code.count + 1)) : text
        switch isCoded ? String(code) : "" {
        case "CONFLICT": return ClientError(.conflict, sentence)
        case "LOADING": return .unavailable(sentence)
        case "ERR" where sentence.hasPrefix(refusedStart):
            return .unavailable("the daemon did not start: " + sentence.dropFirst(refusedStart.count))
        case "ERR" where absences.contains { sentence.hasPrefix($0) }: return .nothing(sentence)
        default: return ClientError(.refused, sentence)
        }
    }

    /// How sentences begin that say that there is not what was asked for.
    private static let absences = [
        "no such key", "no such path", "no such revision", "index out of range", "nothing to undo", "nothing to redo",
    ]

    /// Whether an error reply comes from a daemon that refuses to start; it is no answer to any command.
    static func isRefusedStart(_ text: String) -> Bool { text.hasPrefix("ERR " + refusedStart) }

    private static let refusedStart = "not started: "
}
