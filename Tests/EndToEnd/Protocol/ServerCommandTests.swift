import FourLinesLinux
import Testing

@Suite("Commands about clients, settings and commands")
struct ServerCommandTests {
    @Test("CONFIG SET changes what a reload changes, at once, all or nothing")
    func configuration() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.say("CONFIG GET log-level", "*2|$9|log-level|$11|information")
        try client.say("CONFIG SET log-level warning", "+OK")
        try client.say("CONFIG GET loglevel", "*2|$8|loglevel|$7|warning")
        try client.say("CONFIG SET loglevel verbose notify-keyspace-events KEA", "+OK")
        try client.say("CONFIG GET log-level", "*2|$9|log-level|$11|information")
        let failed = "-ERR CONFIG SET failed (possibly related to argument "
        let wrong = [
            ("log-level warning model staff", failed + "'model') - can't set immutable config"),
            ("log-level warning appendfsync no", failed + "'appendfsync') - can't set immutable config"),
            ("log-level loud", failed + "'log-level') - “loud” is no level: error, warning, notice, information"),
            ("log-level error log-level error", failed + "'log-level') - duplicate parameter"),
            (
                "notify-keyspace-events Q",
                failed + "'notify-keyspace-events') - Invalid event class character. "
                    + "Use 'Ag$lshzxeKEtmdn'."
            ),
            ("nosuch 1", "-ERR Unknown option or number of arguments for CONFIG SET - 'nosuch'"),
            ("log-level", "-ERR wrong number of arguments for 'config|set' command"),
        ]
        for (arguments, error) in wrong { try client.say("CONFIG SET " + arguments, error) }
        try client.say("CONFIG GET log-level", "*2|$9|log-level|$11|information")
        try client.say("CONFIG GET nosuch", "*0")
        #expect(try client.ask("CONFIG", "GET", "*").contains("|socket|\(daemon.socket)|"))
    }

    @Test("CLIENT KILL ends those that are meant, and the caller only if it says so")
    func kill() throws {
        let daemon = try DaemonProcess()
        let (caller, other, subscriber) = (try daemon.connect(), try daemon.connect(), try daemon.connect())
        let id = try other.ask("CLIENT", "ID").dropFirst()
        _ = try subscriber.ask("SUBSCRIBE", "a")
        try caller.say("CLIENT KILL ID 0", "-ERR client-id should be greater than 0")
        try caller.say("CLIENT KILL ID 99999", ":0")
        try caller.say("CLIENT KILL nosuch:0", "-ERR No such client")
        try caller.say("CLIENT KILL TYPE nosuch", "-ERR Unknown client type 'nosuch'")
        try caller.say("CLIENT KILL ID \(id) FOO x", "-ERR syntax error")
        try caller.say("CLIENT KILL TYPE pubsub", ":1")
        #expect(try subscriber.rest() == "")
        try other.hearNothing()
        // One that waits for a change goes, too.
        try other.send("CHANGES 0 BLOCK 0\r\n")
        try caller.waitForClients("blocked_clients:1")
        try caller.say("CLIENT KILL ID \(id)", ":1")
        #expect(try other.rest() == "")
        #expect(try caller.ask("INFO", "clients").contains("blocked_clients:0"))
        try caller.say("CLIENT KILL TYPE normal SKIPME yes", ":0")
        try caller.say("CLIENT KILL TYPE normal SKIPME no", ":1")
        #expect(try caller.rest() == "")
        #expect(try daemon.ask("PING") == "+PONG\r\n")
    }

    @Test("CLIENT LIST and INFO say what a client is doing")
    func list() throws {
        let daemon = try DaemonProcess()
        let (client, other) = (try daemon.connect(), try daemon.connect())
        try client.say("CLIENT SETNAME me", "+OK")
        try client.say("WATCH lines", "+OK")
        try client.say("MULTI", "+OK")
        try client.say("PING", "+QUEUED")
        _ = try other.ask("SUBSCRIBE", "a")
        let third = try daemon.connect()
        let list = try third.ask("CLIENT", "LIST")
        #expect(list.contains("name=me") && list.contains("multi=1 watch=1") && list.contains("flags=P"))
        let lines = list.split(separator: "\n")
        #expect(lines.count == 3)
        let id = try third.ask("CLIENT", "ID").dropFirst()
        #expect(try third.ask("CLIENT", "INFO").hasPrefix("id=\(id) "))
        #expect(try third.ask("CLIENT", "LIST", "ID", String(id)).hasPrefix("id=\(id) "))
        #expect(try third.ask("CLIENT", "LIST", "TYPE", "pubsub").contains("sub=1"))
        #expect(try third.ask("CLIENT", "LIST", "ID", "x") == "-ERR Invalid client ID")
        #expect(try third.ask("CLIENT", "LIST", "FOO") == "-ERR syntax error")
        #expect(try third.ask("CLIENT", "HELP").hasPrefix("*"))
    }

    @Test("redis-cli shows a hint and help for each command", .needs("redis-cli"))
    func help() throws {
        let daemon = try DaemonProcess()
        func redis(_ arguments: String...) throws -> Run { try Run("redis-cli", ["-s", daemon.socket] + arguments) }
        let names = try redis("COMMAND", "LIST").text.split(separator: "\n").map(String.init)
        let count = try redis("COMMAND", "COUNT").text
        #expect(count == "\(names.count)\n")
        let input = names.map { "help \($0)\n" }.joined()
        let run = try Run("redis-cli", ["-s", daemon.socket], input: Array(input.utf8))
        #expect(run.isSuccess, "\(run.errors)")
        // Without the escape sequences of its colours.
        let parts = run.text.split(separator: "\u{1B}[").map { $0.drop { $0.isNumber }.dropFirst() }
        let words = parts.joined().lowercased().split { $0 == " " || $0.isNewline }
        for name in names { #expect(words.contains(name[...]), "no help for \(name)") }
        let shown = words.joined(separator: " ")
        #expect(shown.contains("changes revision [block milliseconds] summary: answers the paths that changed"))
        #expect(shown.contains("since: 0.1.0 group: pubsub"))
    }
}
