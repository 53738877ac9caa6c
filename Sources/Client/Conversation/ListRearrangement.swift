import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Moves the elements of a list of the document that was read as a whole: lists and hashes too stay the objects that
/// they are.
struct ListRearrangement {
    private let present: PresentDocument
    private let path: [UInt8]

    /// Reads the document.
    init(_ path: [UInt8], _ invocation: Invocation) throws(ClientError) {
        present = try PresentDocument.read(invocation)
        self.path = path
        if let wanted = invocation.arguments.value(EditRequest.condition.name) {
            try SettledEdit.check(wanted, present.revision)
        }
    }

    /// How many elements the list has.
    var count: Int {
        get throws(ClientError) { present.document.count(of: try elements(of: present.document)) }
    }

    /// Moves an element, and puts the document back.
    func move(_ from: Int, to target: Int, _ session: Session) throws(ClientError) {
        try present.replace(with: try moving(from, to: target, in: present.document), session)
    }

    /// Adds an element as `add` does, moves it to a position, and puts the document back.
    ///
    /// - Returns: its index.
    func insert(_ values: [[UInt8]], at position: ListPosition, _ session: Session) throws(ClientError) -> Int {
        var document = present.document
        let list = PathBytes(path)
        do throws(Refusal) {
            if values.count == 1 {
                _ = try document.push(values, to: list, atHead: false, making: true)
            } else {
                _ = try document.addObject(
                    to: list,
                    stride(from: 0, to: values.count, by: 2).map { (field: values[$0], value: values[$0 + 1]) })
            }
        } catch {
            throw ClientError(error)
        }
        _ = document.commit(Edit.Origin(time: 0, client: "", command: "insert"))
        let count = document.count(of: try elements(of: document))
        guard let index = position.index(among: count) else {
            throw try position.missing(in: path, count: count - 1, session)
        }
        try present.replace(with: try moving(count - 1, to: index, in: document), session)
        return index
    }

    private func moving(_ from: Int, to target: Int, in document: Document) throws(ClientError) -> Archive {
        let elements = try elements(of: document)
        var editor = GraphEditor(document.graph)
        let count = document.count(of: elements)
        guard from >= 0, from < count, target >= 0, target < count,
            let slots = document.graph[elements]?.elements.slots(in: from..<(from + 1))
        else { throw ClientError(.conflict, "the document was edited meanwhile") }
        editor.apply(.splice(of: elements, index: from, old: slots, new: []))
        editor.apply(.splice(of: elements, index: target, old: [], new: slots))
        var archive = document.archive
        archive.graph = editor.graph
        return archive
    }

    private func elements(of document: Document) throws(ClientError) -> ObjectID {
        do throws(Refusal) {
            if let list = try document.list(at: PathBytes(path)) { return list.elements }
        } catch {
            throw ClientError(error)
        }
        throw document.nothing(at: path)
    }
}
