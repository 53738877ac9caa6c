import FourLinesDocument
import FourLinesRESP

/// Commands about the daemon.
enum ServerCommands {
    static let all: [Command] = [
        Command("info", -1, .server, "[section...]", "Says how the daemon and the document are.") { call in
            let sections = (1..<call.count).map { call.text($0).lowercased() }
            call.connection.writer.verbatim(call.daemon.information(sections))
        },
        Command(
            "command", -1, .server, "[COUNT|LIST|INFO|DOCS] [name...]", "Says which commands there are.", command),
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
            writer.writer.array(6)
            writer.writer.bulk(command.name)
            writer.writer.integer(command.arity)
            writer.writer.set(1)
            writer.writer.simple(command.isWrite ? "write" : "readonly")
            let paths = command.paths
            writer.writer.integer(paths.first)
            writer.writer.integer(paths.last)
            writer.writer.integer(paths.step)
        }
    }

    private static func document(_ commands: [Command], to call: Invocation) {
        let connection = call.connection
        connection.writer.map(commands.count)
        for command in commands {
            connection.writer.bulk(command.name)
            connection.writer.map(command.arguments.isEmpty ? 3 : 4)
            for (key, value) in [
                ("summary", command.summary), ("since", command.since), ("group", command.group.rawValue),
            ] {
                connection.writer.bulk(key)
                connection.writer.bulk(value)
            }
            guard !command.arguments.isEmpty else { continue }
            connection.writer.bulk("arguments")
            describe(command.arguments, to: connection)
        }
    }

    private static func describe(_ arguments: [CommandArgument], to connection: Connection) {
        connection.writer.array(arguments.count)
        for argument in arguments {
            let flags = (argument.isOptional ? ["optional"] : []) + (argument.isMultiple ? ["multiple"] : [])
            let hasParts = !argument.arguments.isEmpty
            connection.writer.map(2 + (argument.token == nil ? 0 : 1) + (flags.isEmpty ? 0 : 1) + (hasParts ? 1 : 0))
            connection.writer.bulk("name")
            connection.writer.bulk(argument.name)
            connection.writer.bulk("type")
            connection.writer.bulk(argument.kind.rawValue)
            if let token = argument.token {
                connection.writer.bulk("token")
                connection.writer.bulk(token)
            }
            if !flags.isEmpty {
                connection.writer.bulk("flags")
                connection.writer.set(flags.count)
                for flag in flags { connection.writer.simple(flag) }
            }
            guard hasParts else { continue }
            connection.writer.bulk("arguments")
            describe(argument.arguments, to: connection)
        }
    }
}
