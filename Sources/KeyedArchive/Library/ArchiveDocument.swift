/// A keyed archive or a plain property list: open it, look into it, change a field, write it.
///
/// It keeps what it does not understand: objects of unknown classes, keys that nobody asks for, the order and the form
/// of everything. A file that was not changed is written as it was, byte for byte; one that Apple's writer wrote is
/// written by its rules after a change too.
///
/// Paths are the names of fields, the keys of dictionaries and the indices of lists, from 0, joined by points:
/// `children.0.name`. A point or a backslash that belongs to a name has a backslash before it. A path begins at the
/// root object, and the empty one is the root; `$top.KEY` is what another top-level key names.
///
/// A copy is a snapshot and costs next to nothing.
public struct ArchiveDocument: Sendable {
    private var archive: Archive

    /// Opens the bytes of a file: a keyed archive or a property list, binary, XML or JSON.
    ///
    /// The bytes are kept, texts and data are slices of them. Nothing in them is trusted: damaged, hostile and truncated
    /// files are refused by an error.
    ///
    /// - Parameter bytes: the file.
    /// - Throws: `ArchiveFailure.unsound`.
    public init(_ bytes: [UInt8]) throws(ArchiveFailure) {
        do { archive = try Archive(anyForm: bytes) } catch { throw ArchiveFailure(reading: error) }
    }

    /// Makes a keyed archive as NSKeyedArchiver would.
    ///
    /// - Parameters:
    ///   - root: the root object.
    ///   - key: its key; `root` is that of `archivedData(withRootObject:)`.
    /// - Throws: `ArchiveFailure.unfit` for a value that is none, as a UUID of fewer bytes.
    public init(root: ArchiveValue, key: String = "root") throws(ArchiveFailure) {
        var editor = GraphEditor(.emptyArchive())
        let slot = try editor.slot(of: root, at: "", isElement: true)
        guard let top = editor.graph.top else { fatalError("an empty archive has a $top") }
        let field = Container.Field(key: editor.intern(Text(key)), rank: 0, slot: slot)
        editor.apply(.field(of: top, position: 0, old: nil, new: field))
        archive = Archive(graph: editor.graph)
    }

    /// Makes a plain property list.
    ///
    /// - Parameter propertyList: its top value.
    /// - Throws: `ArchiveFailure.unfit` for a value that property lists do not have.
    public init(propertyList: ArchiveValue) throws(ArchiveFailure) {
        var editor = GraphEditor(Graph(form: .propertyList, root: .nil))
        let slot = try editor.slot(of: propertyList, at: "", isElement: true)
        var graph = editor.graph
        graph.root = slot
        graph.top = slot.container
        archive = Archive(graph: graph)
    }

    /// Whether it is a keyed archive; otherwise it is a plain property list.
    public var isKeyedArchive: Bool { archive.graph.form == .keyedArchive }

    /// The form of the file that was opened; of what was made new, or of JSON, the binary one.
    public var format: ArchiveFormat { ArchiveFormat(archive.form) }

    /// The top-level keys of a keyed archive, the root's first.
    public var topKeys: [String] {
        guard isKeyedArchive, let top = archive.graph.top else { return [] }
        return archive.graph[top]?.fields.map { archive.graph.keys[$0.key].description } ?? []
    }

    /// The root object; nil if the archive is empty.
    public var root: ArchiveNode? { self[""] }

    /// What is at a path; nil if there is nothing.
    public subscript(path: String) -> ArchiveNode? {
        let path = KeyPath(Array(path.utf8))
        return archive.graph.location(at: path).map { ArchiveNode($0, path, in: archive.graph) }
    }

    /// Puts a value at a path: in the place of the one that is there, as a new key of a dictionary, as a new field of an
    /// object, or, with the number of the elements as the index, at the end of a list.
    ///
    /// A text, date, URL or UUID that is an object of its own is changed in that object, so that all see it who share
    /// it and its class stays; everything else is replaced.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - value: the value.
    /// - Throws: `ArchiveFailure.nothing` if the path leads nowhere, `.unfit` if the value cannot stand there. Nothing
    ///   was changed then.
    public mutating func set(_ path: String, to value: ArchiveValue) throws(ArchiveFailure) {
        try edit { (editor) throws(ArchiveFailure) in try editor.set(KeyPath(Array(path.utf8)), to: value) }
    }

    /// Puts a value into a list.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - path: the list: an array, a set, or an ordered set.
    ///   - index: the index that it will have, 0 to the number of elements.
    /// - Throws: `ArchiveFailure.nothing` if there is no such list or index, `.unfit` if it cannot stand there.
    public mutating func insert(_ value: ArchiveValue, into path: String, at index: Int) throws(ArchiveFailure) {
        try edit { (editor) throws(ArchiveFailure) in
            try editor.insert(value, into: KeyPath(Array(path.utf8)), at: index)
        }
    }

    /// Takes away what is at a path: a key of a dictionary with its value, an element of a list, a field of an object.
    ///
    /// - Parameter path: the path.
    /// - Throws: `ArchiveFailure.nothing` if there is nothing, `.unfit` for the root.
    public mutating func remove(_ path: String) throws(ArchiveFailure) {
        try edit { (editor) throws(ArchiveFailure) in try editor.remove(KeyPath(Array(path.utf8))) }
    }

    private mutating func edit(
        _ body: (inout GraphEditor) throws(ArchiveFailure) -> Void
    ) throws(ArchiveFailure) {
        var editor = GraphEditor(archive.graph)
        try body(&editor)
        archive.graph = editor.graph
    }

    /// The bytes of the file in the form that it was opened in.
    ///
    /// - Returns: the file; if nothing was changed, the very bytes that were opened.
    /// - Throws: `ArchiveFailure.notRepresentable` for what the form cannot hold.
    public func bytes() throws(ArchiveFailure) -> [UInt8] {
        do { return try archive.encode() } catch { throw ArchiveFailure(writing: error) }
    }

    /// The bytes of the file in a form.
    ///
    /// A keyed archive goes to a plain property list with what that can hold, and back.
    ///
    /// - Parameter format: the form.
    /// - Returns: the file, and in words what the form does not show; nothing is lost if there are none.
    /// - Throws: `ArchiveFailure.notRepresentable` for what the form cannot hold.
    public func bytes(as format: ArchiveFormat) throws(ArchiveFailure) -> (bytes: [UInt8], losses: [String]) {
        do { return try archive.encode(as: format.form) } catch { throw ArchiveFailure(writing: error) }
    }
}
