import FourLinesDocument
import KeyedArchive

/// Values as a text for an editor: a line `path = value` for each, and what was changed in it.
struct EditSheet {
    /// The text.
    let text: [UInt8]
    /// The lines that were offered, each with what stands behind the equals sign.
    private let values: [[UInt8]: [UInt8]]

    /// The largest data that is offered, in bytes; what is larger is only mentioned.
    private static let longestData = 4096
    private static let equals = Array(" = ".utf8)
    private static let base64 = Array("base64:".utf8)

    /// Offers all values below a path that `set` can write.
    ///
    /// - Parameters:
    ///   - document: what is edited.
    ///   - path: the part that is offered.
    ///   - title: what it is called in the first line.
    ///   - writer: the command that writes data which is too large to be offered.
    /// - Throws: `.nothing` if there is nothing at the path.
    init(_ document: Document, _ path: [UInt8], title: String, writer: String) throws(ClientError) {
        var lines: [UInt8] = []
        var values: [[UInt8]: [UInt8]] = [:]
        lines += "# \(TerminalText.escaped(title, .line))\n".utf8
        lines += "# Change what stands behind the equals signs, save, and leave the editor. Texts are in quotes,\n".utf8
        lines += "# with \\n for a line break. A line that is left alone or taken out changes nothing.\n\n".utf8
        var walk = TreeWalk(document, census: Census(document.graph), deepest: 1000)
        walk.begin(try TreeStart(document, path))
        while let node = walk.next() {
            guard node.isReachable, case .leaf(let leaf) = node.content else { continue }
            if case .again = node.sharing { continue }
            guard !Self.isControlled(node.path) else {
                lines += "# \(String(decoding: TerminalText.escaped(node.path, .line), as: UTF8.self)): ".utf8
                lines += FieldText.kind(of: node, in: document).utf8
                lines += ", whose key cannot stand in a line; “\(writer)” writes it\n".utf8
                continue
            }
            guard let value = Self.value(leaf) else {
                lines += "# \(String(decoding: node.path, as: UTF8.self)): ".utf8
                lines += FieldText.kind(of: node, in: document).utf8
                if !leaf.kind.isNull { lines += ", which “\(writer)” writes".utf8 }
                lines.append(UInt8(ascii: "\n"))
                continue
            }
            values[node.path] = value
            lines += node.path + Self.equals + value
            lines.append(UInt8(ascii: "\n"))
        }
        text = lines
        self.values = values
    }

    /// Whether a path would break a line, or make a remark of it.
    private static func isControlled(_ path: [UInt8]) -> Bool {
        path.contains { $0 < 0x20 || $0 == 0x7F } || path.first == UInt8(ascii: "#")
    }

    /// A value as it stands behind the equals sign; nil for one that is not offered.
    private static func value(_ leaf: ArchiveLeaf) -> [UInt8]? {
        let bytes = LeafText.bytes(of: leaf)
        switch leaf.kind {
        case .nil, .null, .uid: return nil
        case .string, .mutableString, .url: return JSONWriter.bytes(.string(bytes))
        case .data, .mutableData:
            return bytes.count > longestData ? nil : base64 + Base64.encode(bytes)
        default: return bytes
        }
    }

    /// One value that was changed.
    struct Change: Equatable {
        /// The line, counted from 1.
        let line: Int
        /// The path.
        let path: [UInt8]
        /// The new text.
        let text: [UInt8]
    }

    /// The changes that an edited text says, in its order.
    ///
    /// - Throws: `.refused` for the first line that is none.
    func changes(in edited: [UInt8]) throws(ClientError) -> [Change] {
        var changes: [Change] = []
        for (index, raw) in edited.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let line = raw.last == UInt8(ascii: "\r") ? raw.dropLast() : raw
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }), line.first != UInt8(ascii: "#") else { continue }
            guard let (path, value) = split(line) else {
                throw ClientError(.refused, "line \(index + 1) is not of the form “path = value”")
            }
            guard values[path] != Array(value) else { continue }
            changes.append(Change(line: index + 1, path: path, text: try Self.text(value, line: index + 1)))
        }
        return changes
    }

    /// Takes a line apart: at the equals sign behind a path that was offered, else at the first one.
    private func split(_ line: ArraySlice<UInt8>) -> (path: [UInt8], value: ArraySlice<UInt8>)? {
        var first: (path: [UInt8], value: ArraySlice<UInt8>)?
        for index in line.indices where line[index] == UInt8(ascii: "=") {
            var path = line[..<index]
            while path.last == 0x20 || path.last == 0x09 { path.removeLast() }
            var value = line[(index + 1)...]
            if value.first == 0x20 { value.removeFirst() }
            if values[Array(path)] != nil { return (Array(path), value) }
            if first == nil { first = (Array(path), value) }
        }
        return first
    }

    private static func text(_ value: ArraySlice<UInt8>, line: Int) throws(ClientError) -> [UInt8] {
        if value.first == UInt8(ascii: "\"") {
            if let text = QuotedText.parse(value) { return text }
            throw ClientError(.refused, "line \(line): the text in quotes has no end, or an escape that is none")
        }
        guard value.starts(with: base64) else { return Array(value) }
        if let data = Base64.decode(value.dropFirst(base64.count)) { return data }
        throw ClientError(.refused, "line \(line): what follows “base64:” is not base64")
    }
}
