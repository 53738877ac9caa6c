import Testing

@testable import KeyedArchive

/// What an edit of a long list costs; only optimised code says anything:
/// `swift test -c release --disable-xctest --filter GraphSpeedTests`.
@Suite("Edits of a million lines", .serialized)
struct GraphSpeedTests {
    #if DEBUG
        /// Unoptimised code is far slower; there only gross faults show.
        static let slack = 40
    #else
        static let slack = 1
    #endif

    private static func median(_ count: Int, _ body: (Int) -> Void) -> Duration {
        let clock = ContinuousClock()
        let times = (0..<count).map { index in clock.measure { body(index) } }
        return times.sorted()[count / 2]
    }

    private static func graph(_ count: Int) throws -> (Graph, ObjectID) {
        let graph = Samples.lines((0..<count).map { "line \($0)" })
        return (graph, try #require(Samples.elements(of: graph)))
    }

    private static func replace(_ index: Int, in graph: inout Graph, _ id: ObjectID, by text: Slot) {
        guard let old = graph[id]?.elements[index] else { return }
        graph.apply(.element(of: id, index: index, old: old, new: text))
    }

    @Test("the first edit after a snapshot, an insertion at the head and a replacement by index")
    func million() throws {
        let lines = 1_000_000
        var (graph, id) = try Self.graph(lines)
        let text = Slot.string("another line", isReference: true)
        let afterSnapshot = Self.median(101) { index in
            let snapshot = graph
            Self.replace(index * 9_000 % lines, in: &graph, id, by: text)
            withExtendedLifetime(snapshot) {}
        }
        let insertion = Self.median(1001) { _ in
            graph.apply(.splice(of: id, index: 0, old: [], new: [text]))
        }
        // In one region of the list after another: what the processor's caches cost is not the list's.
        let many = Self.median(1001) { index in
            for step in 0..<100 { Self.replace((index * 997 + step) % lines, in: &graph, id, by: text) }
        }
        let scattered = Self.median(1001) { index in
            for step in 0..<100 { Self.replace((index * 997 + step * 9_973) % lines, in: &graph, id, by: text) }
        }
        var (small, smallID) = try Self.graph(4)
        let few = Self.median(1001) { index in
            for step in 0..<100 { Self.replace((index + step) % 4, in: &small, smallID, by: text) }
        }
        print(
            "a million lines: first edit \(afterSnapshot), insertion \(insertion), 100 sets \(many),"
                + " scattered \(scattered), of four \(few)")
        #expect(afterSnapshot < .milliseconds(1 * Self.slack))
        #expect(insertion < .microseconds(100 * Self.slack))
        #expect(many < few * 2 * min(Self.slack, 4))
    }
}
