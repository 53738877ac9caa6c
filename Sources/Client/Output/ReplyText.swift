import FourLinesRESP

/// Replies as text, in the two forms that redis-cli has.
enum ReplyText {
    /// The form for a person, safe on a terminal: strings in quotes, elements with numbers, kinds in parentheses.
    static func readable(_ reply: Reply) -> [UInt8] {
        var output: [UInt8] = []
        appendReadable(reply, indentation: 0, to: &output)
        return output
    }

    /// The form for a program: strings byte for byte, one element a line; null is an empty line.
    static func plain(_ reply: Reply) -> [UInt8] {
        var output: [UInt8] = []
        appendPlain(reply, to: &output)
        return output
    }

    private static func appendPlain(_ reply: Reply, to output: inout [UInt8]) {
        if let elements = reply.elements {
            for element in elements { appendPlain(element, to: &output) }
            return
        }
        output += reply.bytes ?? Array(scalar(reply).utf8)
        output.append(UInt8(ascii: "\n"))
    }

    private static func scalar(_ reply: Reply) -> String {
        switch reply {
        case .error(let text): text
        case .integer(let value): String(value)
        case .double(let value): NumberText.shortest(value)
        case .boolean(let value): value ? "true" : "false"
        case .bigNumber(let digits): digits
        default: ""
        }
    }

    private static func appendReadable(_ reply: Reply, indentation: Int, to output: inout [UInt8]) {
        switch reply {
        case .simple(let text): output += TerminalText.escaped(text, .line).utf8
        case .error(let text): output += "(error) \(TerminalText.escaped(text, .line))".utf8
        case .integer, .bigNumber: output += "(integer) \(TerminalText.escaped(scalar(reply), .line))".utf8
        case .double: output += "(double) \(scalar(reply))".utf8
        case .boolean: output += "(\(scalar(reply)))".utf8
        case .null: output += "(nil)".utf8
        case .verbatim(_, let text):
            // Carriage returns before line breaks, as in INFO, are a part of the line's end.
            var lines = String(decoding: text, as: UTF8.self).replacingLineEnds()
            if lines.hasSuffix("\n") { lines.removeLast() }
            output += TerminalText.escaped(lines, .block).utf8
        case .bulk(let bytes):
            output.append(UInt8(ascii: "\""))
            output += TerminalText.escaped(bytes, .quoted)
            output.append(UInt8(ascii: "\""))
        case .array(let elements): appendList(elements, "array", ")", indentation, to: &output)
        case .set(let elements): appendList(elements, "set", "~", indentation, to: &output)
        case .push(let elements): appendList(elements, "push", ")", indentation, to: &output)
        case .map(let entries):
            appendMap(entries, indentation, to: &output)
            return
        }
        if reply.elements == nil || reply.elements?.isEmpty == true { output.append(UInt8(ascii: "\n")) }
    }

    private static func appendList(
        _ elements: [Reply], _ kind: String, _ mark: String, _ indentation: Int, to output: inout [UInt8]
    ) {
        guard !elements.isEmpty else {
            output += "(empty \(kind))".utf8
            return
        }
        let width = String(elements.count).utf8.count
        for (index, element) in elements.enumerated() {
            if index > 0 { output += repeatElement(UInt8(ascii: " "), count: indentation) }
            output += "\(number(index + 1, width))\(mark) ".utf8
            appendReadable(element, indentation: indentation + width + 2, to: &output)
        }
    }

    private static func appendMap(_ entries: [ReplyMapEntry], _ indentation: Int, to output: inout [UInt8]) {
        guard !entries.isEmpty else {
            output += "(empty hash)\n".utf8
            return
        }
        let width = String(entries.count).utf8.count
        for (index, entry) in entries.enumerated() {
            if index > 0 { output += repeatElement(UInt8(ascii: " "), count: indentation) }
            output += "\(number(index + 1, width))# ".utf8
            let inner = indentation + width + 2
            appendReadable(entry.key, indentation: inner, to: &output)
            if output.last == UInt8(ascii: "\n") { output.removeLast() }
            output += " => ".utf8
            if entry.value.elements?.isEmpty == false {
                output.append(UInt8(ascii: "\n"))
                output += repeatElement(UInt8(ascii: " "), count: inner)
            }
            appendReadable(entry.value, indentation: inner, to: &output)
        }
    }

    /// A number, padded to a width.
    private static func number(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: width - digits.utf8.count) + digits
    }
}

extension String {
    /// The text with a line feed for every carriage return and line feed.
    fileprivate func replacingLineEnds() -> String {
        var result = ""
        for character in self { result.append(character == "\r\n" ? "\n" : character) }
        return result
    }
}
