import KeyedArchive

/// The last edits: what each did, and which of them UNDO and REDO would take next.
package struct History: Sendable {
    /// The most edits that are kept.
    package static let countLimit = 1000
    /// The most bytes of records that are kept.
    package static let sizeLimit = 4 << 20

    /// An edit that is kept.
    package struct Entry: Sendable {
        package let revision: UInt64
        package let kind: Edit.Kind
        package let origin: Edit.Origin
        let content: Content
        let size: Int
        /// The edits that could have been made once more if this one had not come.
        let forgotten: [UInt64]
    }

    /// What an edit did.
    enum Content: Sendable {
        /// Changes of this graph.
        case changes([Change])
        /// Changes as a record of an earlier run holds them.
        case record([UInt8])
        /// The whole document was replaced.
        case replaced(before: DocumentState, after: DocumentState)
        /// A large edit of an earlier run; the document before it can be found again.
        case kept
        /// A large edit of an earlier run, of which only that is known.
        case unknown

        /// Whether it says itself what was done.
        var isDirect: Bool {
            switch self {
            case .changes, .record, .replaced: true
            case .kept, .unknown: false
            }
        }
    }

    /// The edits in order of revision.
    package private(set) var entries: [Entry] = []
    /// The edits that UNDO takes back, the next one last.
    private var undoable: [UInt64] = []
    /// The edits that REDO makes once more, the next one last.
    private var redoable: [UInt64] = []
    private var size = 0

    package init() {}

    /// The edit that UNDO would take back.
    package var nextUndo: Entry? { undoable.last.flatMap(entry) }

    /// The edit that REDO would make once more.
    package var nextRedo: Entry? { redoable.last.flatMap(entry) }

    /// The first revision that the history needs records of; nil if it needs none.
    package var firstRevision: UInt64? { entries.first?.revision }

    /// The edit with a revision.
    package func entry(_ revision: UInt64) -> Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].revision < revision { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].revision == revision ? entries[low] : nil
    }

    /// Whether enough calls of UNDO would take back the edit with a revision.
    package func canUndo(_ revision: UInt64) -> Bool {
        for candidate in undoable.reversed() {
            guard let entry = entry(candidate) else { return false }
            if case .none = wayBack(entry) { return false }
            if candidate == revision { return true }
        }
        return false
    }

    /// Forgets the edits up to a revision.
    package mutating func removeAll(through revision: UInt64) {
        let dropped = entries.prefix { $0.revision <= revision }
        size -= dropped.reduce(0) { $0 + $1.size }
        entries.removeFirst(dropped.count)
        dropWays(before: revision + 1)
    }

    /// Forgets the ways through edits that are not kept any more.
    private mutating func dropWays(before first: UInt64) {
        undoable.removeAll { $0 < first }
        // The next one is the oldest, and each of the others fits only behind those before it.
        if let next = redoable.last, next < first { redoable = [] }
    }

    /// Adds an edit, with the document after it if it replaced the document.
    mutating func add(_ edit: Edit, after: DocumentState?) {
        let content: Content
        if let replaced = edit.replaced, let after {
            content = .replaced(before: replaced, after: after)
        } else {
            content = .changes(edit.changes)
        }
        add(edit.revision, edit.kind, edit.origin, content, size: edit.record?.count ?? ChangeEncoder.limit)
    }

    /// Adds an edit of an earlier run.
    mutating func add(_ revision: UInt64, _ kind: Edit.Kind, _ origin: Edit.Origin, record: [UInt8]) {
        add(revision, kind, origin, .record(record), size: record.count)
    }

    /// Adds a large edit of an earlier run.
    mutating func add(_ revision: UInt64, _ kind: Edit.Kind, _ origin: Edit.Origin, isKept: Bool) {
        add(revision, kind, origin, isKept ? .kept : .unknown, size: ChangeEncoder.limit)
    }

    private mutating func add(
        _ revision: UInt64, _ kind: Edit.Kind, _ origin: Edit.Origin, _ content: Content, size: Int
    ) {
        var forgotten: [UInt64] = []
        switch kind {
        case .edit:
            undoable.append(revision)
            swap(&forgotten, &redoable)
        case .undo(let taken):
            undoable.removeAll { $0 == taken }
            redoable.append(taken)
        case .redo(let taken):
            redoable.removeAll { $0 == taken }
            undoable.append(taken)
        }
        entries.append(
            Entry(
                revision: revision, kind: kind, origin: origin, content: content, size: size, forgotten: forgotten))
        self.size += size
        trim()
    }

    /// Takes back the edit that was added last.
    mutating func takeBack(_ revision: UInt64) {
        guard let last = entries.last, last.revision == revision else { return }
        entries.removeLast()
        size -= last.size
        switch last.kind {
        case .edit:
            undoable.removeAll { $0 == revision }
            redoable = last.forgotten
            if let first = entries.first?.revision { dropWays(before: first) }
        case .undo(let taken):
            redoable.removeAll { $0 == taken }
            undoable.append(taken)
        case .redo(let taken):
            undoable.removeAll { $0 == taken }
            redoable.append(taken)
        }
    }

    private mutating func trim() {
        // In steps, because what is dropped from the front moves the rest.
        guard entries.count > Self.countLimit + 64 || size > Self.sizeLimit + Self.sizeLimit / 16 else { return }
        var dropped = 0
        while entries.count - dropped > 1,
            entries.count - dropped > Self.countLimit || size > Self.sizeLimit
        {
            size -= entries[dropped].size
            dropped += 1
        }
        guard dropped > 0 else { return }
        entries.removeFirst(dropped)
        dropWays(before: entries[0].revision)
    }
}
