import FourLinesDocument
import FourLinesLinux
import KeyedArchive

/// What a save did.
package struct SaveResult: Sendable, Equatable {
    /// The revision that the archive holds.
    package let revision: UInt64
    /// The archive's size in bytes; nil if its content was the same already and nothing was written.
    package let bytes: Int64?
}

extension DocumentStore {
    /// A large edit, which is committed by a save.
    struct Large {
        /// The document with the edit.
        var document: Document
        let edit: Edit
        var then: ((StorageError?) -> Void)?
    }

    /// The save under way.
    struct Saving {
        let revision: UInt64
        let started: MonotonicTime
        let waiters: [(Outcome) -> Void]
        let large: Large?
        /// Whether edits were refused when it began, which its success ends.
        ///
        /// A save that began before does not: a refused record may stand in the journal behind what it saves.
        let endsRefusal: Bool
        /// Whether it has to begin a segment, so that the one before can go.
        let forgets: Bool
        /// What the archive was before.
        let before: Checkpoint?
        /// The archive that was written, and what the journal says of it.
        var checkpoint: Checkpoint?
        /// How large the archive is, if it was written.
        var bytes: Int64?
    }

    /// Saves the document as it is now; the waiter is told how that ended.
    ///
    /// One save runs at a time; those who ask meanwhile get the next one, together.
    package func save(then waiter: @escaping (Outcome) -> Void) {
        asked.append(waiter)
        startAsked()
    }

    /// Commits the large edit that the last `commit` answered; told nil when it is durable.
    package func saveLarge(then waiter: @escaping (StorageError?) -> Void) {
        guard !large.isEmpty else { fatalError("there is no large edit") }
        large[large.count - 1].then = waiter
        startAsked()
    }

    /// Begins a save if one was asked for, none is under way, and the turn's edits are durable.
    func startAsked() {
        guard saving == nil, turn.edits.isEmpty else { return }
        if let next = large.first {
            large.removeFirst()
            if let refusal {
                next.then?(refusal)
                return startAsked()
            }
            return start(next)
        }
        if !asked.isEmpty { start(nil) }
    }

    private func start(_ large: Large?) {
        if sync != .always || !files.rules.contains(.syncBeforeNextSegment) { unsyncedSince = nil }
        if files.rules.contains(.syncBeforeNextSegment), journal.isUsable {
            do throws(StorageError) { try journal.synchronize() } catch { refuse(error) }
        }
        // A refused batch may have left records with these revisions: no later edit gets one of them.
        if refusal != nil, files.rules.contains(.highestRevision) { document.skip(to: highest) }
        // With nothing to save it is only looked whether the archive is still there.
        let forgets = isForgetting && large == nil
        if forgets { isForgetting = false }
        let isIdle =
            !isDirty && refusal == nil && large == nil && journal.base != nil && setAside.isEmpty && !forgets
        var isMaking = false
        if !isIdle, !journal.goOver(), forgets || !journal.isUsable { isMaking = true }
        let saved = large?.document ?? document
        let order = ArchiveSide.Order(
            archive: saved.archive,
            always: (refusal != nil && files.rules.contains(.saveThoughEqual)) || large != nil || journal.base == nil
                || !setAside.isEmpty,
            segment: isMaking ? journal.takeNumber() : nil, history: journal.history)
        saving = Saving(
            revision: saved.revision, started: files.now, waiters: large == nil ? asked : [], large: large,
            endsRefusal: refusal != nil, forgets: forgets, before: journal.base)
        if large == nil { asked = [] }
        saves.isRunning = true
        let side = side
        thread.run {
            let result: Result<ArchiveSide.Delivery, StorageError>
            do throws(StorageError) { result = .success(try side.value.write(order)) } catch {
                result = .failure(error)
            }
            return result
        } then: { [self] result in
            written(result)
        }
    }

    private func written(_ result: Result<ArchiveSide.Delivery, StorageError>) {
        guard let saving else { return }
        let delivery: ArchiveSide.Delivery
        switch result {
        case .success(let done): delivery = done
        case .failure(let error): return failed(error)
        }
        if let folder = delivery.folder {
            notices.append("somebody removed \(folder.path); it was made again")
            state = folder
            journal.startOver()
        }
        if let segment = delivery.segment {
            take(segment)
            do throws(StorageError) { try journal.goOverToNew() } catch { return giveUp(error) }
        } else if case .unchanged(let present) = delivery.written, !saving.forgets,
            journal.base == Checkpoint(revision: saving.revision, present)
                || (saving.endsRefusal && !files.rules.contains(.saveThoughEqual))
        {
            finishSaved(saving, nil)
            return end(.success(SaveResult(revision: saving.revision, bytes: nil)))
        } else if !journal.isUsable {
            // The folder was made again, or the segment failed while the archive was written.
            return makeSegment(delivery)
        }
        checkpoint(delivery.written, saving)
    }

