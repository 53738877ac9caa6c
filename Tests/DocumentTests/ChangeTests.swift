import Foundation
import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("What changed since a revision")
struct ChangeTests {
    func path(_ text: String) -> PathBytes { PathBytes(bytes(text)) }

    /// What changed, as clients read it; nil for everything.
    func changes(_ document: inout Document, since revision: UInt64) -> [String]? {
        let summary = document.changes(since: revision)
        guard !summary.isEverything else { return nil }
        return summary.paths.map { String(decoding: document.text(of: $0), as: UTF8.self) }
    }

    @Test("an element is named by its canonical path, once however often it changes")
    func element() throws {
        var document = try Document.fresh("four-lines")
        for number in 0..<5 {
            try document.set("kLinesKey.-1", "\(number)")
            _ = document.commit()
        }
        try document.set("lines.0", "first")
        _ = document.commit()
        #expect(changes(&document, since: 0) == ["lines.0", "lines.3"])
        #expect(changes(&document, since: 5) == ["lines.0"])
        #expect(changes(&document, since: 6) == [])
    }

    @Test("a change of structure names the container, and what changed below it is not named beside it")
    func structure() throws {
        var document = try Document.fresh("roster")
        try document.set("athletes.1.name", "Ann")
        _ = document.commit()
        _ = try document.addObject(to: path("athletes"), [])
        _ = document.commit()
        try document.set("athletes.7.name", "Bob")
        _ = document.commit()
        #expect(changes(&document, since: 0) == ["athletes"])
        #expect(changes(&document, since: 1) == ["athletes"])
        #expect(changes(&document, since: 2) == ["athletes.7.name"])
    }

