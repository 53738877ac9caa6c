import KeyedArchive

/// Where a path leads, and what is on the way: whoever edits has to know the containers above.
struct Resolution {
    /// What is there; nil if there is nothing.
    var node: Node?
    /// What it is or would be a child of; nil for the root.
    var parent: Node?
    /// What the parent is a child of.
    var grandparent: Node?
    /// The last component of the path; nil for the root, and if a container on the way is missing.
    var component: PathComponent?

    /// A path with a container on the way that is not there.
    static let nowhere = Resolution(node: nil, parent: nil, grandparent: nil, component: nil)
}
