import KeyedArchive

/// A graph with the changes since it was last settled, and with the index that follows them.
struct DocumentEditor: Sendable {
    private var editor: GraphEditor
    /// What is known of the graph.
    private(set) var index: GraphIndex

    init(_ graph: Graph, model: Model?) {
        editor = GraphEditor(graph)
        index = GraphIndex(&editor, model: model)
    }

    /// The graph, all changes applied; lent, because a copy would count all of its parts.
    var graph: Graph { _read { yield editor.graph } }

    /// The changes since the graph was last settled, in order.
    var changes: [Change] { editor.changes }

    /// Applies a change, which has to fit (see `Graph.accepts`).
    mutating func apply(_ change: Change) {
        editor.apply(change)
        index.note(change, editor.graph)
    }

    /// Makes containers, which a later change names.
    mutating func make<Result>(_ body: (inout GraphEditor) -> Result) -> Result {
        let count = editor.changes.count
        let result = body(&editor)
        for change in editor.changes[count...] { index.note(change, editor.graph) }
        return result
    }

    /// Gives out an identity for a container that a change will make.
    mutating func newObjectID() -> ObjectID { editor.newObjectID() }

    /// Adds a key if no dictionary has it yet.
    mutating func intern(_ text: Text) -> CoderKey { editor.intern(text) }

    /// Keeps the changes, and answers them.
    mutating func settle() -> [Change] { editor.settle() }

    /// Takes back the changes behind the first `count`.
    mutating func rollBack(to count: Int = 0) {
        while editor.changes.count > count, let last = editor.changes.last {
            editor.rollBack(to: editor.changes.count - 1)
            index.note(last.inverse, editor.graph)
        }
    }

    /// Unmakes the containers that the changes left without a use, so that they take no memory.
    ///
    /// A cycle that nothing names stays.
    mutating func collect() {
        while let (id, container) = index.takeReleased(editor.graph) {
            apply(.container(id, old: container, new: nil))
        }
    }
}