    private func makeSegment(_ delivery: ArchiveSide.Delivery) {
        let (side, number, history) = (side, journal.takeNumber(), journal.history)
        thread.run {
            let result: Result<MadeSegment, StorageError>
            do throws(StorageError) { result = .success(try side.value.prepare(number, history)) } catch {
                result = .failure(error)
            }
            return result
        } then: { [self] result in
            switch result {
            case .failure(let error): giveUp(error)
            case .success(let made):
                take(made)
                do throws(StorageError) { try journal.goOverToNew() } catch { return giveUp(error) }
                if let saving { checkpoint(delivery.written, saving) }
            }
        }
    }

    /// Writes the checkpoint of the save, before its file gets the archive's name.
    private func checkpoint(_ written: ArchiveSaver.Written, _ saving: Saving) {
        let file: ArchiveFile
        var isUnchanged = false
        switch written {
        case .unchanged(let present): (file, isUnchanged) = (present, true)
        case .ready(let new): file = new
        }
        let checkpoint = Checkpoint(revision: saving.revision, file)
        self.saving?.checkpoint = checkpoint
        let origin = Edit.Origin(time: files.wallClock / 1000, client: "", command: "")
        let records =
            voidRecord() + [
                JournalRecord(
                    revision: saving.revision, synced: 0, origin: origin, content: .checkpoint(checkpoint))
            ]
        do throws(StorageError) {
            if files.rules.contains(.checkpointBeforeRename) {
                try journal.append(records)
                if files.rules.contains(.syncCheckpoint) {
                    try journal.synchronize()
                    unsyncedSince = nil
                }
            }
            void = nil
        } catch {
            refuse(error)
            return isUnchanged ? failed(error) : giveUp(error)
        }
        if isUnchanged {
            journal.base = checkpoint
            return confirm(ArchiveSaver.Replaced(generations: generations), bytes: nil)
        }
        let side = side
        let past = ArchiveSaver.Past(
            present: saving.before.map(Generation.init), generations: generations, needed: neededGenerations)
        thread.run {
            side.value.saver.replace(with: file, past)
        } then: { [self] replaced in
            if replaced.isDone { journal.base = checkpoint }
            note(replaced.generations)
            notices += replaced.notices
            if let failure = replaced.failure { return failed(failure) }
            if !files.rules.contains(.checkpointBeforeRename) { try? journal.append(records) }
            confirm(replaced, bytes: checkpoint.size)
        }
    }

    private func giveUp(_ error: StorageError) {
        let side = side
        thread.run {
            side.value.saver.giveUp()
        } then: { [self] in
            failed(error)
        }
    }

    /// The archive has its name and is durable.
    private func confirm(_ replaced: ArchiveSaver.Replaced, bytes: Int64?) {
        guard let saving else { return }
        let origin = Edit.Origin(time: files.wallClock / 1000, client: "", command: "")
        var records: [JournalRecord] = []
        if files.rules.contains(.confirmSave) {
            records.append(
                JournalRecord(revision: saving.revision, synced: 0, origin: origin, content: .saved))
        }
        let before = saving.before.map(Generation.init)
        if let large = saving.large, let before {
            records.append(
                JournalRecord(
                    revision: saving.revision, synced: 0, origin: large.edit.origin,
                    content: .large(large.edit.kind, before: before)))
            beforeLarge[saving.revision] = before
        }
        do throws(StorageError) {
            if !records.isEmpty { try journal.append(records) }
            if saving.large != nil { try journal.synchronize() }
        } catch {
            // The archive is safe all the same; the journal is not to be written to any more.
            refuse(error)
        }
        finishSaved(saving, bytes)
        tidy(replaced, before)
    }

