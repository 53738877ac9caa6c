import Testing

@testable import KeyedArchive

/// That Apple's key orders follow from the order of encoding and the hash rule, and need not be taken from the file.
@Suite("The order of encoding")
struct EncodingOrderTests {
    @Test("keys that are numbered go as far as the elements")
    func numbered() {
        #expect(EncodingOrder.keys(of: "NSOrderedSet", count: 2) == ["NS.object.0", "NS.object.1", "$class"])
        #expect(
            EncodingOrder.keys(of: "NSCountedSet", count: 1) == ["NS.count", "NS.object0", "NS.count0", "$class"])
        #expect(EncodingOrder.keys(of: "NSNull") == ["$class"])
        #expect(EncodingOrder.keys(of: "AppSpecific") == nil)
    }

    /// Puts the fields of everything whose order of encoding is known into the order that the rules give, and counts
    /// the containers whose order is known and the classes whose order is not.
    private func reorder(_ graph: inout Graph) -> (known: Int, unknown: Set<String>) {
        var known = 0
        var unknown: Set<String> = []
        let before = graph
        before.table.visit { id, container in
            guard container.shape == .dictionary, container.fields.count > 1, id != before.root.container,
                id != before.top
            else { return }
            let names = container.fields.map { before.keys[$0.key] }
            let order: [Text]?
            if names.contains("$classname") {
                order = EncodingOrder.classRecord
            } else if let name = before.className(of: id) {
                order = EncodingOrder.keys(of: name, count: container.fields.count)
                if order == nil { unknown.insert(name.description) }
            } else {
                // Inline dictionaries of an application's own.
                return
            }
            guard let encoded = order?.filter(names.contains), encoded.count == names.count else { return }
            let written = KeyOrder.order(encoded)
            let fields = written.compactMap { rank in
                container.fields.first { before.keys[$0.key] == encoded[rank] }.map { field in
                    var field = field
                    field.rank = UInt16(rank)
                    return field
                }
            }
            var made = container
            made.fields = fields
            graph.put(made, at: id)
            known += 1
        }
        return (known, unknown)
    }

    @Test(
        "computed orders give the bytes of every file that Apple made", .enabled(if: Corpus.folder != nil))
    func realFiles() throws {
        var known = 0
        var unknown: Set<String> = []
        for file in Corpus.binaries where !file.name.hasSuffix("_archive.plist") {
            var graph = try Archive(file.bytes).graph
            let found = reorder(&graph)
            #expect(try CanonicalWriter.encode(graph) == file.bytes, "\(file.name)")
            known += found.known
            unknown.formUnion(found.unknown)
        }
        #expect(known > 250)
        // All others are classes of applications, which no library knows.
        let applications = ["DT", "JN", "XC", "TestDummy", "crap."]
        #expect(unknown.allSatisfy { name in applications.contains { name.hasPrefix($0) } }, "\(unknown)")
    }
}
