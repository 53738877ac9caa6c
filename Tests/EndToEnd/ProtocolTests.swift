import FourLinesLinux
import Testing

@Suite("The protocol over a real socket")
struct ProtocolTests {
    /// A request line in inline form, and the whole reply.
    struct Exchange: Sendable, CustomTestStringConvertible {
        let request: String
        let reply: String
        var testDescription: String { request }

        init(_ request: String, _ reply: String) {
            self.request = request
            self.reply = reply
        }
    }

    static let exchanges = [
        Exchange("PING", "+PONG\r\n"),
        Exchange("ping hello", "$5\r\nhello\r\n"),
        Exchange(#"ECHO "a \"b\" \x41\n""#, "$8\r\na \"b\" A\n\r\n"),
        Exchange("ECHO 'it\\'s'", "$4\r\nit's\r\n"),
        Exchange("", ""),
        Exchange("LLEN lines", ":4\r\n"),
        Exchange("LINDEX lines 0", "$8\r\nBuy milk\r\n"),
        Exchange("LINDEX lines -1", "$0\r\n\r\n"),
        Exchange("LINDEX lines 4", "$-1\r\n"),
        Exchange("LRANGE lines 0 0", "*1\r\n$8\r\nBuy milk\r\n"),
        Exchange("LRANGE lines 5 9", "*0\r\n"),
        Exchange("LRANGE lines -100 100", "*4\r\n$8\r\nBuy milk\r\n$12\r\nRuf Jörg an\r\n$10\r\n🚘 4 Uhr\r\n$0\r\n\r\n"),
        Exchange("LRANGE nothing 0 -1", "*0\r\n"),
        Exchange("LLEN nothing", ":0\r\n"),
        Exchange("GET lines.0", "$8\r\nBuy milk\r\n"),
        Exchange("GET kLinesKey.0", "$8\r\nBuy milk\r\n"),
        Exchange("GET nothing", "$-1\r\n"),
        Exchange("MGET lines.0 nothing lines", "*3\r\n$8\r\nBuy milk\r\n$-1\r\n$-1\r\n"),
        Exchange("TYPE lines", "+list\r\n"),
        Exchange("TYPE lines.0", "+string\r\n"),
        Exchange("TYPE nothing", "+none\r\n"),
        Exchange("EXISTS lines lines.3 lines.4", ":2\r\n"),
        Exchange("KEYS *", "*1\r\n$5\r\nlines\r\n"),
        Exchange("KEYS x*", "*0\r\n"),
        Exchange("SELECT 0", "+OK\r\n"),
        Exchange("SELECT 1", "-ERR DB index is out of range\r\n"),
        Exchange("SELECT x", "-ERR value is not an integer or out of range\r\n"),
        Exchange("HELLO 4", "-NOPROTO unsupported protocol version\r\n"),
        Exchange("CONFIG GET nosuch", "*0\r\n"),
        Exchange("RESET", "+RESET\r\n"),
        Exchange("FOO bar x", "-ERR unknown command 'FOO', with args beginning with: 'bar' 'x' \r\n"),
        Exchange("GET", "-ERR wrong number of arguments for 'get' command\r\n"),
        Exchange("LSET lines 0", "-ERR wrong number of arguments for 'lset' command\r\n"),
        Exchange("CLIENT FOO", "-ERR unknown subcommand 'FOO'. Try CLIENT HELP.\r\n"),
        Exchange("SHUTDOWN LATER", "-ERR syntax error\r\n"),
        Exchange("SET lines.0 x NX XX", "-ERR syntax error\r\n"),
    ]

    @Test("A request is answered in Redis's words", arguments: exchanges)
    func exchange(_ exchange: Exchange) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        #expect(try daemon.ask(exchange.request) == exchange.reply)
        #expect(try daemon.lines() == ExampleArchive.lines)
    }

