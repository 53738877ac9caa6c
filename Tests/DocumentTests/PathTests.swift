import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("Key paths")
struct PathTests {
    @Test(
        "property names, coder keys, indices from both ends and other top-level keys lead to the same places",
        arguments: [
            ("lines.0", "lines.0"), ("kLinesKey.0", "lines.0"), ("lines.-1", "lines.3"), ("lines.-4", "lines.0"),
            ("$top.kRootKey.lines.1", "$top.kRootKey.lines.1"), ("$top.kRootKey.kLinesKey.1", "$top.kRootKey.lines.1"),
            ("lines", "lines"), ("", ""),
        ])
    func canonical(path: String, canonical: String) throws {
        let document = try Document.fresh("four-lines")
        #expect(document.canonicalPath(PathBytes(bytes(path)))?.description == canonical)
        #expect(document.find(PathBytes(bytes(path))) != nil)
    }

    @Test(
        "what is not there is nothing",
        arguments: [
            "lines.4", "lines.-5", "lines.01", "lines.+1", "lines.x", "line", "lines.0.x", "lines..0", ".lines",
            "$class",
            "$top.nothing", "lines.-0", "lines.99999999999999999999",
        ])
    func nothing(path: String) throws {
        #expect(try Document.fresh("four-lines").find(PathBytes(bytes(path))) == nil)
    }

    @Test("the cursor splits a path as KeyPath does, whatever is escaped")
    func cursor() {
        for path in ["", "a", "a.b", "a\\.b.c", "a\\\\.b", "a\\x.y", ".", "a.", ".a", "a\\", "\\\\", "..", "a\\.\\.b"] {
            var cursor = PathCursor(PathBytes(bytes(path)), isLiteral: false)
            var components: [Text] = []
            while let component = cursor.next() { components.append(component.text) }
            #expect(components == KeyPath(path.utf8).components, "\(path)")
        }
    }

    @Test("in the model dictionary a path is one literal key, the empty one included")
    func literal() throws {
        var document = try Document.fresh("dictionary")
        for path in ["a.b", "", "0", "a\\.b", "$top.root"] {
            try document.set(path, "value of " + path)
            #expect(try document.text(path) == "value of " + path)
        }
        #expect(document.rootNames() == ["a.b", "", "0", "a\\.b", "$top.root"])
    }

    @Test("on a dictionary digits are a key")
    func digits() throws {
        var editor = GraphEditor(.emptyArchive())
        let keys = editor.inlineArray([.string("1", isReference: true), .string("x.y", isReference: true)])
        let values = editor.inlineArray([.string("one", isReference: true), .string("xy", isReference: true)])
        let root = editor.object(chain: ["NSDictionary", "NSObject"], [("NS.keys", keys), ("NS.objects", values)])
        let top = try #require(editor.graph.top)
        let key = editor.intern("root")
        editor.apply(.field(of: top, position: 0, old: nil, new: .init(key: key, rank: 0, slot: root)))
        var document = Document(Archive(graph: editor.graph), model: nil)
        #expect(try document.text("1") == "one")
        #expect(try document.text("0") == nil)
        #expect(try document.text("x\\.y") == "xy")
        try document.set("new", "value")
        #expect(document.names("") == ["1", "x.y", "new"])
        let answer1 = try document.delete(PathBytes(bytes("x\\.y")))
        #expect(answer1)
        #expect(document.names("") == ["1", "new"])
    }
}
