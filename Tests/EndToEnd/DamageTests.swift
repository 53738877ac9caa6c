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

    @Test("Every length of a truncated archive")
    func truncations() throws {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        for length in 0..<ExampleArchive.bytes.count {
            try start(with: Array(ExampleArchive.bytes[..<length]), "length \(length)", in: folder)
        }
    }

    @Test("Two thousand mutations of an archive", arguments: 0..<8)
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
