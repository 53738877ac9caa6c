import FourLinesDocument
import KeyedArchive

/// Takes what is at a path out of an archive.
enum FieldRemoval {
    /// Takes out an element of a list, a key of a dictionary, or a field of an object, as if it had not been encoded.
    ///
    /// - Throws: `.nothing` if there is nothing; `.refused` for the root and for a part of a value.
    static func remove(_ path: [UInt8], from file: ArchiveFile) throws(ClientError) -> Archive {
        var document = file.document()
        let node = try document.node(at: path)
        let components = KeyPath(path).components
        guard !components.isEmpty, node.place != document.root?.place,
            let parent = document.find(KeyPath(components: Array(components.dropLast())))
        else { throw ClientError(.refused, "the root cannot be taken away: without it there is no archive") }
        if case .leaf(let leaf) = document.content(of: parent) {
            throw ClientError(
                .refused, "“\(KeyPath(path))” is a part of the \(leaf.kind.rawValue) that holds it, which needs it")
        }
        if case .fields = document.content(of: parent), case .field(let object, let position)? = node.place {
            var editor = GraphEditor(document.graph)
            removeField(at: position, of: object, &editor)
            var archive = document.archive
            archive.graph = editor.graph
            return archive
        }
        do {
            _ = try document.delete(PathBytes(path))
        } catch {
            throw ClientError(error)
        }
        _ = document.commit(Edit.Origin(time: 0, client: "", command: "unset"))
        return document.archive
    }

    /// Removes a field; the others stand then in the order that Apple's writer would give them, if they did before.
    private static func removeField(at position: Int, of object: ObjectID, _ editor: inout GraphEditor) {
        let graph = editor.graph
        guard let old = graph[object] else { return }
        let theClass = graph.key("$class")
        var encoded = old.fields.indices.sorted { first, second in
            func rank(_ index: Int) -> (Int, UInt16, Int) {
                (old.fields[index].key == theClass ? 1 : 0, old.fields[index].rank, index)
            }
            return rank(first) < rank(second)
        }
        func order() -> [Int] {
            KeyOrder.order(encoded.map { graph.keys[old.fields[$0].key] }).map { encoded[$0] }
        }
        let wasOrdered = order() == Array(old.fields.indices)
        encoded.removeAll { $0 == position }
        guard wasOrdered else {
            return editor.apply(.field(of: object, position: position, old: old.fields[position], new: nil))
        }
        var new = old
        new.fields = order().map { old.fields[$0] }
        editor.apply(.container(object, old: old, new: new))
    }
}
