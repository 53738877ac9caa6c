import FourLinesPropertyList
import Testing

@testable import KeyedArchive

@Suite("Editing a file in its own table")
struct TableWriterTests {
    // MARK: - Random changes

    /// Applies random changes to a file and takes them back, looking at the file after each.
    static func editAndUndo(_ bytes: [UInt8], seed: UInt64, rounds: Int) throws {
        let archive = try Archive(bytes)
        let source = try #require(archive.source)
        var random = SeededRandom(seed)
        for _ in 0..<rounds {
            var graph = archive.graph
            var steps: [(change: Change, bytes: [UInt8])] = []
            for _ in 0..<(1 + random.below(6)) {
                guard let change = RandomChange.make(in: &graph, &random) else { continue }
                try #require(graph.accepts(change))
                graph.apply(change)
                let edited = try TableWriter.encode(graph, in: source)
                let again = try Archive(edited)
                let difference = GraphShape.difference(graph, again.graph, inlineByValue: true)
                #expect(difference == nil, "seed \(seed), after \(change)")
                if difference != nil { return }
                steps.append((change, edited))
            }
            while let last = steps.popLast() {
                graph.apply(last.change.inverse)
                let undone = try TableWriter.encode(graph, in: source)
                if let before = steps.last { #expect(undone == before.bytes, "seed \(seed)") }
            }
            #expect(graph.holdsSame(as: archive.graph))
            var whole = archive
            whole.graph = graph
            #expect(try whole.encode() == bytes, "seed \(seed)")
        }
    }

    @Test("after any changes the file holds the graph, and undone it is what it was", arguments: ForeignArchives.all)
    func randomChanges(sample: ForeignArchives.Sample) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("edits of \(sample.name): seed \(seed)")
        try Self.editAndUndo(sample.bytes, seed: seed, rounds: 150)
    }

