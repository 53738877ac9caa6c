import FourLinesLinux

/// A segment that is being written.
///
/// It belongs to the loop; only its handle is shared, for the syncs of the file thread.
final class Segment {
    let name: String
    let prefix: SegmentPrefix
    let file: FileHandle
    private let files: any FileSystem
    /// The folder's path, for messages.
    private let folderPath: String

    /// Behind the last good record.
    private(set) var end = Int64(SegmentPrefix.recordsOffset)
    /// How far it is synced.
    private(set) var synced = Int64(SegmentPrefix.recordsOffset)
    /// How far the file is filled with zeros.
    private var filled: Int64
    /// The checksum of the last good record, or the seed.
    private(set) var chain: UInt32
    /// The highest revision of its records.
    private(set) var lastRevision: UInt64 = 0
    /// Whether a write or a sync failed: nothing more is written to it, and it is never synced again.
    private(set) var hasFailed = false
    /// Whether its first records were written.
    var isBegun = false

    /// How much is filled with zeros at a time, in bytes.
    static let step: Int64 = 1 << 20

    init(_ made: MadeSegment, files: any FileSystem, folderPath: String) {
        name = made.name
        prefix = made.prefix
        file = made.file
        filled = made.filled
        chain = made.prefix.seed
        self.files = files
        self.folderPath = folderPath
    }

    private var path: String { folderPath + "/" + name }

    /// Whether there is something that is not synced.
    var isUnsynced: Bool { synced < end }

    /// Frames payloads and appends them, all or none.
    ///
    /// - Throws: `StorageError`; the segment has failed then.
    func append(_ payloads: [[UInt8]], lastRevision: UInt64) throws(StorageError) {
        guard !hasFailed else { throw StorageError(.inputOutput, "nothing more is written to \(path)") }
        var bytes: [UInt8] = []
        var next = chain
        for payload in payloads {
            RecordFrame.append(
                payload, to: &bytes, at: end + Int64(bytes.count), seed: prefix.seed, chain: &next)
        }
        do throws(Errno) {
            fill(for: Int64(bytes.count))
            var position = 0
            while position < bytes.count {
                let count = try files.write(file, bytes, position..<bytes.count, at: end + Int64(position))
                guard count > 0 else { throw Errno.noSpace }
                position += count
                guard files.rules.contains(.continueShortWrites) else { break }
            }
        } catch {
            hasFailed = true
            // On a full disk the save that ends the refusal needs the room that the part of a record has taken.
            try? files.resize(file, to: end)
            throw .failed("write", path, error)
        }
        chain = next
        end += Int64(bytes.count)
        self.lastRevision = max(self.lastRevision, lastRevision)
    }

    /// Fills the file with zeros ahead of what will be written, so that a sync has no metadata to write.
    ///
    /// A disk that is too full for that may still have room for the records.
    private func fill(for count: Int64) {
        guard filled > 0, end + count > filled else { return }
        let target = end + count + Self.step
        let zeros = [UInt8](repeating: 0, count: Int(target - filled))
        do throws(Errno) {
            var position = 0
            while position < zeros.count {
                let written = try files.write(file, zeros, position..<zeros.count, at: filled)
                guard written > 0 else { throw Errno.noSpace }
                position += written
                filled += Int64(written)
            }
        } catch { filled = 0 }
    }

    /// Syncs what was appended, and looks whether the segment still has its name.
    ///
    /// - Throws: `StorageError`; the segment has failed then.
    func synchronize() throws(StorageError) {
        guard !hasFailed else { throw StorageError(.inputOutput, "\(path) is not synced any more") }
        let target = end
        do throws(Errno) { try Self.synchronize(file, files) } catch {
            return try noteSync(to: target, error)
        }
        try noteSync(to: target, nil)
    }

    /// Syncs a segment's file, and looks whether it still has its name; on any thread.
    ///
    /// - Throws: `Errno`; `staleHandle` if somebody removed it.
    static func synchronize(_ file: FileHandle, _ files: any FileSystem) throws(Errno) {
        try files.synchronizeData(file)
        guard files.rules.contains(.watchSegment) else { return }
        guard try files.status(of: file).linkCount > 0 else { throw Errno.staleHandle }
    }

