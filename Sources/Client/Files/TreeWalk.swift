import FourLinesDocument
import KeyedArchive

/// Walks through all that a node of a document holds, in the order of the file.
///
/// The walk has no recursion and keeps no more than the containers that it is in; a container that is shared is
/// walked through where it is met first.
struct TreeWalk {
    /// How far down the walk goes.
    let deepest: Int

    /// A container whose children are being walked through.
    private struct Frame {
        let node: Node
        let id: ObjectID?
        let content: Content
        let count: Int
        let pathLength: Int
        let isReachable: Bool
        var next = 0
        /// Some of the children, from the position `start` on.
        var children: [(name: Text, node: Node)] = []
        var start = 0
        var width = 0
        /// The names that were met, where one may come twice.
        var names: Set<Text> = []
        /// Whether the document finds a key that is no text; nil before the first one.
        var findsOtherKeys: Bool?
    }

    /// How many children of a list are looked at together.
    private static let batch = 256

    private let document: Document
    private let graph: Graph
    private let census: Census
    private var path: PathBuilder
    private var frames: [Frame] = []
    private var pending: TreeNode?
    /// Where the shared containers were met first.
    private var firstPaths: [ObjectID: [UInt8]] = [:]
    /// The shared containers that the walk is in.
    private var open: Set<ObjectID> = []

    init(_ document: Document, census: Census, deepest: Int) {
        self.document = document
        self.deepest = deepest
        self.census = census
        graph = document.graph
        path = PathBuilder()
    }

    /// Begins somewhere; what was shared by what was begun before is still known.
    mutating func begin(_ start: TreeStart) {
        path = PathBuilder(start.childrenPath)
        pending = visit(start.node, start.path, isReachable: start.isReachable, width: 0)
    }

    /// The next node; nil at the end.
    mutating func next() -> TreeNode? {
        if let first = pending {
            pending = nil
            return first
        }
        while let last = frames.indices.last {
            guard frames[last].next < frames[last].count else {
                leave()
                continue
            }
            if frames[last].next == frames[last].start + frames[last].children.count { fill(last) }
            guard frames[last].next < frames[last].start + frames[last].children.count else {
                leave()
                continue
            }
            let child = frames[last].children[frames[last].next - frames[last].start]
            let isReachable = isReachable(child, last)
            frames[last].next += 1
            path.cut(to: frames[last].pathLength)
            path.append(child.name.bytes)
            return visit(child.node, path.bytes, isReachable: isReachable, width: frames[last].width)
        }
        return nil
    }

    private mutating func leave() {
        if let id = frames.removeLast().id { open.remove(id) }
    }

    // MARK: - Down

    private mutating func visit(_ node: Node, _ bytes: [UInt8], isReachable: Bool, width: Int) -> TreeNode {
        let content = document.content(of: node)
        let depth = frames.count
        let id = node.slot.container
        var sharing = TreeNode.Sharing.alone
        if let id, census.isShared(id) {
            if let first = firstPaths[id] {
                sharing = open.contains(id) ? .cycle(first) : .again(first)
            } else {
                sharing = .first
                firstPaths[id] = bytes
            }
        }
        var isCut = false
        if sharing == .alone || sharing == .first {
            let count = document.childCount(of: node)
            isCut = count > 0 && depth >= deepest
            if count > 0, !isCut {
                let isShared = sharing == .first
                frames.append(
                    Frame(
                        node: node, id: isShared ? id : nil, content: content, count: count, pathLength: path.length,
                        isReachable: isReachable))
                if isShared, let id { open.insert(id) }
            }
        }
        return TreeNode(
            path: bytes, isReachable: isReachable, depth: depth, width: width, node: node, content: content,
            sharing: sharing, isCut: isCut)
    }

    /// Looks at the next children of a container: of a list some, of every other all.
    private mutating func fill(_ last: Int) {
        let frame = frames[last]
        var isList = false
        if case .list = frame.content { isList = true }
        let end = isList ? min(frame.count, frame.next + Self.batch) : frame.count
        var children: [(name: Text, node: Node)] = []
        children.reserveCapacity(end - frame.next)
        document.forEachChild(of: frame.node, in: frame.next..<end) { name, node in
            children.append((name: name, node: node))
            return true
        }
        frames[last].children = children
        frames[last].start = frame.next
        let longest =
            isList
            ? String(frame.count - 1).utf8.count : children.map { PathBuilder.length(of: $0.name.bytes) }.max() ?? 0
        frames[last].width =
            frame.pathLength + (frame.pathLength > 0 ? 1 : 0) + longest + (frame.isReachable ? 0 : "()".utf8.count)
    }

    // MARK: - Paths

    /// Whether a child's path leads to it: not if a sibling has the same name, or if no path can name its key.
    private mutating func isReachable(_ child: (name: Text, node: Node), _ last: Int) -> Bool {
        guard frames[last].isReachable else { return false }
        switch frames[last].content {
        case .leaf, .list: return true
        case .fields:
            let isNew = frames[last].count == 1 || frames[last].names.insert(child.name).inserted
            return isNew && !isNameless(child.name, last)
        case .entries(let keys, _):
            guard frames[last].count == 1 || frames[last].names.insert(child.name).inserted else { return false }
            guard !isNameless(child.name, last) else { return false }
            guard let key = graph[keys]?.elements[frames[last].next], graph.text(of: key) == nil else { return true }
            if let known = frames[last].findsOtherKeys { return known }
            let found = document.field(child.name.bytes, of: frames[last].node)
            let finds = found != nil && found?.place == child.node.place
            frames[last].findsOtherKeys = finds
            return finds
        }
    }

    /// Whether a path cannot say the name: the empty one below the root, whose path is the root's own.
    private func isNameless(_ name: Text, _ last: Int) -> Bool {
        name.bytes.isEmpty && frames[last].pathLength == 0
    }
}
