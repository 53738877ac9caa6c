import FourLinesLinux
import Testing

@Suite("Two clients that race never lose an update")
struct RaceTests {
    /// How many increments each client makes.
    static let count = Environment.value("FOURLINES_INCREMENTS").flatMap { Int($0) } ?? 1000

    /// Adds 1 to what `lines.0` holds, on condition that nobody else did meanwhile; counts the conflicts.
    private static let script = """
        import redis, sys
        path, way, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
        r = redis.Redis(unix_socket_path=path, protocol=2, decode_responses=True)
        done = conflicts = 0
        while done < count:
            if way == 'watch':
                with r.pipeline() as p:
                    p.watch('lines.0')
                    value = int(p.get('lines.0') or 0)
                    p.multi()
                    p.lset('lines', 0, value + 1)
                    try: p.execute()
                    except redis.WatchError: conflicts += 1; continue
            else:
                revision, value = r.execute_command('REVISION'), int(r.get('lines.0') or 0)
                with r.pipeline(transaction=False) as p:
                    p.execute_command('IFREV', revision)
                    p.lset('lines', 0, value + 1)
                    reply = p.execute(raise_on_error=False)[1]
                if isinstance(reply, Exception):
                    assert str(reply).startswith('CONFLICT'), reply
                    conflicts += 1
                    continue
            done += 1
        print(conflicts)
        """

    @Test(
        "with WATCH and MULTI, and with IFREV", .needs("python3"), .needsRedisPackage, arguments: ["watch", "ifrev"])
    func race(way: String) throws {
        let daemon = try DaemonProcess(["--journal-sync", "no"])
        let streams = try TestFolder()
        let files = try FileDescriptor.openFolder(streams.path)
        let clients = try ["a", "b"].map { name in
            try ChildProcess.start(
                "python3", ["-c", Self.script, daemon.socket, way, "\(Self.count)"],
                files: [1: OpenFile(try files.open(name, [.writing, .create]))])
        }
        for client in clients { #expect(try client.wait(timeout: .seconds(600))?.isSuccess == true) }
        #expect(try daemon.lines()[0] == "\(2 * Self.count)")
        let conflicts = try ["a", "b"].map { try String(decoding: streams.read($0), as: UTF8.self) }
        print(
            "\(way): \(Self.count) increments each, conflicts", conflicts.map { $0.dropLast() }.joined(separator: " "))
    }
}
