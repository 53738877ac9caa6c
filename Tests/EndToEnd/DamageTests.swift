import FourLinesLinux
import Testing

@Suite("Damage never crashes a start, and never costs the file")
struct DamageTests {
    static let seed: UInt64 = 20_261_130

    /// Lets a daemon find a file: it serves or refuses within a second, and the file's bytes are still there.
    private func start(with bytes: [UInt8], _ what: String, in folder: TestFolder) throws {
        try folder.write("state/data.archive", bytes)
        let began = MonotonicTime.now
        let daemon = try DaemonProcess(in: folder, serving: false)
        var status: ProcessStatus?
        do {
            try daemon.waitUntilServing()
            // What was restored is fit to be read, too.
            #expect(try daemon.ask("LRANGE lines 0 -1").isEmpty == false, "\(what)")
        } catch DaemonProcess.Failure.ended(let code, _) { status = code }
        #expect(MonotonicTime.now - began < .seconds(1), "\(what)")
        if let status {
            #expect(status == .exited(65), "\(what): \(status) \(daemon.log)")
        } else {
            try daemon.process.send(.kill)
            _ = try daemon.end()
        }
        let kept = try names(in: folder("state")).filter { $0.hasPrefix("data.archive") }
        #expect(try kept.contains { try folder.read("state/" + $0) == bytes }, "\(what)")
        for name in kept where name != "data.archive" { try Paths.unlink(folder("state/" + name)) }
    }

    /// A daemon that was killed after two saves and an edit behind them.
    private func killed() throws -> DaemonProcess {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        let client = try daemon.connect()
        for text in ["first", "second"] {
            try client.setLine(0, text)
            try client.save()
        }
        try client.setLine(3, "in the journal")
        try daemon.process.send(.kill)
        _ = try daemon.end()
        return daemon
    }

    @Test(
        "rule 11, an empty archive is a damaged one: the previous one and the journal say what the document is",
        arguments: [true, false])
    func emptied(hasJournal: Bool) throws {
        let daemon = try killed()
        try daemon.folder.write("state/data.archive", [])
        if !hasJournal {
            for name in try names(in: daemon.folder("state")) where name.contains(".journal.") {
                try Paths.unlink(daemon.folder("state/" + name))
            }
        }
        let again = try DaemonProcess(in: daemon.folder)
        let lines = try again.lines()
        #expect(lines[0] == (hasJournal ? "second" : "first"))
        #expect(lines[3] == (hasJournal ? "in the journal" : ""))
        #expect(again.log.contains("is damaged") && again.log.contains("data.archive.1"), "\(again.log)")
        let kept = try names(in: daemon.folder("state")).filter { $0.hasPrefix("data.archive.damaged-") }
        #expect(try kept.map { try daemon.folder.read("state/" + $0) } == [[]])
        #expect(try again.killed().lines() == lines)
    }

    @Test(
        "rule 21, a whole archive that lies beside an empty or missing one is found, and used",
        arguments: [[UInt8](), nil])
    func besideEmpty(bytes: [UInt8]?) throws {
        let daemon = try killed()
        let state = daemon.folder("state")
        // As far as a save comes before the names are exchanged.
        #expect(try Run("mv", [daemon.archive, daemon.archive + ".next"]).isSuccess)
        if let bytes { try daemon.folder.write("state/data.archive", bytes) }
        let again = try DaemonProcess(in: daemon.folder)
        let lines = ["second", ExampleArchive.lines[1], ExampleArchive.lines[2], "in the journal"]
        #expect(try again.lines() == lines)
        #expect(again.log.contains("data.archive.next"), "\(again.log)")
        #expect(try again.archivedLines() == lines)
        #expect(try !names(in: state).contains("data.archive.next"))
        #expect(try again.killed().lines() == lines)
    }

    @Test("rule 28, every length of a truncated archive")
    func truncations() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        for length in 0..<ExampleArchive.bytes.count {
            try start(with: Array(ExampleArchive.bytes[..<length]), "length \(length)", in: folder)
        }
    }

    @Test("rule 28, two thousand mutations of an archive", arguments: 0..<8)
    func mutations(part: Int) throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        for number in part * 250..<(part + 1) * 250 {
            var random = SeededRandom(Self.seed &+ UInt64(number))
            let bytes = random.mutate(ExampleArchive.bytes)
            try start(with: bytes, "seed \(Self.seed) mutation \(number)", in: folder)
        }
    }
}
