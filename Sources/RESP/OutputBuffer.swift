/// The replies of a connection that are not sent yet, with a mark how far they may be sent.
///
/// Places are counted from the beginning of the connection, so that they stay valid when sent bytes are dropped.
/// Nothing behind the mark leaves: it moves when the edits that the replies speak of are durable, and what is behind it
/// can be taken back.
package struct OutputBuffer: Sendable {
    /// The storage: what is being sent, `sendableRange`, and what waits behind it.
    package internal(set) var bytes: [UInt8] = []
    /// Index in `bytes` of the first byte that is not sent.
    private var head = 0
    /// Place of `bytes[0]`.
    private var origin: Int64 = 0
    /// Index in `bytes` behind the last byte that may be sent.
    private var mark = 0

    /// Makes an empty buffer that owns no memory yet.
    package init() {}

    /// Bytes that are not sent, those behind the mark included.
    package var pendingCount: Int { bytes.count - head }

    /// Bytes that may be sent now.
    package var sendableCount: Int { mark - head }

    /// Place behind the last byte.
    package var position: Int64 { origin + Int64(bytes.count) }

    /// Place of the mark.
    package var releasedPosition: Int64 { origin + Int64(mark) }

    /// Bytes of memory that the buffer owns.
    package var capacity: Int { bytes.capacity }

    /// Lets everything that is there be sent.
    package mutating func release() {
        mark = bytes.count
    }

    /// Lets everything before a place be sent; the mark never moves back.
    package mutating func release(upTo place: Int64) {
        mark = max(mark, index(of: place))
    }

    /// Takes back everything from a place on, which must not be before the mark.
    package mutating func truncate(to place: Int64) {
        let index = index(of: place)
        guard index >= mark else { fatalError("OutputBuffer: released bytes taken back") }
        bytes.removeSubrange(index...)
    }

    /// The error reply that begins at a place behind which nothing else was written: its code and its text; nil if
    /// another reply begins there, or none.
    package func error(at place: Int64) -> (code: String, text: String)? {
        let index = index(of: place)
        guard index < bytes.count, bytes[index] == UInt8(ascii: "-") else { return nil }
        let line = String(decoding: bytes[(index + 1)...].prefix { $0 != ASCII.carriageReturn }, as: UTF8.self)
        let parts = line.split(separator: " ", maxSplits: 1)
        return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }

    /// Indices in `bytes` of what may be sent now.
    package var sendableRange: Range<Int> { head..<mark }

    /// A copy of the bytes that may be sent.
    package var sendable: [UInt8] { [UInt8](bytes[head..<mark]) }

    /// Drops the first `count` of the bytes that may be sent: they are sent.
    package mutating func consume(_ count: Int) {
        guard count >= 0, count <= sendableCount else {
            fatalError("OutputBuffer: \(count) of \(sendableCount) bytes sent")
        }
        head += count
        if head == bytes.count {
            origin += Int64(head)
            bytes.removeAll(keepingCapacity: true)
            head = 0
            mark = 0
        } else if head > 65_536, head > bytes.count / 2 {
            // What moves is shorter than what was sent, so that sending stays linear.
            origin += Int64(head)
            mark -= head
            bytes.removeSubrange(0..<head)
            head = 0
        }
    }

    /// Gives memory back when nothing is pending.
    ///
    /// - Parameter limit: bytes of capacity that the buffer may keep for the next reply.
    package mutating func reclaim(keeping limit: Int = 65_536) {
        if bytes.isEmpty, bytes.capacity > limit { bytes = [] }
    }

    /// Appends bytes as they are.
    package mutating func append(_ raw: [UInt8]) {
        bytes.append(contentsOf: raw)
    }

    /// Puts bytes at a place that is not before the mark, moving what stands behind it.
    mutating func insert(_ inserted: [UInt8], at place: Int64) {
        let index = index(of: place)
        guard index >= mark else { fatalError("OutputBuffer: bytes inserted before the mark") }
        bytes.insert(contentsOf: inserted, at: index)
    }

    private func index(of place: Int64) -> Int {
        let index = place - origin
        guard index >= Int64(head), index <= Int64(bytes.count) else {
            fatalError("OutputBuffer: place \(place) is not in \(origin + Int64(head))...\(position)")
        }
        return Int(index)
    }
}
