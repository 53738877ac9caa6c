import FourLinesDocument
import FourLinesLinux
import KeyedArchive
import Synchronization
import Testing

@testable import FourLinesStorage

@Suite("Restoring the document")
struct RestoringTests {
    static let seed: UInt64 = 20_261_201

    @Test("Whichever call of a start fails, the archive is untouched, and the next start restores it")
    func anyFault() throws {
        let fixture = try StateFixture()
        let document = try fixture.document("kept")
        var number = 0
        while true {
            try fixture.renew()
            try fixture.write("data.archive", document.archive.encode())
            let (files, failing) = (FaultyFiles(), number)
            let count = Mutex(0)
            files.fail { _ in
                count.withLock { count in
                    count += 1
                    return count == failing + 1 ? .ioError : nil
                }
            }
            let result = Result { try fixture.open(files) }
            guard files.calls.count > number else { break }
            if case .failure(let error) = result {
                #expect([65, 73, 74].contains((error as? StorageError)?.kind.rawValue), "call \(number): \(error)")
            }
            #expect(try fixture.read("data.archive") == document.archive.encode(), "call \(number)")
            number += 1
        }
        #expect(number > 5)
        #expect(try fixture.restoredLine() == "kept")
    }

    @Test("Mutations that are taken as sound can be edited, saved and restored")
    func mutations() throws {
        let fixture = try StateFixture()
        let original = try fixture.document("some line").archive.encode()
        var random = SeededRandom(Self.seed)
        var sound = 0
        for number in 0..<2000 {
            let bytes = random.mutate(original)
            try fixture.renew()
            try fixture.write("data.archive", bytes)
            do {
                var (storage, recovery) = try fixture.open()
                guard recovery.file != nil else {
                    let kept = try fixture.names.filter { $0.hasPrefix("data.archive.damaged-") }
                    #expect(try kept.map { try fixture.read($0) } == [bytes], "seed \(Self.seed) number \(number)")
                    continue
                }
                // An unedited document is its own file.
                #expect(try storage.save(recovery.document.archive) == .unchanged, "seed \(Self.seed) number \(number)")
                sound += 1
                do throws(Refusal) {
                    try recovery.document.setElement(0, of: KeyPath("lines".utf8), to: Array("edited".utf8))
                } catch { continue }
                guard recovery.document.commit(.init(time: 0, client: "", command: "lset")) != nil else { continue }
                _ = try storage.save(recovery.document.archive)
            } catch {
                #expect((error as? StorageError)?.kind == .refused, "seed \(Self.seed) number \(number): \(error)")
                #expect(try fixture.read("data.archive") == bytes, "seed \(Self.seed) number \(number)")
                continue
            }
            #expect(try fixture.restoredLine() == "edited", "seed \(Self.seed) number \(number)")
        }
        #expect(sound > 20)
    }

    @Test("A folder that another process holds is refused, and that process is named")
    func held() throws {
        let fixture = try StateFixture()
        let (storage, _) = try fixture.open()
        let error = #expect(throws: StorageError.self) { try fixture.open() }
        #expect(error?.kind == .alreadyRunning)
        #expect(error?.description.contains("process \(CurrentProcess.id)") == true)
        withExtendedLifetime(storage) {}
    }
}
