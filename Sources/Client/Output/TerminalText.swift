/// Makes text safe to look at: what would steer a terminal, or show text in another order than it has, stands as an
/// escape.
///
/// `\n`, `\r` and `\t` stand for themselves, `\u{1b}` for a code point, `\xff` for a byte that is no text. A backslash
/// is left as it is, except between quotes: the form is for the eye, JSON is for programs.
enum TerminalText {
    /// What the text is a part of.
    enum Layout {
        /// Text of its own: line breaks and tabs do what they do.
        case block
        /// A part of one line.
        case line
        /// A part of one line between quotes, as redis-cli has it.
        case quoted
    }

    /// The bytes in their safe form, which is UTF-8.
    static func escaped(_ bytes: [UInt8], _ layout: Layout) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 2)
        var scanner = TextScanner(bytes)
        while let unit = scanner.next() {
            switch unit {
            case .scalar(let scalar): append(scalar, layout, to: &result)
            case .surrogate(let value): result += "\\u{\(String(value, radix: 16))}".utf8
            case .malformed(let byte): result += "\\x\(String(byte, radix: 16))".utf8
            }
        }
        return result
    }

    /// A text in its safe form.
    static func escaped(_ text: String, _ layout: Layout) -> String {
        String(decoding: escaped(Array(text.utf8), layout), as: UTF8.self)
    }

    /// Whether a character does something to a terminal or a reader other than to stand where it stands.
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0, DEL and C1: ECMA-48.
        case 0..<0x20, 0x7f...0x9f: true
        // The marks, embeddings, overrides and isolates of UAX #9.
        case 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
        // The separators of lines and paragraphs.
        case 0x2028, 0x2029: true
        default: false
        }
    }

    private static func append(_ scalar: Unicode.Scalar, _ layout: Layout, to result: inout [UInt8]) {
        switch (scalar, layout) {
        case ("\n", .block), ("\t", .block): result.append(UInt8(truncatingIfNeeded: scalar.value))
        case ("\n", _): result += "\\n".utf8
        case ("\t", _): result += "\\t".utf8
        case ("\r", _): result += "\\r".utf8
        case ("\"", .quoted), ("\\", .quoted): result += "\\\(scalar)".utf8
        default:
            if isUnsafe(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}".utf8
            } else {
                result += UTF8.encode(scalar).map { Array($0) } ?? []
            }
        }
    }
}
