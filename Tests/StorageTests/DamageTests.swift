import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesDocument
@testable import FourLinesStorage

@Suite("Damage")
struct DamageTests {
    /// A disk after some edits and a kill, and the states that the document had, the first one the archive's.
    static func disk(
        _ steps: [Step], first: String = "first", seed: UInt64 = 1
    ) throws -> (disk: SimulatedDisk, states: [[UInt8]]) {
        var disk = SimulatedDisk()
        disk.seed = seed
        disk.put("data.archive", try Samples.sharing(first).encode())
        let life = Life(SimulatedFiles(disk), sync: .always, truth: Truth())
        #expect(life.start())
        life.believe()
        life.thread.finish()
        life.run(steps)
        return (life.files.disk, life.truth.past.map(\.state))
    }

    static func recover(_ disk: SimulatedDisk, rules: StorageRules = .all) -> Life {
        let life = Life(SimulatedFiles(disk, rules: rules), sync: .always, truth: Truth())
        _ = life.start()
        return life
    }

    @Test("segments of a later version, which ended with a complete archive, are set aside, and not one is removed")
    func laterVersion() throws {
        let files = SimulatedFiles(try Self.disk([.edit, .save, .edit]).disk)
        let last = Life(files, sync: .always, truth: Truth())
        #expect(last.start())
        last.believe()
        last.thread.finish()
        last.run([.edit, .save])
        last.store?.close()
        var disk = files.disk
        let names = disk.names().filter { $0.hasPrefix("data.archive.journal.") }
        for name in names {
            disk.change(name) { bytes in
                guard var prefix = SegmentPrefix(bytes) else { return }
                prefix.version += 1
                bytes.replaceSubrange(0..<SegmentPrefix.slotOffset, with: prefix.head[..<SegmentPrefix.slotOffset])
            }
        }
        let later = Set(names.compactMap { disk.bytes($0) })
        #expect(!later.isEmpty)
        let life = Self.recover(disk)
        #expect(life.state == last.truth.acknowledged, "\(life.error?.description ?? "")")
        life.thread.finish()
        let aside = life.files.disk.names().filter { $0.contains(".aside-") }
        #expect(Set(aside.compactMap { life.files.disk.bytes($0) }) == later, "\(life.files.disk.names())")
    }

    @Test("a flipped byte of a segment never leads to a state that was not, and is said")
    func flippedSegment() throws {
        let (disk, states) = try Self.disk([.edit, .edit, .remove, .edit])
        let size = disk.bytes("data.archive.journal.1")?.count ?? 0
        let end = 1024 + ((disk.bytes("data.archive.journal.1")?.dropFirst(1024).lastIndex { $0 != 0 }) ?? 0)
        var silent = 0
        for index in 0..<size {
            var damaged = disk
            damaged.change("data.archive.journal.1") { $0[index] ^= 0x55 }
            let life = Self.recover(damaged)
            #expect(life.error == nil, "byte \(index)")
            #expect(states.contains(life.state), "byte \(index): \(life.notices)")
            if life.state != states.last, life.notices.isEmpty { silent += 1 }
        }
        #expect(silent == 0)
        #expect(end > 1024)
    }

    @Test("a segment cut at any length restores a state that was")
    func cutSegment() throws {
        let (disk, states) = try Self.disk([.edit, .edit, .remove, .edit])
        let size = disk.bytes("data.archive.journal.1")?.count ?? 0
        for length in 0..<size {
            var damaged = disk
            damaged.change("data.archive.journal.1") { $0.removeSubrange(length...) }
            let life = Self.recover(damaged)
            #expect(life.error == nil)
            #expect(states.contains(life.state), "length \(length)")
        }
    }

