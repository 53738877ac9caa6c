/// A pattern of Redis's KEYS and PSUBSCRIBE: `*`, `?`, `[a-z]`, `[^x]` and `\` before a byte that stands for itself.
///
/// Matches bytes, not characters. Only the last `*` is ever tried again, which is enough, so that a match takes at most
/// pattern × text steps whatever the pattern.
package struct GlobPattern: Hashable, Sendable {
    private let pattern: [UInt8]

    /// Makes a pattern; every sequence of bytes is one.
    package init(_ pattern: [UInt8]) {
        self.pattern = pattern
    }

    /// Whether the pattern matches the whole of a text.
    package func matches(_ text: [UInt8]) -> Bool {
        matches(text, 0..<text.count)
    }

    /// Whether the pattern matches the whole of a range of `text`.
    package func matches(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        var at = range.lowerBound
        var place = 0
        var star: (place: Int, at: Int)?
        while at < range.upperBound {
            if place < pattern.count {
                if pattern[place] == UInt8(ascii: "*") {
                    place += 1
                    star = (place, at)
                    continue
                }
                if let next = step(place, text[at]) {
                    place = next
                    at += 1
                    continue
                }
            }
            guard let last = star else { return false }
            // The last star takes one byte more.
            star = (last.place, last.at + 1)
            place = last.place
            at = last.at + 1
        }
        while place < pattern.count, pattern[place] == UInt8(ascii: "*") { place += 1 }
        return place == pattern.count
    }

    /// The place behind the pattern's element at `place` if that matches `byte`, else nil.
    private func step(_ place: Int, _ byte: UInt8) -> Int? {
        switch pattern[place] {
        case UInt8(ascii: "?"):
            return place + 1
        case UInt8(ascii: "["):
            return stepClass(place + 1, byte)
        case ASCII.backslash where place + 1 < pattern.count:
            return pattern[place + 1] == byte ? place + 2 : nil
        default:
            return pattern[place] == byte ? place + 1 : nil
        }
    }

    /// Matches a class from behind its `[`; without a `]` it goes on to the pattern's end, as in Redis.
    private func stepClass(_ start: Int, _ byte: UInt8) -> Int? {
        var place = start
        let inverted = place < pattern.count && pattern[place] == UInt8(ascii: "^")
        if inverted { place += 1 }
        var found = false
        while place < pattern.count {
            let first = pattern[place]
            if first == ASCII.backslash, place + 1 < pattern.count {
                found = found || pattern[place + 1] == byte
                place += 2
            } else if first == UInt8(ascii: "]") {
                return found != inverted ? place + 1 : nil
            } else if place + 2 < pattern.count, pattern[place + 1] == ASCII.minus {
                let last = pattern[place + 2]
                found = found || (min(first, last)...max(first, last)).contains(byte)
                place += 3
            } else {
                found = found || first == byte
                place += 1
            }
        }
        return found != inverted ? place : nil
    }
}
