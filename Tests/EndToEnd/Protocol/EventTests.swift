import FourLinesLinux
import Testing

@Suite("Events")
struct EventTests {
    private func message(_ channel: String, _ payload: String, type: String = "*") -> String {
        "\(type)3|$7|message|$\(channel.utf8.count)|\(channel)|$\(payload.utf8.count)|\(payload)"
    }

    @Test("messages come on Redis's channels, with canonical paths, once the edit is durable")
    func channels() throws {
        let daemon = try DaemonProcess()
        let (subscriber, editor) = (try daemon.connect(), try daemon.connect())
        _ = try subscriber.ask("SUBSCRIBE", "__keyspace@0__:lines", "__keyevent@0__:set")
        #expect(try subscriber.reply() == "*3|subscribe|__keyevent@0__:set|:2")
        try editor.say("LSET kLinesKey -1 x", "+OK")
        try subscriber.hear(message("__keyspace@0__:lines", "lset"))
        try editor.say("SET kLinesKey.-2 x", "+OK")
        try subscriber.hear(message("__keyevent@0__:set", "lines.2"))
        // What changes nothing is no event, nor what is refused.
        try editor.say("LSET lines 3 x", "+OK")
        #expect(try editor.ask("LSET", "lines", "9", "x").hasPrefix("-ERR"))
        try editor.say("MULTI", "+OK")
        try editor.say("LSET lines 0 a", "+QUEUED")
        try editor.say("LSET lines 9 a", "+QUEUED")
        #expect(try editor.ask("EXEC").hasPrefix("-ERR"))
        try subscriber.say("PING", "*2|$4|pong|$0|")
        try editor.say("MULTI", "+OK")
        try editor.say("LSET lines 0 a", "+QUEUED")
        try editor.say("MSET lines.1 b lines.2 c", "+QUEUED")
        try editor.say("EXEC", "*2|+OK|+OK")
        try subscriber.hear(message("__keyspace@0__:lines", "lset"))
        try subscriber.hear(message("__keyevent@0__:set", "lines.1"))
        try subscriber.hear(message("__keyevent@0__:set", "lines.2"))
        _ = try subscriber.ask("UNSUBSCRIBE", "__keyevent@0__:set")
        try editor.say("SET lines.2 d", "+OK")
        try subscriber.say("PING x", "*2|$4|pong|$1|x")
        _ = try subscriber.ask("UNSUBSCRIBE")
        try subscriber.hearNothing()
    }

    /// An edit of a dictionary, and its events in order.
    static let edits: [([String], [String])] = [
        (["SET", "a.b", "1"], ["set a.b"]), (["INCR", "n"], ["incrby n"]), (["DECRBY", "n", "3"], ["incrby n"]),
        (["INCRBYFLOAT", "n", "0.5"], ["incrbyfloat n"]), (["APPEND", "s", "x"], ["append s"]),
        (["SETRANGE", "s", "1", "yz"], ["setrange s"]), (["RPUSH", "l", "1", "2", "3"], ["rpush l"]),
        (["LPUSH", "l", "0"], ["lpush l"]), (["LSET", "l", "0", "z"], ["lset l"]),
        (["LINSERT", "l", "BEFORE", "z", "y"], ["linsert l"]), (["LREM", "l", "1", "y"], ["lrem l"]),
        (["LTRIM", "l", "0", "2"], ["ltrim l"]), (["LPOP", "l"], ["lpop l"]),
        (["LMOVE", "l", "m", "LEFT", "RIGHT"], ["lpop l", "rpush m"]),
        (["RPOP", "l"], ["rpop l", "del l"]), (["HSET", "h", "f", "1", "g", "2"], ["hset h"]),
        (["HDEL", "h", "f"], ["hdel h"]), (["DEL", "h", "nothing", "m"], ["del h", "del m"]),
        (["MSET", "x", "1", "y", "2"], ["set x", "set y"]), (["UNDO"], ["undo x", "undo y"]),
        (["REDO"], ["redo x", "redo y"]), (["REVERT", "0"], ["revert "]),
    ]

