import Testing

@testable import KeyedArchive

@Suite("Changes of the library, and their inverses")
struct LibraryTests {
    static let values: [ArchiveValue] = [
        .text("é"), .mutableText("a"), .data([0, 255]), .date(0.5), .integer(-1), .unsigned(.max), .real(2.5),
        .float(0.1), .boolean(true), .url("https://example.org/"), .uuid(Array(0..<16)), .null, .nothing,
        .array([.integer(1)]), .set([.text("s")]), .orderedSet([.text("o"), .text("p")]),
        .dictionary([.init("key", .real(1))]),
        .object(classes: ["Child", "NSObject"], fields: [.init("n", .integer(1)), .init("t", .text("x"))]),
    ]

    /// A file of ours with a value of each kind, and files in forms that other writers give.
    static let files: [ForeignArchives.Sample] = {
        let fields = values.enumerated().map { ArchiveValue.Entry("field\($0)", $1) }
        let root = ArchiveValue.object(classes: ["Root", "NSObject"], fields: fields)
        let bytes = (try? ArchiveDocument(root: root).bytes()) ?? []
        return [ForeignArchives.Sample(name: "one value of each kind", bytes: bytes)] + ForeignArchives.all
    }()

    /// The paths of everything in an archive, each object gone through once.
    private func paths(_ document: ArchiveDocument) -> [String] {
        var (paths, met): ([String], Set<Int>) = ([], [])
        var stack = document.root.map { [$0] } ?? []
        while let node = stack.popLast() {
            paths.append(node.path)
            if let identity = node.identity, !met.insert(identity).inserted { continue }
            stack += node.children
        }
        return paths
    }

    @Test("Every value is put everywhere, taken away, and taken back to the same bytes", arguments: files)
    func inverse(file: ForeignArchives.Sample) throws {
        let archive = try Archive(anyForm: file.bytes)
        let paths = paths(try ArchiveDocument(file.bytes))
        #expect(!paths.isEmpty)
        var editor = GraphEditor(archive.graph)
        var changeCount = 0
        func takeBack(_ what: String) throws {
            changeCount += editor.changes.count
            // What was changed can be written and read, or says why not.
            if !editor.changes.isEmpty {
                let bytes = try Archive(graph: editor.graph, source: archive.source).encode()
                _ = try Archive(bytes)
            }
            editor.rollBack()
            let back = try Archive(graph: editor.graph, source: archive.source).encode()
            #expect(back == file.bytes, "\(what)")
        }
        for path in paths {
            let keyPath = KeyPath(Array(path.utf8))
            for value in Self.values {
                try? editor.set(keyPath, to: value)
                try takeBack("set \(path) to \(value)")
                try? editor.set(keyPath.appending("new field"), to: value)
                try takeBack("add to \(path): \(value)")
                try? editor.insert(value, into: keyPath, at: 0)
                try takeBack("insert into \(path): \(value)")
            }
            try? editor.remove(keyPath)
            try takeBack("remove \(path)")
        }
        #expect(changeCount > 0)
    }

    @Test("A change that another takes back leaves the bytes of a file of ours")
    func undone() throws {
        let file = Self.files[0]
        for (index, value) in Self.values.enumerated() {
            let start = try ArchiveDocument(file.bytes)
            var document = start
            try document.set("another", to: value)
            document = try ArchiveDocument(document.bytes())
            #expect(document["another"] != nil || value == .nothing)
            try document.remove("another")
            #expect(try document.bytes() == file.bytes, "\(value)")
            // Where a number takes the place of an object, nothing in the file says when that was encoded.
            guard start["field\(index)"]?.kind == .value, start["field\(index)"]?.className == nil else { continue }
            guard let old = start["field\(index)"]?.value else { continue }
            try document.set("field\(index)", to: .integer(77))
            document = try ArchiveDocument(document.bytes())
            #expect(document["field\(index)"]?.value == .integer(77))
            try document.set("field\(index)", to: old)
            #expect(try document.bytes() == file.bytes, "\(value)")
        }
    }

    @Test("Nothing that a plain property list lacks is put into one")
    func propertyList() throws {
        var document = try ArchiveDocument(propertyList: .dictionary([.init("a", .array([.integer(1)]))]))
        #expect(throws: ArchiveFailure.self) { try document.set("a", to: .uuid(Array(0..<16))) }
        try document.set("b", to: .date(5))
        let again = try ArchiveDocument(document.bytes())
        #expect(again["b"]?.value == .date(5))
        #expect(again["a.0"]?.value == .integer(1))
        #expect(again.format == .propertyList && !again.isKeyedArchive)
    }

    @Test("A value in a real file is changed by the library and changed back", arguments: Corpus.archives)
    func corpus(file: Corpus.File) throws {
        let start = try ArchiveDocument(file.bytes)
        for path in paths(start).prefix(100) {
            guard case .text(let text)? = start[path]?.value else { continue }
            var document = start
            try document.set(path, to: .text(text + "!"))
            #expect(document[path]?.value == .text(text + "!"))
            #expect(try ArchiveDocument(document.bytes())[path]?.value == .text(text + "!"))
            break
        }
    }
}
