import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("Replacing the whole document")
struct ReplacementTests {
    private func large(_ count: Int, _ mark: String) throws -> Archive {
        let model = try Document.fresh("dictionary")
        let members = (0..<count).map { "\"key\($0)\": [\"\(mark)\", [1]]" }.joined(separator: ", ")
        return try Exchange(model, sizeLimit: 1 << 30).read(bytes("{\(members)}"), as: .json)
    }

    private func duration(_ work: () throws -> Void) rethrows -> Duration { try ContinuousClock().measure(work) }

    @Test("a state that was made takes the document's place at once, in every direction")
    func atOnce() throws {
        let (old, new) = (try large(4000, "old"), try large(4000, "new"))
        var document = try Document.fresh("dictionary")
        document.replace(with: old)
        _ = document.commit()
        var state: DocumentState?
        let making = duration { state = DocumentState(new, model: document.model) }
        let prepared = try #require(state)
        let replacing = try duration {
            document.replace(with: prepared)
            if let edit = document.commit() { document.takeBack(edit) }
            document.replace(with: prepared)
            _ = document.commit()
            _ = try document.undo()
            _ = document.commit()
            _ = try document.redo()
            _ = document.commit()
            #expect(document.state(at: 1) != nil)
            document.replace(with: try #require(document.state(at: 1)))
            document.rollBack()
        }
        #expect(replacing * 10 < making, "it took \(replacing), making the state \(making)")
        #expect(document.revision == 4)
    }

    @Test("what a document is replaced with can be edited, taken back and edited, and each state is what it was")
    func edited() throws {
        var document = try Document.fresh("dictionary")
        func archived(_ document: Document) throws -> [UInt8] { try document.archive.encode() }
        func edit(_ document: inout Document, _ mark: String) throws {
            for key in ["key7", "key299", "fresh"] {
                _ = try document.push([bytes(mark)], to: PathBytes(bytes(key)), atHead: false, making: true)
                let edit = document.commit()
                #expect(edit?.record != nil)
            }
            _ = try document.delete(PathBytes(bytes("key8")))
            _ = document.commit()
        }
        var known: [UInt64: [UInt8]] = [0: try archived(document)]
        document.replace(with: DocumentState(try large(300, "a"), model: document.model))
        _ = document.commit()
        known[1] = try archived(document)
        try edit(&document, "b")
        known[document.revision] = try archived(document)
        // All of it back, and forth.
        let last = document.revision
        for _ in 0..<last {
            _ = try document.undo()
            _ = document.commit()
        }
        #expect(try archived(document) == known[0])
        for revision in 1...last {
            _ = try document.redo()
            _ = document.commit()
            if let bytes = known[revision] { #expect(try archived(document) == bytes, "at \(revision)") }
        }
        for (revision, bytes) in known {
            let state = try #require(document.state(at: revision))
            #expect(try state.archive.encode() == bytes, "at \(revision)")
            var other = document
            other.replace(with: state)
            _ = other.commit()
            try edit(&other, "again")
            let read = Document(try Archive(other.archive.encode()), model: document.model)
            #expect(GraphComparison.holdsSame(read.graph, other.graph))
        }
    }
}
