import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesSettings
import FourLinesStorage

/// Commands about the connection itself.
enum ConnectionCommands {
    static let all: [Command] = [
        Command("ping", -1, .connection, "[message]", "Answers PONG, or its argument.", ping),
        Command("echo", 2, .connection, "message", "Answers its argument.") { call in
            call.connection.writer.bulk(call[1])
        },
        Command(
            "hello", -1, .connection, "[protover] [AUTH username password] [SETNAME clientname]",
            "Chooses the version of the protocol.", hello),
        Command("auth", -2, .connection, "[username] password", "Is refused: there are no passwords.", authenticate),
        Command("select", 2, .connection, "index", "Chooses the database, of which there is one, 0.", select),
        Command("quit", -1, .connection, "Ends the connection.") { call in
            call.ok()
            call.connection.isClosing = true
        },
        Command("reset", 1, .connection, "Puts the connection back to its beginning.") { call in
            call.connection.writer.version = .resp2
            call.connection.name = ""
            call.connection.writer.simple("RESET")
        },
        Command(
            "client", -2, .connection, "ID|GETNAME|SETNAME|SETINFO|INFO|LIST [argument...]",
            "Names the connection, and says what is known of it.", client),
    ]

    private static func ping(_ call: Invocation) {
        switch call.count {
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
                name = try self.name(call[index + 1])
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

    /// A name that a client may give itself: printable ASCII without blanks, as Redis has it.
    private static func name(_ bytes: [UInt8]) throws(Refusal) -> String {
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Refusal("Client names cannot contain spaces, newlines or special characters.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func client(_ call: Invocation) throws(Refusal) {
        let connection = call.connection
        if call.isWord(1, "ID") {
            guard call.count == 2 else { return call.replyWrongArguments(of: "client|id") }
            connection.writer.integer(connection.id)
        } else if call.isWord(1, "GETNAME") {
            guard call.count == 2 else { return call.replyWrongArguments(of: "client|getname") }
            if connection.name.isEmpty { connection.writer.null() } else { connection.writer.bulk(connection.name) }
        } else if call.isWord(1, "SETNAME") {
            guard call.count == 3 else { return call.replyWrongArguments(of: "client|setname") }
            connection.name = try name(call[2])
            call.ok()
        } else if call.isWord(1, "SETINFO") {
            guard call.count == 4 else { return call.replyWrongArguments(of: "client|setinfo") }
            try setInformation(call)
        } else if call.isWord(1, "INFO") {
            guard call.count == 2 else { return call.replyWrongArguments(of: "client|info") }
            connection.writer.bulk(call.daemon.line(about: connection))
        } else if call.isWord(1, "LIST") {
            let clients = call.daemon.connections.values.sorted { $0.id < $1.id }
            connection.writer.bulk(clients.map { call.daemon.line(about: $0) + "\n" }.joined())
        } else {
            call.replyUnknownSubcommand(of: "CLIENT")
        }
    }

    private static func setInformation(_ call: Invocation) throws(Refusal) {
        let value = call[3]
        guard value.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Refusal("\(call.text(2)) cannot contain spaces, newlines or special characters.")
        }
        let text = String(decoding: value, as: UTF8.self)
        if call.isWord(2, "LIB-NAME") {
            call.connection.library.name = text
        } else if call.isWord(2, "LIB-VER") {
            call.connection.library.version = text
        } else {
            throw Refusal("Unrecognized option '\(call.text(2))'")
        }
        call.ok()
    }
}

extension Daemon {
    /// A line about a client, in the form of CLIENT LIST.
    fileprivate func line(about connection: Connection) -> String {
        let age = (loop.now - connection.since).components.seconds
        return "id=\(connection.id) addr=\(setup.plan.socket):0 fd=-1 name=\(connection.name) age=\(age) db=0"
            + " pid=\(connection.peer.process) user=default lib-name=\(connection.library.name)"
            + " lib-ver=\(connection.library.version) resp=\(connection.writer.version.rawValue)"
    }
}
