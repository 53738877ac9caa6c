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

    @Test("segments of another document are no part of this one: they are said and set aside", arguments: [1, 5, 99])
    func foreignSegment(number: Int) throws {
        let (disk, states) = try DamageTests.disk([.edit, .edit, .wait(0), .save, .edit])
        let (other, _) = try DamageTests.disk([.edit, .remove, .edit, .edit, .edit, .edit], first: "theirs", seed: 7)
        let segment = try #require(other.bytes("data.archive.journal.1"))
        var mixed = disk
        mixed.put("data.archive.journal.\(number)", segment)
        let life = DamageTests.recover(mixed)
        #expect(life.error == nil)
        // Number 1 is one of ours, which was written over: it held what the archive and the segment after it have.
        #expect(life.state == states.last, "\(life.notices)")
        #expect(life.notices.contains { $0.contains("another document") }, "\(life.notices)")
        let kept = life.files.disk.names().filter { $0.hasPrefix("data.archive.journal.\(number).aside-") }
        #expect(kept.map { life.files.disk.bytes($0) } == [segment])
        life.believe()
        life.run([.undo, .edit])
        #expect(DamageTests.recover(life.files.disk).state == life.truth.acknowledged)
    }

    @Test("the state folder of one document copied over that of another is the first one's")
    func copiedOver() throws {
        let (ours, _) = try DamageTests.disk([.edit, .edit, .save, .edit, .edit, .save, .edit, .save, .edit])
        let (theirs, states) = try DamageTests.disk([.edit, .save, .edit], first: "theirs", seed: 7)
        var mixed = ours
        for name in theirs.names() where name.hasPrefix("data.archive") {
            if let bytes = theirs.bytes(name) { mixed.put(name, bytes) }
        }
        let life = DamageTests.recover(mixed)
        #expect(life.state == states.last, "\(life.notices)")
        #expect(life.notices.contains { $0.contains("another document") }, "\(life.notices)")
    }

    @Test(
        "names that are not ours are left alone, however much they look like ours",
        arguments: [
            "data.archive.journal.18446744073709551615", "data.archive.journal.18446744073709551614",
            "data.archive.journal.9007199254740993", "data.archive.journal.01", "data.archive.journal.-1",
            "data.archive.journal.", "data.archive.journal.1x", "data.archive.0", "data.archive.01",
        ])
    func otherNames(name: String) throws {
        let (disk, states) = try DamageTests.disk([.edit, .save, .edit])
        var strange = disk
        // What is there could be a copy of ours as well.
        let copy = try #require(disk.bytes("data.archive.journal.1"))
        strange.put(name, copy)
        let life = DamageTests.recover(strange)
        #expect(life.state == states.last && life.notices == [], "\(life.notices)")
        life.believe()
        life.run([.edit, .wait(0), .save, .edit])
        #expect(life.files.disk.bytes(name) == copy)
        #expect(DamageTests.recover(life.files.disk).state == life.truth.acknowledged)
    }

    @Test("a folder with a name of temporary files does not keep the daemon from starting")
    func temporaryFolder() throws {
        let (disk, states) = try DamageTests.disk([.edit])
        var strange = disk
        strange.put("data.archive.tmp.1", [])
        strange.put("data.archive.tmp.2", [])
        strange.change(kind: .folder, of: "data.archive.tmp.1")
        let life = DamageTests.recover(strange)
        #expect(life.error == nil && life.state == states.last)
        #expect(life.files.disk.names().filter { $0.contains("tmp") } == ["data.archive.tmp.1"])
    }

    @Test(
        "a pipe in the place of a file refuses the start, which does not wait for it",
        arguments: [("data.archive.journal.7", StorageError.Kind.refused), ("fourlines.lock", .cannotCreate)])
    func pipe(name: String, kind: StorageError.Kind) throws {
        var (disk, _) = try DamageTests.disk([.edit])
        disk.put(name, [])
        disk.change(kind: .pipe, of: name)
        let before = disk.names()
        let life = DamageTests.recover(disk)
        #expect(life.error?.kind == kind)
        #expect(life.error?.description.contains("not a regular file") == true)
        #expect(!life.files.log.contains("open \(name)"))
        #expect(life.files.disk.names() == before)
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
