package import KeyedArchive

extension Document {
    /// Takes back the last edit of anybody that was not taken back yet; to be committed as an edit of its own.
    ///
    /// - Returns: the edit that is taken back.
    /// - Throws: `Refusal` if there is none, or if the document before it is not known any more.
    package mutating func undo() throws(Refusal) -> History.Entry {
        guard let entry = history.nextUndo else { throw Refusal("nothing to undo") }
        switch entry.content {
        case .changes(let changes):
            for change in changes.reversed() { editor.apply(change.inverse) }
        case .record(let record):
            do { try apply(record: record, backwards: true) } catch { throw .unfit(entry, error) }
        case .replaced(let before, _): replace(with: before)
        case .unknown: throw .unknown(entry)
        }
        kind = .undo(of: entry.revision)
        return entry
    }

    /// Makes the edit that was taken back last once more; to be committed as an edit of its own.
    ///
    /// - Returns: the edit that is made once more.
    /// - Throws: `Refusal` if there is none, or an edit came after it was taken back.
    package mutating func redo() throws(Refusal) -> History.Entry {
        guard let entry = history.nextRedo else { throw Refusal("nothing to redo") }
        switch entry.content {
        case .changes(let changes):
            for change in changes { editor.apply(change) }
        case .record(let record):
            do { try apply(record: record) } catch { throw .unfit(entry, error) }
        case .replaced(_, let after): replace(with: after)
        case .unknown: throw .unknown(entry)
        }
        kind = .redo(of: entry.revision)
        return entry
    }

    /// The document as it was at a revision, found by taking back what came after it; nil if the history does not
    /// reach so far.
    package func archive(at revision: UInt64) -> Archive? {
        var past = self
        guard revision <= self.revision else { return nil }
        for entry in history.entries.reversed() where entry.revision > revision {
            switch entry.content {
            case .changes(let changes):
                for change in changes.reversed() { past.editor.apply(change.inverse) }
                _ = past.editor.settle()
            case .record(let record):
                do { try past.apply(record: record, backwards: true) } catch { return nil }
                _ = past.editor.settle()
            case .replaced(let before, _):
                past = Document(before, model: model)
            case .unknown: return nil
            }
        }
        let isReached = revision == self.revision || history.firstRevision.map { $0 <= revision + 1 } == true
        return isReached ? past.archive : nil
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
        revision: UInt64, kind: Edit.Kind, origin: Edit.Origin, record: [UInt8]?
    ) {
        history.add(revision, kind, origin, record: record)
    }

    /// Forgets the history.
    package mutating func forget() { history.removeAll() }
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
