package import KeyedArchive

/// A key path as it was written, in a range of an array: the input of a client, mostly, so that a look-up copies
/// nothing.
package struct PathBytes: Sendable {
    /// The array.
    package let bytes: [UInt8]
    /// Where the path stands in it.
    package let range: Range<Int>

    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    package init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

    package init(_ path: KeyPath) { self.init(path.bytes) }

    /// The path as text for people, bytes that are not UTF-8 replaced.
    package var text: String { String(decoding: bytes[range], as: UTF8.self) }

    /// A copy of its bytes.
    package var copy: [UInt8] { Array(bytes[range]) }
}

/// One component of a path: its bytes without escapes.
struct PathComponent {
    let bytes: [UInt8]
    let range: Range<Int>

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    /// Whether it is this text.
    func matches(_ text: Text) -> Bool {
        guard text.bytes.count == range.count else { return false }
        let (left, right) = (bytes.span, text.bytes.span)
        for offset in 0..<range.count where left[range.lowerBound + offset] != right[offset] { return false }
        return true
    }

    /// The component as a text of its own.
    var text: Text { Text(bytes: Array(bytes[range])) }

    /// The component as an index: an optional minus and decimal digits without leading zeros, or nil.
    var index: Int? {
        var start = range.lowerBound
        let isNegative = !range.isEmpty && bytes[start] == UInt8(ascii: "-")
        if isNegative { start += 1 }
        let count = range.upperBound - start
        guard count > 0, count <= 18, bytes[start] != UInt8(ascii: "0") || (count == 1 && !isNegative) else {
            return nil
        }
        var value = 0
        for position in start..<range.upperBound {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + Int(digit)
        }
        return isNegative ? -value : value
    }
}

/// Takes the components off a path one after another, as `KeyPath` splits it.
struct PathCursor {
    private let path: PathBytes
    private var position: Int
    private var isAtEnd: Bool

    /// Begins at the first component of a path, or with the whole path as one component without escapes.
    init(_ path: PathBytes, isLiteral: Bool) {
        self.path = path
        self.isLiteral = isLiteral
        position = path.range.lowerBound
        isAtEnd = path.range.isEmpty && !isLiteral
    }

    private let isLiteral: Bool

    /// Whether no component is left.
    var isFinished: Bool { isAtEnd }

    /// The next component, or nil at the end.
    mutating func next() -> PathComponent? {
        guard !isAtEnd else { return nil }
        let (start, end) = (position, path.range.upperBound)
        if isLiteral {
            isAtEnd = true
            return PathComponent(path.bytes, path.range)
        }
        while position < end {
            let byte = path.bytes[position]
            if byte == UInt8(ascii: "\\") { return escaped(from: start) }
            if byte == UInt8(ascii: ".") {
                position += 1
                return PathComponent(path.bytes, start..<(position - 1))
            }
            position += 1
        }
        isAtEnd = true
        return PathComponent(path.bytes, start..<end)
    }

    /// A component with escapes, which is copied: `\.` is a point and `\\` a backslash, any other backslash itself.
    private mutating func escaped(from start: Int) -> PathComponent {
        let end = path.range.upperBound
        var bytes = Array(path.bytes[start..<position])
        while position < end {
            let byte = path.bytes[position]
            position += 1
            if byte == UInt8(ascii: ".") { return PathComponent(bytes, 0..<bytes.count) }
            if byte == UInt8(ascii: "\\"), position < end {
                let next = path.bytes[position]
                if next == UInt8(ascii: ".") || next == UInt8(ascii: "\\") {
                    bytes.append(next)
                    position += 1
                    continue
                }
            }
            bytes.append(byte)
        }
        isAtEnd = true
        return PathComponent(bytes, 0..<bytes.count)
    }
}
