import FourLinesDocument
import KeyedArchive

/// Prints nodes as a tree, one line each, while they are walked through.
struct TreeText {
    private let document: Document
    private var describer: ClassDescriber
    private let console: any Console
    private let columns: Int?
    private var buffer: [UInt8] = []
    private var line: [UInt8] = []
    /// Where the path ends in the line: it is never cut, so that it can be copied.
    private var pathEnd = 0

    /// How much is gathered before it is written, in bytes.
    private static let bufferSize = 1 << 16
    /// The widest column of paths that others are padded to.
    private static let widestColumn = 48

    init(_ document: Document, _ console: any Console) {
        self.document = document
        describer = ClassDescriber(document.graph)
        self.console = console
        columns = console.outputIsTerminal ? console.outputColumns : nil
        buffer.reserveCapacity(Self.bufferSize + 4096)
    }

    /// Prints a node: its path, its kind and its value, indented by its depth.
    mutating func print(_ node: TreeNode) throws(ClientError) {
        line.removeAll(keepingCapacity: true)
        let indentation = 2 * node.depth
        line += repeatElement(UInt8(ascii: " "), count: indentation)
        appendPath(node)
        pathEnd = line.count
        let end = indentation + min(node.width, Self.widestColumn)
        if line.count > indentation {
            let padding = max(0, end - line.count)
            line += repeatElement(UInt8(ascii: " "), count: padding + 2)
        }
        line += FieldText.kind(of: node, in: document).utf8
        if case .leaf(let leaf) = node.content, !leaf.kind.isNull {
            line += "  ".utf8
            FieldText.append(leaf, to: &line, longest: columns.map { 4 * $0 })
        }
        appendSharing(node)
        if let id = node.node.slot.container, case .fields = node.content, let description = describer.describe(id) {
            line += "  ".utf8
            FieldText.append(description, to: &line, longest: columns.map { 4 * $0 })
        }
        if node.isCut { line += ", more below".utf8 }
        try finishLine()
    }

    /// Prints a line of words.
    mutating func print(_ words: String) throws(ClientError) {
        line = Array(TerminalText.escaped(words, .line).utf8)
        pathEnd = 0
        try finishLine()
    }

    /// Writes what is left.
    mutating func flush() throws(ClientError) {
        try console.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func appendPath(_ node: TreeNode) {
        let isPlain = node.path.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        let path = isPlain ? node.path : TerminalText.escaped(node.path, .line)
        guard !node.isReachable else {
            line += path
            return
        }
        line += "(".utf8
        line += path
        line += ")".utf8
    }

    private mutating func appendSharing(_ node: TreeNode) {
        guard let id = node.node.slot.container else { return }
        switch node.sharing {
        case .alone: return
        case .first: line += ", shared (#\(id.number))".utf8
        case .again(let path): line += ", the same as \(name(path)) (#\(id.number))".utf8
        case .cycle(let path): line += ", which is \(name(path)) again: a cycle (#\(id.number))".utf8
        }
    }

    private func name(_ path: [UInt8]) -> String {
        path.isEmpty ? "the root" : String(decoding: TerminalText.escaped(path, .line), as: UTF8.self)
    }

    private mutating func finishLine() throws(ClientError) {
        // No line has fewer bytes than characters.
        if let columns, line.count > columns { cut(to: columns) }
        buffer += line
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Cuts the line to a number of characters, the last of which says that there is more.
    private mutating func cut(to columns: Int) {
        let text = String(decoding: line, as: UTF8.self)
        let columns = max(columns, String(decoding: line[..<pathEnd], as: UTF8.self).count + 1)
        guard let end = text.index(text.startIndex, offsetBy: columns, limitedBy: text.endIndex), end < text.endIndex
        else { return }
        line = Array((text[..<text.index(before: end)] + "…").utf8)
    }
}
