/// Texts as words of a batch.
enum BatchText {
    /// A text between double quotes, as the protocol's inline commands have it.
    ///
    /// `\n`, `\"`, `\\` and `\xHH` stand for one byte. What would steer a terminal, and what is no text, stands in the last form.
    static func quoted(_ text: [UInt8]) -> [UInt8] {
        var result = [UInt8(ascii: "\"")]
        var scanner = TextScanner(text)
        while let unit = scanner.next() {
            switch unit {
            case .scalar("\n"): result += "\\n".utf8
            case .scalar("\r"): result += "\\r".utf8
            case .scalar("\t"): result += "\\t".utf8
            case .scalar("\""): result += "\\\"".utf8
            case .scalar("\\"): result += "\\\\".utf8
            case .scalar(let scalar):
                let bytes = Array(String(Character(scalar)).utf8)
                result += TerminalText.isUnsafe(scalar) ? escaped(bytes) : bytes
            case .surrogate(let value):
                let low = UInt8(truncatingIfNeeded: value)
                result += escaped([
                    0xED, UInt8(truncatingIfNeeded: 0x80 | (value >> 6 & 0x3F)), 0x80 | (low & 0x3F),
                ])
            case .malformed(let byte): result += escaped([byte])
            }
        }
        return result + [UInt8(ascii: "\"")]
    }

    /// Each byte as `\xHH`.
    private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in Array(((byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16)).utf8) }
    }
}
