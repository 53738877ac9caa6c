package import KeyedArchive

/// The whole of what an edit of a document can replace: a graph, what is known of it, and the file that it came from.
///
/// Making one looks at every container, so that of a large document it is made beside the thread that serves it; a copy
/// costs nothing.
package struct DocumentState: Sendable {
    /// The graph, the changes that are not committed, and the index that follows them.
    var editor: DocumentEditor
    /// Where the containers stand.
    var places: PlaceIndex
    /// The model's root key in the graph.
    let rootKey: CoderKey?
    let source: Source?
    private let isXML: Bool

    /// What an archive holds, for a document of a model.
    package init(_ archive: Archive, model: Model?) {
        var editor = DocumentEditor(archive.graph, model: model)
        rootKey = model.map { editor.intern($0.rootKey) }
        self.editor = editor
        places = PlaceIndex()
        places.prepare(archive.graph)
        source = archive.source
        isXML = archive.isXML
    }

    init(_ editor: DocumentEditor, _ places: PlaceIndex, rootKey: CoderKey?, _ source: Source?, isXML: Bool) {
        self.editor = editor
        self.places = places
        self.rootKey = rootKey
        self.source = source
        self.isXML = isXML
    }

    /// The archive that it is.
    package var archive: Archive {
        var archive = Archive(graph: editor.graph, source: source)
        archive.isXML = isXML
        return archive
    }
}
