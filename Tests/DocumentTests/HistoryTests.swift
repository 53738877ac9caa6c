import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("The history")
struct HistoryTests {
    @Test("where it has dropped an edit that was taken back, those behind it are not made once more")
    func trimmed() throws {
        var document = try Document.fresh("dictionary")
        let exchange = Exchange(document, sizeLimit: 1 << 20)
        for mark in ["x", "y"] {
            document.replace(with: try exchange.read(bytes("{\"list\": [\"\(mark)\"]}"), as: .json))
            _ = document.commit()
            _ = try document.push([bytes(mark)], to: PathBytes(bytes("list")), atHead: false, making: true)
            _ = document.commit()
        }
        while document.history.nextUndo != nil {
            _ = try document.undo()
            _ = document.commit()
        }
        // Replacing the document counts for much, so that each of these drops something at the beginning.
        var made: UInt64 = 0
        while let next = document.history.nextRedo {
            made += 1
            #expect(next.revision == made)
            _ = try document.redo()
            _ = document.commit()
        }
        #expect(made < 4, "nothing was dropped, so that nothing was shown")
        #expect(throws: Refusal("nothing to redo")) { try document.redo() }
        #expect(try document.text("list.0") == nil)
        #expect(document.history.entries.first.map { $0.revision > made } == true)
    }
}
