import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("What does not grow with the document")
struct ScaleTests {
    /// A free document of so many keys.
    private func document(_ count: Int) throws -> Document {
        let fresh = try Document.fresh("dictionary")
        let members = (0..<count).map { "\"key\($0)\": 1" }.joined(separator: ", ")
        return Document(
            try Exchange(fresh, sizeLimit: 1 << 30).read(bytes("{\(members)}"), as: .json), model: fresh.model)
    }

    /// The shortest of a few runs, so that what else the machine does is not counted.
    private func duration(_ work: () throws -> Void) rethrows -> Duration {
        var shortest = Duration.seconds(3600)
        for _ in 0..<5 { shortest = min(shortest, try ContinuousClock().measure(work)) }
        return shortest
    }

    @Test("a key that is not there is found to be missing as fast in a long dictionary")
    func missing() throws {
        func time(_ document: Document) -> Duration {
            duration { for number in 0..<500 { #expect(document.find(PathBytes(bytes("no\(number)"))) == nil) } }
        }
        let (short, long) = (time(try document(200)), time(try document(10_000)))
        #expect(long < short * 10, "\(long) instead of \(short)")
    }
}
