/// Writes JSON on one line.
enum JSONWriter {
    /// The bytes of a value, UTF-8 throughout.
    static func bytes(_ value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        append(value, to: &output)
        return output
    }

    /// Adds a value.
    static func append(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .null: output += "null".utf8
        case .boolean(let value): output += (value ? "true" : "false").utf8
        case .integer(let value): output += String(value).utf8
        case .number(let text): output += text.utf8
        case .string(let bytes): appendString(bytes, to: &output)
        case .data(let bytes): appendData(bytes, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                append(element, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                appendString(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                append(member.value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// Adds a string.
    static func appendString(_ bytes: [UInt8], to output: inout [UInt8]) {
        appendString(bytes, bytes.indices, to: &output)
    }

    /// Adds a text.
    static func appendText(_ text: String, to output: inout [UInt8]) {
        appendString(Array(text.utf8), to: &output)
    }

    /// Adds a range of bytes as a string; most texts are of characters that stand for themselves.
    static func appendString(_ bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
        let span = bytes.span.extracting(range)
        for index in span.indices {
            let byte = span[index]
            guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
                return appendEscaped(range.count == bytes.count ? bytes : Array(bytes[range]), to: &output)
            }
        }
        output.append(UInt8(ascii: "\""))
        output += bytes[range]
        output.append(UInt8(ascii: "\""))
    }

    private static func appendEscaped(_ bytes: [UInt8], to output: inout [UInt8]) {
        let start = output.count
        var scanner = TextScanner(bytes)
        output.append(UInt8(ascii: "\""))
        while let unit = scanner.next() {
            switch unit {
            case .scalar("\""): output += "\\\"".utf8
            case .scalar("\\"): output += "\\\\".utf8
            case .scalar("\n"): output += "\\n".utf8
            case .scalar("\r"): output += "\\r".utf8
            case .scalar("\t"): output += "\\t".utf8
            case .scalar(let scalar):
                // All that a terminal would act on lies below U+10000, so four digits do.
                if TerminalText.isUnsafe(scalar) {
                    appendEscape(UInt16(truncatingIfNeeded: scalar.value), to: &output)
                } else {
                    output += UTF8.encode(scalar).map { Array($0) } ?? []
                }
            case .surrogate(let value): appendEscape(value, to: &output)
            case .malformed:
                output.removeSubrange(start...)
                appendData(bytes, to: &output)
                return
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func appendEscape(_ value: UInt16, to output: inout [UInt8]) {
        let digits = String(value, radix: 16, uppercase: true)
        output += "\\u".utf8
        output += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
        output += digits.utf8
    }

    private static func appendData(_ bytes: [UInt8], to output: inout [UInt8]) {
        output += "{\"base64\":\"".utf8
        output += Base64.encode(bytes)
        output += "\"}".utf8
    }
}
