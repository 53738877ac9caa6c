import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("Kinds and text forms")
struct KindTests {
    static let model = """
        [Model]
        Name=kinds
        File=kinds.archive
        RootKey=root
        Root=Kinds
        [Class Kinds]
        Chain=Kinds NSObject
        Field=string type=string
        Field=mutable type=mutable-string
        Field=boolean type=boolean
        Field=integer type=integer
        Field=float type=float
        Field=double type=double
        Field=data type=data
        Field=mutableData type=mutable-data
        Field=date type=date
        Field=url type=url
        Field=uuid type=uuid
        Field=any type=any
        Field=list type=array of=date
        Field=fixed type=array of=integer count=2
        """

    func fresh() throws -> Document { Document(default: try Model(parsing: bytes(Self.model), file: "kinds")) }

    /// A text that a field takes, and the text that it then has.
    struct Form: Sendable, CustomTestStringConvertible {
        let path: String
        let text: String
        let read: String
        init(_ path: String, _ text: String, _ read: String? = nil) {
            (self.path, self.text, self.read) = (path, text, read ?? text)
        }
        var testDescription: String { "\(path) \(text)" }
    }

    @Test(
        "a field takes the text forms of its type and keeps its kind",
        arguments: [
            Form("string", "naïve 🚗\r\n\0"), Form("mutable", "é"), Form("boolean", "YES", "true"),
            Form("boolean", "1", "true"), Form("boolean", "on", "true"), Form("boolean", "off", "false"),
            Form("integer", "0"), Form("integer", "-9223372036854775808"), Form("integer", "18446744073709551615"),
            Form("float", "0.1"), Form("float", "16777217", "16777216"), Form("float", "nan"), Form("float", "-inf"),
            Form("double", "0.1"), Form("double", "1e300", "1e+300"), Form("double", "inf"), Form("double", "-0"),
            Form("double", "3.0", "3"), Form("date", "2010-08-04T16:01:03Z"), Form("date", "1999-12-31T23:59:59.25Z"),
            Form("date", "2010-08-04T18:01:03+02:00", "2010-08-04T16:01:03Z"), Form("date", "nan"),
            Form("date", "0001-01-01T00:00:00Z"), Form("url", "https://example.org/?a=b#c"), Form("url", ""),
            Form("uuid", "68753a44-4d6f-1226-9c60-0050e4c00067", "68753A44-4D6F-1226-9C60-0050E4C00067"),
            Form("data", "bytes"), Form("mutableData", "more"), Form("any", "text"), Form("fixed.1", "7"),
        ])
    func form(_ form: Form) throws {
        var document = try fresh()
        let kind = document.kind(form.path)
        try document.set(form.path, form.text)
        #expect(try document.text(form.path) == form.read)
        if form.path != "any" { #expect(document.kind(form.path) == kind) }
        let read = Document(try Archive(document.archive.encode()), model: document.model)
        #expect(try read.text(form.path) == form.read)
        #expect(read.kind(form.path) == document.kind(form.path))
    }

    @Test(
        "a text that does not fit is refused, naming field, type and text",
        arguments: [
            Form("boolean", "maybe", "boolean is of type boolean, and “maybe” is not true or false"),
            Form("integer", "1.5", "integer is of type integer, and “1.5” is not an integer of 64 bits"),
            Form("integer", "+1", "integer is of type integer, and “+1”"), Form("integer", "01", "integer"),
            Form("integer", "18446744073709551616", "not an integer of 64 bits"), Form("integer", "", "“”"),
            Form("float", "1e39", "float is of type float"), Form("double", "1e309", "double is of type double"),
            Form("double", " 1", "double"), Form("double", "0x10", "double"),
            Form("date", "2010-08-04T16:01:03", "is not a date with its zone"),
            Form("date", "2010-02-30T00:00:00Z", "is not a date of the calendar"), Form("date", "now", "or now"),
            Form("uuid", "68753a44", "is not a UUID"), Form("fixed.2", "1", "the list has 2 elements"),
            Form("nothing", "1", "there are string, mutable, boolean"),
        ])
    func refusal(_ form: Form) throws {
        var document = try fresh()
        do {
            try document.set(form.path, form.text)
            Issue.record("\(form.text) was not refused")
        } catch {
            #expect(error.description.contains(form.read), "\(error)")
            #expect(!document.isBeingEdited)
        }
    }

    @Test("bytes that are not UTF-8 are refused in a text, and kept in data; lone surrogates are kept")
    func malformed() throws {
        var document = try fresh()
        for path in ["string", "mutable", "url"] {
            #expect(throws: Refusal.self) { try document.set(PathBytes(bytes(path)), to: [0x61, 0xFF]) }
            try document.set(PathBytes(bytes(path)), to: [0xED, 0xA0, 0x80])
        }
        for path in ["data", "mutableData"] {
            try document.set(PathBytes(bytes(path)), to: [0x61, 0xFF, 0])
            #expect(try document.value(at: KeyPath(path.utf8)) == [0x61, 0xFF, 0])
        }
    }

    @Test("now is the clock's moment")
    func now() throws {
        var document = try fresh()
        document.clock = { 0.5 }
        try document.set("date", "now")
        #expect(try document.text("date") == "2001-01-01T00:00:00.5Z")
    }

    @Test("DEL puts a field back to its default, and refuses a fixed list")
    func deletion() throws {
        var document = try fresh()
        try document.set("integer", "5")
        let answer1 = try document.delete(PathBytes(bytes("integer")))
        #expect(answer1)
        #expect(try document.text("integer") == "0")
        let answer2 = try document.delete(PathBytes(bytes("integer")))
        #expect(!answer2)
        let answer3 = try document.delete(PathBytes(bytes("nothing")))
        #expect(!answer3)
        #expect(throws: Refusal.self) { try document.delete(PathBytes(bytes("fixed"))) }
        #expect(throws: Refusal.self) {
            try document.push([bytes("1")], to: PathBytes(bytes("fixed")), atHead: true, making: true)
        }
        #expect(throws: Refusal.self) { try document.delete(PathBytes([])) }
        try document.set("fixed.0", "3")
        let answer4 = try document.delete(PathBytes(bytes("fixed.0")))
        #expect(answer4)
        #expect(try document.text("fixed.0") == "0")
    }

