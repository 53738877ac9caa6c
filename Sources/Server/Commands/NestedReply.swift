import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Writes all that is below a node: maps and arrays, in RESP3 booleans and numbers as such.
///
/// Where a container comes that the way from the top has led through already, its path stands instead, as a simple
/// string with an `@` before it; leaves are never simple strings.
struct NestedReply {
    let document: Document
    let call: Invocation
    /// The containers on the way from the top, with their paths.
    private var open: [ObjectID: KeyPath] = [:]
    private var count = 0

    /// How many values one reply may have; more are asked for in parts.
    private static let limit = 1_000_000
    /// How deep a reply may be nested, which is as deep as clients read.
    private static let depth = 128

    init(document: Document, call: Invocation) {
        self.document = document
        self.call = call
    }

    /// Writes what a node holds.
    ///
    /// - Throws: `Refusal` if that is too much for one reply.
    mutating func write(_ node: Node, at path: KeyPath) throws(Refusal) {
        count += 1
        guard count <= Self.limit else {
            throw Refusal(
                "too much for one reply", detail: "there are over \(Self.limit) values; ask for a part by its path")
        }
        if case .leaf(let leaf) = document.content(of: node) { return write(leaf) }
        guard let id = node.slot.container else { return call.connection.writer.null() }
        if let above = open[id] { return call.connection.writer.simple("@" + above.description) }
        guard open.count < Self.depth else {
            throw Refusal(
                "too much for one reply", detail: "\(path) is over \(Self.depth) levels deep; ask for it by its path")
        }
        open[id] = path
        defer { open[id] = nil }
        let isHash = document.redisName(of: node) == "hash"
        let total = document.childCount(of: node)
        if isHash { call.connection.writer.map(total) } else { call.connection.writer.array(total) }
        var children: [(Text, Node)] = []
        document.forEachChild(of: node) { name, child in
            children.append((name, child))
            return true
        }
        for (name, child) in children {
            if isHash { call.connection.writer.bulk(name.bytes) }
            try write(child, at: path.appending(name))
        }
    }

    private func write(_ leaf: Leaf) {
        switch leaf.kind {
        case .boolean where call.connection.writer.version == .resp3:
            call.connection.writer.boolean(leaf.value.boolean == true)
        case .integer where call.connection.writer.version == .resp3:
            guard let value = leaf.value.integer else { return call.reply(leaf) }
            if let small = Int64(exactly: value) {
                call.connection.writer.integer(small)
            } else {
                call.connection.writer.bigNumber(String(value))
            }
        case .real64 where call.connection.writer.version == .resp3:
            call.connection.writer.double(leaf.value.real ?? 0)
        default: call.reply(leaf)
        }
    }
}
