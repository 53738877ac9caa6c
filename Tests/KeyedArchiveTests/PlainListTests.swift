import FourLinesPropertyList
import Testing

@testable import KeyedArchive

@Suite("Plain property lists, written straight from an archive")
struct PlainListTests {
    /// Compares with what is written of the graph that the list makes.
    private func check(_ graph: Graph) throws {
        guard graph.form == .keyedArchive, let list = try? Flattening(graph).list().list else { return }
        let direct = try CanonicalWriter.encode(list)
        #expect(try direct == CanonicalWriter.encode(list.asGraph()))
        var taken: [UInt8] = []
        let rest = try CanonicalWriter.encode(list) { bytes, range in
            taken += bytes[range]
            return true
        }
        #expect(taken + rest == direct)
    }

    @Test("They have the bytes of a graph of their own", arguments: ForeignArchives.all.indices)
    func foreign(_ index: Int) throws {
        try check(Archive(ForeignArchives.all[index].bytes).graph)
    }

    @Test(
        "They have the bytes of a graph of their own, for real files", .enabled(if: Corpus.folder != nil),
        arguments: Corpus.archives)
    func real(_ file: Corpus.File) throws {
        try check(Archive(file.bytes).graph)
    }

    @Test(
        "Keys are in the order of Apple's writer in dictionaries of any size",
        arguments: [1, 2, 16, 17, 64, 65, 31_324, 31_325])
    func keys(_ count: Int) throws {
        let members = (0..<count).map { #""key \#($0)": \#($0 % 3 == 0 ? "true" : "\($0 % 7)")"# }.joined(
            separator: ",")
        let other = #"{"key 0": "a", "key 1": null, "b": "a"}"#.replacing("null", with: "1.5")
        let json = "[{\(members)}, \(other), {\(members)}, \(other)]"
        let archive = try Archive(json: Array(json.utf8)).archived().archive
        try check(archive.graph)
        // As a file leaves have origins, by which they are told apart.
        try check(Archive(archive.encode()).graph)
    }

    @Test("Shared objects, nil, NSNull and keys that stand twice have the bytes of a graph of their own")
    func odd() throws {
        var editor = GraphEditor(.emptyArchive())
        let null = editor.object(chain: ["NSNull", "NSObject"], [])
        let list = editor.array([null, .nil, .string("$null", isReference: true), .boolean(true, isReference: true)])
        let object = editor.object(
            chain: ["Thing", "NSObject"],
            [("a", list), ("none", null), ("a", .nil), ("b", .integer(1)), ("c", list), ("b", .integer(2))])
        let root = editor.array([object, list, object, null])
        let top = try #require(editor.graph.top)
        let field = Container.Field(key: editor.intern("root"), rank: 0, slot: root)
        editor.apply(.field(of: top, position: 0, old: nil, new: field))
        try check(editor.graph)
        try check(Archive(Archive(graph: editor.graph).encode()).graph)
    }
}
