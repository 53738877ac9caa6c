import FourLinesDocument
import FourLinesRESP

/// Commands about the daemon.
enum ServerCommands {
    static let all: [Command] = [
        Command("info", -1, .server, "Says how the daemon and the document are.") { call in
            let sections = (1..<call.count).map { call.text($0).lowercased() }
            call.connection.writer.verbatim(call.daemon.information(sections))
        },
        Command("command", -1, .server, "Says which commands there are.", command),
        Command("config", -2, .server, "Answers settings.", configuration),
        Command("time", 1, .server, "Answers the time in seconds and microseconds.") { call in
            let now = call.daemon.microseconds
            call.connection.writer.array(2)
            call.connection.writer.bulk(now / 1_000_000)
            call.connection.writer.bulk(now % 1_000_000)
        },
    ]

    // MARK: - COMMAND

    private static func command(_ call: Invocation) {
        let commands = call.daemon.commands
        guard call.count > 1 else { return describe(commands.all, to: call) }
        if call.isWord(1, "COUNT") {
            call.connection.writer.integer(commands.all.count)
        } else if call.isWord(1, "INFO") {
            guard call.count > 2 else { return describe(commands.all, to: call) }
            describe((2..<call.count).map { commands.find(call[$0]) }, to: call)
        } else if call.isWord(1, "LIST") {
            call.connection.writer.array(commands.all.count)
            for command in commands.all { call.connection.writer.bulk(command.name) }
        } else if call.isWord(1, "DOCS") {
            let chosen = call.count > 2 ? (2..<call.count).compactMap { commands.find(call[$0]) } : commands.all
            document(chosen, to: call)
        } else {
            call.replyUnknownSubcommand(of: "COMMAND")
        }
    }

    private static func describe(_ commands: [Command?], to call: Invocation) {
        let writer = call.connection
        writer.writer.array(commands.count)
        for command in commands {
            guard let command else {
                writer.writer.nullArray()
                continue
            }
            let hasPath = command.group != .connection && command.group != .server
            writer.writer.array(6)
            writer.writer.bulk(command.name)
            writer.writer.integer(command.arity)
            writer.writer.set(1)
            writer.writer.simple(command.isWrite ? "write" : "readonly")
            // First and last path among the arguments, and the step between them.
            let repeats = hasPath && command.arity < 0 && command.name != "set"
            writer.writer.integer(hasPath ? 1 : 0)
            writer.writer.integer(hasPath ? (repeats ? -1 : 1) : 0)
            writer.writer.integer(hasPath ? (command.name == "mset" ? 2 : 1) : 0)
        }
    }

    private static func document(_ commands: [Command], to call: Invocation) {
        let connection = call.connection
        connection.writer.map(commands.count)
        for command in commands {
            connection.writer.bulk(command.name)
            connection.writer.map(3)
            for (key, value) in [
                ("summary", command.summary), ("since", "0.1.0"), ("group", command.group.rawValue),
            ] {
                connection.writer.bulk(key)
                connection.writer.bulk(value)
            }
        }
    }

    // MARK: - CONFIG

    private static func configuration(_ call: Invocation) throws(Refusal) {
        guard call.isWord(1, "GET") else { return call.replyUnknownSubcommand(of: "CONFIG") }
        guard call.count > 2 else { return call.replyWrongArguments(of: "config|get") }
        let patterns = (2..<call.count).map { GlobPattern(Array(call.text($0).lowercased().utf8)) }
        let found = call.daemon.settings.filter { setting in
            patterns.contains { $0.matches(Array(setting.name.utf8)) }
        }
        call.connection.writer.map(found.count)
        for setting in found {
            call.connection.writer.bulk(setting.name)
            call.connection.writer.bulk(setting.value)
        }
    }
}
