import Testing

@testable import KeyedArchive

@Suite("A change of a graph")
struct ChangeTests {
    @Test("random changes and their inverses, backwards, give the same graph")
    func inverses() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("Changes: seed \(seed)")
        var random = SeededRandom(seed)
        let start = Samples.lines((0..<700).map { "line \($0)" })
        var graph = start
        var changes: [Change] = []
        for _ in 0..<2000 {
            guard let change = RandomChange.make(in: &graph, &random) else { continue }
            #expect(graph.accepts(change))
            graph.apply(change)
            changes.append(change)
        }
        #expect(changes.count > 1000)
        #expect(!graph.holdsSame(as: start))
        for change in changes.reversed() {
            #expect(graph.accepts(change.inverse))
            graph.apply(change.inverse)
        }
        #expect(graph.holdsSame(as: start))
        #expect(try CanonicalWriter.encode(graph) == CanonicalWriter.encode(start))
    }

    @Test("the inverse of an inverse is the change")
    func twice() throws {
        let graph = Samples.lines(["a"])
        let id = try #require(Samples.elements(of: graph))
        let container = try #require(graph[id])
        let key = try #require(graph.key("$class"))
        let changes: [Change] = [
            .element(of: id, index: 0, old: .string("a"), new: .string("b")),
            .splice(of: id, index: 0, old: [], new: [.nil, .boolean(true)]),
            .field(of: id, position: 1, old: nil, new: .init(key: key, rank: 0, slot: .nil)),
            .container(id, old: container, new: nil),
        ]
        for change in changes {
            #expect(change.inverse.inverse == change)
            #expect(change.inverse != change)
            #expect(change.container == id)
        }
    }

    @Test("an element's change fits only the element that is there")
    func element() throws {
        let graph = Samples.lines(["a", "b"])
        let id = try #require(Samples.elements(of: graph))
        let old = Slot.string("a", isReference: true)
        let new = Slot.string("c", isReference: true)
        #expect(graph.accepts(.element(of: id, index: 0, old: old, new: new)))
        #expect(!graph.accepts(.element(of: id, index: 1, old: old, new: new)))
        #expect(!graph.accepts(.element(of: id, index: 2, old: old, new: new)))
        #expect(!graph.accepts(.element(of: id, index: -1, old: old, new: new)))
        #expect(!graph.accepts(.element(of: id, index: 0, old: .string("a"), new: new)))
        #expect(!graph.accepts(.element(of: ObjectID(900), index: 0, old: old, new: new)))
        let top = try #require(graph.top)
        #expect(!graph.accepts(.element(of: top, index: 0, old: old, new: new)))
    }

    @Test("a splice fits only the elements that are there")
    func splice() throws {
        let graph = Samples.lines(["a", "b"])
        let id = try #require(Samples.elements(of: graph))
        let both = ["a", "b"].map { Slot.string($0, isReference: true) }
        #expect(graph.accepts(.splice(of: id, index: 0, old: both, new: [])))
        #expect(graph.accepts(.splice(of: id, index: 2, old: [], new: both)))
        #expect(!graph.accepts(.splice(of: id, index: 1, old: both, new: [])))
        #expect(!graph.accepts(.splice(of: id, index: 0, old: both.reversed(), new: [])))
        #expect(!graph.accepts(.splice(of: id, index: 3, old: [], new: both)))
        #expect(!graph.accepts(.splice(of: id, index: -1, old: [], new: both)))
        #expect(!graph.accepts(.splice(of: id, index: .max, old: both, new: [])))
    }

    @Test("a field's change fits only the field that is there")
    func field() throws {
        var graph = Samples.lines(["a"])
        let top = try #require(graph.top)
        let field = try #require(graph[top]?.fields.first)
        let other = Container.Field(key: graph.intern("other"), rank: 1, slot: .boolean(true))
        #expect(graph.accepts(.field(of: top, position: 0, old: field, new: nil)))
        #expect(graph.accepts(.field(of: top, position: 0, old: field, new: other)))
        #expect(graph.accepts(.field(of: top, position: 0, old: nil, new: other)))
        #expect(graph.accepts(.field(of: top, position: 1, old: nil, new: other)))
        #expect(!graph.accepts(.field(of: top, position: 2, old: nil, new: other)))
        #expect(!graph.accepts(.field(of: top, position: 0, old: other, new: nil)))
        #expect(!graph.accepts(.field(of: top, position: 1, old: field, new: nil)))
        #expect(!graph.accepts(.field(of: top, position: -1, old: nil, new: other)))
        #expect(!graph.accepts(.field(of: top, position: 0, old: nil, new: nil)))
        let unknown = Container.Field(key: CoderKey(4000), rank: 0, slot: .nil)
        #expect(!graph.accepts(.field(of: top, position: 0, old: nil, new: unknown)))
    }

    @Test("a container is made where none is, and unmade as it is")
    func container() throws {
        var graph = Samples.lines(["a"])
        let id = try #require(Samples.elements(of: graph))
        let container = try #require(graph[id])
        let new = graph.newObjectID()
        #expect(graph.accepts(.container(new, old: nil, new: container)))
        #expect(graph.accepts(.container(id, old: container, new: nil)))
        #expect(!graph.accepts(.container(id, old: nil, new: container)))
        #expect(!graph.accepts(.container(new, old: container, new: nil)))
        #expect(!graph.accepts(.container(ObjectID(.max), old: nil, new: container)))
        let unknown = Container(
            shape: .dictionary, isInline: true, fields: [.init(key: CoderKey(4000), rank: 0, slot: .nil)])
        #expect(!graph.accepts(.container(new, old: nil, new: unknown)))
    }

    @Test("an identity is never given twice, even after its container is unmade")
    func identities() {
        var graph = Graph.emptyArchive()
        let first = graph.newObjectID()
        let container = Container(shape: .array, isInline: true)
        graph.apply(.container(first, old: nil, new: container))
        graph.apply(.container(first, old: container, new: nil))
        #expect(graph[first] == nil)
        #expect(graph.newObjectID().number > first.number)
    }

    @Test("a change that does not fit stops the program with words")
    func misfit() async {
        await #expect(processExitsWith: .failure) {
            var graph = Graph.emptyArchive()
            graph.apply(.element(of: ObjectID(77), index: 0, old: .nil, new: .nil))
        }
    }

    @Test("a snapshot keeps what it was")
    func snapshot() throws {
        var graph = Samples.lines(["a", "b"])
        let snapshot = graph
        let id = try #require(Samples.elements(of: graph))
        graph.apply(
            .element(of: id, index: 0, old: .string("a", isReference: true), new: .string("x", isReference: true)))
        #expect(snapshot[id]?.elements[0].text == "a")
        #expect(graph[id]?.elements[0].text == "x")
        #expect(graph.changeCount == snapshot.changeCount + 1)
    }
}