    private func finishSaved(_ saving: Saving, _ bytes: Int64?) {
        let isRefusing = refusal != nil && !(saving.endsRefusal && journal.isUsable)
        if !isRefusing {
            if refusal != nil { notices.append("edits are taken again") }
            refusal = nil
        }
        if let large = saving.large { document = large.document }
        if saves.failure != nil { notices.append("archiving works again") }
        saves.failure = nil
        saves.failures = 0
        failedAt = nil
        saves.savedRevision = saving.revision
        saves.savedAt = files.wallClock / 1_000_000_000
        saves.lastDuration = files.now - saving.started
        if isDirty || isRefusing {
            saves.dirtySince = saves.savedAt
            saves.firstEdit = saving.started
            saves.lastEdit = saves.lastEdit ?? saving.started
        } else {
            saves.dirtySince = nil
            saves.firstEdit = nil
            saves.lastEdit = nil
        }
        self.saving?.bytes = bytes
    }

    /// Rotates the generations and removes segments, then ends the save.
    private func tidy(_ replaced: ArchiveSaver.Replaced, _ before: Generation?) {
        guard let saving else { return }
        var aftermath = ArchiveSaver.Aftermath(
            generations: generations, neededGenerations: neededGenerations, setAside: setAside)
        let needed = firstNeededRevision(previous: replaced.hasOld ? before : generations.first ?? nil)
        aftermath.segments = journal.takeUnneeded(before: needed) + leftSegments
        aftermath.trims = journal.takeUntrimmed()
        leftSegments = []
        setAside = []
        let (side, order) = (side, aftermath)
        let (number, history) = (journal.prepared == nil ? journal.takeNumber() : nil, journal.history)
        thread.run {
            var (done, failure) = (order, StorageError?.none)
            do throws(StorageError) { try side.value.saver.tidy(&done) } catch { failure = error }
            var made: MadeSegment?
            if let number { made = try? side.value.prepare(number, history) }
            return (done, failure, made)
        } then: { [self] done, failure, made in
            if let made { take(made) }
            note(done.generations)
            notices += done.notices
            if let failure { notices.append(failure.description) }
            noteGenerations()
            setAside += done.setAside
            leftSegments += done.segments
            end(.success(SaveResult(revision: saving.revision, bytes: self.saving?.bytes)))
        }
    }

    private func note(_ known: [Generation?]) {
        generations = known
        journal.generations = known.compactMap { $0 }
    }

    /// Says in the journal which generations there are now.
    private func noteGenerations() {
        guard journal.isUsable, !journal.generations.isEmpty, files.rules.contains(.generationRecords) else { return }
        let origin = Edit.Origin(time: files.wallClock / 1000, client: "", command: "")
        do throws(StorageError) {
            try journal.append(
                journal.generations.map {
                    JournalRecord(revision: $0.revision, synced: 0, origin: origin, content: .generation($0))
                })
        } catch { refuse(error) }
    }

    /// The first revision whose record something needs: the previous archive, or the history.
    private func firstNeededRevision(previous: Generation?) -> UInt64 {
        guard files.rules.contains(.keepSegments) else { return .max }
        let base = journal.base?.revision ?? 0
        let forGeneration = min(previous?.revision ?? base, base) + 1
        let forHistory = max(document.history.firstRevision ?? .max, journal.firstKeptRevision)
        let forLarge = neededBeforeLarge.map { $0.revision + 1 }.min() ?? .max
        return min(forGeneration, forHistory, forLarge)
    }

    /// The archives before the large edits that can still be taken back.
    private var neededBeforeLarge: [Generation] {
        guard files.rules.contains(.keepForLarge) else { return [] }
        beforeLarge = beforeLarge.filter { document.history.entry($0.key) != nil }
        return Array(beforeLarge.values)
    }

    private var neededGenerations: Set<Digest> { Set(neededBeforeLarge.map(\.digest)) }

    private func failed(_ error: StorageError) {
        // Once per change of state: a full disk would fill the log too.
        if saves.failure?.hasSameCause(as: error) != true { notices.append("the archive was not written: \(error)") }
        saves.failure = error
        saves.failures += 1
        failedAt = files.now
        if let large = saving?.large {
            highest = max(highest, large.edit.revision)
            if files.rules.contains(.refuseAfterLarge) { refuse(error) }
        }
        if saves.firstEdit == nil, isDirty {
            saves.firstEdit = files.now
            saves.lastEdit = files.now
        }
        end(.failure(error))
    }

    private func end(_ outcome: Outcome) {
        guard let ended = saving else { return }
        saving = nil
        saves.isRunning = false
        if let large = ended.large {
            if case .failure(let error) = outcome { large.then?(error) } else { large.then?(nil) }
        }
        for waiter in ended.waiters { waiter(outcome) }
        startAsked()
    }
}
