/// The bytes received on a connection that no request or reply has used up yet.
///
/// The storage is one array whose every byte is initialised; only `start ..< end` of it was received. Indices into
/// `bytes` stay valid until the next call of `append`, `makeRoom` or `reclaim`: `consume` moves nothing, so that the
/// arguments of a request can still be read after the parser went past it.
package struct InputBuffer: Sendable {
    /// The storage; only `start ..< end` holds received bytes that are not consumed.
    ///
    /// To be written only by a read into the range that `makeRoom` answered, and never resized from outside.
    package var bytes: [UInt8] = []
    /// Index in `bytes` of the first byte that is not consumed.
    package private(set) var start = 0
    /// Index in `bytes` behind the last received byte.
    package private(set) var end = 0
    /// Bytes, from `start`, that the request under way is known to need; 0 if that is not known.
    ///
    /// It only limits growth: nothing is ever reserved because a peer announced it.
    var expected = 0
    /// Whether the request needs more behind them.
    var isMoreExpected = false

    /// Makes an empty buffer that owns no memory yet.
    package init() {}

    /// Bytes received and not consumed.
    package var count: Int { end - start }

    /// Bytes of memory that the buffer owns.
    package var capacity: Int { bytes.count }

    /// Adds received bytes.
    package mutating func append(_ received: [UInt8]) {
        provide(received.count)
        bytes.replaceSubrange(end..<end + received.count, with: received)
        end += received.count
    }

    /// Sees to free bytes behind those that are there, for a read from the socket into `bytes`.
    ///
    /// - Parameter room: the least number of free bytes.
    /// - Returns: the indices of the free bytes, at least `room`; `received` says how many of them were filled.
    package mutating func makeRoom(_ room: Int) -> Range<Int> {
        provide(room)
        return end..<bytes.count
    }

    /// Says that the first `count` of the free bytes were filled.
    package mutating func received(_ count: Int) {
        guard count >= 0, count <= bytes.count - end else {
            fatalError("InputBuffer: \(count) bytes received into \(bytes.count - end)")
        }
        end += count
    }

    /// Marks the first `count` bytes as used; they stay readable until the next bytes are added.
    package mutating func consume(_ count: Int) {
        guard count >= 0, count <= end - start else {
            fatalError("InputBuffer: \(count) of \(end - start) bytes consumed")
        }
        start += count
        expected = 0
        isMoreExpected = false
    }

    /// Gives memory back when nothing is left unread, or little in a large buffer.
    ///
    /// To be called when no index into `bytes` is in use, at the end of a turn.
    ///
    /// - Parameter limit: bytes of capacity that the buffer may keep for the next request.
    package mutating func reclaim(keeping limit: Int = 65_536) {
        if count == 0 {
            start = 0
            end = 0
            if bytes.count > limit { bytes = [] }
        } else if bytes.count > limit, count < bytes.count / 8, expected < bytes.count / 8 {
            resize(to: max(count * 2, 4096))
        }
    }

    /// A copy of a range of the storage.
    package func copy(_ range: Range<Int>) -> [UInt8] {
        [UInt8](bytes[range])
    }

    /// The text of a range of the storage, or nil if that is not well-formed UTF-8.
    package func text(_ range: Range<Int>) -> String? {
        String(validating: bytes[range], as: UTF8.self)
    }

    /// Whether a range of the storage is `word`, ASCII letters compared without their case.
    ///
    /// - Parameters:
    ///   - range: indices into `bytes`.
    ///   - word: the word in upper case.
    /// - Returns: whether they are the same word.
    package func matches(_ range: Range<Int>, _ word: String) -> Bool {
        guard range.count == word.utf8.count else { return false }
        var index = range.lowerBound
        for letter in word.utf8 {
            guard ASCII.uppercase(bytes[index]) == letter else { return false }
            index += 1
        }
        return true
    }

    /// Sees to `room` free bytes behind `end`, by dropping the consumed prefix or by growing.
    private mutating func provide(_ room: Int) {
        if start == end {
            start = 0
            end = 0
        }
        guard bytes.count - end < room else { return }
        if start > bytes.count / 2, bytes.count - count >= room {
            // The prefix is longer than what moves, so that each byte moves at most once for each byte received.
            let dropped = start
            bytes.removeSubrange(0..<dropped)
            bytes.append(contentsOf: repeatElement(0, count: dropped))
            start = 0
            end -= dropped
            return
        }
        // Doubling keeps the cost of a long request linear; what the request needs at most keeps it from doubling
        // 512 MB for the sake of a line break. Where it needs more it grows by an eighth at least.
        let doubled = bytes.count * 2
        let needed = max(expected + room, isMoreExpected ? bytes.count + bytes.count / 8 : 0)
        let capped = expected > 0 ? min(doubled, needed) : doubled
        resize(to: max(count + room, capped))
    }

    private mutating func resize(to size: Int) {
        var resized: [UInt8] = []
        resized.reserveCapacity(size)
        resized.append(contentsOf: bytes[start..<end])
        resized.append(contentsOf: repeatElement(0, count: size - count))
        end = count
        start = 0
        bytes = resized
    }
}
