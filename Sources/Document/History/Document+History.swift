import KeyedArchive

extension Document {
    /// Takes back the last edit of anybody that was not taken back yet; to be committed as an edit of its own.
    ///
    /// - Returns: the edit that is taken back.
    /// - Throws: `Refusal` if there is none, or if the document before it is not known any more.
    package mutating func undo() throws(Refusal) -> History.Entry {
        guard let entry = history.nextUndo else { throw Refusal("nothing to undo") }
        try apply(history.wayBack(entry), entry)
        kind = .undo(of: entry.revision)
        return entry
    }

    /// Takes back the last edit of an earlier run, which was a large one.
    ///
    /// - Parameter before: the document before it, which is that of the revision `history.pastOfUndo`.
    /// - Returns: the edit that is taken back.
    /// - Throws: `Refusal` if there is none.
    package mutating func undo(with before: DocumentState) throws(Refusal) -> History.Entry {
        guard let entry = history.nextUndo else { throw Refusal("nothing to undo") }
        replace(with: before)
        kind = .undo(of: entry.revision)
        return entry
    }

    /// Makes the edit that was taken back last once more; to be committed as an edit of its own.
    ///
    /// - Returns: the edit that is made once more.
    /// - Throws: `Refusal` if there is none, or an edit came after it was taken back.
    package mutating func redo() throws(Refusal) -> History.Entry {
        guard let entry = history.nextRedo else { throw Refusal("nothing to redo") }
        try apply(history.wayForth(entry), entry)
        kind = .redo(of: entry.revision)
        return entry
    }

    /// Makes the large edit of an earlier run that was taken back last once more.
    ///
    /// - Parameter after: the document with it, which is that of the revision `history.pastOfRedo`.
    /// - Returns: the edit that is made once more.
    /// - Throws: `Refusal` if there is none.
    package mutating func redo(with after: DocumentState) throws(Refusal) -> History.Entry {
        guard let entry = history.nextRedo else { throw Refusal("nothing to redo") }
        replace(with: after)
        kind = .redo(of: entry.revision)
        return entry
    }

    private mutating func apply(_ way: History.Way, _ entry: History.Entry) throws(Refusal) {
        switch way {
        case .forth(.changes(let changes)): for change in changes { editor.apply(change) }
        case .back(.changes(let changes)): for change in changes.reversed() { editor.apply(change.inverse) }
        case .forth(.record(let record)):
            do { try apply(record: record) } catch { throw .unfit(entry, error) }
        case .back(.record(let record)):
            do { try apply(record: record, backwards: true) } catch { throw .unfit(entry, error) }
        case .forth(.replaced(_, let after)): replace(with: after)
        case .back(.replaced(let before, _)): replace(with: before)
        case .past: throw Refusal("the edit cannot be taken back", detail: "the archive before it has to be read first")
        case .forth(.kept), .forth(.unknown), .back(.kept), .back(.unknown), .none: throw .unknown(entry)
        }
    }

    /// The document as it was at a revision, found by taking back what came after it; nil if the history does not
    /// reach so far.
    package func state(at revision: UInt64) -> DocumentState? {
        var past = self
        guard revision <= self.revision else { return nil }
        for entry in history.entries.reversed() where entry.revision > revision {
            switch entry.content {
            case .changes(let changes):
                for change in changes.reversed() { past.editor.apply(change.inverse) }
                past.settle()
            case .record(let record):
                do { try past.apply(record: record, backwards: true) } catch { return nil }
                past.settle()
            case .replaced(let before, _): past.install(before)
            case .kept, .unknown: return nil
            }
        }
        let isReached = revision == self.revision || history.firstRevision.map { $0 <= revision + 1 } == true
        return isReached ? past.state : nil
    }

    /// Keeps what was applied, without making it an edit.
    private mutating func settle() {
        if !editor.settle().allSatisfy(\.namesOnlyLeaves) { places.invalidate() }
    }

    /// Commits an edit that a journal holds, as it was made.
    ///
    /// - Throws: `RecordFault` if it does not fit; the document stays as it is.
    package mutating func replay(
        revision: UInt64, kind: Edit.Kind, origin: Edit.Origin, record: [UInt8]
    ) throws(RecordFault) {
        guard revision == self.revision + 1 else { throw RecordFault("it is not the next revision") }
        try apply(record: record)
        self.kind = kind
        // Changes that change nothing are none; the revision counts them all the same.
        if commit(origin) == nil { skip(to: revision) }
    }

    /// Adds an edit to the history that is in the document already.
    package mutating func remember(
        revision: UInt64, kind: Edit.Kind, origin: Edit.Origin, record: [UInt8]
    ) {
        history.add(revision, kind, origin, record: record)
    }

    /// Adds a large edit to the history that is in the document already, and says whether the document before it can
    /// be found again.
    package mutating func remember(revision: UInt64, kind: Edit.Kind, origin: Edit.Origin, isKept: Bool) {
        history.add(revision, kind, origin, isKept: isKept)
    }

    /// Forgets the edits up to a revision.
    package mutating func forget(through revision: UInt64) { history.removeAll(through: revision) }
}

extension Refusal {
    fileprivate static func unfit(_ entry: History.Entry, _ fault: RecordFault) -> Refusal {
        Refusal("the edit cannot be taken back", detail: "of the record of revision \(entry.revision), \(fault)")
    }

    fileprivate static func unknown(_ entry: History.Entry) -> Refusal {
        Refusal(
            "the edit cannot be taken back",
            detail: "revision \(entry.revision) was large, and the document before it is not kept")
    }
}
