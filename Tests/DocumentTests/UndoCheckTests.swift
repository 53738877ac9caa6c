import Foundation
import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("Random edits, undone and redone")
struct UndoCheckTests {
    static let steps = ProcessInfo.processInfo.environment["FOURLINES_STEPS"].flatMap { Int($0) } ?? 2000
    static let seed = ChangeTests.seed

    @Test(
        "UNDO gives the bytes before an edit, and REDO those after it",
        arguments: ["four-lines", "staff", "notes", "profile", "roster", "dictionary"])
    func bytes(model: String) throws {
        print("undo and redo of \(model): seed \(Self.seed), \(Self.steps) steps")
        var random = SeededRandom(Self.seed)
        var document = try Document.fresh(model)
        /// The bytes before each edit that can be undone, and after each that can be redone.
        var (past, future): ([[UInt8]], [[UInt8]]) = ([], [])
        var now = try document.archive.encode()
        var made = 0
        for step in 0..<Self.steps {
            switch random.below(4) {
            case 0 where !past.isEmpty:
                _ = try document.undo()
                _ = document.commit()
                future.append(now)
                now = past.removeLast()
            case 1 where !future.isEmpty:
                _ = try document.redo()
                _ = document.commit()
                past.append(now)
                now = future.removeLast()
            default:
                for _ in 0...random.below(3) { RandomEdit.apply(to: &document, &random) }
                guard document.commit() != nil else { continue }
                made += 1
                past.append(now)
                future = []
                now = try document.archive.encode()
                // What the history has let go cannot be undone any more.
                past.removeFirst(max(0, past.count - 300))
                continue
            }
            try #require(try document.archive.encode() == now, "seed \(Self.seed), step \(step)")
        }
        #expect(made > Self.steps / 20)
    }
}
