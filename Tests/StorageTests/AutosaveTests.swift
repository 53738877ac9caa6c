import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesDocument
@testable import FourLinesStorage

/// When a save begins of itself, by the virtual clock.
@Suite("Saves that nobody asks for")
struct AutosaveTests {
    /// Edits of a life, with the clock going on behind each; tells what the archive was after each.
    private func edit(_ life: Life, times: Int, each milliseconds: Int64, _ look: (Int64) -> Void = { _ in }) {
        for _ in 0..<times {
            life.run([.edit])
            for _ in 0..<max(1, milliseconds / 1000) {
                life.files.disk.clock += min(milliseconds, 1000) * 1_000_000
                life.store?.tick()
                life.thread.finish()
            }
            look(life.files.disk.clock)
        }
    }

    @Test(
        "rule 29, many edits cost few saves, and none of them is unsaved for longer than half a minute",
        arguments: [Int64(600), 1900])
    func storm(each milliseconds: Int64) throws {
        let life = SavingTests.life()
        life.run([.edit, .save])
        let begun = life.files.disk.clock
        var archives: Set<Int> = []
        var oldest: Int64 = 0
        edit(life, times: Int(300_000 / milliseconds), each: milliseconds) { clock in
            if let inode = life.files.disk.inode("data.archive") { archives.insert(inode) }
            guard let store = life.store, store.isDirty else { return }
            // The first edit behind the one that the archive holds.
            let saved = Int(store.saves.savedRevision - (life.truth.revision - UInt64(life.truth.past.count - 1)))
            oldest = max(oldest, clock - life.truth.past[saved + 1].time)
        }
        let seconds = (life.files.disk.clock - begun) / 1_000_000_000
        #expect(Int64(archives.count - 1) <= seconds / 30 && Int64(archives.count) >= seconds / 31, "\(archives.count)")
        #expect(oldest < 31_000_000_000 && oldest > 25_000_000_000, "\(oldest)")
    }

    @Test("rule 29, a save begins two seconds after the last edit, not before, and once")
    func quiet() throws {
        let life = SavingTests.life()
        life.run([.edit, .save, .edit])
        let before = life.files.disk.inode("data.archive")
        life.run([.stall(1800)])
        life.thread.finish()
        #expect(life.files.disk.inode("data.archive") == before)
        life.run([.stall(300)])
        life.thread.finish()
        let after = life.files.disk.inode("data.archive")
        #expect(after != before)
        #expect(SavingTests.archived(life) == life.truth.acknowledged)
        #expect(life.store?.deadline == nil)
        let calls = life.files.calls
        life.run([.wait(100), .wait(1000)])
        #expect(life.files.calls == calls)
    }

    @Test("rule 29, edits that leave the content as it was write no archive, and ask for no further save")
    func sameContent() throws {
        let life = SavingTests.life()
        life.run([.edit, .save])
        let store = try #require(life.store)
        let before = life.files.disk.inode("data.archive")
        // The same text once more is no edit at all.
        let text = Array("line \(1)".utf8)
        try store.document.setElement(1, of: PathBytes(Samples.lines), to: text)
        _ = store.commit(.init(time: 0, client: "test", command: "edit"))
        #expect(store.endTurn() == nil && !store.isDirty && store.deadline == nil)
        life.run([.edit, .undo])
        #expect(store.isDirty && store.deadline != nil)
        let log = life.files.log.count
        life.run([.wait(3)])
        #expect(life.files.disk.inode("data.archive") == before)
        #expect(!life.files.log[log...].contains { $0.hasPrefix("rename") })
        #expect(!store.isDirty && store.deadline == nil)
        #expect(store.saves.savedRevision == store.document.revision)
        #expect(DamageTests.recover(life.files.disk).state == life.truth.acknowledged)
    }

    @Test("A save that takes long comes at most every ten times as long")
    func longSaves() throws {
        let life = SavingTests.life()
        life.run([.edit, .save])
        life.files.step = 300_000_000
        life.run([.edit, .save])
        let took = try #require(life.store?.saves.lastDuration)
        #expect(took > .seconds(4))
        life.files.step = 1_000_000
        life.run([.edit])
        let due = try #require(life.store?.deadline)
        #expect(due - life.files.now > took * 9)
    }

