import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesSettings
import FourLinesStorage

/// Commands about the connection itself.
enum ConnectionCommands {
    static let all: [Command] = [
        Command("ping", -1, .connection, traits: .whileSubscribed, "[message]", "Answers PONG, or its argument.", ping),
        Command("echo", 2, .connection, "message", "Answers its argument.") { call in
            call.connection.writer.bulk(call[1])
        },
        Command(
            "hello", -1, .connection, "[protover] [AUTH username password] [SETNAME clientname]",
            "Chooses the version of the protocol.", hello),
        Command("auth", -2, .connection, "[username] password", "Is refused: there are no passwords.", authenticate),
        Command("select", 2, .connection, "index", "Chooses the database, of which there is one, 0.", select),
        Command("quit", -1, .connection, traits: [.immediate, .whileSubscribed], "Ends the connection.") { call in
            call.ok()
            call.connection.isClosing = true
        },
        Command(
            "reset", 1, .connection, traits: [.immediate, .whileSubscribed],
            "Puts the connection back to its beginning."
        ) { call in
            call.connection.dropTransaction()
            call.daemon.unsubscribe(call.connection)
            call.connection.writer.version = .resp2
            call.connection.name = ""
            call.connection.writer.simple("RESET")
        },
    ]

    private static func ping(_ call: Invocation) {
        switch call.count {
        case 1...2 where call.connection.isRestricted:
            // In the form of a message, since a client that subscribed takes everything for one.
            call.connection.writer.array(2)
            call.connection.writer.bulk("pong")
            call.connection.writer.bulk(call.count == 2 ? call[1] : [])
        case 1: call.connection.writer.simple("PONG")
        case 2: call.connection.writer.bulk(call[1])
        default: call.replyWrongArguments(of: "ping")
        }
    }

    private static func hello(_ call: Invocation) throws(Refusal) {
        let connection = call.connection
        var version = connection.writer.version
        var name: String?
        if call.count > 1 {
            guard let number = NumberText.integer(call[1]) else {
                throw Refusal("Protocol version is not an integer or out of range")
            }
            guard let chosen = ProtocolVersion(rawValue: Int(number)) else {
                return connection.writer.error("NOPROTO", "unsupported protocol version")
            }
            version = chosen
        }
        var index = 2
        while index < call.count {
            if call.isWord(index, "AUTH"), index + 2 < call.count {
                // Nobody but the user itself can connect, so that any password is as good as none.
                index += 3
            } else if call.isWord(index, "SETNAME"), index + 1 < call.count {
                name = try ClientCommands.name(call[index + 1])
                index += 2
            } else {
                throw Refusal("Syntax error in HELLO option '\(call.text(index))'")
            }
        }
        if let name { connection.name = name }
        connection.writer.version = version
        connection.writer.map(7)
        let fields: [(String, String)] = [("server", "fourlines"), ("version", ProgramVersion.redis)]
        for (key, value) in fields {
            connection.writer.bulk(key)
            connection.writer.bulk(value)
        }
        connection.writer.bulk("proto")
        connection.writer.integer(version.rawValue)
        connection.writer.bulk("id")
        connection.writer.integer(connection.id)
        for (key, value) in [("mode", "standalone"), ("role", "master")] {
            connection.writer.bulk(key)
            connection.writer.bulk(value)
        }
        connection.writer.bulk("modules")
        connection.writer.array(0)
    }

    private static func authenticate(_ call: Invocation) {
        guard call.count <= 3 else { return call.connection.writer.error("ERR", "syntax error") }
        if call.count == 3, call.isWord(1, "DEFAULT") { return call.ok() }
        guard call.count == 2 else {
            return call.connection.writer.error("WRONGPASS", "invalid username-password pair or user is disabled.")
        }
        call.connection.writer.error(
            "ERR",
            "AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct?"
        )
    }

    private static func select(_ call: Invocation) throws(Refusal) {
        guard let index = NumberText.integer(call[1]) else { throw .notAnInteger }
        guard index == 0 else { throw Refusal("DB index is out of range") }
        call.ok()
    }
}
