import FourLinesDocument
import KeyedArchive

/// Where a tree begins.
struct TreeStart {
    /// The node.
    let node: Node
    /// Its path, or what is shown instead.
    let path: [UInt8]
    /// What the paths of its children begin with.
    let childrenPath: [UInt8]
    /// Whether `set` takes the paths.
    let isReachable: Bool

    private init(_ node: Node, _ path: [UInt8], childrenPath: [UInt8]? = nil, isReachable: Bool = true) {
        self.node = node
        self.path = path
        self.childrenPath = childrenPath ?? path
        self.isReachable = isReachable
    }

    /// What is at a path.
    ///
    /// - Throws: `.nothing` if there is nothing.
    init(_ document: Document, _ path: [UInt8]) throws(ClientError) {
        self.init(try document.node(at: path), path)
    }

    /// All of a document: the root, what other keys of `$top` name, and what nothing refers to.
    static func all(of document: Document) -> [TreeStart] {
        let graph = document.graph
        guard graph.form == .keyedArchive, let top = graph.top, let fields = graph[top]?.fields else {
            return document.root.map { [TreeStart($0, [])] } ?? []
        }
        var starts: [TreeStart] = []
        let root = document.root?.place
        for (position, field) in fields.enumerated() {
            let place = Place.field(of: top, position: position)
            let path = KeyPath(components: ["$top", graph.keys[field.key]]).bytes
            let start = TreeStart(
                Node(place: place, slot: field.slot), path, childrenPath: place == root ? [] : path,
                isReachable: document.find(PathBytes(path))?.place == place)
            if place == root { starts.insert(start, at: 0) } else { starts.append(start) }
        }
        for (index, slot) in graph.orphans.enumerated() {
            let path = Array("orphan \(index + 1)".utf8)
            starts.append(TreeStart(Node(place: nil, slot: slot), path, isReachable: false))
        }
        return starts
    }
}