    /// Bytes after which the connection is closed, and what is said before.
    static let violations = [
        Exchange("*x\r\n", "-ERR Protocol error: invalid multibulk length\r\n"),
        Exchange("*01\r\n", "-ERR Protocol error: invalid multibulk length\r\n"),
        Exchange("*1\r\n:4\r\n", "-ERR Protocol error: expected '$', got ':'\r\n"),
        Exchange("*1\r\n$-1\r\n", "-ERR Protocol error: invalid bulk length\r\n"),
        Exchange("*1\r\n$99999999999999999999\r\n", "-ERR Protocol error: invalid bulk length\r\n"),
        Exchange("PING \"a\r\n", "-ERR Protocol error: unbalanced quotes in request\r\n"),
        Exchange(String(repeating: "a", count: 70_000), "-ERR Protocol error: too big inline request\r\n"),
        Exchange("POST / HTTP/1.1\r\nHost: x\r\n\r\n", ""),
        Exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n", ""),
    ]

    @Test("A violation of the protocol is answered, and closes that connection only", arguments: violations)
    func violation(_ exchange: Exchange) throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        // The daemon may close before all was sent.
        try? client.send(exchange.request)
        #expect(try client.rest() == exchange.reply)
        #expect(try daemon.ask("PING") == "+PONG\r\n")
    }

    @Test("After a half-close whole requests are answered, and a part of one is dropped")
    func halfClose() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.send("PING\r\nECHO a\r\n*2\r\n$4\r\nECHO\r\n$5\r\nab")
        try client.endSending()
        #expect(try client.rest() == "+PONG\r\n$1\r\na\r\n")
    }

    @Test("NUL, line breaks and blanks stay in a line, over a restart too")
    func anyText() throws {
        let daemon = try DaemonProcess()
        let line = " \u{0}a\r\nb\n\t\u{FEFF}\u{10FFFF} "
        try daemon.connect().setLine(0, line)
        #expect(try daemon.lines()[0] == line)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try DaemonProcess(in: daemon.folder).lines()[0] == line)
    }

    @Test("A megabyte in one line is kept")
    func longLine() throws {
        let daemon = try DaemonProcess()
        let line = String(repeating: "0123456789abcdeä", count: 1 << 16)
        try daemon.connect().setLine(2, line)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try DaemonProcess(in: daemon.folder).lines()[2] == line)
    }

    @Test("Bytes that are not UTF-8 are refused, with the field and the reason, and change nothing")
    func notUnicode() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let client = try daemon.connect()
        for bytes: [UInt8] in [[0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
            try client.request(Array("LSET".utf8), Array("lines".utf8), Array("1".utf8), bytes)
            let reply = try client.line()
            #expect(reply.hasPrefix("-ERR ") && reply.contains("lines.1") && reply.contains("UTF-8"), "\(reply)")
        }
        #expect(try client.lines() == ExampleArchive.lines)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try contents(of: daemon.archive) == ExampleArchive.bytes)
    }

    /// Edits that the document cannot take, and words of the answer.
    static let refusals = [
        ("LSET lines 4 x", "index out of range"), ("LSET lines -5 x", "index out of range"),
        ("LSET nothing 0 x", "no such key"), ("SET lines.4 x", "out of range"), ("SET lines x", "WRONGTYPE"),
        ("SET other x", "no such key"), ("LSET lines one x", "not an integer"),
        ("LSET lines 9223372036854775808 x", "not an integer"), ("MSET lines.0 a lines.9 b", "out of range"),
        ("GET lines", "WRONGTYPE"), ("LRANGE lines.0 0 1", "WRONGTYPE"), ("LINDEX lines.0 0", "WRONGTYPE"),
    ]

    @Test("What the document has no place for is refused, and changes nothing", arguments: refusals)
    func refusal(_ request: String, _ words: String) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let reply = try daemon.ask(request)
        #expect(reply.hasPrefix("-") && reply.contains(words), "\(reply)")
        #expect(try daemon.lines() == ExampleArchive.lines)
    }

    @Test("A SAVE in a pipeline is answered in its place, and what stands behind it waits")
    func orderBehindSave() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        var (requests, replies) = ("", "")
        for number in 0..<50 {
            requests += "LSET lines 0 \(number)\r\nSAVE\r\nECHO \(number)\r\nLINDEX lines 0\r\n"
            let text = "$\("\(number)".count)\r\n\(number)\r\n"
            replies += "+OK\r\n+OK\r\n" + text + text
        }
        let bytes = Array(replies.utf8)
        #expect(try client.exchange(Array(requests.utf8), expecting: bytes.count) == bytes)
    }

    @Test("A pipeline of a megabyte is answered whole and in order")
    func longPipeline() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        var (requests, replies): ([UInt8], [UInt8]) = ([], [])
        var number = 0
        while requests.count < 1 << 20 {
            requests += Conversation.encode(["LSET", "lines", "1", "\(number)"].map { Array($0.utf8) })
            requests += Array("LINDEX lines 1\r\n".utf8)
            replies += Array("+OK\r\n$\("\(number)".count)\r\n\(number)\r\n".utf8)
            number += 1
        }
        #expect(try client.exchange(requests, expecting: replies.count) == replies)
    }

    @Test("A greedy client that does not read costs bounded memory, and others are served")
    func slowReader() throws {
        let daemon = try DaemonProcess()
        try daemon.connect().setLine(0, String(repeating: "x", count: 100_000))
        let before = try daemon.memory("VmRSS")
        let greedy = try (0..<4).map { _ in try daemon.connect() }
        let requests = Array(String(repeating: "LINDEX lines 0\r\n", count: 500_000).utf8)
        for client in greedy { #expect(try client.press(requests) < requests.count) }
        #expect(try daemon.ask("PING") == "+PONG\r\n")
        #expect(try daemon.memory("VmRSS") - before < 40_000)
        // It goes on where it was when the client reads at last.
        try greedy[0].expect("$100000\r\nxxx")
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("RESET and HELLO change the protocol of one connection")
    func versions() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.send("HELLO 3\r\n")
        try client.expect("%7\r\n$6\r\nserver\r\n$9\r\nfourlines\r\n$7\r\nversion\r\n")
        _ = try client.bulk()
        try client.expect("$5\r\nproto\r\n:3\r\n$2\r\nid\r\n")
        _ = try client.line()
        try client.expect("$4\r\nmode\r\n$10\r\nstandalone\r\n$4\r\nrole\r\n$6\r\nmaster\r\n$7\r\nmodules\r\n*0\r\n")
        try client.send("GET nothing\r\n")
        try client.expect("_\r\n")
        try client.send("CONFIG GET nosuch\r\n")
        try client.expect("%0\r\n")
        try client.send("CLIENT SETNAME me\r\nCLIENT GETNAME\r\nRESET\r\nGET nothing\r\nCLIENT GETNAME\r\n")
        try client.expect("+OK\r\n$2\r\nme\r\n+RESET\r\n$-1\r\n$-1\r\n")
    }

    @Test("QUIT is answered, and nothing behind it")
    func quit() throws {
        let daemon = try DaemonProcess()
        #expect(try daemon.ask("QUIT\r\nPING") == "+OK\r\n")
    }

    @Test("Hundreds of connections at once are served")
    func manyConnections() throws {
        let daemon = try DaemonProcess()
        let clients = try (0..<400).map { _ in try daemon.connect() }
        for client in clients { try client.send("PING\r\n") }
        for client in clients { try client.expect("+PONG\r\n") }
    }

    @Test("INFO says how the document is, before and after a save")
    func information() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        func field(_ name: String) throws -> String? {
            try client.request("INFO")
            let text = String(decoding: try client.bulk(), as: UTF8.self)
            return text.split(separator: "\r\n").first { $0.hasPrefix(name + ":") }.map {
                String($0.dropFirst(name.count + 1))
            }
        }
        try client.setLine(0, "x")
        #expect(try field("rdb_changes_since_last_save") == "1")
        #expect(try field("rdb_last_bgsave_status") == "ok")
        #expect(try field("process_id") == "\(daemon.id)")
        #expect(try field("loading") == "0")
        try client.save()
        #expect(try field("rdb_changes_since_last_save") == "0")
        #expect(try field("rdb_last_save_time") != "0")
    }
}
