import FourLinesPropertyList

/// Writes JSON event by event; texts are given in the form of `UnicodeText`.
struct JSONEncoder {
    private let sink: BinaryEncoder.Sink?
    private var buffer: [UInt8] = []
    private var depth = 0
    /// Whether the container that is open has something in it already.
    private var hasMembers = false
    /// Whether a key was written, whose value follows on the same line.
    private var isAfterKey = false
    /// Whether the sink still wants bytes.
    private(set) var isWanted = true

    private static let bufferSize = 1 << 16
    /// Deeper levels are not indented further, so that deep graphs do not cost the square of their depth.
    private static let deepestIndent = 32

    init(sink: BinaryEncoder.Sink?) { self.sink = sink }

    /// Ends the text with a line break and answers what the sink was not given.
    consuming func finish() -> [UInt8] {
        buffer.append(UInt8(ascii: "\n"))
        return buffer
    }

    mutating func beginObject() { begin(UInt8(ascii: "{")) }
    mutating func endObject() { end(UInt8(ascii: "}")) }
    mutating func beginArray() { begin(UInt8(ascii: "[")) }
    mutating func endArray() { end(UInt8(ascii: "]")) }

    mutating func key(_ text: Text) {
        separate()
        quote(text.bytes, text.bytes.indices)
        buffer.append(contentsOf: ": ".utf8)
        isAfterKey = true
    }

    mutating func string(_ bytes: [UInt8], _ range: Range<Int>) {
        separate()
        quote(bytes, range)
    }

    mutating func string(_ text: String) {
        let bytes = Array(text.utf8)
        string(bytes, bytes.indices)
    }

    /// Writes a number, a boolean or a null, as the text that it is.
    mutating func literal(_ text: String) {
        separate()
        buffer.append(contentsOf: text.utf8)
    }

    /// Writes bytes in base64.
    mutating func base64(_ bytes: [UInt8], _ range: Range<Int>) {
        separate()
        buffer.append(UInt8(ascii: "\""))
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var index = range.lowerBound
        while index < range.upperBound {
            if buffer.count >= Self.bufferSize { flush() }
            let count = min(3, range.upperBound - index)
            var word: UInt32 = 0
            for offset in 0..<3 { word = word << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0) }
            for place in 0..<4 {
                let letter = alphabet[Int(word >> UInt32(18 - 6 * place)) & 63]
                buffer.append(place <= count ? letter : UInt8(ascii: "="))
            }
            index += count
        }
        buffer.append(UInt8(ascii: "\""))
    }

    // MARK: - Text

    private mutating func begin(_ bracket: UInt8) {
        separate()
        buffer.append(bracket)
        depth += 1
        hasMembers = false
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if hasMembers { breakLine() }
        buffer.append(bracket)
        hasMembers = true
    }

    private mutating func separate() {
        if buffer.count >= Self.bufferSize { flush() }
        if isAfterKey {
            isAfterKey = false
        } else if depth > 0 {
            if hasMembers { buffer.append(UInt8(ascii: ",")) }
            breakLine()
        }
        hasMembers = true
    }

    private mutating func breakLine() {
        buffer.append(UInt8(ascii: "\n"))
        for _ in 0..<min(depth, Self.deepestIndent) { buffer.append(contentsOf: [0x20, 0x20]) }
    }

    private mutating func flush() {
        guard let sink else { return }
        if isWanted { isWanted = sink(buffer, buffer.indices) }
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func quote(_ bytes: [UInt8], _ range: Range<Int>) {
        buffer.append(UInt8(ascii: "\""))
        var index = range.lowerBound
        while index < range.upperBound {
            if buffer.count >= Self.bufferSize { flush() }
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): buffer.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x0A: buffer.append(contentsOf: "\\n".utf8)
            case 0x0D: buffer.append(contentsOf: "\\r".utf8)
            case 0x09: buffer.append(contentsOf: "\\t".utf8)
            case 0..<0x20, 0x7F: escape(UInt16(byte))
            case 0xED where index + 2 < range.upperBound && bytes[index + 1] >= 0xA0:
                // A lone surrogate, which UTF-8 does not have, but JSON's escapes do.
                let unit = 0xD000 | UInt16(bytes[index + 1] & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F)
                escape(unit)
                index += 2
            default: buffer.append(byte)
            }
            index += 1
        }
        buffer.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ unit: UInt16) {
        buffer.append(contentsOf: "\\u".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        for shift in [12, 8, 4, 0] as [UInt16] { buffer.append(digits[Int(unit >> shift & 15)]) }
    }
}