    @Test("a shared object is named by all of its paths, and over 16 by what is above them")
    func shared() throws {
        var document = try Document.fresh("roster")
        try document.set("athletes.4.scoreCard.allTimes.1", "0:01")
        _ = document.commit()
        #expect(changes(&document, since: 0) == (0..<7).map { "athletes.\($0).scoreCard.allTimes.1" })
        let times = try #require(document.find(path("athletes.0.scoreCard.allTimes")))
        for _ in 0..<10 {
            let index = try document.addObject(to: path("athletes"), [])
            let place = try #require(document.find(path("athletes.\(index).scoreCard.allTimes")))
            document.replace(try #require(place.place), place.slot, with: times.slot)
        }
        _ = document.commit()
        let revision = document.revision
        _ = try document.push([bytes("9")], to: path("athletes.0.scoreCard.allTimes"), atHead: false, making: false)
        _ = document.commit()
        #expect(changes(&document, since: revision) == ["athletes"])
        #expect(document.settledPaths(path("athletes.2.scoreCard.bestTime")).count == 1)
    }

    @Test("in a free document keys are named, also those that are gone")
    func free() throws {
        var document = try Document.fresh("dictionary")
        for number in 0..<300 { try document.set("k\(number)", "v") }
        _ = document.commit()
        #expect(changes(&document, since: 0)?.count == 300)
        _ = try document.delete(path("k7"))
        _ = document.commit()
        #expect(changes(&document, since: 1) == ["k7"])
        _ = try document.undo()
        _ = document.commit()
        #expect(changes(&document, since: 2) == ["k7"])
        _ = try document.push([bytes("x")], to: path("a.b"), atHead: false, making: true)
        _ = try document.delete(path("k1"))
        try document.set("k1", "again")
        try document.set("k2", "changed")
        _ = document.commit()
        #expect(changes(&document, since: 3) == ["a.b", "k1", "k2"])
        try document.setElement(0, of: path("a.b"), to: bytes("y"))
        _ = document.commit()
        #expect(changes(&document, since: 4) == ["a.b"])
    }

    @Test("a whole new document means that everything changed")
    func replaced() throws {
        var document = try Document.fresh("four-lines")
        try document.set("lines.0", "x")
        _ = document.commit()
        document.replace(with: try Document.fresh("four-lines").archive)
        _ = document.commit()
        #expect(changes(&document, since: 0) == nil)
        #expect(changes(&document, since: 1) == nil)
        #expect(changes(&document, since: 2) == [])
        try document.set("lines.2", "x")
        _ = document.commit()
        #expect(changes(&document, since: 2) == ["lines.2"])
    }

    @Test("over 10,000 paths are coarsened, in the log as in the answer, and memory is bounded")
    func coarsened() throws {
        var document = try Document.fresh("roster")
        let count = 4000
        for _ in 0..<count { _ = try document.addObject(to: path("athletes"), []) }
        _ = document.commit()
        for number in 0..<count {
            for field in ["name", "bio", "phoneNumber", "scoreCard.bestTime"] {
                try document.set("athletes.\(number).\(field)", "changed")
            }
            _ = document.commit()
        }
        #expect(document.log.size <= ChangeLog.limit)
        let since = try #require(changes(&document, since: 1))
        #expect(since.count <= 10_000)
        for number in [0, 1, 1999, count - 1] {
            #expect(since.contains { "athletes.\(number).name".hasPrefix($0) })
        }
        #expect(changes(&document, since: document.revision - 1)?.count == 4)
    }

    @Test("edits before a restart are found in the history, as far as that goes")
    func restart() throws {
        for model in ["roster", "dictionary"] {
            var before = try Document.fresh(model)
            let first = model == "roster" ? "athletes.1.name" : "one"
            try before.set(first, "Ann")
            var edits = [before.commit()]
            if model == "roster" {
                _ = try before.addObject(to: path("athletes"), [])
            } else {
                _ = try before.delete(path("one"))
            }
            edits.append(before.commit())
            try before.set(model == "roster" ? "rank" : "two", "5")
            edits.append(before.commit())
            var after = Document(try Archive(before.archive.encode()), model: before.model, revision: 3)
            for edit in edits.dropFirst().compactMap({ $0 }) {
                let record = try #require(edit.record)
                after.remember(revision: edit.revision, kind: edit.kind, origin: edit.origin, record: record)
            }
            let wanted: [[String]?] =
                model == "roster" ? [nil, ["athletes", "rank"], ["rank"], []] : [nil, ["one", "two"], ["two"], []]
            for (revision, paths) in wanted.enumerated() {
                #expect(changes(&after, since: UInt64(revision)) == paths, "\(model) \(revision)")
            }
            try after.set(model == "roster" ? "athletes.0.bio" : "one", "x")
            _ = after.commit()
            #expect(changes(&after, since: 2)?.count == 2)
        }
    }

    @Test("paths are settled: raw keys, negative indices, cycles, what is not there")
    func settled() throws {
        var document = try Document.fresh("four-lines")
        let cases = [
            ("kLinesKey.-2", "lines.2"), ("lines", "lines"), ("", ""), ("$top.kRootKey.kLinesKey.0", "lines.0"),
            ("lines.9", "lines.9"), ("nothing.at.-1", "nothing.at.-1"), ("$top.other", "$top.other"),
        ]
        for (written, settled) in cases { #expect(document.settledPath(path(written)).description == settled) }
        try document.set("lines.1", "x")
        _ = document.commit()
        let times = document.changeTimes(since: 0)
        for (written, isTouched) in [("", true), ("lines", true), ("lines.1", true), ("lines.2", false)] {
            #expect(times.touches(document.settledPath(path(written)), behind: 0) == isTouched, "\(written)")
        }
    }

    @Test("ways through a cycle lead straight, so that a path is named once and what is watched is met")
    func cycle() throws {
        var editor = GraphEditor(.emptyArchive())
        let text = Slot.string("x", isReference: true)
        let parent = editor.object(chain: ["A", "NSObject"], [("child", .nil), ("name", text)])
        let child = editor.object(chain: ["B", "NSObject"], [("parent", parent), ("name", text)])
        let (top, id) = (try #require(editor.graph.top), try #require(parent.container))
        let place = try #require(editor.graph.place(ofField: "child", in: id))
        editor.apply(try #require(editor.graph.replacing(place, with: child)))
        let root = Container.Field(key: editor.intern("root"), rank: 0, slot: parent)
        editor.apply(.field(of: top, position: 0, old: nil, new: root))
        var document = Document(Archive(graph: editor.graph), model: nil)
        #expect(try document.text("child.parent.child.name") == "x")
        #expect(document.settledPath(path("child.parent.child.name")).description == "child.name")
        #expect(document.settledPath(path("child.parent")).description == "")
        try document.set("child.parent.name", "y")
        _ = document.commit()
        #expect(changes(&document, since: 0) == ["name"])
        try document.set("child.name", "z")
        _ = document.commit()
        #expect(changes(&document, since: 1) == ["child.name"])
        #expect(changes(&document, since: 0) == ["child.name", "name"])
        let times = document.changeTimes(since: 1)
        #expect(times.touches(document.settledPath(path("child.parent.child")), behind: 1))
        #expect(!times.touches(document.settledPath(path("child.parent.name")), behind: 1))
    }

    @Test("what is watched is met as CHANGES says it, at every revision", arguments: ["roster", "dictionary"])
    func times(model: String) throws {
        var document = try Document.fresh(model)
        var edits: [(inout Document) throws -> Void] = [
            { try $0.set("rank", "1") }, { try $0.set("athletes.0.name", "x") },
            { [list] in _ = try $0.addObject(to: list, []) },
            { try $0.set("athletes.1.name", "y") }, { try $0.set("rank", "2") },
        ]
        if model == "dictionary" {
            edits = ["a", "b", "a", "", "c"].enumerated().map { number, key in { try $0.set(key, "\(number)") } }
        }
        for edit in edits {
            try edit(&document)
            #expect(document.commit() != nil)
        }
        let watched = ["", "rank", "athletes", "athletes.0", "athletes.0.name", "athletes.1", "a", "b", "c", "d"]
        for first in 0...document.revision {
            let times = document.changeTimes(since: first)
            for revision in first...document.revision {
                let summary = document.changes(since: revision)
                for path in watched.map({ document.settledPath(PathBytes(bytes($0))) }) {
                    let isTouched =
                        summary.isEverything || summary.paths.contains { $0.contains(path) || path.contains($0) }
                    #expect(times.touches(path, behind: revision) == isTouched, "\(path) behind \(revision)")
                }
            }
        }
    }

    private let list = PathBytes(bytes("athletes"))

    // MARK: - Nothing is ever missing

    static let seed =
        ProcessInfo.processInfo.environment["FOURLINES_SEED"].flatMap { UInt64($0) }
        ?? UInt64.random(in: 0...UInt64.max)

    /// All values by path; a container by how many children it has.
    private func contents(_ document: Document) -> [KeyPath: [UInt8]] {
        var found: [KeyPath: [UInt8]] = [:]
        func visit(_ node: Node, _ path: KeyPath) {
            if let leaf = document.leaf(of: node) {
                found[path] = LeafText.bytes(of: leaf)
                return
            }
            found[path] = bytes("\(document.childCount(of: node))")
            document.forEachChild(of: node) { name, child in
                visit(
                    child,
                    document.isFree ? KeyPath(components: path.components.prefix(1) + [name]) : path.appending(name))
                return true
            }
        }
        if let root = document.root { visit(root, KeyPath(components: [])) }
        return found
    }

    @Test(
        "whatever differs is at or below a path that is named, through random edits, UNDO and REDO",
        arguments: ["four-lines", "staff", "notes", "profile", "roster", "dictionary"])
    func complete(model: String) throws {
        print("changes of \(model): seed \(Self.seed)")
        var random = SeededRandom(Self.seed)
        var document = try Document.fresh(model)
        var past: [(revision: UInt64, contents: [KeyPath: [UInt8]])] = [(0, contents(document))]
        for step in 0..<400 {
            switch random.below(6) {
            case 0: _ = try? document.undo()
            case 1: _ = try? document.redo()
            default:
                for _ in 0...random.below(3) { RandomEdit.apply(to: &document, &random) }
            }
            guard document.commit() != nil else { continue }
            let now = contents(document)
            for (revision, before) in past {
                let summary = document.changes(since: revision)
                guard !summary.isEverything else { continue }
                for path in Set(now.keys).union(before.keys) where now[path] != before[path] {
                    // The number of children of the root of a free document is said by the keys.
                    if document.isFree, path.components.isEmpty { continue }
                    let shown = document.isFree ? KeyPath(components: Array(path.components.prefix(1))) : path
                    #expect(
                        summary.paths.contains { $0.contains(shown) },
                        "seed \(Self.seed), step \(step): \(path) since \(revision) in \(summary.paths)")
                }
            }
            past.append((document.revision, now))
            if past.count > 6 { past.remove(at: random.below(past.count)) }
        }
        #expect(document.revision > 20)
    }
}
