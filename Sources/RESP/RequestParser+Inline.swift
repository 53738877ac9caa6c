extension RequestParser {
    /// Splits an inline line into words, unescaping them in place, as Redis's sdssplitargs does.
    ///
    /// Blanks are those of C's isspace. `"…"` knows `\n \r \t \b \a \xHH`, any other escaped byte stands for itself;
    /// `'…'` knows only `\'`. A quote may open within a word, and its closing one must end the word. A NUL is a
    /// byte like any other (Redis would wait for ever): what is typed or piped is then stored as it came. A word only
    /// ever gets shorter, so that it fits where it stands.
    ///
    /// - Parameters:
    ///   - bytes: the input's storage.
    ///   - start: index in `bytes` of the line.
    ///   - length: bytes of the line without its end.
    /// - Returns: whether the quotes are balanced.
    mutating func splitWords(_ bytes: inout [UInt8], start: Int, length: Int) -> Bool {
        let end = start + length
        var index = start
        while true {
            while index < end, ASCII.isSpace(bytes[index]) { index += 1 }
            guard index < end else { return true }
            let word = index
            var write = index
            scan: while index < end {
                let byte = bytes[index]
                switch byte {
                case ASCII.quote, ASCII.apostrophe:
                    guard let closed = unquote(&bytes, from: index + 1, to: end, quote: byte, into: &write) else {
                        return false
                    }
                    guard closed == end || ASCII.isSpace(bytes[closed]) else { return false }
                    index = closed
                    break scan
                case _ where ASCII.isSpace(byte):
                    break scan
                default:
                    bytes[write] = byte
                    write += 1
                    index += 1
                }
            }
            arguments.append(Argument(start: UInt32(word - start), end: UInt32(write - start)))
        }
    }

    /// Unescapes a quoted part; answers the index behind its closing quote, or nil if there is none.
    private func unquote(
        _ bytes: inout [UInt8], from start: Int, to end: Int, quote: UInt8, into write: inout Int
    ) -> Int? {
        var index = start
        while index < end {
            var byte = bytes[index]
            if byte == quote { return index + 1 }
            if byte == ASCII.backslash, index + 1 < end {
                let next = bytes[index + 1]
                if quote == ASCII.apostrophe {
                    if next == ASCII.apostrophe {
                        byte = next
                        index += 1
                    }
                } else if next == UInt8(ascii: "x"), index + 3 < end,
                    let high = ASCII.hexadecimal(bytes[index + 2]), let low = ASCII.hexadecimal(bytes[index + 3])
                {
                    byte = high << 4 | low
                    index += 3
                } else {
                    byte = RequestParser.escaped(next)
                    index += 1
                }
            }
            bytes[write] = byte
            write += 1
            index += 1
        }
        return nil
    }

    /// The byte that a letter behind a backslash stands for.
    private static func escaped(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "t"): 9
        case UInt8(ascii: "b"): 8
        case UInt8(ascii: "a"): 7
        default: byte
        }
    }
}
