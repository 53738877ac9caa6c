import FourLinesDocument
import FourLinesLinux

/// The segments of a document: the one that is written to, and those before it.
///
/// It belongs to the loop.
final class Journal {
    /// A segment that nothing more is written to.
    struct Closed: Sendable {
        let name: String
        /// The highest revision that its records are about.
        let lastRevision: UInt64
        let size: Int64
        /// The file, if this process wrote it and has not given back what was filled with zeros.
        var file: FileHandle?
    }

    /// The most segments that are kept for the sake of the history.
    static let countLimit = 64

    let archiveName: String
    let history: HistoryID
    private let files: any FileSystem
    /// The segment that records go to; nil until the first.
    private(set) var current: Segment?
    /// A segment that the file thread has made for the time after.
    private(set) var prepared: MadeSegment?
    /// The segments before the present one, in order.
    var closed: [Closed]
    /// The number that the next segment gets.
    private(set) var nextNumber: UInt64
    /// What each segment begins with: the archive as it stands, and the generations.
    var base: Checkpoint?
    var generations: [Generation] = []
    var folderPath: String

    init(
        archive: String, history: HistoryID, nextNumber: UInt64, closed: [Closed], folderPath: String,
        files: any FileSystem
    ) {
        archiveName = archive
        self.history = history
        self.nextNumber = nextNumber
        self.closed = closed
        self.folderPath = folderPath
        self.files = files
    }

    /// How many bytes the segments have that recovery would read.
    var size: Int64 { closed.reduce(0) { $0 + $1.size } + (current?.end ?? 0) }

    /// How many bytes were written since the archive was last saved, or a little more.
    var unsavedSize: Int64 {
        guard let base else { return size }
        return closed.filter { $0.lastRevision > base.revision }.reduce(0) { $0 + $1.size } + (current?.end ?? 0)
    }

    /// The number of a segment that is about to be made.
    func takeNumber() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    /// Takes a segment that was made; answers the name of one that cannot be used, because a later one is in use.
    func prepare(_ made: MadeSegment) -> String? {
        if let current, made.prefix.number < current.prefix.number { return made.name }
        defer { prepared = made }
        return prepared?.name
    }

    /// Drops the segment that was made; answers its name.
    func dropPrepared() -> String? {
        defer { prepared = nil }
        return prepared?.name
    }

    /// Goes over to the segment that was made; answers false if there is none.
    func goOver() -> Bool {
        guard let prepared else { return false }
        // Somebody may have removed it meanwhile.
        guard let status = try? files.status(of: prepared.file), status.linkCount > 0 else {
            self.prepared = nil
            return false
        }
        if let current {
            closed.append(
                Closed(
                    name: current.name, lastRevision: current.lastRevision, size: current.end, file: current.file))
        }
        current = Segment(prepared, files: files, folderPath: folderPath)
        self.prepared = nil
        return true
    }

    /// Goes over to a segment that was made just now, unless a later one is in use.
    ///
    /// - Throws: `StorageError` if there is nothing to write to: it is gone already, or cannot be looked at.
    func goOverToNew() throws(StorageError) {
        guard !goOver(), !isUsable else { return }
        throw StorageError(
            .inputOutput, "the new segment of the journal in \(folderPath) is gone, or cannot be looked at")
    }

    /// Begins anew in a folder that was made again: what was there is gone.
    func startOver() {
        current = nil
        prepared = nil
        closed = []
        base = nil
        generations = []
    }

    /// Takes out the segments of which nothing from a revision on is needed, the oldest first; answers their names.
    func takeUnneeded(before revision: UInt64) -> [String] {
        var names: [String] = []
        while let first = closed.first, first.lastRevision < revision {
            names.append(first.name)
            closed.removeFirst()
        }
        return names
    }

    /// The lowest revision that the history may ask for, so that it does not keep too many segments.
    var firstKeptRevision: UInt64 {
        closed.count > Self.countLimit ? closed[closed.count - Self.countLimit - 1].lastRevision + 1 : 0
    }

    /// The segments that nothing more is written to and that are longer than what they hold; each is told once.
    func takeUntrimmed() -> [(FileHandle, Int64)] {
        var untrimmed: [(FileHandle, Int64)] = []
        for index in closed.indices {
            if let file = closed[index].file { untrimmed.append((file, closed[index].size)) }
            closed[index].file = nil
        }
        return untrimmed
    }

    /// Whether records can be appended.
    var isUsable: Bool { current.map { !$0.hasFailed } ?? false }

    /// Appends records to the present segment; it begins with what is known of the archives.
    ///
    /// - Throws: `StorageError`; the segment has failed then.
    func append(_ records: [JournalRecord]) throws(StorageError) {
        guard let current else { fatalError("a record without a segment") }
        var payloads: [[UInt8]] = []
        var last: UInt64 = 0
        let all = (current.isBegun ? [] : firstRecords) + records
        for var record in all {
            record.synced = UInt64(current.synced)
            payloads.append(record.payload)
            last = max(last, record.revision)
        }
        try current.append(payloads, lastRevision: last)
        current.isBegun = true
    }

    private var firstRecords: [JournalRecord] {
        let origin = Edit.Origin(time: files.wallClock / 1000, client: "", command: "")
        guard files.rules.contains(.baseCheckpoint) else { return [] }
        let known = base.map {
            JournalRecord(revision: $0.revision, synced: 0, origin: origin, content: .checkpoint($0))
        }
        let generations = files.rules.contains(.generationRecords) ? generations : []
        return [known].compactMap { $0 }
            + generations.map {
                JournalRecord(revision: $0.revision, synced: 0, origin: origin, content: .generation($0))
            }
    }

    /// Syncs the present segment, if there is something to sync.
    func synchronize() throws(StorageError) {
        guard let current, current.isUnsynced else { return }
        try current.synchronize()
    }
}
