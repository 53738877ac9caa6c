package import KeyedArchive

/// The document that a daemon holds: a graph, the model that says what it means, and its revision.
///
/// Edits are made by the methods of `Edits/`, which apply changes as they go; `commit` makes what was applied since
/// the last one an `Edit` of its own, `rollBack` takes it back. There is no other way in.
package struct Document: Sendable {
    /// The model, or nil for an archive that has none.
    package let model: Model?
    /// The revision: it grows by one with every edit.
    package private(set) var revision: UInt64
    /// Answers the present moment, for dates that are set to `now`, in seconds since 2001-01-01 00:00 UTC; without it
    /// such dates are refused.
    package var clock: (@Sendable () -> Double)?
    /// Whether the model makes its default, in which dates may be given in local time.
    var isMakingDefault = false
    /// The graph, the changes that are not committed, and the index that follows them.
    var editor: DocumentEditor
    /// The model's root key in the graph.
    let rootKey: CoderKey?
    /// Whether the document is a dictionary as Redis has it, in which a path is one literal key.
    package let isFree: Bool
    private let source: Source?

    /// A document from an archive.
    package init(_ archive: Archive, model: Model?, revision: UInt64 = 0) {
        var editor = DocumentEditor(archive.graph, model: model)
        rootKey = model.map { editor.intern($0.rootKey) }
        self.editor = editor
        isFree = model?.isFree == true && archive.graph.form == .keyedArchive
        source = archive.source
        self.model = model
        self.revision = revision
    }

    /// The document that a model starts from.
    package init(default model: Model) {
        self.init(Archive(graph: model.defaultGraph()), model: model)
    }

    /// The graph, with all changes.
    package var graph: Graph { editor.graph }

    /// What is to be saved: a copy, which costs nothing and stays as it is.
    package var archive: Archive { Archive(graph: editor.graph, source: source) }

    /// Whether something was applied that is neither committed nor taken back.
    package var isBeingEdited: Bool { !editor.changes.isEmpty }

    /// Makes what was applied since the last commit an edit.
    ///
    /// - Parameter origin: who made it.
    /// - Returns: the edit, or nil if nothing was applied.
    package mutating func commit(_ origin: Edit.Origin) -> Edit? {
        guard isBeingEdited else { return nil }
        editor.collect()
        revision += 1
        return Edit(revision: revision, origin: origin, changes: editor.settle())
    }

    /// Takes back what was applied since the last commit.
    package mutating func rollBack() { editor.rollBack() }

    /// Takes back the edit that was committed last, because it could not be made to last.
    package mutating func takeBack(_ edit: Edit) {
        guard edit.revision == revision else { fatalError("only the last edit can be taken back") }
        for change in edit.changes.reversed() { editor.apply(change.inverse) }
        _ = editor.settle()
        revision -= 1
    }
}
