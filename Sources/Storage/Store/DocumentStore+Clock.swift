import FourLinesDocument
package import FourLinesLinux
import Synchronization

extension DocumentStore {
    private static let syncInterval = Duration.seconds(1)

    /// When `tick` has something to do; nil if nothing is due at any time.
    package var deadline: MonotonicTime? {
        var next: MonotonicTime?
        if saving == nil { next = isJournalLong ? files.now : saves.deadline(since: failedAt) }
        if sync == .everySecond, let unsyncedSince {
            let due = (running ?? unsyncedSince) + Self.syncInterval
            next = next.map { min($0, due) } ?? due
        }
        return next
    }

    /// Does what is due by the clock: begins a save, syncs the journal.
    package func tick() {
        let now = files.now
        if sync == .everySecond, let unsyncedSince, running == nil, now >= unsyncedSince + Self.syncInterval {
            syncOnFileThread(now)
        }
        guard saving == nil, turn.edits.isEmpty else { return }
        let isDue = saves.deadline(since: failedAt).map { now >= $0 } ?? false
        if isDue || isJournalLong { save { _ in } }
    }

    /// Whether so much was written since the last save that another one is due; a save that failed waits its time.
    private var isJournalLong: Bool { journal.unsavedSize > journalSaveSize && isDirty && failedAt == nil }

    private func syncOnFileThread(_ now: MonotonicTime) {
        guard let segment = journal.current, segment.isUnsynced, !segment.hasFailed else {
            unsyncedSince = nil
            return
        }
        running = now
        unsyncedSince = nil
        let (files, file, end) = (files, segment.file, segment.end)
        // Done between two parts of a save, if one is under way.
        let box = SyncBox()
        urgent.submit {
            do throws(Errno) {
                try Segment.synchronize(file, files)
                box.set(nil)
            } catch { box.set(error) }
        }
        let urgent = urgent
        thread.run {
            urgent.drain()
        } then: { [self] in
            running = nil
            guard journal.current === segment, !segment.hasFailed else { return }
            do throws(StorageError) { try segment.noteSync(to: end, box.error) } catch { refuse(error) }
        }
    }

    /// Syncs the journal if the sync of each second is late by another one.
    func syncIfOverdue() throws(StorageError) {
        guard sync == .everySecond, let due = running ?? unsyncedSince.map({ $0 + Self.syncInterval }),
            files.now - due >= Self.syncInterval, files.rules.contains(.syncIfOverdue)
        else { return }
        syncCount += 1
        try journal.synchronize()
        running = nil
        unsyncedSince = nil
    }
}

/// What a sync on the file thread gave.
private final class SyncBox: Sendable {
    private let failure = Mutex<Errno?>(nil)

    func set(_ error: Errno?) { failure.withLock { $0 = error } }

    var error: Errno? { failure.withLock { $0 } }
}
