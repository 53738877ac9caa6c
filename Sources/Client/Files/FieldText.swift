import FourLinesDocument
import KeyedArchive

/// What stands at a path, in a few words.
enum FieldText {
    /// How many bytes of data are shown.
    private static let shownBytes = 16

    /// The kind of a leaf, or the class and size of a container: `date`, `NSArray, 3 elements`.
    static func kind(of node: TreeNode, in document: Document) -> String {
        let name = document.kindName(of: node.node)
        switch node.content {
        case .leaf: return name
        case .list: return "\(name), \(count(of: node, in: document, "element", "elements"))"
        case .entries: return "\(name), \(count(of: node, in: document, "entry", "entries"))"
        case .fields: return "\(name), \(count(of: node, in: document, "field", "fields"))"
        }
    }

    private static func count(
        of node: TreeNode, in document: Document, _ singular: String, _ plural: String
    ) -> String {
        let count = document.childCount(of: node.node)
        return count == 0 ? "no \(plural)" : Wording.count(Int64(count), singular, plural)
    }

    /// Adds a leaf's value in a form for a line: texts in quotes, data as its size and first bytes, the rest plainly.
    ///
    /// - Parameters:
    ///   - leaf: the leaf.
    ///   - output: what it is added to.
    ///   - longest: how many bytes of a text are worth a look; nil for all.
    static func append(_ leaf: ArchiveLeaf, to output: inout [UInt8], longest: Int? = nil) {
        switch leaf.kind {
        case .string, .mutableString:
            var text = LeafText.bytes(of: leaf)
            if let longest, text.count > longest { text.removeSubrange(longest...) }
            output.append(UInt8(ascii: "\""))
            append(text, to: &output)
            output.append(UInt8(ascii: "\""))
        case .data, .mutableData:
            let bytes = LeafText.bytes(of: leaf)
            output += Wording.count(Int64(bytes.count), "byte", "bytes").utf8
            if !bytes.isEmpty { output += " ".utf8 }
            for byte in bytes.prefix(shownBytes) {
                output += " ".utf8
                output.append(digits[Int(byte >> 4)])
                output.append(digits[Int(byte & 15)])
            }
            if bytes.count > shownBytes { output += " …".utf8 }
        case .url: output += TerminalText.escaped(LeafText.bytes(of: leaf), .line)
        default: output += LeafText.bytes(of: leaf)
        }
    }

    /// Adds what an object is in the terms of its class, safe for a line.
    ///
    /// - Parameters:
    ///   - description: what is said of it.
    ///   - output: what it is added to.
    ///   - longest: how many bytes of a text are worth a look; nil for all.
    static func append(_ description: ClassDescription, to output: inout [UInt8], longest: Int? = nil) {
        let words = description.words { text in
            let shown = longest.map { Array(text.prefix($0)) } ?? text
            return "\"" + String(decoding: TerminalText.escaped(shown, .quoted), as: UTF8.self) + "\""
        }
        // Names in it may come from the archive too.
        output += TerminalText.escaped(Array(words.utf8), .line)
    }

    /// Adds a text as it stands between quotes; most texts are of characters that stand for themselves.
    private static func append(_ text: [UInt8], to output: inout [UInt8]) {
        let isPlain = text.allSatisfy { byte in
            byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        output += isPlain ? text : TerminalText.escaped(text, .quoted)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
