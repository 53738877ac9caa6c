import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesStorage

/// CLIENT and its subcommands.
enum ClientCommands {
    static let all: [Command] = [
        Command(
            "client", -2, .connection, "GETNAME|HELP|ID|INFO|KILL|LIST|NO-EVICT|SETINFO|SETNAME [argument...]",
            "Names the connection, says what is known of clients, and ends their connections.", run)
    ]

    private static func run(_ call: Invocation) throws(Refusal) {
        let connection = call.connection
        switch call.text(1).lowercased() {
        case "id":
            guard call.count == 2 else { return call.replyWrongArguments(of: "client|id") }
            connection.writer.integer(connection.id)
        case "getname":
            guard call.count == 2 else { return call.replyWrongArguments(of: "client|getname") }
            if connection.name.isEmpty { connection.writer.null() } else { connection.writer.bulk(connection.name) }
        case "setname":
            guard call.count == 3 else { return call.replyWrongArguments(of: "client|setname") }
            connection.name = try name(call[2])
            call.ok()
        case "setinfo":
            guard call.count == 4 else { return call.replyWrongArguments(of: "client|setinfo") }
            try setInformation(call)
        case "info":
            guard call.count == 2 else { return call.replyWrongArguments(of: "client|info") }
            connection.writer.verbatim(call.daemon.line(about: connection) + "\n")
        case "list": try list(call)
        case "kill": try kill(call)
        case "no-evict":
            guard call.count == 3 else { return call.replyWrongArguments(of: "client|no-evict") }
            guard call.isWord(2, "ON") || call.isWord(2, "OFF") else { throw .syntax }
            // Nobody is ever evicted.
            call.ok()
        case "help":
            guard call.count == 2 else { return call.replyWrongArguments(of: "client|help") }
            connection.writer.array(help.count)
            for line in help { connection.writer.simple(line) }
        default: call.replyUnknownSubcommand(of: "CLIENT")
        }
    }

    /// A name that a client may give itself: printable ASCII without blanks, as Redis has it.
    static func name(_ bytes: [UInt8]) throws(Refusal) -> String {
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Refusal("Client names cannot contain spaces, newlines or special characters.")
        }
        return String(decoding: bytes, as: UTF8.self)
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

    // MARK: - LIST and KILL

    private static func list(_ call: Invocation) throws(Refusal) {
        var clients = call.daemon.connections.values.sorted { $0.id < $1.id }
        if call.count > 2 {
            if call.isWord(2, "TYPE"), call.count == 4 {
                let type = try kind(call.text(3))
                clients = clients.filter { $0.kind == type }
            } else if call.isWord(2, "ID"), call.count > 3 {
                var wanted: Set<Int> = []
                for index in 3..<call.count {
                    guard let id = NumberText.integer(call[index]) else { throw Refusal("Invalid client ID") }
                    wanted.insert(Int(id))
                }
                clients = clients.filter { wanted.contains($0.id) }
            } else {
                throw .syntax
            }
        }
        call.connection.writer.verbatim(clients.map { call.daemon.line(about: $0) + "\n" }.joined())
    }

    private static func kind(_ text: String) throws(Refusal) -> Connection.Kind {
        switch text.lowercased() {
        case "normal": return .normal
        case "pubsub": return .subscriber
        // Nobody is one of these here.
        case "master", "replica", "slave": return .other
        default: throw Refusal("Unknown client type '\(text)'")
        }
    }

    /// Ends the connections that are meant: `KILL address`, or with options, of which all have to hold.
    private static func kill(_ call: Invocation) throws(Refusal) {
        guard call.count > 2 else { return call.replyWrongArguments(of: "client|kill") }
        let daemon = call.daemon
        if call.count == 3 {
            // All clients have the address of the socket, so that it says which one only if there is one.
            let others = daemon.connections.values.filter { $0 !== call.connection }
            guard call.text(2) == daemon.address, others.count == 1, let other = others.first else {
                throw Refusal("No such client")
            }
            daemon.kill(other)
            return call.ok()
        }
        var sparesCaller = true
        var id: Int?
        var kind: Connection.Kind?
        var isAnybody = true
        try call.readOptions(from: 2, ["ID", "TYPE", "ADDR", "LADDR", "USER", "SKIPME"]) {
            name, index throws(Refusal) in
            switch name {
            case "ID":
                guard let number = NumberText.integer(call[index]), number > 0 else {
                    throw Refusal("client-id should be greater than 0")
                }
                id = Int(number)
            case "TYPE": kind = try Self.kind(call.text(index))
            case "ADDR", "LADDR": if call.text(index) != daemon.address { isAnybody = false }
            case "USER":
                guard call.text(index) == "default" else { throw Refusal("No such user '\(call.text(index))'") }
            default:
                guard call.isWord(index, "YES") || call.isWord(index, "NO") else { throw .syntax }
                sparesCaller = call.isWord(index, "YES")
            }
        }
        let meant = daemon.connections.values.filter { client in
            isAnybody && (id == nil || client.id == id) && (kind == nil || client.kind == kind)
                && !(sparesCaller && client === call.connection)
        }
        call.connection.writer.integer(meant.count)
        for client in meant { daemon.kill(client) }
    }

    private static let help = [
        "CLIENT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
        "GETNAME",
        "    Answers the name of this connection.",
        "ID",
        "    Answers the number of this connection.",
        "INFO",
        "    Answers what is known of this connection.",
        "KILL [ID number] [TYPE normal|pubsub] [ADDR socket:0] [SKIPME yes|no]",
        "    Ends the connections for which all of that holds.",
        "LIST [TYPE normal|pubsub | ID number...]",
        "    Answers what is known of all connections, or of some.",
        "SETINFO LIB-NAME|LIB-VER value",
        "    Says which library this client uses.",
        "SETNAME name",
        "    Names this connection; the history shows the name.",
        "HELP",
        "    Answers this.",
    ]
}

extension Connection {
    /// The kinds of clients that CLIENT tells apart.
    enum Kind {
        case normal, subscriber, other
    }

    var kind: Kind { subscriptionCount > 0 ? .subscriber : .normal }
}

extension Daemon {
    /// The address of all clients, as Redis writes that of a Unix socket.
    var address: String { setup.plan.socket + ":0" }

    /// Ends a connection: that of the caller itself behind its reply, others at once.
    fileprivate func kill(_ connection: Connection) {
        // At the end of the turn, because the requests of this one may be being run.
        connection.isClosing = true
        connection.isKilled = true
        touch(connection)
    }

    /// A line about a client, in the form of CLIENT LIST.
    fileprivate func line(about connection: Connection) -> String {
        let age = (loop.now - connection.since).components.seconds
        var flags = connection.kind == .subscriber ? "P" : ""
        if connection.transaction != nil { flags += "x" }
        if connection.waiting != nil { flags += "b" }
        let queued = connection.transaction.map { $0.count } ?? -1
        return "id=\(connection.id) addr=\(address) laddr=\(address) fd=-1 name=\(connection.name) age=\(age) idle=0"
            + " flags=\(flags.isEmpty ? "N" : flags) db=0 sub=\(connection.channels.count)"
            + " psub=\(connection.patterns.count) multi=\(queued) watch=\(connection.watches.count)"
            + " qbuf=\(connection.input.count) omem=\(connection.writer.output.pendingCount)"
            + " pid=\(connection.peer.process) user=default lib-name=\(connection.library.name)"
            + " lib-ver=\(connection.library.version) resp=\(connection.writer.version.rawValue)"
    }
}
