import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// One call of a command: who called, with which arguments; replies are written to the client.
struct Invocation {
    let daemon: Daemon
    let connection: Connection

    /// How many arguments there are, the command's name included.
    var count: Int { connection.parser.count }

    /// An argument; the command's name is number 0.
    subscript(index: Int) -> [UInt8] { connection.input.copy(connection.parser[index]) }

    /// Whether an argument is a word, in any case; the word is given in upper case.
    func isWord(_ index: Int, _ word: String) -> Bool {
        connection.input.matches(connection.parser[index], word)
    }

    /// An argument as text, bytes that are not UTF-8 replaced.
    func text(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }

    /// An argument as a path.
    func path(_ index: Int) -> KeyPath { KeyPath(connection.input.bytes[connection.parser[index]]) }

    /// An argument as an integer.
    func integer(_ index: Int) throws(Refusal) -> Int {
        guard let value = NumberText.integer(connection.input.bytes, connection.parser[index]) else {
            throw .notAnInteger
        }
        return Int(value)
    }

    // MARK: - Replies

    func ok() { connection.writer.simple("OK") }

    /// Replies with a leaf: its bytes as they lie if it is text or data.
    func reply(_ leaf: Slot) {
        guard leaf.hasBytes else { return connection.writer.bulk(LeafText.bytes(of: leaf)) }
        let (array, range) = leaf.slice
        connection.writer.bulk(array, range)
    }

    /// Replies in Redis's words that there is no such command.
    func replyUnknownCommand() {
        let name = String(text(0).prefix(128))
        var arguments = ""
        for index in 1..<max(1, count) where arguments.utf8.count < 128 {
            arguments += "'\(String(text(index).prefix(128)))' "
        }
        connection.writer.error("ERR", "unknown command '\(name)', with args beginning with: \(arguments)")
    }

    /// Replies in Redis's words that a command has no such subcommand.
    func replyUnknownSubcommand(of command: String) {
        connection.writer.error("ERR", "unknown subcommand '\(String(text(1).prefix(128)))'. Try \(command) HELP.")
    }

    /// Replies in Redis's words that a subcommand has another number of arguments.
    func replyWrongArguments(of command: String) {
        connection.writer.error("ERR", "wrong number of arguments for '\(command)' command")
    }
}