    @Test("each edit has Redis's events, in both protocols")
    func names() throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        let (old, new, editor) = (try daemon.connect(), try daemon.connect(), try daemon.connect())
        _ = try old.ask("PSUBSCRIBE", "__keyspace@0__:*")
        _ = try new.ask("HELLO", "3")
        #expect(try new.ask("PSUBSCRIBE", "__keyevent@0__:*") == ">3|psubscribe|__keyevent@0__:*|:1")
        for (edit, events) in Self.edits {
            #expect(try editor.ask(edit).hasPrefix("-ERR") == false, "\(edit)")
            for event in events {
                let parts = event.split(separator: " ", omittingEmptySubsequences: false)
                #expect(
                    try old.reply() == "*4|pmessage|__keyspace@0__:*|__keyspace@0__:\(parts[1])|\(parts[0])", "\(edit)")
                #expect(
                    try new.reply() == ">4|pmessage|__keyevent@0__:*|__keyevent@0__:\(parts[0])|\(parts[1])", "\(edit)")
            }
        }
        // In protocol 3 everything may be asked for meanwhile.
        #expect(try new.ask("GET", "nothing") == "_")
        #expect(try new.ask("PUBSUB", "NUMPAT") == ":2")
    }

    @Test("an edit of a shared object is told on all of its paths")
    func shared() throws {
        let daemon = try DaemonProcess(["--model", "roster"])
        let (subscriber, editor) = (try daemon.connect(), try daemon.connect())
        _ = try subscriber.ask("PSUBSCRIBE", "__keyspace@0__:*")
        _ = try editor.ask("RPUSH", "athletes.-4.scoreCard.allTimes", "1:00")
        for index in [3, 0, 1, 2, 4, 5, 6] {
            let channel = "__keyspace@0__:athletes.\(index).scoreCard.allTimes"
            #expect(try subscriber.reply() == "*4|pmessage|__keyspace@0__:*|\(channel)|rpush")
        }
        try subscriber.say("PING", "*2|$4|pong|$0|")
    }

    @Test("an edit that a save commits has the events of its commands, as any other has")
    func large() throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        let (subscriber, editor) = (try daemon.connect(), try daemon.connect())
        _ = try subscriber.ask("PSUBSCRIBE", "__keyspace@0__:*")
        func hear(_ events: String...) throws {
            for event in events {
                let parts = event.split(separator: " ")
                let channel = "__keyspace@0__:\(parts[1])"
                #expect(try subscriber.reply() == "*4|pmessage|__keyspace@0__:*|\(channel)|\(parts[0])")
            }
        }
        let value = String(repeating: "x", count: 600_000)
        #expect(try editor.ask("SET", "single", value + value) == "+OK")
        try hear("set single")
        try editor.say("MULTI", "+OK")
        for command in [["SET", "a", value], ["RPUSH", "l", value, "y"], ["LPOP", "l"], ["APPEND", "a", value]] {
            #expect(try editor.ask(command) == "+QUEUED")
        }
        try editor.say("GET nothing", "+QUEUED")
        try editor.say("DEL single", "+QUEUED")
        #expect(try editor.ask("EXEC").hasPrefix("*6|"))
        try hear("set a", "rpush l", "lpop l", "append a", "del single")
        // Edits of the same turn are told before it, those that waited for it behind it.
        try editor.request("SET", "before", "1")
        try editor.request("SET", "single", value + value)
        try editor.request("SET", "behind", "1")
        for _ in 0..<3 { try editor.hear("+OK") }
        try hear("set before", "set single", "set behind")
        #expect(try editor.ask("UNDO").hasPrefix("*10"))
        #expect(try editor.ask("UNDO").hasPrefix("*10"))
        try hear("undo behind", "undo single")
        try subscriber.say("PING", "*2|$4|pong|$0|")
    }

    @Test("who subscribed may do little else in protocol 2, and RESET ends it")
    func restricted() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.connect()
        try client.say("UNSUBSCRIBE", "*3|$11|unsubscribe|$-1|:0")
        try client.say("SUBSCRIBE a", "*3|$9|subscribe|$1|a|:1")
        try client.say("SUBSCRIBE a", "*3|$9|subscribe|$1|a|:1")
        for name in ["get", "multi", "hello", "changes", "save"] {
            let allowed = "only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context"
            let arguments = ["get": " x", "changes": " 0"][name] ?? ""
            try client.send(name + arguments + "\r\n")
            #expect(try client.line() == "-ERR Can't execute '\(name)': \(allowed)")
        }
        try client.say("RESET", "+RESET")
        let other = try daemon.connect()
        try other.say("PUBSUB NUMSUB a", "*2|$1|a|:0")
        try client.say("SUBSCRIBE a", "*3|$9|subscribe|$1|a|:1")
        try other.say("PUBSUB CHANNELS", "*1|$1|a")
        try other.say("PUBSUB CHANNELS b*", "*0")
        try client.say("QUIT", "+OK")
        try other.say("PUBSUB NUMSUB a", "*2|$1|a|:0")
    }

    @Test("who reads too slowly loses messages, and is told once from where on to ask")
    func lost() throws {
        let daemon = try DaemonProcess(["--journal-sync", "no"])
        let (subscriber, editor) = (try daemon.connect(), try daemon.connect())
        let id = String(try editor.revision().dropLast(2))
        _ = try subscriber.ask("SUBSCRIBE", "__keyspace@0__:lines")
        let count = 20_000
        var requests: [UInt8] = []
        for number in 0..<count {
            requests += Conversation.encode(["LSET", "lines", "\(number % 3)", "\(number)"].map { Array($0.utf8) })
        }
        _ = try editor.exchange(requests, expecting: count * 5)
        let usual = "*3|message|__keyspace@0__:lines|lset"
        var heard = 0
        var reply = try subscriber.reply()
        while reply == usual {
            heard += 1
            reply = try subscriber.reply()
        }
        #expect(heard > 1000 && heard < count)
        #expect(reply == "*3|message|__fourlines__:lost|\(id)-\(heard)")
        #expect(
            try editor.ask("CHANGES", "\(id)-\(heard)")
                == "*6|revision|\(id)-\(count)|everything|:0|paths|*3|lines.0|lines.1|lines.2")
        try editor.setLine(3, "awake")
        #expect(try subscriber.reply() == usual)
        try subscriber.say("PING", "*2|$4|pong|$0|")
    }

    @Test("redis-py receives messages, with either protocol", .needs("python3"), .needsRedisPackage, arguments: [2, 3])
    func python(version: Int) throws {
        let daemon = try DaemonProcess()
        let script = """
            import redis, sys
            r = redis.Redis(unix_socket_path=sys.argv[1], protocol=\(version), decode_responses=True)
            p = r.pubsub(ignore_subscribe_messages=True)
            p.subscribe('__keyspace@0__:lines')
            p.psubscribe('__keyevent@0__:*')
            def get():
                for _ in range(50):
                    message = p.get_message(timeout=1)
                    if message: return message['type'], message['channel'], message['data']
            assert r.pubsub_numpat() >= 0
            r.lset('lines', 0, 'x')
            a, b = get(), get()
            assert a == ('message', '__keyspace@0__:lines', 'lset'), a
            assert b == ('pmessage', '__keyevent@0__:lset', 'lines'), b
            p.unsubscribe(); p.punsubscribe()
            with r.pipeline() as t:
                t.watch('lines.0')
                assert t.get('lines.0') == 'x'
                t.multi()
                t.lset('lines', 0, 'y').lset('lines', 1, 'z')
                assert t.execute() == [True, True]
                t.watch('lines.0')
                r.lset('lines', 0, 'other')
                t.multi()
                t.lset('lines', 0, 'never')
                try:
                    t.execute()
                    raise SystemExit('a watched path changed, and the transaction ran')
                except redis.WatchError: pass
            with r.pipeline() as t:
                t.lset('lines', 0, 'never').lset('lines', 9, 'never')
                try:
                    t.execute()
                    raise SystemExit('a transaction with a failing command ran')
                except redis.ResponseError as error: assert 'nothing was changed' in str(error), error
            assert r.lrange('lines', 0, -1) == ['other', 'z', '', '']
            """
        let run = try Run("python3", ["-c", script, daemon.socket])
        #expect(run.isSuccess, "\(run.errors)")
    }
}