    @Test(
        "after any changes of a real file it holds the graph", .enabled(if: Corpus.folder != nil),
        arguments: Corpus.binaries.filter { $0.bytes.count < 40_000 })
    func realFiles(file: Corpus.File) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("edits of \(file.name): seed \(seed)")
        try Self.editAndUndo(file.bytes, seed: seed, rounds: 5)
    }

    // MARK: - Single changes

    private struct Edit {
        var archive: Archive
        let before: RawObjects

        init(_ name: String) throws {
            let sample = try #require(ForeignArchives.all.first { $0.name.hasPrefix(name) })
            archive = try Archive(sample.bytes)
            before = try RawObjects(sample.bytes)
        }

        var graph: Graph { archive.graph }

        func container(_ path: Text...) throws -> ObjectID {
            var id = try #require(graph.top)
            for key in path { id = try #require(graph.field(key, of: id)?.container) }
            return id
        }

        mutating func set(_ key: Text, of id: ObjectID, _ slot: Slot) throws {
            let number = try #require(graph.key(key))
            let position = try #require(graph[id]?.position(of: number))
            let old = try #require(graph[id]?.fields[position])
            var new = old
            new.slot = slot
            archive.graph.apply(.field(of: id, position: position, old: old, new: new))
        }

        /// The file after the edit, which has to hold the graph.
        func encode() throws -> RawObjects {
            let bytes = try archive.encode()
            let again = try Archive(bytes)
            #expect(GraphShape.difference(graph, again.graph, inlineByValue: true) == nil)
            return try RawObjects(bytes)
        }
    }

    @Test("a leaf that nothing else uses is replaced where it stands", arguments: ["other", "gaps"])
    func replaced(name: String) throws {
        var edit = try Edit(name)
        let root = try edit.container("root")
        try edit.set("count", of: root, .string("a text instead"))
        try edit.set("number", of: root, .real64(2.5, isReference: true))
        let after = try edit.encode()
        #expect(after.count == edit.before.count)
        #expect(edit.before.changes(in: after).count == 2)
        #expect(after.view.referenceSize == edit.before.view.referenceSize)
        #expect(after.view.offsetSize == edit.before.view.offsetSize)
    }

    @Test("an element that nothing else uses is replaced, and its equal elsewhere stays")
    func element() throws {
        var edit = try Edit("other")
        let list = try edit.container("root", "list")
        let old = try #require(edit.graph[list]?.elements[0])
        edit.archive.graph.apply(
            .element(of: list, index: 0, old: old, new: .string("changed", isReference: true)))
        let after = try edit.encode()
        #expect(after.count == edit.before.count)
        #expect(edit.before.changes(in: after).count == 1)
        #expect(edit.graph[list]?.elements.all.map(\.text?.description)[0...1] == ["changed", "first"])
    }

    @Test("an edit of a value that several places use appends")
    func appended() throws {
        var edit = try Edit("no $null")
        let list = try edit.container("root", "NS.objects")
        let old = try #require(edit.graph[list]?.elements[2])
        #expect(old.text == "twin")
        edit.archive.graph.apply(
            .element(of: list, index: 2, old: old, new: .string("alone", isReference: true)))
        let after = try edit.encode()
        // A leaf, its UID; the array that names it and $objects are written again.
        #expect(after.count == edit.before.count + 2)
        #expect(edit.before.changes(in: after).count == 2)
    }

    @Test("nil without a $null at UID 0 is a placeholder that stands there, or a new one")
    func nilElsewhere() throws {
        var edit = try Edit("no $null")
        let list = try edit.container("root", "NS.objects")
        edit.archive.graph.apply(.splice(of: list, index: 0, old: [], new: [.nil]))
        let after = try edit.encode()
        #expect(after.count == edit.before.count)
        let placeholder = try #require(edit.graph[list]?.elements[2])
        edit.archive.graph.apply(
            .element(of: list, index: 2, old: placeholder, new: .string("text", isReference: true)))
        _ = try edit.encode()
    }

    @Test("new equal leaves are one object, and one that the file has is used again")
    func shared() throws {
        var edit = try Edit("other")
        let list = try edit.container("root", "list")
        let new = ["new", "new", "first"].map { Slot.string($0, isReference: true) }
        edit.archive.graph.apply(.splice(of: list, index: 3, old: [], new: new))
        let after = try edit.encode()
        #expect(after.count == edit.before.count + 2)
        #expect(edit.before.changes(in: after).count == 2)
    }

    @Test("an added field uses the key's object, a new key is appended")
    func keys() throws {
        var edit = try Edit("unreferenced")
        let root = try edit.container("root")
        for (name, added) in [("lost", 0), ("never seen", 1)] as [(Text, Int)] {
            let count = try edit.encode().count
            let key = edit.archive.graph.intern(name)
            // The text stands in the file already, so that only the key can be new.
            let field = Container.Field(key: key, rank: 0, slot: .string("Rest"))
            edit.archive.graph.apply(.field(of: root, position: 0, old: nil, new: field))
            let after = try edit.encode()
            #expect(after.count == count + added)
            #expect(edit.before.changes(in: after).count == 1)
        }
    }

    @Test("an edit of a shared inline container through one place leaves the others")
    func inlineShared() throws {
        var edit = try Edit("shared inline")
        let through = try edit.container("root", "b", "array")
        let other = try edit.container("other", "b", "array")
        #expect(through != other)
        edit.archive.graph.apply(.splice(of: through, index: 0, old: [], new: [.string("only here")]))
        let after = try edit.encode()
        #expect(after.count > edit.before.count)
        // Of the objects that were there only the one object that names the copy is written again.
        #expect(edit.before.changes(in: after).count == 1)
        let again = try Archive(edit.archive.encode()).graph
        let top = try #require(again.top)
        func count(_ name: Text) -> Int? {
            let object = again.field(name, of: top)?.container
            let inner = object.flatMap { again.field("b", of: $0)?.container }
            return inner.flatMap { again.container(again.field("array", of: $0))?.elements.count }
        }
        #expect(count("root") == 3)
        #expect(count("other") == 2)
    }

    @Test("a new object with a class of its own is appended")
    func newObject() throws {
        var edit = try Edit("other")
        let list = try edit.container("root", "list")
        var graph = edit.graph
        let object = graph.newObjectID()
        let record = graph.newObjectID()
        let key = graph.intern("$class")
        let name = graph.intern("$classname")
        graph.apply(
            .container(
                record, old: nil,
                new: Container(
                    shape: .dictionary, isInline: false,
                    fields: [.init(key: name, rank: 0, slot: .string("Made"))])))
        graph.apply(
            .container(
                object, old: nil,
                new: Container(
                    shape: .dictionary, isInline: false,
                    fields: [.init(key: key, rank: 0, slot: .container(record))])))
        graph.apply(.splice(of: list, index: 0, old: [], new: [.container(object), .container(object)]))
        edit.archive.graph = graph
        let after = try edit.encode()
        // Two dictionaries, two UIDs, the name; its key is the file's.
        #expect(after.count == edit.before.count + 5)
        #expect(edit.before.changes(in: after).count == 2)
    }

    @Test("references grow when the objects do not fit them any more")
    func growing() throws {
        var edit = try Edit("gaps")
        let list = try edit.container("root", "list")
        let new = (0..<400).map { Slot.string("element \($0)", isReference: true) }
        edit.archive.graph.apply(.splice(of: list, index: 1, old: [], new: new))
        let after = try edit.encode()
        #expect(edit.before.view.referenceSize == 1)
        #expect(after.view.referenceSize == 2)
        #expect(after.count == edit.before.count + 800)
        edit.archive.graph.apply(.splice(of: list, index: 1, old: new, new: []))
        #expect(try edit.archive.encode() == edit.before.view.bytes)
    }

    @Test("what was set back by hand counts as unedited")
    func setBack() throws {
        var edit = try Edit("other")
        let root = try edit.container("root")
        try edit.set("half", of: root, .real32(7))
        #expect(try edit.archive.encode() != edit.before.view.bytes)
        try edit.set("half", of: root, .real32(0.5))
        #expect(try edit.archive.encode() == edit.before.view.bytes)
    }

    @Test("an inline container put into itself is an error, not a file")
    func cycle() throws {
        var edit = try Edit("shared inline")
        let inner = try edit.container("root", "b")
        let array = try edit.container("root", "b", "array")
        edit.archive.graph.apply(
            .splice(of: array, index: 0, old: [], new: [.container(inner, isReference: false)]))
        #expect(throws: ArchiveError.self) { try edit.archive.encode() }
        #expect(throws: ArchiveError.self) { try CanonicalWriter.encode(edit.graph) }
    }

    @Test("a sink is given the same bytes, and may refuse them")
    func sinks() throws {
        var edit = try Edit("other")
        let root = try edit.container("root")
        try edit.set("blob", of: root, .data([UInt8](repeating: 7, count: 500_000)))
        var bytes: [UInt8] = []
        let rest = try edit.archive.encode { chunk, range in
            bytes += chunk[range]
            return true
        }
        #expect(try bytes + rest == edit.archive.encode())
        var calls = 0
        _ = try edit.archive.encode { _, _ in
            calls += 1
            return false
        }
        #expect(calls == 1)
    }

    @Test("a canonical file is written by Apple's rules after an edit, and after its reversal")
    func canonical() throws {
        let start = try CanonicalWriter.encode(Samples.lines(["a", "b", "c"]))
        var archive = try Archive(start)
        let id = try #require(Samples.elements(of: archive.graph))
        let old = try #require(archive.graph[id]?.elements[1])
        archive.graph.apply(.element(of: id, index: 1, old: old, new: .string("changed", isReference: true)))
        let edited = try archive.encode()
        #expect(edited == (try CanonicalWriter.encode(Samples.lines(["a", "changed", "c"]))))
        var later = try Archive(edited)
        let laterID = try #require(Samples.elements(of: later.graph))
        let changed = try #require(later.graph[laterID]?.elements[1])
        later.graph.apply(.element(of: laterID, index: 1, old: changed, new: .string("b", isReference: true)))
        #expect(try later.encode() == start)
    }
}
