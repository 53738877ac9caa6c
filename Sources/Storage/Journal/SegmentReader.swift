import FourLinesDocument
import FourLinesLinux

/// What a segment holds: its records, and where something is wrong with them.
struct SegmentContents: Sendable {
    /// Where reading met something that is no record.
    struct Fault: Equatable, Sendable {
        /// Where in the segment.
        let offset: Int
        /// Whether it is known that intact bytes had been there: damage; otherwise a torn tail.
        var isDamage: Bool
    }

    let prefix: SegmentPrefix
    /// The digest of the archive when the process ended cleanly, if it did.
    let completeAt: Digest?
    /// The intact records in order, with the offset behind each.
    var records: [(record: JournalRecord, end: Int)] = []
    var faults: [Fault] = []
    /// The file's size.
    let size: Int

    /// Whether there is nothing in it; one of a later version, which is not read, may hold anything.
    var isEmpty: Bool { prefix.version == SegmentPrefix.version && records.isEmpty && faults.isEmpty }

    /// The highest revision that a record is about.
    var lastRevision: UInt64 { records.reduce(0) { max($0, $1.record.revision) } }

    /// Reads a segment; nil if its prefix is damaged or was never written.
    init?(_ bytes: [UInt8], rules: StorageRules = .all) {
        guard let prefix = SegmentPrefix(bytes) else { return nil }
        self.prefix = prefix
        completeAt = SegmentSlot(bytes)?.digest
        size = bytes.count
        guard prefix.version == SegmentPrefix.version else { return }
        var scanner = Scanner(bytes: bytes, seed: prefix.seed, checks: rules.contains(.recordChecksums))
        while true {
            switch scanner.next() {
            case .end:
                judgeFaults()
                return
            case .fault(let offset): faults.append(Fault(offset: offset, isDamage: false))
            case .record(let record, let end): records.append((record, end))
            }
        }
    }

    /// A fault before the offset that a later record says was synced is damage.
    private mutating func judgeFaults() {
        for index in faults.indices {
            let offset = faults[index].offset
            faults[index].isDamage = records.contains { $0.end > offset && $0.record.synced > UInt64(offset) }
        }
    }

    private struct Scanner {
        enum Step {
            case record(JournalRecord, end: Int)
            case fault(Int)
            case end
        }

        let bytes: [UInt8]
        let seed: UInt32
        /// Whether a wrong checksum counts.
        let checks: Bool
        var position = SegmentPrefix.recordsOffset
        var chain: UInt32

        init(bytes: [UInt8], seed: UInt32, checks: Bool) {
            self.bytes = bytes
            self.checks = checks
            self.seed = seed
            chain = seed
        }

        mutating func next() -> Step {
            guard position + RecordFrame.headSize <= bytes.count else { return tail() }
            let start = position
            if let end = frame(at: start) {
                position = end
                let body = (start + RecordFrame.headSize)..<(end - RecordFrame.tailSize)
                let sum = CRC32C.checksum(bytes, body, continuing: chain ^ UInt32(body.count))
                // The record behind it is checked against what is written here, whether this is intact or not.
                chain = RecordFrame.word(bytes, at: end - RecordFrame.tailSize)
                guard sum == chain || !checks, let record = try? JournalRecord(payload: bytes, body) else {
                    return .fault(start)
                }
                return .record(record, end: end)
            }
            let isZero = RecordFrame.word(bytes, at: start) == 0
            guard skip(from: start + 1) else {
                position = bytes.count
                return isZero && isAllZero(from: start) ? .end : .fault(start)
            }
            return .fault(start)
        }

        private mutating func tail() -> Step {
            defer { position = bytes.count }
            return position < bytes.count && !isAllZero(from: position) ? .fault(position) : .end
        }

        /// The end of the record that begins at an offset, if a sound length stands there.
        private func frame(at offset: Int) -> Int? {
            let length = RecordFrame.word(bytes, at: offset)
            guard length != 0, Int(length) <= RecordFrame.longestPayload,
                RecordFrame.word(bytes, at: offset + 4)
                    == RecordFrame.headSum(length, at: Int64(offset), seed: seed)
            else { return nil }
            let end = offset + RecordFrame.headSize + Int(length) + RecordFrame.tailSize
            return end <= bytes.count ? end : nil
        }

        /// Goes on at the next sound length behind damage; answers false if there is none.
        private mutating func skip(from offset: Int) -> Bool {
            var candidate = offset
            while candidate + RecordFrame.headSize <= bytes.count {
                if bytes[candidate] | bytes[candidate + 1] | bytes[candidate + 2] != 0, frame(at: candidate) != nil {
                    position = candidate
                    chain = RecordFrame.word(bytes, at: candidate - 4)
                    return true
                }
                candidate += 1
            }
            return false
        }

        private func isAllZero(from offset: Int) -> Bool { bytes[offset...].allSatisfy { $0 == 0 } }
    }
}
