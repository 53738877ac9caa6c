import FourLinesDocument
import KeyedArchive

/// Prints nodes as one array of JSON, an object on a line for each.
///
/// The bytes are put together as they go: a file may have millions of nodes.
struct TreeJSON {
    private let document: Document
    private let console: any Console
    private var describer: ClassDescriber
    private var buffer: [UInt8] = []
    private var isFirst = true

    private static let bufferSize = 1 << 16

    init(_ document: Document, _ console: any Console) {
        self.document = document
        self.console = console
        describer = ClassDescriber(document.graph)
        buffer.reserveCapacity(Self.bufferSize + 4096)
        buffer.append(UInt8(ascii: "["))
    }

    /// Prints a node.
    mutating func print(_ node: TreeNode) throws(ClientError) {
        buffer += isFirst ? "\n{\"path\":".utf8 : ",\n{\"path\":".utf8
        isFirst = false
        if !node.isReachable { buffer += "null,\"place\":".utf8 }
        JSONWriter.appendString(node.path, to: &buffer)
        buffer += ",\"kind\":".utf8
        if case .leaf(let leaf) = node.content {
            JSONWriter.appendText(leaf.kind.rawValue, to: &buffer)
            buffer += ",\"value\":".utf8
            append(leaf)
        } else {
            JSONWriter.appendText(document.kindName(of: node.node), to: &buffer)
            buffer += ",\"count\":\(document.childCount(of: node.node))".utf8
            if let id = node.node.slot.container, case .fields = node.content, let description = describer.describe(id)
            {
                buffer += ",\"description\":".utf8
                JSONWriter.append(JSONValue(description), to: &buffer)
            }
        }
        appendSharing(node)
        if node.isCut { buffer += ",\"isCut\":true".utf8 }
        buffer.append(UInt8(ascii: "}"))
        guard buffer.count >= Self.bufferSize else { return }
        try console.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ leaf: ArchiveLeaf) {
        let slot = leaf.value
        switch leaf.kind {
        case .string, .mutableString, .url: JSONWriter.appendString(slot.slice.array, slot.slice.range, to: &buffer)
        case .integer where slot.width < 16: buffer += LeafText.bytes(of: leaf)
        default: JSONWriter.append(JSONValue(leaf), to: &buffer)
        }
    }

    private mutating func appendSharing(_ node: TreeNode) {
        guard let id = node.node.slot.container, node.sharing != .alone else { return }
        buffer += ",\"shared\":\(id.number)".utf8
        switch node.sharing {
        case .alone, .first: break
        case .again(let path):
            buffer += ",\"sameAs\":".utf8
            JSONWriter.appendString(path, to: &buffer)
        case .cycle(let path):
            buffer += ",\"cycleTo\":".utf8
            JSONWriter.appendString(path, to: &buffer)
        }
    }

    /// Ends the array.
    mutating func finish() throws(ClientError) {
        try console.write(buffer + Array("\n]\n".utf8))
        buffer = []
    }
}
