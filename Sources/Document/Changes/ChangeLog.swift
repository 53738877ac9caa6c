import KeyedArchive

/// What changed in the last revisions, coalesced: of each part of a container only the last revision that changed it.
///
/// It takes the same memory however many edits there are and however many clients ask. What it says is never too
/// little: where it would grow too large, parts are coarsened to their containers, and those to what holds them.
struct ChangeLog: Sendable {
    /// A part of a container that changed without a change of the container's structure.
    enum Part: Hashable, Sendable {
        /// An element of an array, by its index.
        case element(Int)
        /// A field of a dictionary.
        case field(CoderKey)
        /// A key of a free document, which may be gone.
        case key(Text)
    }

    /// What changed of one container.
    struct Entry: Sendable {
        /// The last revision that changed its structure; 0 if none did.
        var whole: UInt64 = 0
        /// The last revision that changed anything of it.
        var latest: UInt64 = 0
        /// The last revisions that changed its parts, where those came behind `whole`.
        var parts: [Part: UInt64] = [:]

        /// How much it counts against the limit.
        var size: Int { latest == 0 ? 0 : max(1, parts.count) }

        /// Notes a part; answers by how much the size grew.
        fileprivate mutating func note(_ part: Part, at revision: UInt64) -> Int {
            let old = size
            latest = max(latest, revision)
            if whole < revision, parts[part].map({ $0 < revision }) != false { parts[part] = revision }
            return size - old
        }

        /// Notes the structure; answers by how much the size grew, which is less than 0 if it shrank.
        fileprivate mutating func note(at revision: UInt64) -> Int {
            let old = size
            latest = max(latest, revision)
            whole = max(whole, revision)
            if latest == whole { parts = [:] } else { parts = parts.filter { $0.value > revision } }
            return size - old
        }
    }

    /// The most parts that are held; more are coarsened.
    static let limit = 10_000

    /// What changed, by container.
    private(set) var entries: [ObjectID: Entry] = [:]
    /// All changes of later revisions than this one are in it.
    private(set) var floor: UInt64
    /// Whether what an earlier run of the program changed was looked for in the history.
    var hasSearchedHistory = false
    /// The number of parts that are held.
    private(set) var size = 0

    /// A log of what changes behind a revision.
    init(floor: UInt64) { self.floor = floor }

    /// Whether it has to be coarsened.
    var isTooLarge: Bool { size > Self.limit }

    /// Notes that a part of a container changed.
    mutating func note(_ part: Part, of id: ObjectID, at revision: UInt64) {
        size += entries[id, default: Entry()].note(part, at: revision)
    }

    /// Notes that the structure of a container changed: its parts may have moved.
    mutating func note(_ id: ObjectID, at revision: UInt64) {
        size += entries[id, default: Entry()].note(at: revision)
    }

    /// Forgets a container.
    mutating func remove(_ id: ObjectID) { if let entry = entries.removeValue(forKey: id) { size -= entry.size } }

    /// Forgets everything: of what came up to a revision only that something changed is known.
    mutating func reset(floor: UInt64) {
        self = ChangeLog(floor: floor)
        hasSearchedHistory = true
    }

    /// Takes up that it was told of everything behind an earlier revision.
    mutating func lower(floor: UInt64) { self.floor = min(self.floor, floor) }

    /// Holds of the containers with several parts only that they changed.
    mutating func coarsenParts() {
        for (id, entry) in entries where entry.parts.count > 1 { note(id, at: entry.latest) }
    }
}
