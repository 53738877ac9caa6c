import FourLinesDocument
import FourLinesLinux

/// What the segments of a state folder hold, taken together.
struct JournalReading: Sendable {
    /// A segment that is there.
    struct Found: Sendable {
        let name: String
        let number: UInt64
        /// What it holds; nil if its prefix is damaged or was never written.
        let contents: SegmentContents?
        let size: Int64
        /// Whether it holds nothing: a segment that was being made, or prepared and never used.
        let isEmpty: Bool
    }

    /// The segments in order.
    var segments: [Found] = []
    /// The intact records of all segments, in order.
    var records: [JournalRecord] = []
    /// The highest number of a segment, also of those that were set aside.
    var lastNumber: UInt64 = 0
    /// The history of revisions that the archive belongs to, or else the newest segment; nil without segments.
    private(set) var history: HistoryID?
    /// Segments with damage, or of another document, and what to say of them.
    var damaged: [String] = []
    var notices: [String] = []

    /// Whether of two checkpoints of a content the later one says its revision.
    private var takesNewest = true

    /// No segments.
    init() {}

    /// Reads the segments of an archive.
    ///
    /// - Parameters:
    ///   - archive: its name.
    ///   - folder: where the segments lie.
    ///   - digest: the archive's, which says whose segments are read where there are those of several documents.
    /// - Throws: `StorageError` if one of them cannot be read.
    init(_ archive: String, in folder: StateFolder, of digest: Digest? = nil) throws(StorageError) {
        let files = folder.files
        takesNewest = files.rules.contains(.newestCheckpoint)
        let names: [String]
        do { names = try files.names(in: folder.handle) } catch {
            throw .failed("read the folder", folder.path, error, .refused)
        }
        var numbers: [UInt64: String] = [:]
        for name in names {
            guard let (number, isAside) = JournalName.number(name, archive: archive) else { continue }
            lastNumber = max(lastNumber, number)
            if !isAside { numbers[number] = name }
        }
        for (number, name) in numbers.sorted(by: { $0.key < $1.key }) {
            let bytes = try Self.read(name, in: folder)
            let contents = SegmentContents(bytes, rules: files.rules)
            let isBlank = contents == nil && SegmentPrefix.isBlank(bytes)
            let isEmpty = isBlank || contents?.isEmpty == true
            segments.append(
                Found(name: name, number: number, contents: contents, size: Int64(bytes.count), isEmpty: isEmpty))
            if contents == nil, !isBlank {
                damaged.append(name)
                notices.append("\(folder.path)/\(name) is damaged: its beginning is not that of a journal segment")
            }
        }
        history = Self.history(of: segments, digest)
        take(folder.path, readsOn: files.rules.contains(.readOnBehindDamage))
    }

    private static func read(_ name: String, in folder: StateFolder) throws(StorageError) -> [UInt8] {
        let (files, path) = (folder.files, folder.path + "/" + name)
        do {
            // A pipe would be waited for.
            if let found = try files.status(of: name, in: folder.handle), found.kind != .regular {
                throw StorageError(.refused, "\(path) is not a regular file; it was left alone")
            }
            let file = try files.open(name, in: folder.handle, .reading)
            let size = try files.status(of: file).size
            guard size < ArchiveReading.sizeLimit else {
                throw StorageError(.refused, "\(path) has \(size) bytes; segments over 4 GiB are not read")
            }
            return try ArchiveReading.readWhole(file, size: Int(size), files)
        } catch let error as StorageError {
            throw error
        } catch let error as Errno {
            throw .failed("read", path, error, .refused)
        } catch { fatalError("an error of no kind that a file system has: \(error)") }
    }

    /// The history of revisions that counts: that of the archive, or else that of the newest segment.
    private static func history(of segments: [Found], _ digest: Digest?) -> HistoryID? {
        let known = segments.compactMap(\.contents)
        let ofArchive = known.last { contents in
            contents.records.contains { record, _ in
                if case .checkpoint(let checkpoint) = record.content { return checkpoint.digest == digest }
                return false
            }
        }
        return (ofArchive ?? known.last)?.prefix.history
    }

    /// Takes the records of all segments of the history that counts.
    ///
    /// The edits of another document have the same revisions; applied to this one they would be damage that nobody sees.
    private mutating func take(_ folder: String, readsOn: Bool) {
        for segment in segments {
            guard let contents = segment.contents else { continue }
            let path = folder + "/" + segment.name
            guard contents.prefix.history == history else {
                guard !segment.isEmpty else { continue }
                damaged.append(segment.name)
                notices.append("\(path) is of another document, and no part of this one")
                continue
            }
            records.append(contentsOf: contents.records.map(\.record))
            note(contents, segment.name, path)
            if !contents.faults.isEmpty, !readsOn { return }
        }
    }

    private mutating func note(_ contents: SegmentContents, _ name: String, _ path: String) {
        if let fault = contents.faults.first(where: \.isDamage) {
            damaged.append(name)
            notices.append("\(path) is damaged at byte \(fault.offset), which had been synced")
        } else if let fault = contents.faults.first {
            notices.append("\(path) ends in a part of a record, at byte \(fault.offset): an edit was cut short")
        }
    }

    /// The highest revision that a record is about.
    var highest: UInt64 { records.reduce(0) { max($0, $1.revision) } }

    /// The highest revision of an archive that is known to have been saved.
    var saved: UInt64 {
        records.reduce(0) {
            if case .saved = $1.content { return max($0, $1.revision) }
            return $0
        }
    }

    /// Whether there are records of edits.
    var hasEdits: Bool { records.contains { $0.isEdit } }

    /// The newest checkpoint of an archive with a digest, or what else says its revision.
    func revision(of digest: Digest) -> UInt64? {
        var generation: UInt64?
        for record in takesNewest ? records.reversed() : records {
            switch record.content {
            case .checkpoint(let checkpoint) where checkpoint.digest == digest: return checkpoint.revision
            case .generation(let kept) where kept.digest == digest: generation = generation ?? kept.revision
            case .large(_, let before) where before.digest == digest: generation = generation ?? before.revision
            default: break
            }
        }
        return generation
    }

    /// Whether a checkpoint was written for a file.
    func hasCheckpoint(of status: FileStatus) -> Bool {
        records.contains {
            if case .checkpoint(let checkpoint) = $0.content { return checkpoint.isFile(status) }
            return false
        }
    }

    /// Every archive that a record speaks of, in the order of the records.
    var archives: [Generation] {
        records.compactMap { record in
            switch record.content {
            case .checkpoint(let checkpoint):
                Generation(
                    digest: checkpoint.digest, revision: checkpoint.revision, time: checkpoint.modificationTime)
            case .generation(let generation), .large(_, let generation): generation
            case .edit, .saved, .void: nil
            }
        }
    }

    /// The edits, as they are applied.
    var run: EditRun { EditRun(edits: edits, void: void) }

    /// The edits by revision; of two with the same the later one.
    var edits: [UInt64: JournalRecord] {
        var edits: [UInt64: JournalRecord] = [:]
        for record in records where record.isEdit { edits[record.revision] = record }
        return edits
    }

    /// The revisions that say nothing.
    var void: [ClosedRange<UInt64>] {
        records.compactMap {
            if case .void(let first) = $0.content, first <= $0.revision { return first...$0.revision }
            return nil
        }
    }
}
