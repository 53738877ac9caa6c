import Testing

@testable import KeyedArchive

@Suite("A graph")
struct GraphTests {
    @Test("a new archive has its own dictionary in the order of present systems")
    func empty() throws {
        let graph = Graph.emptyArchive()
        let root = try #require(graph.container(graph.root))
        #expect(root.fields.map { graph.keys[$0.key].description } == ["$version", "$archiver", "$top", "$objects"])
        let own = try #require(graph.root.container)
        #expect(graph.top == graph.field("$top", of: own)?.container)
        let archive = try Archive(CanonicalWriter.encode(graph))
        #expect(archive.source?.isCanonical == true)
        #expect(GraphShape.difference(archive.graph, graph) == nil)
    }

    @Test("fields, classes and keys are found by name")
    func looking() throws {
        let graph = Samples.lines(["a", "b"])
        let top = try #require(graph.top)
        let root = try #require(graph.field("root", of: top)?.container)
        #expect(graph.className(of: root) == "FourLines")
        #expect(graph.classChain(of: root) == ["FourLines", "NSObject"])
        #expect(graph.className(of: top) == nil)
        #expect(graph.classChain(of: top).isEmpty)
        #expect(graph.field("kLinesKey", of: root)?.kind == .container)
        #expect(graph.field("unknown", of: root) == nil)
        #expect(graph.key("unknown") == nil)
        #expect(graph.container(nil) == nil)
        #expect(graph.container(.nil) == nil)
        #expect(graph[ObjectID(40_000)] == nil)
    }

    @Test("a class record without a chain answers its own name")
    func noChain() throws {
        var graph = Samples.lines(["a"])
        let top = try #require(graph.top)
        let root = try #require(graph.field("root", of: top)?.container)
        let record = try #require(graph.classRecord(of: root))
        let key = try #require(graph.key("$classes"))
        let position = try #require(graph[record]?.position(of: key))
        graph.apply(.field(of: record, position: position, old: graph[record]?.fields[position], new: nil))
        #expect(graph.classChain(of: root) == ["FourLines"])
    }

    @Test("a graph is compared with what it was by what it holds")
    func comparison() throws {
        let start = Samples.lines((0..<2000).map { "\($0)" })
        let id = try #require(Samples.elements(of: start))
        var graph = start
        #expect(graph.holdsSame(as: start))
        let old = Slot.string("1500", isReference: true)
        graph.apply(.element(of: id, index: 1500, old: old, new: .string("x", isReference: true)))
        #expect(!graph.holdsSame(as: start))
        #expect(graph.table.differences(from: start.table) == [id])
        graph.apply(.element(of: id, index: 1500, old: .string("x", isReference: true), new: old))
        #expect(graph.holdsSame(as: start))
        let new = graph.newObjectID()
        graph.apply(.container(new, old: nil, new: Container(shape: .array, isInline: true)))
        #expect(!graph.holdsSame(as: start))
        #expect(!start.holdsSame(as: graph))
    }
}