    @Test("a flipped byte or a cut of the archive restores the present state from the previous one and the journal")
    func damagedArchive() throws {
        let (disk, states) = try Self.disk([.edit, .save, .edit, .save, .edit])
        let bytes = disk.bytes("data.archive") ?? []
        for index in bytes.indices {
            var damaged = disk
            damaged.change("data.archive") { $0[index] ^= 0x20 }
            let flipped = Self.recover(damaged)
            #expect(flipped.state == states.last, "byte \(index): \(flipped.notices)")
            #expect(flipped.notices.first?.contains("is damaged") == true)
            #expect(flipped.files.disk.names().contains { $0.contains("data.archive.damaged-") })
            damaged = disk
            damaged.change("data.archive") { $0.removeSubrange(index...) }
            #expect(Self.recover(damaged).state == states.last, "length \(index)")
        }
    }

    @Test("rule 18, damage in the middle of a segment is told from a torn tail, and the segment is kept")
    func damageAndTail() throws {
        let (disk, states) = try Self.disk([.edit, .edit, .edit])
        let segment = try #require(disk.bytes("data.archive.journal.1"))
        let contents = try #require(SegmentContents(segment))
        let edits = contents.records.filter { $0.record.isEdit }
        var damaged = disk
        damaged.change("data.archive.journal.1") { $0[edits[1].end - 8] ^= 1 }
        let life = Self.recover(damaged)
        #expect(life.state == states[1])
        #expect(life.notices.contains { $0.contains("had been synced") }, "\(life.notices)")
        #expect(life.notices.contains { $0.contains("lacks revision 2") }, "\(life.notices)")
        #expect(life.files.disk.names().contains { $0.hasPrefix("data.archive.journal.1.aside-") })
        var torn = disk
        torn.change("data.archive.journal.1") { $0[edits[2].end - 8] ^= 1 }
        let tail = Self.recover(torn)
        #expect(tail.state == states[2])
        #expect(tail.notices.contains { $0.contains("cut short") }, "\(tail.notices)")
        #expect(!tail.notices.contains { $0.contains("had been synced") })
    }

    @Test(
        "a segment that was being made when the process ended is swept without a word",
        arguments: [0, 5, 200, 600, 1024])
    func unmadeSegment(length: Int) throws {
        let (disk, states) = try Self.disk([.edit, .edit])
        var head = SegmentPrefix(history: HistoryID(high: 1, low: 2), number: 9, seed: 3).head
        for index in head.indices where index >= length { head[index] = 0 }
        for bytes in [head, Array(head.prefix(length))] {
            var torn = disk
            torn.put("data.archive.journal.9", bytes)
            let life = Self.recover(torn)
            #expect(life.notices == [] && life.state == states.last)
            #expect(life.files.disk.bytes("data.archive.journal.9") == nil)
            life.thread.finish()
            life.run([.edit, .save])
            #expect(!life.files.disk.names().contains { $0.hasPrefix("data.archive.journal.9") })
        }
    }

    @Test("without the rule of the unbroken run a wrong record is applied")
    func unbrokenRun() throws {
        let (disk, states) = try Self.disk([.edit, .edit, .edit])
        let segment = try #require(disk.bytes("data.archive.journal.1"))
        let contents = try #require(SegmentContents(segment))
        let edits = contents.records.filter { $0.record.isEdit }
        var damaged = disk
        damaged.change("data.archive.journal.1") { $0[edits[0].end - 8] ^= 1 }
        #expect(states.contains(Self.recover(damaged).state))
        #expect(!states.contains(Self.recover(damaged, rules: StorageRules.all.subtracting(.unbrokenRun)).state))
    }

    @Test("rule 23, where archive, generations and journal are all damaged a start begins anew, and keeps everything")
    func nothingSound() throws {
        var (disk, _) = try Self.disk([.edit, .save, .edit, .save])
        let damaged = disk.names().filter { $0 != "fourlines.lock" }
        for name in damaged { disk.change(name) { $0 = Array("rubbish, once \(name)".utf8) } }
        let life = Self.recover(disk)
        #expect(life.error == nil)
        #expect(life.notices.contains { $0.contains("begins with the default") })
        let kept = Set(life.files.disk.names().compactMap { life.files.disk.bytes($0) })
        for name in damaged { #expect(kept.contains(Array("rubbish, once \(name)".utf8)), "\(name)") }
    }
}
