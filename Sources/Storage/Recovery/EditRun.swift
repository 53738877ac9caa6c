import FourLinesDocument

/// The edits that a journal holds, by their revisions, and how they are applied.
struct EditRun {
    /// The edits by revision.
    let edits: [UInt64: JournalRecord]
    /// Revisions that say nothing.
    let void: [ClosedRange<UInt64>]
    /// Whether applying ends where a revision is missing.
    var endsAtGap = true

    /// How far edits were applied.
    struct Progress {
        /// The first revision that was not reached.
        var next: UInt64
        /// How many edits were applied.
        var replayed = 0
        /// Why the edit with the next revision does not fit, if that is why.
        var fault: RecordFault?
    }

    /// Applies the edits behind a document's revision, up to another one, as far as they go.
    func apply(to document: inout Document, through last: UInt64) -> Progress {
        var progress = Progress(next: document.revision + 1)
        while progress.next <= last {
            if let range = range(progress.next) {
                document.skip(to: min(range.upperBound, last))
                progress.next = range.upperBound + 1
                continue
            }
            guard let edit = edits[progress.next] else {
                guard !endsAtGap else { return progress }
                document.skip(to: progress.next)
                progress.next += 1
                continue
            }
            guard case .edit(let kind, let record) = edit.content else { return progress }
            do throws(RecordFault) {
                try document.replay(revision: progress.next, kind: kind, origin: edit.origin, record: record)
            } catch {
                progress.fault = error
                return progress
            }
            progress.replayed += 1
            progress.next += 1
        }
        return progress
    }

    /// Whether every revision between two is there: behind the first, up to the second.
    func isWhole(behind first: UInt64, through last: UInt64) -> Bool {
        var next = first + 1
        while next <= last {
            if let range = range(next) {
                next = range.upperBound + 1
            } else if case .edit? = edits[next]?.content {
                next += 1
            } else {
                return false
            }
        }
        return true
    }

    /// The range of revisions that say nothing, of which one is a part.
    func range(_ revision: UInt64) -> ClosedRange<UInt64>? { void.first { $0.contains(revision) } }
}