    @Test("a shared NSDate is replaced and an unshared one changed; a mutable string is changed for all who share it")
    func sharing() throws {
        var editor = GraphEditor(.emptyArchive())
        let date = editor.slot(of: .date(0))
        let text = editor.slot(of: .mutableString(bytes("old")))
        let root = editor.array([date, date, text, text, editor.slot(of: .date(5))])
        let top = try #require(editor.graph.top)
        let key = editor.intern("root")
        editor.apply(.field(of: top, position: 0, old: nil, new: .init(key: key, rank: 0, slot: root)))
        var document = Document(Archive(graph: editor.graph), model: nil)
        try document.set("0", "2001-01-01T00:01:00Z")
        #expect(try document.text("1") == "2001-01-01T00:00:00Z")
        #expect(try document.text("0") == "2001-01-01T00:01:00Z")
        try document.set("2", "new")
        #expect(try document.text("3") == "new")
        let before = document.find(PathBytes(bytes("4")))?.slot.container
        try document.set("4", "2001-01-01T00:02:00Z")
        #expect(document.find(PathBytes(bytes("4")))?.slot.container == before)
        #expect(document.kind("0") == "date" && document.kind("2") == "mutable string")
    }

    @Test("decimal numbers are shown and set")
    func decimal() throws {
        var editor = GraphEditor(.emptyArchive())
        let number = try #require(DecimalNumber(bytes("-12.50")))
        let root = editor.array([editor.slot(of: .decimal(number))])
        let top = try #require(editor.graph.top)
        let key = editor.intern("root")
        editor.apply(.field(of: top, position: 0, old: nil, new: .init(key: key, rank: 0, slot: root)))
        var document = Document(Archive(graph: editor.graph), model: nil)
        #expect(try document.text("0") == "-12.5")
        #expect(document.kind("0") == "decimal")
        for text in ["0", "0.000001", "340282366920938463463374607431768211455", "-1200", "nan"] {
            try document.set("0", text)
            #expect(try document.text("0") == text)
        }
        #expect(throws: Refusal.self) { try document.set("0", "1.2.3") }
    }
}
