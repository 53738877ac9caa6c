import KeyedArchive

extension Document {
    /// Notes changes one after another, each in the moment in which it is applied, at the revision that they are a
    /// part of.
    ///
    /// In a free document a path is a key, which may be gone afterwards; so the keys are noted themselves.
    struct ChangeNotes {
        private let revision: UInt64
        /// The key list and the value list of a free document.
        private let entries: (keys: ObjectID, values: ObjectID)?
        /// The changes of the key list.
        private var keyChanges: [Change] = []

        fileprivate init(at revision: UInt64, entries: (keys: ObjectID, values: ObjectID)?) {
            self.revision = revision
            self.entries = entries
        }

        /// Notes a change that is applied next, or that was and moved no keys.
        mutating func note(_ change: Change, in graph: Graph, _ log: inout ChangeLog) {
            let id = change.container
            if let entries, id == entries.keys { return keyChanges.append(change) }
            if let entries, id == entries.values {
                // Where values come and go, their keys do, too.
                guard case .element(_, let index, _, _) = change, let keys = graph[entries.keys]?.elements,
                    index < keys.count
                else { return }
                return log.note(.key(Text(bytes: keys[index].bytes)), of: entries.keys, at: revision)
            }
            switch change {
            case .container: break
            case .element(_, let index, _, _): log.note(.element(index), of: id, at: revision)
            case .splice: log.note(id, at: revision)
            case .field(_, _, let old, let new):
                guard let old, let new, old.key == new.key else { return log.note(id, at: revision) }
                log.note(.field(new.key), of: id, at: revision)
            }
        }

        /// Notes the keys that came or went, after all changes.
        func finish(_ log: inout ChangeLog) {
            guard let entries else { return }
            var index = 0
            while index < keyChanges.count {
                let change = keyChanges[index]
                let next = index + 1 < keyChanges.count ? keyChanges[index + 1] : nil
                let keys = change.removal(before: next) ?? next.flatMap { $0.removal(after: change) }
                index += keys == nil ? 1 : 2
                for key in keys ?? change.slots {
                    log.note(.key(Text(bytes: key.bytes)), of: entries.keys, at: revision)
                }
            }
        }
    }

    /// Notes for the changes of a revision.
    func changeNotes(at revision: UInt64) -> ChangeNotes {
        guard isFree, let root, case .entries(let keys, let values) = content(of: root) else {
            return ChangeNotes(at: revision, entries: nil)
        }
        return ChangeNotes(at: revision, entries: (keys, values))
    }
}

extension Change {
    /// All slots of both sides of a change of an array.
    fileprivate var slots: [Slot] {
        switch self {
        case .element(_, _, let old, let new): [old, new]
        case .splice(_, _, let old, let new): old + new
        case .field, .container: []
        }
    }

    /// The key that goes when the last one takes its place, which is taken off the end next; nil for anything else.
    fileprivate func removal(before next: Change?) -> [Slot]? {
        guard case .element(_, _, let old, let moved) = self, case .splice(_, _, let last, let none)? = next,
            last == [moved], none.isEmpty
        else { return nil }
        return [old]
    }

    /// The key that comes back when such a removal is taken back; nil for anything else.
    fileprivate func removal(after previous: Change) -> [Slot]? {
        guard case .element(_, _, let moved, let new) = self, case .splice(_, _, let none, let last) = previous,
            last == [moved], none.isEmpty
        else { return nil }
        return [new]
    }
}

extension Document {
    /// Looks in the history for what changed before this document was read, as far as records say it.
    ///
    /// They are taken back one after another from a copy, in which the containers that are still there keep their
    /// identities.
    mutating func searchHistory() {
        guard !log.hasSearchedHistory else { return }
        log.hasSearchedHistory = true
        var past = self
        var floor = log.floor
        let count = log.entries.count
        // What was noted since the start is taken back first, without being noted again.
        for entry in history.entries.reversed() {
            switch entry.content {
            case .changes(let changes):
                for change in changes.reversed() { past.editor.apply(change.inverse) }
            case .record(let record):
                do { try past.apply(record: record, backwards: true) } catch { return }
            case .replaced, .kept, .unknown: return
            }
            let changes = past.editor.changes
            if entry.revision <= floor {
                guard entry.revision == floor else { return }
                var notes = past.changeNotes(at: entry.revision)
                past.editor.rollBack()
                for change in changes {
                    if graph[change.container] != nil { notes.note(change, in: past.graph, &log) }
                    past.editor.apply(change)
                }
                notes.finish(&log)
                floor -= 1
                log.lower(floor: floor)
            }
            _ = past.editor.settle()
            past.places.invalidate()
            guard log.entries.count - count <= ChangeLog.limit else { return }
        }
        coarsenLog()
    }
}
