import FourLinesDocument
import KeyedArchive

/// A field of a form: a value that a line of text can replace.
struct FormField: Equatable, Sendable {
    /// Its path.
    let path: [UInt8]
    /// Its kind.
    let kind: LeafKind
    /// Its text.
    let text: [UInt8]

    /// The largest text that is shown, in bytes; what is larger is left out, as data is.
    private static let longestText = 1000

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
            let text = LeafText.bytes(of: leaf)
            switch leaf.kind {
            case .data, .mutableData, .uid: continue
            default: break
            }
            guard text.count <= longestText else { continue }
            guard fields.count < limit else {
                throw ClientError(.refused, "there are over \(limit) values: name a part by its path")
            }
            fields.append(FormField(path: node.path, kind: leaf.kind, text: text))
        }
        return fields
    }

    /// What is asked: `lines.0 [call Ann]: `, with the kind of what is no text.
    var prompt: [UInt8] {
        var prompt = path.isEmpty ? Array("value".utf8) : TerminalText.escaped(path, .line)
        switch kind {
        case .string, .mutableString: break
        default: prompt += " (\(kind.rawValue))".utf8
        }
        return prompt + " [".utf8 + TerminalText.escaped(text, .line) + "]: ".utf8
    }

    /// The text that an answer means; nil for one that leaves the value as it is.
    ///
    /// An empty line leaves it; a text in double quotes stands for what is between them, with the escapes of JSON; any
    /// other is taken as it is.
    func text(of answer: [UInt8]) -> [UInt8]? {
        guard !answer.isEmpty else { return nil }
        let meant = QuotedText.parse(answer[...]) ?? answer
        return meant == text && !kind.isNull ? nil : meant
    }
}
