package import KeyedArchive

/// The document that a daemon holds: a graph, the model that says what it means, its revision and its history.
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
    /// The last edits, which can be taken back.
    package internal(set) var history = History()
    /// The graph, the changes that are not committed, and the index that follows them.
    var editor: DocumentEditor
    /// Where the containers stand, for the records of edits.
    var places = PlaceIndex()
    /// What changed in the last revisions.
    var log: ChangeLog
    /// What the edit that is being made will be.
    var kind = Edit.Kind.edit
    /// The model's root key in the graph.
    private(set) var rootKey: CoderKey?
    /// Whether the document is a dictionary as Redis has it, in which a path is one literal key.
    package let isFree: Bool
    /// Whether it is archived as XML, whatever else it is replaced with.
    package let isXML: Bool
    private var source: Source?
    /// The document before it was replaced as a whole by what is not committed.
    private var replaced: DocumentState?

    /// A document from an archive.
    package init(_ archive: Archive, model: Model?, revision: UInt64 = 0) {
        var editor = DocumentEditor(archive.graph, model: model)
        rootKey = model.map { editor.intern($0.rootKey) }
        self.editor = editor
        isFree = model?.isFree == true && archive.graph.form == .keyedArchive
        source = archive.source
        isXML = archive.isXML
        self.model = model
        self.revision = revision
        log = ChangeLog(floor: revision)
    }

    /// The document that a model starts from.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - format: the form in which it is archived; nil for the model's own.
    package init(default model: Model, format: Model.Format? = nil) {
        var archive = Archive(graph: model.defaultGraph())
        let format = format ?? model.format
        // Only a default that holds itself is no property list; it stays an archive.
        if format.isPlain, let plain = try? model.flattened(archive).archive { archive = plain }
        archive.isXML = format.isXML
        self.init(archive, model: model)
    }

    /// The graph, with all changes; lent, because a copy would count all of its parts.
    package var graph: Graph { _read { yield editor.graph } }

    /// What is to be saved: a copy, which costs nothing and stays as it is.
    package var archive: Archive {
        var archive = Archive(graph: editor.graph, source: source)
        archive.isXML = isXML
        return archive
    }

    /// What an edit can replace: a copy, which costs nothing and stays as it is.
    var state: DocumentState { DocumentState(editor, places, rootKey: rootKey, source, isXML: isXML) }

    /// The form in which it is archived.
    package var format: Model.Format {
        switch graph.form {
        case .keyedArchive: isXML ? .archiveXML : .archive
        case .propertyList: isXML ? .plistXML : .plist
        }
    }

    /// Whether something was applied that is neither committed nor taken back.
    package var isBeingEdited: Bool { !editor.changes.isEmpty || replaced != nil }

    /// How many changes were ever applied, those that were taken back included.
    package var changeCount: Int { editor.graph.changeCount }

    /// Replaces the whole document, as one edit.
    ///
    /// - Parameter state: the other document, made for the model of this one; nothing of it is looked at, so that it is
    ///   replaced at once whatever its size.
    package mutating func replace(with state: DocumentState) {
        editor.rollBack()
        if replaced == nil { replaced = self.state }
        install(state)
    }

    /// Replaces the whole document, as one edit; of a large archive the state is better made beforehand.
    package mutating func replace(with archive: Archive) { replace(with: DocumentState(archive, model: model)) }

    mutating func install(_ state: DocumentState) {
        editor = state.editor
        places = state.places
        rootKey = state.rootKey
        source = state.source
    }

    /// Makes what was applied since the last commit an edit.
    ///
    /// - Parameter origin: who made it.
    /// - Returns: the edit, or nil if nothing was applied.
    package mutating func commit(_ origin: Edit.Origin) -> Edit? {
        guard isBeingEdited else { return nil }
        if replaced == nil { editor.collect() }
        let record = replaced == nil ? recordChanges() : nil
        revision += 1
        let edit = Edit(
            revision: revision, kind: kind, origin: origin, changes: editor.settle(), record: record,
            replaced: replaced)
        history.add(edit, after: replaced == nil ? nil : state)
        if replaced != nil { log.reset(floor: revision) }
        coarsenLog()
        kind = .edit
        replaced = nil
        return edit
    }

    /// Takes back what was applied since the last commit.
    package mutating func rollBack() {
        editor.rollBack()
        if let replaced { install(replaced) }
        replaced = nil
        kind = .edit
    }

    /// Takes back the edit that was committed last, because it could not be made to last.
    package mutating func takeBack(_ edit: Edit) {
        guard edit.revision == revision, !isBeingEdited else { fatalError("only the last edit can be taken back") }
        if let replaced = edit.replaced { install(replaced) }
        for change in edit.changes.reversed() { editor.apply(change.inverse) }
        _ = editor.settle()
        if !edit.changes.allSatisfy(\.namesOnlyLeaves) { places.invalidate() }
        history.takeBack(edit.revision)
        revision -= 1
    }

    /// Goes on from a revision that was given before, so that no revision means two states.
    package mutating func skip(to revision: UInt64) { self.revision = max(self.revision, revision) }
}
