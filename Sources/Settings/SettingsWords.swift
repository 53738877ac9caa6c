/// Splits a value into words as systemd does for lists of words (extract_first_word with quotes and C escapes).
///
/// Words are separated by white space. `"…"` and `'…'` keep it, and may stand for a part of a word; the escapes
/// `\a \b \f \n \r \t \v \\ \" \' \s \xHH \OOO \uHHHH \UHHHHHHHH` hold inside and outside of quotes.
package struct SettingsWords {
    private let bytes: [UInt8]
    private var index = 0

    /// The words of a value.
    ///
    /// - Throws: `unbalancedQuote`, `invalidEscape`, `escapesNotUTF8`.
    package static func split(_ value: String) throws(SettingsFault) -> [String] {
        var reader = SettingsWords(bytes: [UInt8](value.utf8))
        var words: [String] = []
        while let word = try reader.next() { words.append(word) }
        return words
    }

    private mutating func next() throws(SettingsFault) -> String? {
        while index < bytes.count, Blanks.contains(bytes[index]) { index += 1 }
        guard index < bytes.count else { return nil }
        var word: [UInt8] = []
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\") {
                try unescape(into: &word)
                continue
            }
            index += 1
            if let open = quote {
                if byte == open { quote = nil } else { word.append(byte) }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if Blanks.contains(byte) {
                break
            } else {
                word.append(byte)
            }
        }
        guard quote == nil else { throw .unbalancedQuote }
        guard let text = String(validating: word, as: UTF8.self) else { throw .escapesNotUTF8 }
        return text
    }

    /// Takes an escape, whose backslash is next.
    private mutating func unescape(into word: inout [UInt8]) throws(SettingsFault) {
        let start = index
        guard start + 1 < bytes.count else { throw .invalidEscape("\\") }
        let letter = bytes[start + 1]
        index = start + 2
        switch letter {
        case UInt8(ascii: "a"): word.append(7)
        case UInt8(ascii: "b"): word.append(8)
        case UInt8(ascii: "f"): word.append(12)
        case UInt8(ascii: "n"): word.append(10)
        case UInt8(ascii: "r"): word.append(13)
        case UInt8(ascii: "t"): word.append(9)
        case UInt8(ascii: "v"): word.append(11)
        case UInt8(ascii: "s"): word.append(32)
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): word.append(letter)
        case UInt8(ascii: "x"):
            word.append(UInt8(truncatingIfNeeded: try number(start, digits: 2, radix: 16)))
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            index = start + 1
            word.append(UInt8(truncatingIfNeeded: try number(start, digits: 3, radix: 8)))
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let value = try number(start, digits: letter == UInt8(ascii: "u") ? 4 : 8, radix: 16)
            guard let scalar = Unicode.Scalar(value) else { throw invalid(start) }
            word.append(contentsOf: String(Character(scalar)).utf8)
        default:
            throw invalid(start)
        }
    }

    /// Takes exactly so many digits; a NUL is refused, as systemd does.
    private mutating func number(_ start: Int, digits: Int, radix: Int) throws(SettingsFault) -> UInt32 {
        guard index + digits <= bytes.count else {
            index = bytes.count
            throw invalid(start)
        }
        var value: UInt32 = 0
        for _ in 0..<digits {
            let digit = Character(UnicodeScalar(bytes[index])).hexDigitValue
            index += 1
            guard let digit, digit < radix else { throw invalid(start) }
            value = value << (radix == 16 ? 4 : 3) | UInt32(digit)
        }
        guard value != 0 else { throw invalid(start) }
        return value
    }

    private func invalid(_ start: Int) -> SettingsFault {
        .invalidEscape(String(decoding: bytes[start..<index], as: UTF8.self))
    }
}
