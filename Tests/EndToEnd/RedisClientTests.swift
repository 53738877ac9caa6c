import FourLinesLinux
import Testing

@Suite("Clients of Redis work unchanged")
struct RedisClientTests {
    private func redis(_ daemon: DaemonProcess, _ arguments: [String], input: String? = nil) throws -> Run {
        try Run("redis-cli", ["-s", daemon.socket] + arguments, input: input.map { Array($0.utf8) })
    }

    @Test("redis-cli, one request each", .needs("redis-cli"))
    func oneShot() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        #expect(try redis(daemon, ["LRANGE", "lines", "0", "-1"]).text == "Buy milk\nRuf Jörg an\n🚘 4 Uhr\n\n")
        #expect(try redis(daemon, ["LSET", "lines", "3", "two words"]).text == "OK\n")
        #expect(try redis(daemon, ["GET", "lines.3"]).text == "two words\n")
        let refused = try redis(daemon, ["-e", "LSET", "lines", "4", "x"])
        #expect(refused.code == 1)
        #expect(refused.errors.contains("index out of range"))
    }

    @Test("redis-cli with protocol 3, and with JSON", .needs("redis-cli"))
    func protocol3() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        #expect(try redis(daemon, ["-3", "GET", "lines.0"]).text == "Buy milk\n")
        let json = try redis(daemon, ["--json", "LRANGE", "lines", "0", "-1"])
        #expect(
            json.text == #"["Buy milk","Ruf J\u00c3\u00b6rg an","\u00f0\u009f\u009a\u0098 4 Uhr",""]"# + "\n"
                || json.text == #"["Buy milk","Ruf Jörg an","🚘 4 Uhr",""]"# + "\n", "\(json.text)")
        #expect(try redis(daemon, ["--json", "CONFIG", "GET", "model"]).text == #"{"model":"four-lines"}"# + "\n")
        #expect(try redis(daemon, ["-3", "INFO", "server"]).text.contains("redis_version:"))
    }

    @Test("redis-cli with a script on standard input", .needs("redis-cli"))
    func piped() throws {
        let daemon = try DaemonProcess()
        let run = try redis(daemon, [], input: "LSET lines 0 \"a b\"\nLINDEX lines 0\nSAVE\nNOSUCH\n")
        #expect(run.text.hasPrefix("OK\na b\nOK\nERR unknown command 'NOSUCH'"))
        #expect(run.isSuccess)
    }

    @Test("redis-cli --pipe, the mass insertion", .needs("redis-cli"))
    func massInsertion() throws {
        let daemon = try DaemonProcess()
        let requests = (0..<5000).map { "LSET lines \($0 % 4) value-\($0)\r\n" }.joined()
        let run = try redis(daemon, ["--pipe"], input: requests)
        #expect(run.text.contains("errors: 0, replies: 5000"), "\(run.text)\(run.errors)")
        #expect(try daemon.lines() == ["value-4996", "value-4997", "value-4998", "value-4999"])
    }

    @Test("redis-cli -x, the last argument from standard input, byte for byte", .needs("redis-cli"))
    func lastArgument() throws {
        let daemon = try DaemonProcess()
        #expect(try redis(daemon, ["-x", "LSET", "lines", "1"], input: "a\r\n\u{0}b\n").text == "OK\n")
        #expect(try daemon.lines()[1] == "a\r\n\u{0}b\n")
    }

    @Test("redis-cli shows the commands' own help", .needs("redis-cli"))
    func documentation() throws {
        let daemon = try DaemonProcess()
        #expect(try redis(daemon, ["COMMAND", "COUNT"]).isSuccess)
        let names = try redis(daemon, ["COMMAND", "LIST"]).text.split(separator: "\n")
        #expect(names.contains("lset"))
        #expect(try redis(daemon, ["-3", "COMMAND", "DOCS", "lset"]).text.contains("summary"))
        #expect(try redis(daemon, ["COMMAND", "INFO", "lset", "nosuch"]).text.contains("lset"))
    }

    @Test("redis-py, with either protocol", .needs("python3"), .needsRedisPackage, arguments: [2, 3])
    func python(version: Int) throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let script = """
            import redis, sys
            r = redis.Redis(unix_socket_path=sys.argv[1], protocol=\(version), decode_responses=True)
            assert r.ping() is True
            assert r.lrange('lines', 0, -1) == ['Buy milk', 'Ruf Jörg an', '🚘 4 Uhr', ''], r.lrange('lines', 0, -1)
            assert r.lset('lines', 3, 'naïve 🚗') is True
            assert r.lindex('lines', 3) == 'naïve 🚗'
            assert r.lindex('lines', 4) is None
            assert r.llen('lines') == 4
            assert r.set('lines.0', 'x') is True and r.get('lines.0') == 'x'
            assert r.mset({'lines.1': 'y', 'lines.2': 'z'}) is True
            assert r.mget('lines.1', 'nothing') == ['y', None]
            assert r.type('lines') == 'list' and r.exists('lines', 'nothing') == 1
            assert r.keys('*') == ['lines']
            assert r.echo('a') == 'a'
            assert r.config_get('model') == {'model': 'four-lines'}
            assert r.info()['loading'] == 0
            assert r.client_setname('me') is True and r.client_getname() == 'me'
            assert r.client_id() > 0
            assert r.save() is True
            assert r.lastsave().year >= 2024
            try:
                r.lset('lines', 4, 'x')
                raise SystemExit('a fifth line was taken')
            except redis.ResponseError as error:
                assert 'index out of range' in str(error), error
            with r.pipeline(transaction=False) as p:
                for number in range(1000):
                    p.lset('lines', number % 4, str(number))
                    p.lindex('lines', number % 4)
                replies = p.execute()
            assert replies[1::2] == [str(number) for number in range(1000)]
            """
        let run = try Run("python3", ["-c", script, daemon.socket])
        #expect(run.isSuccess, "\(run.errors)")
        #expect(try daemon.terminate() == .exited(0))
    }

    @Test("redis-benchmark runs to its end", .needs("redis-benchmark"))
    func benchmark() throws {
        let daemon = try DaemonProcess()
        let load = ["-s", daemon.socket, "-n", "20000", "-P", "16", "-c", "50", "-q"]
        let pings = try Run("redis-benchmark", load + ["-t", "ping_inline,ping_mbulk"])
        #expect(pings.isSuccess, "\(pings.errors)")
        #expect(pings.text.contains("PING_INLINE") && pings.text.contains("PING_MBULK"), "\(pings.text)")
        let edits = try Run("redis-benchmark", load + ["LSET", "lines", "0", "x"])
        #expect(edits.isSuccess && edits.text.contains("requests per second"), "\(edits.text)\(edits.errors)")
        #expect(!edits.text.contains("Error"), "\(edits.text)")
        #expect(try daemon.lines()[0] == "x")
    }

    @Test("socat, for a person who types", .needs("socat"))
    func typed() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let run = try Run(
            "socat", ["-", "UNIX-CONNECT:" + daemon.socket],
            input: Array("LSET lines 0 'Buy tea'\nLRANGE lines 0 0\n".utf8))
        #expect(run.text == "+OK\r\n*1\r\n$7\r\nBuy tea\r\n")
    }
}