    /// Notes what was synced, or why it could not be.
    ///
    /// - Throws: `StorageError` in that case; the segment has failed then.
    func noteSync(to end: Int64, _ error: Errno?) throws(StorageError) {
        guard let error else {
            synced = max(synced, end)
            return
        }
        hasFailed = files.rules.contains(.neverSyncAgain)
        if error == .staleHandle { throw StorageError(.inputOutput, "somebody removed \(path)", errno: error) }
        throw .failed("sync", path, error)
    }

    /// Sets the flag that the segment is complete; a failure leaves it unset, which costs nothing.
    func markComplete(at digest: Digest) {
        guard !hasFailed else { return }
        let bytes = SegmentSlot(digest: digest).bytes
        guard (try? files.write(file, bytes, 0..<bytes.count, at: Int64(SegmentPrefix.slotOffset))) != nil else {
            return
        }
        try? files.synchronizeData(file)
    }
}

/// A segment that was made and is not used yet.
struct MadeSegment: Sendable {
    let name: String
    let prefix: SegmentPrefix
    let file: FileHandle
    /// How far it is filled with zeros; 0 if it is not.
    let filled: Int64

    /// Makes a segment in a state folder, and syncs it and its entry.
    ///
    /// - Parameters:
    ///   - number: its number.
    ///   - archive: the archive's name.
    ///   - history: what its prefix says.
    ///   - folder: where it is made.
    ///   - filling: whether it is filled with zeros; on a disk too full for that it is not.
    /// - Throws: `StorageError`.
    init(
        number: UInt64, archive: String, history: HistoryID, in folder: StateFolder, filling: Bool
    ) throws(StorageError) {
        let files = folder.files
        name = JournalName.name(of: number, archive: archive)
        prefix = SegmentPrefix(
            history: history, number: number, seed: UInt32(truncatingIfNeeded: files.random()))
        do throws(Errno) {
            let new: OpenOptions = files.rules.contains(.newSegments) ? [.create, .exclusive] : .create
            file = try files.open(name, in: folder.handle, [.readingAndWriting, new])
            let head = prefix.head
            var position = 0
            while position < head.count {
                let count = try files.write(file, head, position..<head.count, at: Int64(position))
                guard count > 0 else { throw Errno.noSpace }
                position += count
            }
            filled = filling ? Self.fill(file, files) : 0
            try files.synchronize(file)
            try files.synchronize(folder.handle)
        } catch {
            // A part of a segment says nothing; the next start sweeps it if this fails.
            if error != .fileExists { try? files.unlink(name, in: folder.handle) }
            throw .failed("make the journal segment", folder.path + "/" + name, error)
        }
    }

    private static func fill(_ file: FileHandle, _ files: any FileSystem) -> Int64 {
        let zeros = [UInt8](repeating: 0, count: Int(files.segmentSize) - SegmentPrefix.recordsOffset)
        var position = 0
        while position < zeros.count {
            guard
                let count = try? files.write(
                    file, zeros, position..<zeros.count, at: Int64(SegmentPrefix.recordsOffset + position)),
                count > 0
            else {
                // Too full: give back what was taken.
                try? files.resize(file, to: Int64(SegmentPrefix.recordsOffset))
                return 0
            }
            position += count
        }
        return files.segmentSize
    }
}

/// The names of segments.
enum JournalName {
    static func name(of number: UInt64, archive: String) -> String { "\(archive).journal.\(number)" }

    /// The highest number that a segment is believed to have: after it there is room for all that are ever made.
    static let limit: UInt64 = 1 << 53

    /// The number of a segment's name, and whether it was set aside; nil if it is none that we give.
    static func number(_ name: String, archive: String) -> (number: UInt64, isAside: Bool)? {
        let start = "\(archive).journal."
        guard name.hasPrefix(start) else { return nil }
        let rest = name.dropFirst(start.count)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let number = UInt64(digits), number <= limit, digits.first != "0" || digits == "0" else { return nil }
        if digits.count == rest.count { return (number, false) }
        return rest.dropFirst(digits.count).hasPrefix(".aside-") ? (number, true) : nil
    }
}
