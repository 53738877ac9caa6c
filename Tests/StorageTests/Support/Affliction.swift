import FourLinesLinux
import KeyedArchive

@testable import FourLinesDocument
@testable import FourLinesStorage

/// What befalls a disk while no daemon runs, and what a start has to make of it.
enum Affliction: CaseIterable, Sendable {
    /// The archive lost its content.
    case emptied
    /// The archive is rubbish.
    case garbled
    /// The archive is gone.
    case removed
    /// The archive's content changed, without a trace in its size and time, and can still be read.
    case rotten
    /// Somebody put another archive there.
    case foreign
    /// Somebody put the previous archive back.
    case putBack
    /// A record in the middle of a segment is damaged.
    case damagedSegment
    /// A record of an edit that the archive has is damaged.
    case damagedSavedEdit
    /// The newest segment was written by a later version.
    case laterVersion
    /// Somebody left a file under the name that a save has before the exchange.
    case foreignNext

    /// What has to be so afterwards.
    struct Expectation {
        /// The states that are right.
        var allowed: [[UInt8]]
        /// What has to be in some file.
        var kept: [[UInt8]] = []
        /// Whether the start may be refused instead.
        var mayRefuse = false
    }

    /// Afflicts a disk that a kill left; nil where there is nothing to afflict, or nothing could be right.
    ///
    /// An archive that is the first one has none before it.
    func apply(to disk: inout SimulatedDisk, _ truth: Truth, isFirst: Bool, isSaving: Bool) -> Expectation? {
        var expectation = Expectation(allowed: truth.allowed(syncBegan: nil))
        guard let archive = disk.bytes("data.archive"), !archive.isEmpty else { return nil }
        switch self {
        case .emptied, .garbled, .removed:
            guard !isFirst else { return nil }
            if self == .removed { disk.remove("data.archive") }
            if self == .emptied { disk.change("data.archive") { $0 = [] } }
            if self == .garbled {
                let rubbish = Array("rubbish \(archive.count)".utf8)
                disk.change("data.archive") { $0 = rubbish }
                expectation.kept = [rubbish]
            }
        case .rotten:
            guard !isFirst, let place = Self.letter(in: archive) else { return nil }
            disk.change("data.archive") { $0[place] ^= 0x02 }
        case .foreign:
            let theirs = Samples.archive(["theirs", "", "", ""])
            expectation.kept = Self.segments(disk)
            disk.put("data.archive", theirs)
            expectation.allowed = [Self.state(theirs)]
        case .putBack:
            guard !isSaving, truth.saves > 0, let before = disk.bytes("data.archive.1"), before != archive else {
                return nil
            }
            expectation.kept = Self.segments(disk)
            disk.put("data.archive", before)
            expectation.allowed = [Self.state(before)]
        case .damagedSegment:
            guard let (name, offset) = Self.middle(disk) else { return nil }
            disk.change(name) { $0[offset] ^= 1 }
            expectation.allowed = truth.past.map(\.state) + expectation.allowed
            expectation.kept = [disk.bytes(name) ?? []]
        case .damagedSavedEdit:
            guard let (name, offset) = Self.savedEdit(disk, Digest(archive)) else { return nil }
            disk.change(name) { $0[offset] ^= 1 }
        case .laterVersion:
            guard let name = disk.names().last(where: { Self.hasEdits(disk, $0) }) else { return nil }
            disk.change(name) { bytes in
                guard var prefix = SegmentPrefix(bytes) else { return }
                prefix.version += 1
                bytes.replaceSubrange(0..<SegmentPrefix.slotOffset, with: prefix.head[..<SegmentPrefix.slotOffset])
            }
            expectation.mayRefuse = true
        case .foreignNext:
            guard disk.bytes("data.archive.next") == nil else { return nil }
            let theirs = Samples.archive(["next of somebody", "", "", ""])
            disk.put("data.archive.next", theirs)
            expectation.kept = [theirs]
        }
        return expectation
    }

    /// A letter of a line, which can be changed without harm to the archive.
    private static func letter(in archive: [UInt8]) -> Int? {
        let words = [Array("line ".utf8), Array("first".utf8), Array("large".utf8), Array("shared".utf8)]
        return archive.indices.first { index in words.contains { archive[index...].starts(with: $0) } }
    }

    private static func state(_ bytes: [UInt8]) -> [UInt8] {
        guard let archive = try? Archive(bytes) else { return [] }
        return Life.state(Document(archive, model: Samples.model))
    }

    private static func isSegment(_ name: String) -> Bool {
        name.hasPrefix("data.archive.journal.") && !name.contains("aside")
    }

    private static func hasEdits(_ disk: SimulatedDisk, _ name: String) -> Bool {
        guard isSegment(name), let bytes = disk.bytes(name), let contents = SegmentContents(bytes) else { return false }
        return contents.records.contains { $0.record.isEdit }
    }

    private static func segments(_ disk: SimulatedDisk) -> [[UInt8]] {
        disk.names().filter { hasEdits(disk, $0) }.compactMap { disk.bytes($0) }
    }

    /// A byte of the last record that a checkpoint of the archive covers.
    private static func savedEdit(_ disk: SimulatedDisk, _ digest: Digest) -> (name: String, offset: Int)? {
        let segments = disk.names().filter(isSegment).compactMap { name in
            disk.bytes(name).flatMap { SegmentContents($0) }.map { (name, $0.records) }
        }
        var saved: UInt64 = 0
        for (_, records) in segments {
            for case .checkpoint(let checkpoint) in records.map(\.record.content) where checkpoint.digest == digest {
                saved = max(saved, checkpoint.revision)
            }
        }
        for (name, records) in segments.reversed() {
            guard let last = records.last(where: { $0.record.isEdit && $0.record.revision <= saved }) else { continue }
            return (name, last.end - 8)
        }
        return nil
    }

    /// A byte of a record that a later record of the same segment says was synced.
    private static func middle(_ disk: SimulatedDisk) -> (name: String, offset: Int)? {
        for name in disk.names() where isSegment(name) {
            guard let bytes = disk.bytes(name), let contents = SegmentContents(bytes) else { continue }
            let edits = contents.records.filter { $0.record.isEdit }
            guard let first = edits.first, edits.contains(where: { $0.record.synced >= UInt64(first.end) }) else {
                continue
            }
            return (name, first.end - 8)
        }
        return nil
    }
}