    @Test("A journal that has grown long asks for a save at once, and for one only")
    func longJournal() throws {
        let life = SavingTests.life()
        life.run([.edit, .save])
        let store = try #require(life.store)
        store.journalCap = 64 << 10
        let before = life.files.disk.inode("data.archive")
        let begun = life.files.now
        var edits = 0
        while life.files.disk.inode("data.archive") == before, edits < 10_000 {
            #expect(store.deadline.map { $0 > life.files.now } != true || store.journal.unsavedSize < 8 << 10)
            life.run([.edit, .stall(0)])
            life.thread.finish()
            edits += 1
        }
        #expect(edits > 10 && edits < 1000, "\(edits)")
        #expect(life.files.now - begun < .seconds(2))
        #expect(store.refusal == nil && SavingTests.archived(life) == life.truth.acknowledged)
        #expect(store.journal.unsavedSize < 4 << 10)
        let calls = life.files.calls
        life.run([.stall(0)])
        #expect(life.files.calls == calls)
    }

    @Test("While no save comes through the journal grows to its cap, then edits are refused; a save ends that")
    func cap() throws {
        let life = SavingTests.life()
        life.run([.edit, .save])
        let store = try #require(life.store)
        store.journalCap = 16 << 10
        life.files.refusedRenames = [.exchange: .busy]
        var edits = 0
        while store.journal.unsavedSize <= store.journalCap, edits < 10_000 {
            life.run([.edit, .wait(1)])
            #expect(life.state == life.truth.acknowledged)
            edits += 1
        }
        #expect(edits > 30)
        let last = life.truth.acknowledged
        let size = store.journal.unsavedSize
        try store.document.setElement(0, of: PathBytes(Samples.lines), to: Array("too much".utf8))
        let commit = store.commit(.init(time: 0, client: "test", command: "edit"))
        guard case .refused(let cause) = commit else { return #expect(Bool(false), "\(commit)") }
        #expect(cause.description.contains("mount its folder instead"), "\(cause)")
        #expect(life.state == last && store.journal.unsavedSize == size)
        #expect(DamageTests.recover(life.files.disk).state == last)
        life.files.refusedRenames = [:]
        life.run([.wait(70), .edit])
        #expect(life.truth.acknowledged != last)
        #expect(SavingTests.archived(life) == last)
    }

    @Test("rule 12, SIGTERM, SIGHUP and the clock together: one save after the other, the last of the latest edit")
    func together() throws {
        for editing in [false, true] {
            let life = SavingTests.life()
            life.run([.edit, .save, .edit])
            let store = try #require(life.store)
            var archives: Set<Int?> = [life.files.disk.inode("data.archive")]
            var outcomes: [UInt64] = []
            let asked = { store.save { if case .success(let result) = $0 { outcomes.append(result.revision) } } }
            life.files.disk.clock += 30_000_000_000
            store.tick()
            for _ in 0..<3 { asked() }
            repeat {
                let names = SavingTests.names(life)
                // One file that is being written, or has been and waits for its name.
                #expect(names.count { $0.contains(".tmp.") || $0.hasSuffix(".next") } <= 1, "\(names)")
                #expect(life.files.disk.bytes("data.archive")?.isEmpty == false)
                archives.insert(life.files.disk.inode("data.archive"))
                if editing, outcomes.isEmpty, store.saving != nil, archives.count == 1 { life.run([.edit]) }
                store.tick()
            } while life.thread.step()
            // Those who asked while the first save ran share the second one.
            #expect(outcomes == Array(repeating: store.document.revision, count: 3))
            #expect(archives.count == (editing ? 3 : 2))
            #expect(SavingTests.archived(life) == life.truth.acknowledged)
            let next = DamageTests.recover(life.files.disk)
            #expect(next.state == life.truth.acknowledged && next.notices == [])
        }
    }
}
