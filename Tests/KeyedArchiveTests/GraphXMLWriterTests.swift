import FourLinesPropertyList
import Testing

@testable import KeyedArchive

@Suite("XML straight from a graph")
struct GraphXMLWriterTests {
    /// What a writer gives: bytes and losses, or that there is no such file.
    private struct Outcome: Equatable {
        var bytes: [UInt8] = []
        var losses: Set<XMLLoss.Kind> = []

        init(_ write: () throws -> (bytes: [UInt8], losses: Set<XMLLoss.Kind>)) {
            if let result = try? write() { (bytes, losses) = result }
        }

        /// By way of the binary property list that Apple's rules make of a graph.
        static func throughBinary(_ graph: Graph) -> Outcome {
            Outcome {
                var losses: Set<XMLLoss.Kind> = []
                let bytes = try BinaryPropertyList(CanonicalWriter.encode(graph)).xml(loss: { losses.insert($0.kind) })
                return (bytes, losses)
            }
        }
    }

    private func check(_ graph: Graph) throws {
        #expect(Outcome { try GraphXMLWriter.encode(graph) } == .throughBinary(graph))
        guard graph.form == .keyedArchive, let list = try? Flattening(graph).list().list else { return }
        #expect(Outcome { try GraphXMLWriter.encode(list) } == .throughBinary(list.asGraph()))
    }

    @Test("It is that of the binary file, for archives and as plain lists", arguments: ForeignArchives.all.indices)
    func foreign(_ index: Int) throws {
        try check(Archive(ForeignArchives.all[index].bytes).graph)
    }

    @Test(
        "It is that of the binary file, for real files", .enabled(if: Corpus.folder != nil),
        arguments: Corpus.archives)
    func real(_ file: Corpus.File) throws {
        try check(Archive(file.bytes).graph)
    }

    @Test("It is that of the binary file, for plain property lists of all kinds of values")
    func plain() throws {
        let json = """
            {"b": {"$float": 0.5}, "😀": 1, "\u{FFFD}": 2, "é": {"$int": 3, "$width": 4}, "": [], "a": {}, "c": [[1.5], [true]],
            "d": {"$date": 0.5}, "e": {"$data": "AAEC"}, "f": {"$uid": 7, "$width": 1}, "g": {"$uid": 7, "$width": 2},
            "h": {"CF$UID": "text"}, "i": {"$bits": "fff8000000000001"}, "ab": "<&>", "A": -1}
            """
        let graph = try Archive(json: Array(json.utf8)).graph
        let outcome = Outcome { try GraphXMLWriter.encode(graph) }
        #expect(outcome.losses == [.float32, .integerWidth, .dateFraction, .uidWidth, .nanPayload])
        try check(graph)
    }

    @Test(
        "What XML cannot hold is refused, with its path",
        arguments: [
            (#"["a", {"b": ["\u0001"]}]"#, "1.b.0"), (#"{"a": ["\uD800"]}"#, "a.0"), (#"[null]"#, "0"),
            (#"{"a": {"$set": []}}"#, "a"), (#"{"a": [0, {"CF$$UID": 1}]}"#, "a.1"),
            (#"{"a": {"\u0000": 1}}"#, "a.\u{0}"),
        ])
    func refused(_ json: String, path: String) throws {
        let json = json.replacing("CF$$UID", with: "CF$UID")
        let graph = try Archive(json: Array(json.utf8)).graph
        do {
            _ = try GraphXMLWriter.encode(graph)
            Issue.record("\(json) was written")
        } catch {
            guard case .notRepresentable(let reason, let found) = error else { throw error }
            #expect(found == path)
            #expect(reason.hasPrefix("XML "))
        }
        #expect(Outcome.throughBinary(graph).bytes.isEmpty)
    }

    @Test("Containers without an end, and copies without end, are refused")
    func endless() throws {
        let copies = (1...40).reduce(#"{"$id": 0, "$array": []}"#) { inner, number in
            #"{"$id": \#(number), "$array": [\#(inner), {"$ref": \#(number - 1)}]}"#
        }
        let graph = try Archive(json: Array(copies.utf8)).graph
        #expect { try GraphXMLWriter.encode(graph) { _, _ in true } } throws: { error in
            if case ArchiveError.tooLarge = error { true } else { false }
        }
        #expect { try CanonicalWriter.encode(graph) { _, _ in true } } throws: { error in
            if case ArchiveError.tooLarge = error { true } else { false }
        }
        var cyclic = Graph(form: .propertyList, root: .container(ObjectID(1), isReference: false))
        cyclic.put(Container(shape: .array, isInline: true, elements: SlotList([cyclic.root])), at: ObjectID(1))
        #expect(throws: CanonicalWriter.tooDeep) { try GraphXMLWriter.encode(cyclic) }
    }

    @Test("A sink is given all but the end, and left alone when it wants no more")
    func sink() throws {
        let graph = Samples.lines((0..<20_000).map { "line \($0)" })
        let whole = try GraphXMLWriter.encode(graph).bytes
        var (taken, count): ([UInt8], Int) = ([], 0)
        let rest = try GraphXMLWriter.encode(graph) { bytes, range in
            taken += bytes[range]
            return true
        }
        #expect(taken.count > whole.count / 2)
        #expect(taken + rest.bytes == whole)
        _ = try GraphXMLWriter.encode(graph) { _, _ in
            count += 1
            return false
        }
        #expect(count == 1)
    }
}
