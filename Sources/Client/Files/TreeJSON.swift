import FourLinesDocument
import KeyedArchive

/// Prints nodes as one array of JSON, an object on a line for each.
struct TreeJSON {
    private let document: Document
    private let console: any Console
    private var buffer: [UInt8] = []
    private var isFirst = true

    private static let bufferSize = 1 << 16

    init(_ document: Document, _ console: any Console) {
        self.document = document
        self.console = console
        buffer = [UInt8(ascii: "[")]
    }

    /// Prints a node.
    mutating func print(_ node: TreeNode) throws(ClientError) {
        var members: [JSONMember] = []
        if node.isReachable {
            members.append(JSONMember("path", .string(node.path)))
        } else {
            members += [JSONMember("path", .null), JSONMember("place", .string(node.path))]
        }
        members.append(JSONMember("kind", .text(document.kindName(of: node.node))))
        if case .leaf(let leaf) = node.content {
            members.append(JSONMember("value", JSONValue(leaf)))
        } else {
            members.append(JSONMember("count", .integer(Int64(document.childCount(of: node.node)))))
        }
        if let id = node.node.slot.container {
            switch node.sharing {
            case .alone: break
            case .first: members.append(JSONMember("shared", .integer(Int64(id.number))))
            case .again(let path):
                members += [JSONMember("shared", .integer(Int64(id.number))), JSONMember("sameAs", .string(path))]
            case .cycle(let path):
                members += [JSONMember("shared", .integer(Int64(id.number))), JSONMember("cycleTo", .string(path))]
            }
        }
        if node.isCut { members.append(JSONMember("isCut", .boolean(true))) }
        buffer += (isFirst ? "\n" : ",\n").utf8
        isFirst = false
        buffer += JSONWriter.bytes(.object(members))
        guard buffer.count >= Self.bufferSize else { return }
        try console.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Ends the array.
    mutating func finish() throws(ClientError) {
        try console.write(buffer + Array("\n]\n".utf8))
        buffer = []
    }
}
