import FourLinesDocument
import KeyedArchive

/// One line of a tree: what stands at a path.
struct TreeNode {
    /// Whether a container was met before.
    enum Sharing: Equatable {
        /// It stands in this one place.
        case alone
        /// It stands in several places, of which this is the first.
        case first
        /// It was shown at a path.
        case again([UInt8])
        /// It is one of the containers that this one stands in, which has a path.
        case cycle([UInt8])
    }

    /// Where it is.
    let path: [UInt8]
    /// Whether `get` and `set` take the path; otherwise it is only a description.
    let isReachable: Bool
    /// How many containers of the tree it stands in.
    let depth: Int
    /// The length of the longest path among it and its siblings, in bytes; a guess for long lists.
    let width: Int
    /// The node of the document.
    let node: Node
    /// What it holds.
    let content: Content
    /// Whether it was met before.
    let sharing: Sharing
    /// Whether it has children that are not shown because they lie too deep.
    let isCut: Bool
}
