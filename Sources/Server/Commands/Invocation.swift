import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// One call of a command: who called, with which arguments; replies are written to the client.
struct Invocation {
    let daemon: Daemon
    let connection: Connection
    /// What was to be so for the edit, and was when it was called; one that is made later has to ask again.
    var condition: RevisionCondition?

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

    /// An argument as a path; it stays where it lies.
    func path(_ index: Int) -> PathBytes { PathBytes(connection.input.bytes, connection.parser[index]) }

    /// The path that comes first among the arguments of a command, for the history; empty if there is none.
    func firstPath(of command: Command) -> String {
        guard count > 1, command.group != .server, command.group != .connection else { return "" }
        return String(decoding: self[1].prefix(256), as: UTF8.self)
    }

    /// An argument as an integer.
    func integer(_ index: Int) throws(Refusal) -> Int {
        guard let value = NumberText.integer(connection.input.bytes, connection.parser[index]) else {
            throw .notAnInteger
        }
        return Int(value)
    }

    /// The arguments from one on, copied.
    func arguments(from index: Int) -> [[UInt8]] { index < count ? (index..<count).map { self[$0] } : [] }

    /// Reads options that have one value each, in the order in which they stand, so that of several faults the first
    /// is named; the reader is given the name, in capitals, and the argument that is the value.
    func readOptions(
        from start: Int, _ names: [String], _ read: (String, Int) throws(Refusal) -> Void
    ) throws(Refusal) {
        var index = start
        while index < count {
            guard index + 1 < count, let name = names.first(where: { isWord(index, $0) }) else { throw .syntax }
            try read(name, index + 1)
            index += 2
        }
    }

    // MARK: - Replies

    func ok() { connection.writer.simple("OK") }

    /// Replies with a leaf: its bytes as they lie if it is text or data, a null if there is nil.
    func reply(_ leaf: Leaf) {
        if leaf.kind.isNull { return connection.writer.null() }
        if leaf.value.hasBytes, leaf.kind != .uuid {
            let (array, range) = leaf.value.slice
            return connection.writer.bulk(array, range)
        }
        if let integer = leaf.value.integer, let small = Int64(exactly: integer) {
            return connection.writer.bulk(small)
        }
        connection.writer.bulk(LeafText.bytes(of: leaf))
    }

    /// Replies with what a slot holds; as MGET does, with a null for what is no leaf.
    func reply(_ slot: Slot) {
        if slot.hasBytes {
            let (array, range) = slot.slice
            return connection.writer.bulk(array, range)
        }
        guard case .leaf(let leaf) = daemon.document.content(of: slot) else { return connection.writer.null() }
        reply(leaf)
    }

    /// Replies with a leaf, or a null if there is none.
    func reply(_ leaf: Leaf?) {
        if let leaf { reply(leaf) } else { connection.writer.null() }
    }

    /// Replies in Redis's words that there is no such command.
    func replyUnknownCommand() {
        // As Redis, which prints C strings, and 128 bytes of them all.
        func shown(_ index: Int, _ length: Int) -> [UInt8] { Array(self[index].prefix { $0 != 0 }.prefix(length)) }
        var arguments: [UInt8] = []
        for index in 1..<max(1, count) where arguments.count < 128 {
            arguments += Array("'".utf8) + shown(index, 128 - arguments.count) + Array("' ".utf8)
        }
        let (name, list) = (String(decoding: shown(0, 128), as: UTF8.self), String(decoding: arguments, as: UTF8.self))
        connection.writer.error("ERR", "unknown command '\(name)', with args beginning with: \(list)")
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
