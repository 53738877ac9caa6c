import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesDocument
@testable import FourLinesStorage

@Suite("Archives that somebody else put there")
struct ForeignTests {
    static func contains(_ life: Life, _ text: String) -> Bool {
        String(decoding: life.state.filter { $0 < 0x80 }, as: UTF8.self).contains(text)
    }

    @Test("one that was put there while the daemon was down wins, and the journal is kept and said")
    func replacedWhileStopped() throws {
        var (disk, _) = try DamageTests.disk([.edit, .save, .edit])
        disk.put("data.archive", Samples.archive(["theirs", "", "", ""]))
        let life = DamageTests.recover(disk)
        #expect(Self.contains(life, "theirs"))
        #expect(life.notices.contains { $0.contains("1 edits that were not archived") }, "\(life.notices)")
        #expect(life.files.disk.names().contains { $0.contains(".aside-") })
    }

    @Test("one that was put there while the daemon runs is set aside, not overwritten")
    func replacedWhileRunning() throws {
        let (disk, _) = try DamageTests.disk([.edit, .save, .edit, .foreign, .save])
        let kept = try #require(disk.names().first { $0.contains("data.archive.foreign-") })
        #expect(
            disk.bytes(kept).map { String(decoding: $0.filter { $0 < 0x80 }, as: UTF8.self).contains("foreign") }
                == true)
    }

    @Test("without the rule it is lost")
    func foreignIsLost() throws {
        var disk = SimulatedDisk()
        disk.put("data.archive", try Samples.sharing("first").encode())
        let rules = StorageRules.all.subtracting(.keepForeign)
        let life = Life(SimulatedFiles(disk, rules: rules), sync: .always, truth: Truth())
        #expect(life.start())
        life.thread.finish()
        life.run([.edit, .save, .edit, .foreign, .save, .edit, .save, .edit, .save])
        #expect(!life.files.disk.names().contains { $0.contains("data.archive.foreign-") })
    }

    @Test("the previous archive that was put back wins over the journal", arguments: [true, false])
    func putBack(isConfirmed: Bool) throws {
        var (disk, states) = try DamageTests.disk([.edit, .save, .edit, .save, .edit])
        disk.put("data.archive", disk.bytes("data.archive.1") ?? [])
        let life = DamageTests.recover(
            disk, rules: isConfirmed ? .all : StorageRules.all.subtracting(.confirmSave))
        #expect((life.state == states[1]) == isConfirmed)
        if isConfirmed { #expect(life.notices.contains { $0.contains("put back") }, "\(life.notices)") }
    }

    @Test("an archive with neither checkpoint nor journal is simply read")
    func first() throws {
        var disk = SimulatedDisk()
        disk.put("data.archive", Samples.archive(["mine", "", "", ""]))
        let life = DamageTests.recover(disk)
        #expect(Self.contains(life, "mine"))
        #expect(life.notices.isEmpty)
    }

    @Test("a missing archive beside a generation is restored from it, not begun anew")
    func missing() throws {
        var (disk, states) = try DamageTests.disk([.edit, .save, .edit, .save, .edit])
        disk.remove("data.archive")
        let life = DamageTests.recover(disk)
        #expect(life.state == states.last)
        #expect(life.notices.contains { $0.contains("is missing") })
    }

    @Test("what was restored from a generation is archived before an edit is acknowledged", arguments: [true, false])
    func savedFirst(isSaved: Bool) throws {
        var (disk, _) = try DamageTests.disk([.edit, .save, .edit, .save])
        for name in disk.names() where name.contains(".journal.") { disk.remove(name) }
        disk.change("data.archive") { $0 = [] }
        let rules = isSaved ? StorageRules.all : StorageRules.all.subtracting(.saveFirst)
        let life = DamageTests.recover(disk, rules: rules)
        life.believe()
        life.thread.finish()
        // A text that no state before it had.
        life.run([.edit, .edit, .edit])
        let again = DamageTests.recover(life.files.disk, rules: rules)
        #expect((again.state == life.truth.acknowledged) == isSaved)
    }
}
