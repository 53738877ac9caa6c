package import FourLinesDocument
package import FourLinesLinux
import KeyedArchive

/// The document together with what makes it last: its journal and its archive.
///
/// It belongs to the loop. Edits are made on `document` and committed; at the end of the loop's turn `endTurn` makes
/// them durable, all with one sync. Saves run on the file thread; between their steps the loop writes the journal's
/// part.
package final class DocumentStore {
    /// What became of what was applied to the document.
    package enum Commit: Sendable {
        /// Nothing was applied.
        case nothing
        /// It is an edit of this turn, durable when `endTurn` says so.
        case pending(Edit)
        /// It is a large edit, to be committed by `saveLarge`; the document is as it was before.
        case large
        /// It was taken back, because edits are refused at present.
        case refused(StorageError)
    }

    /// How a save ended.
    package typealias Outcome = Result<SaveResult, StorageError>

    /// The document.
    package var document: Document
    /// Why edits are refused; nil if they are not.
    package internal(set) var refusal: StorageError?
    /// What is known about saves.
    package internal(set) var saves = SaveState()
    /// Sentences for the log that came up since they were last taken.
    package var notices: [String] = []
    /// How many syncs the edits have cost, and how many turns had edits.
    package internal(set) var syncCount = 0
    package internal(set) var turnCount = 0
    /// When the last sync of a turn ended, and how long it took.
    package internal(set) var lastSync = MonotonicTime(nanoseconds: 0)
    package internal(set) var lastSyncDuration = Duration.zero
    /// When the journal is synced.
    package let sync: JournalSync
    /// What the last recovery did, in words.
    package let recovered: String
    /// How large the journal may grow while saves fail, in bytes.
    package var journalCap: Int64 = 256 << 20
    /// How large the journal grows before it asks for a save, in bytes: long before it may grow no more.
    var journalSaveSize: Int64 { min(32 << 20, journalCap / 8) }

    let files: any FileSystem
    let thread: any StorageThread
    let urgent: UrgentWork
    let side: ThreadConfined<ArchiveSide>
    var state: StateFolder
    let archivePathOfTarget: String
    let journal: Journal
    /// What is known of the generations `.1`, `.2` and `.3`.
    package internal(set) var generations: [Generation?]

    /// The highest revision that was ever given.
    var highest: UInt64
    /// Revisions whose edits are not in the document, until the journal says so.
    var void: ClosedRange<UInt64>?
    var turn = Turn()
    var saving: Saving?
    var asked: [(Outcome) -> Void] = []
    var large: [Large] = []
    /// The archives before large edits, by the revisions of these.
    var beforeLarge: [UInt64: Generation]
    var isPreparing = false
    /// Whether the next save goes over to a new segment in any case, because the present one is to be forgotten.
    var isForgetting = false
    var failedAt: MonotonicTime?
    var setAside: [String]
    var leftSegments: [String]
    /// The sync of the file thread that is under way, and when it was asked for.
    var running: MonotonicTime?
    /// When the first edit was written that is not synced.
    var unsyncedSince: MonotonicTime?

    /// The edits of a turn.
    struct Turn {
        var edits: [Edit] = []
        var records: [JournalRecord] = []
    }

    /// A store for what was opened; nothing is written before the first edit or save.
    package init(_ opened: Storage.Opened, thread: any StorageThread, sync: JournalSync) {
        let recovery = opened.recovery
        document = recovery.document
        files = opened.state.files
        self.thread = thread
        self.sync = sync
        urgent = opened.urgent
        side = opened.side
        state = opened.state
        archivePathOfTarget = opened.archivePath
        highest = recovery.highest
        void = recovery.lost
        setAside = recovery.setAside
        recovered = recovery.summary
        let kept = recovery.journal.segments.filter { !$0.isEmpty && !recovery.setAside.contains($0.name) }
        leftSegments = recovery.journal.segments.filter(\.isEmpty).map(\.name)
        journal = Journal(
            archive: opened.archive, history: recovery.history,
            nextNumber: recovery.journal.lastNumber + (files.rules.contains(.newSegments) ? 1 : 0),
            closed: kept.map { .init(name: $0.name, lastRevision: $0.contents?.lastRevision ?? 0, size: $0.size) },
            folderPath: opened.state.path, files: opened.state.files)
        journal.base = recovery.base
        generations = recovery.generations
        journal.generations = recovery.generations.compactMap { $0 }
        beforeLarge = recovery.beforeLarge
        if let base = recovery.base {
            saves.savedRevision = base.revision
            saves.savedAt = base.modificationTime / 1_000_000_000
        }
        if isDirty {
            saves.dirtySince = files.wallClock / 1_000_000_000
            saves.firstEdit = files.now
            saves.lastEdit = files.now
        }
    }

    /// The path of the archive, its symlink resolved.
    package var archivePath: String { archivePathOfTarget }

    /// Whether there are edits that the archive does not hold.
    package var isDirty: Bool { document.revision != saves.savedRevision }

    /// Whether a large edit is being committed, so that other edits have to wait.
    package var isCommittingLarge: Bool { !large.isEmpty || saving?.large != nil }

    /// What tells this history of revisions from all others.
    package var history: HistoryID { journal.history }

    /// How many bytes recovery would read of the journal.
    package var journalSize: Int64 { journal.size }

    // MARK: - Edits

    /// Makes what was applied to the document an edit of this turn.
    package func commit(_ origin: Edit.Origin) -> Commit {
        guard document.isBeingEdited else { return .nothing }
        if let refusal {
            document.rollBack()
            return .refused(refusal)
        }
        if journal.unsavedSize > journalCap {
            document.rollBack()
            let reason = "the journal has grown to \(journal.unsavedSize) bytes, and no save came through"
            return .refused(saves.failure ?? StorageError(.inputOutput, reason))
        }
        guard let edit = document.commit(origin) else { return .nothing }
        highest = max(highest, edit.revision)
        guard let record = edit.record else {
            large.append(Large(document: document, edit: edit))
            document.takeBack(edit)
            return .large
        }
        turn.edits.append(edit)
        turn.records.append(
            JournalRecord(
                revision: edit.revision, synced: 0, origin: origin, content: .edit(edit.kind, record: record)))
        return .pending(edit)
    }

    /// Whether the turn has edits that are not durable yet.
    package var hasTurn: Bool { !turn.edits.isEmpty }

    /// Makes the edits of the turn durable.
    ///
    /// - Returns: nil, or why they could not be and were taken back.
    package func endTurn() -> StorageError? {
        guard !turn.edits.isEmpty else {
            startAsked()
            return nil
        }
        let batch = turn
        turn = Turn()
        turnCount += 1
        do throws(StorageError) {
            try write(batch.records)
        } catch {
            refuse(batch, error)
            startAsked()
            return error
        }
        let now = files.now
        if saves.dirtySince == nil { saves.dirtySince = files.wallClock / 1_000_000_000 }
        if saves.firstEdit == nil { saves.firstEdit = now }
        saves.lastEdit = now
        startAsked()
        return nil
    }

    private func write(_ records: [JournalRecord]) throws(StorageError) {
        try takeSegment()
        try journal.append(voidRecord() + records)
        let begun = files.now
        if sync == .always {
            syncCount += 1
            try journal.synchronize()
        } else {
            try syncIfOverdue()
            if unsyncedSince == nil { unsyncedSince = files.now }
        }
        void = nil
        lastSync = files.now
        lastSyncDuration = lastSync - begun
    }

    /// A record that says which revisions have no edit, if there are some.
    func voidRecord() -> [JournalRecord] {
        guard let void else { return [] }
        let origin = Edit.Origin(time: files.wallClock / 1000, client: "", command: "")
        return [
            JournalRecord(
                revision: void.upperBound, synced: 0, origin: origin, content: .void(from: void.lowerBound))
        ]
    }

    /// Goes over to a segment, before the first record of this process.
    private func takeSegment() throws(StorageError) {
        guard journal.current == nil else { return }
        defer { prepare() }
        guard !journal.goOver() else { return }
        take(
            try MadeSegment(
                number: journal.takeNumber(), archive: journal.archiveName, history: journal.history, in: state,
                filling: false))
        try journal.goOverToNew()
    }

    /// Takes a segment that was made, for the time after the present one.
    func take(_ made: MadeSegment) {
        if let unused = journal.prepare(made) { leftSegments.append(unused) }
    }

    /// Has the file thread make the first segment, so that the first edit does not wait for it.
    package func prepare() {
        guard !isPreparing, journal.prepared == nil else { return }
        isPreparing = true
        let (side, number, history) = (side, journal.takeNumber(), journal.history)
        thread.run {
            try? side.value.prepare(number, history)
        } then: { [self] made in
            isPreparing = false
            // Without one the first edit makes it, and says why if it cannot.
            if let made { take(made) }
        }
    }

    private func refuse(_ batch: Turn, _ error: StorageError) {
        guard files.rules.contains(.refuseAfterFailure) else { return }
        for edit in batch.edits.reversed() { document.takeBack(edit) }
        refuse(error)
    }

    /// Refuses edits until a save has succeeded.
    func refuse(_ error: StorageError) {
        if refusal == nil { notices.append("edits are refused until the document was archived: \(error)") }
        refusal = refusal ?? error
        // A save is what ends it.
        if saves.firstEdit == nil { saves.firstEdit = files.now }
        saves.lastEdit = saves.lastEdit ?? files.now
        guard files.rules.contains(.highestRevision) else { return }
        void = document.revision < highest ? (document.revision + 1)...highest : nil
    }
}
