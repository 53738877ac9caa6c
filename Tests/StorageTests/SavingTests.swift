import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesStorage

@Suite("Saving the archive")
struct SavingTests {
    /// How a file system may refuse what rename(2) cannot do.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let renames: [RenameRule: Errno]
        var testDescription: String { renames.map { "\($0) \($1)" }.sorted().joined(separator: ", ") }

        init(_ rules: [RenameRule], _ errno: Errno) {
            renames = Dictionary(uniqueKeysWithValues: rules.map { ($0, errno) })
        }
    }

    static let refusals = [Errno.invalidArgument, .notImplemented, .notSupported].flatMap { errno in
        [Refusal([.exchange], errno), Refusal([.exchange, .noReplace], errno)]
    }

    /// A process that serves a new document, on a disk that refuses some renames.
    static func life(_ refused: [RenameRule: Errno] = [:]) -> Life {
        let files = SimulatedFiles(SimulatedDisk())
        files.refusedRenames = refused
        let life = Life(files, sync: .always, truth: Truth())
        #expect(life.start())
        life.believe()
        life.thread.finish()
        return life
    }

    /// The names on the disk that are no journal segments.
    static func names(_ life: Life) -> [String] {
        life.files.disk.names().filter { !$0.contains(".journal.") }
    }

    /// What the archive alone restores.
    static func archived(_ life: Life) -> [UInt8] {
        var disk = SimulatedDisk()
        disk.put("data.archive", life.files.disk.bytes("data.archive") ?? [])
        return DamageTests.recover(disk).state
    }

    @Test("Where names cannot be exchanged, a copy and a plain rename replace the archive", arguments: refusals)
    func withoutExchange(_ refusal: Refusal) {
        let life = Self.life(refusal.renames)
        for count in 1...3 {
            let before = Self.archived(life)
            life.run([.edit, .save])
            #expect(life.truth.saves == count)
            #expect(Self.archived(life) == life.truth.acknowledged)
            #expect(Self.archived(life) != before)
        }
        let exchanging = Self.life()
        exchanging.run([.edit, .save, .edit, .save, .edit, .save])
        #expect(Self.names(life) == Self.names(exchanging))
        #expect(life.store?.notices == [])
    }

    @Test("Without the exchange a file that somebody put in place is set aside", arguments: refusals)
    func foreign(_ refusal: Refusal) throws {
        let life = Self.life(refusal.renames)
        life.run([.edit, .save, .foreign, .edit])
        let foreign = try #require(life.files.disk.bytes("data.archive"))
        life.run([.save])
        let kept = Self.names(life).filter { $0.hasPrefix("data.archive.foreign-") }
        #expect(kept.map { life.files.disk.bytes($0) } == [foreign])
        #expect(Self.archived(life) == life.truth.acknowledged)
    }

    @Test(
        "On a full disk the archive stays whole and the document unsaved, until there is room",
        arguments: [Refusal([], .invalidArgument)] + refusals)
    func fullDisk(_ refusal: Refusal) {
        let life = Self.life(refusal.renames)
        life.run([.edit, .save, .edit])
        let old = life.files.disk.bytes("data.archive")
        let names = Self.names(life)
        life.files.isFull = true
        for _ in 0..<3 {
            life.run([.save])
            #expect(life.truth.saves == 1)
            #expect(life.files.disk.bytes("data.archive") == old)
            #expect(Self.names(life) == names)
            #expect(life.store?.isDirty == true)
        }
        life.files.isFull = false
        life.run([.save])
        #expect(life.truth.saves == 2)
        #expect(Self.archived(life) == life.truth.acknowledged)
        #expect(life.store?.isDirty == false)
    }

    @Test("rule 16, a sync that fails is a failed save; the next one is made anew and syncs no such file again")
    func failedSync() throws {
        let sound = Self.life()
        sound.run([.edit, .save, .edit])
        let begin = sound.files.calls
        sound.run([.save])
        let syncs = (begin..<sound.files.calls).filter { sound.files.log[$0].contains("sync") }
        let exchange = try #require(sound.files.log.lastIndex(of: "rename data.archive.next data.archive"))
        var failed = 0
        for call in syncs {
            let life = Self.life()
            life.files.fault = .fail(call, .ioError)
            life.run([.edit, .save, .edit])
            let old = Self.archived(life)
            life.run([.save])
            if life.truth.saves == 1 {
                failed += 1
                #expect(life.store?.isDirty == true && life.store?.saves.failure != nil)
                if call < exchange { #expect(Self.archived(life) == old) }
            } else {
                // The archive had its name by then, durably.
                #expect(call > exchange)
            }
            #expect(DamageTests.recover(life.files.disk).state == life.truth.acknowledged)
            life.run([.save, .edit, .save])
            #expect(life.truth.saves >= 2 && Self.archived(life) == life.truth.acknowledged)
            #expect(life.files.syncsBehindFailure == 0, "\(life.files.log[call])")
        }
        // The journal, the new archive and the folder at the least.
        #expect(failed >= 3)
    }

    @Test("An archive that is a mount point is an error that says what to do")
    func mounted() throws {
        let life = Self.life()
        life.run([.edit, .save, .edit])
        let old = life.files.disk.bytes("data.archive")
        life.files.refusedRenames = [.exchange: .busy]
        life.run([.save])
        #expect(life.truth.saves == 1)
        #expect(life.store?.saves.failure?.description.contains("mount its folder instead") == true)
        #expect(life.files.disk.bytes("data.archive") == old)
    }

    @Test("Nothing acknowledged is lost where names cannot be exchanged")
    func enumeration() throws {
        var enumeration = Enumeration(
            script: [.edit, .saveWithEdits, .edit, .save], initial: try Samples.sharing("first").encode())
        enumeration.refusedRenames = [.exchange: .invalidArgument, .noReplace: .invalidArgument]
        let report = enumeration.run()
        print("without exchange: \(report)")
        #expect(report.violations == 0, "\(report)")
        #expect(report.states > 100)
    }
}
