import FourLinesDocument
import FourLinesLinux
import KeyedArchive
import Synchronization
import Testing

@testable import FourLinesStorage

@Suite("Saving the archive")
struct ArchiveSavingTests {
    @Test("What is saved is restored, in short writes too")
    func roundTrip() throws {
        let fixture = try StateFixture()
        let document = try fixture.document("kept")
        do {
            let storage = try fixture.open(FaultyFiles()).storage
            #expect(try storage.save(document.archive) != .unchanged)
            #expect(try storage.save(document.archive) == .unchanged)
        }
        #expect(try fixture.read("data.archive") == document.archive.encode())
        #expect(try fixture.restoredLine() == "kept")
        #expect(try fixture.names == ["data.archive", "fourlines.lock"])
    }

    /// How file systems refuse to exchange two names, or not to replace one.
    static let refusals: [Errno] = [.invalidArgument, .notImplemented, .notSupported]

    @Test("Where names cannot be exchanged, a plain rename replaces the archive", arguments: refusals)
    func withoutExchange(_ errno: Errno) throws {
        let fixture = try StateFixture()
        let files = FaultyFiles { $0.rule?.isExtended == true ? errno : nil }
        let storage = try fixture.open(files).storage
        for line in ["first", "second", "third"] {
            guard case .saved(_, let notices) = try storage.save(fixture.document(line).archive) else {
                Issue.record("nothing was saved")
                continue
            }
            #expect(notices == [])
            #expect(try fixture.read("data.archive") == fixture.document(line).archive.encode())
        }
        #expect(try fixture.names == ["data.archive", "fourlines.lock"])
    }

    @Test("Where only the exchange is refused, a plain rename replaces the archive")
    func onlyExchange() throws {
        let fixture = try StateFixture()
        let files = FaultyFiles { $0.rule == .exchange ? .invalidArgument : nil }
        let storage = try fixture.open(files).storage
        for line in ["first", "second"] { _ = try storage.save(fixture.document(line).archive) }
        #expect(try fixture.read("data.archive") == fixture.document("second").archive.encode())
        #expect(try fixture.names == ["data.archive", "fourlines.lock"])
    }

    @Test("Without the exchange a file that somebody put in place is set aside, too", arguments: [true, false])
    func foreign(exchanges: Bool) throws {
        let fixture = try StateFixture()
        let files = FaultyFiles { !exchanges && $0.rule?.isExtended == true ? .invalidArgument : nil }
        let storage = try fixture.open(files).storage
        _ = try storage.save(fixture.document("first").archive)
        try fixture.write("data.archive", [1, 2, 3])
        guard case .saved(_, let notices) = try storage.save(fixture.document("second").archive) else {
            Issue.record("nothing was saved")
            return
        }
        #expect(notices.count == 1)
        let kept = try fixture.names.filter { $0.hasPrefix("data.archive.foreign-") }
        #expect(try kept.map { try fixture.read($0) } == [[1, 2, 3]])
        #expect(try fixture.read("data.archive") == fixture.document("second").archive.encode())
    }

    @Test("Without the exchange a full disk leaves the old archive, and the next save succeeds")
    func fullDiskWithoutExchange() throws {
        let fixture = try StateFixture()
        let files = FaultyFiles { $0.rule?.isExtended == true ? .invalidArgument : nil }
        let storage = try fixture.open(files).storage
        _ = try storage.save(fixture.document("old").archive)
        files.fail { call in
            call.rule?.isExtended == true ? .invalidArgument : call.operation == "write" ? .noSpace : nil
        }
        #expect(throws: StorageError.self) { try storage.save(fixture.document("new").archive) }
        #expect(try fixture.read("data.archive") == fixture.document("old").archive.encode())
        files.fail { $0.rule?.isExtended == true ? .invalidArgument : nil }
        _ = try storage.save(fixture.document("new").archive)
        #expect(try fixture.read("data.archive") == fixture.document("new").archive.encode())
        #expect(try fixture.names == ["data.archive", "fourlines.lock"])
    }

    @Test("A mounted archive is an error that says what to do")
    func mounted() throws {
        let fixture = try StateFixture()
        let files = FaultyFiles()
        let storage = try fixture.open(files).storage
        _ = try storage.save(fixture.document("old").archive)
        files.fail { $0.rule == .exchange ? .busy : nil }
        let error = #expect(throws: StorageError.self) { try storage.save(fixture.document("new").archive) }
        #expect(error?.description.contains("mount") == true)
        #expect(try fixture.read("data.archive") == fixture.document("old").archive.encode())
    }

    @Test(
        "Whichever call of a save fails, the archive is the old or the new one, and the next save succeeds",
        arguments: [false, true], [Errno.ioError, .noSpace, .readOnlyFileSystem])
    func anyFault(withoutExchange: Bool, errno: Errno) throws {
        var number = 0
        while true {
            let fixture = try StateFixture()
            let files = FaultyFiles()
            let storage = try fixture.open(files).storage
            let (old, new) = (try fixture.document("old"), try fixture.document("new"))
            _ = try storage.save(old.archive)
            let (left, limited) = (Countdown(number), withoutExchange)
            files.fail { call in
                if limited, call.rule?.isExtended == true { return .invalidArgument }
                return left.isOver() ? errno : nil
            }
            let outcome = Result { try storage.save(new.archive) }
            guard left.hasEnded else { break }
            let bytes = try fixture.read("data.archive")
            #expect(try bytes == old.archive.encode() || bytes == new.archive.encode(), "call \(number)")
            if case .success = outcome { #expect(try bytes == new.archive.encode(), "call \(number)") }
            files.fail { _ in nil }
            _ = try storage.save(new.archive)
            #expect(try fixture.read("data.archive") == new.archive.encode(), "call \(number)")
            let left2 = try fixture.names.filter { !$0.contains(".foreign-") }
            #expect(left2 == ["data.archive", "fourlines.lock"], "call \(number) left \(left2)")
            number += 1
        }
        #expect(number > 5)
    }
}

/// Counts calls down to the one that fails.
private final class Countdown: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    /// Counts a call; answers whether it is the one.
    func isOver() -> Bool {
        left.withLock { left in
            left -= 1
            return left == -1
        }
    }

    /// Whether the call has come.
    var hasEnded: Bool { left.withLock { $0 < 0 } }
}
