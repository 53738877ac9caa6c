import FourLinesDocument
import KeyedArchive

/// A field of a form: a value that a line of text can replace.
///
/// Every value is one, whatever its kind and length, so that a file of answers has a line for each.
struct FormField: Equatable, Sendable {
    /// Its path.
    let path: [UInt8]
    /// Its kind.
    let kind: LeafKind
    /// Its text; the bytes of data.
    let text: [UInt8]

    /// How much of a value a prompt shows, in bytes.
    private static let shownBytes = 72
    private static let base64 = Array("base64:".utf8)

    /// The fields below a path, in the order of the document; each value once, wherever it stands.
    ///
    /// - Throws: `.nothing` if there is nothing at the path; `.refused` if there are more than anybody fills in.
    static func fields(of document: Document, at path: [UInt8], limit: Int = 500) throws(ClientError) -> [FormField] {
        var fields: [FormField] = []
        var walk = TreeWalk(document, census: Census(document.graph), deepest: 1000)
        walk.begin(try TreeStart(document, path))
        while let node = walk.next() {
            guard node.isReachable, case .leaf(let leaf) = node.content else { continue }
            if case .again = node.sharing { continue }
            guard fields.count < limit else {
                throw ClientError(.refused, "there are over \(limit) values: name a part by its path")
            }
            fields.append(FormField(path: node.path, kind: leaf.kind, text: LeafText.bytes(of: leaf)))
        }
        return fields
    }

    /// Whether the value is bytes, which are written in base64.
    private var isData: Bool { kind == .data || kind == .mutableData }

    /// What is asked: `lines.0 [call Ann]: `, with the kind of what is no text, and long values shortened.
    var prompt: [UInt8] {
        var prompt = path.isEmpty ? Array("value".utf8) : TerminalText.escaped(path, .line)
        switch kind {
        case .string, .mutableString: break
        default: prompt += " (\(kind.rawValue))".utf8
        }
        return prompt + " [".utf8 + shown + "]: ".utf8
    }

    /// The value, or how it begins and how long it is.
    private var shown: [UInt8] {
        var start = text[...]
        if start.count > Self.shownBytes {
            start = start.prefix(Self.shownBytes)
            // A character is not cut: what follows its first byte begins with 10 in binary.
            while let last = start.last, text[start.endIndex] & 0xC0 == 0x80, last >= 0x80 { start.removeLast() }
        }
        let form = isData ? Self.base64 + Base64.encode(Array(start)) : TerminalText.escaped(Array(start), .line)
        guard start.count < text.count else { return form }
        return form + "… (\(text.count) bytes)".utf8
    }

    /// The text that an answer means; nil for one that leaves the value as it is.
    ///
    /// An empty line leaves it; a text in double quotes stands for what is between them, with the escapes of JSON;
    /// data is `base64:` and its bytes so. Any other text is taken as it is.
    ///
    /// - Throws: `.refused` for a text that begins with a quote and is none in quotes, and for data in another form.
    func text(of answer: [UInt8]) throws(ClientError) -> [UInt8]? {
        guard !answer.isEmpty else { return nil }
        let meant: [UInt8]
        if answer.first == UInt8(ascii: "\"") {
            guard let quoted = QuotedText.parse(answer[...]) else {
                throw ClientError(
                    .refused, "the text in quotes has no end, or an escape that is none: \\\" is a quote")
            }
            meant = quoted
        } else if isData {
            guard answer.starts(with: Self.base64), let data = Base64.decode(answer.dropFirst(Self.base64.count)) else {
                throw ClientError(.refused, "data is “base64:” and its bytes in base64")
            }
            meant = data
        } else {
            meant = answer
        }
        return meant == text && !kind.isNull ? nil : meant
    }
}
