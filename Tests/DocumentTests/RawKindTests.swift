import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("Kinds without a model")
struct RawKindTests {
    /// A value in an archive of no model: a text that it takes, the text that it then has, and one that it refuses.
    struct Case: Sendable, CustomTestStringConvertible {
        let kind: String
        let old: LeafValue
        let text: String
        let read: String
        let refused: String?

        init(_ kind: String, _ old: LeafValue, _ text: String, _ read: String? = nil, refused: String? = nil) {
            (self.kind, self.old, self.text, self.refused) = (kind, old, text, refused)
            self.read = read ?? text
        }
        var testDescription: String { "\(kind) \(text)" }
    }

    /// An archive with an array of one value, and then a text.
    static func document(_ value: LeafValue) throws -> Document {
        var editor = GraphEditor(.emptyArchive())
        let held = editor.slot(of: value)
        let root = editor.array([held.held(asReference: true), .string(bytes("other"), isReference: true)])
        let key = editor.intern("anything")
        let top = try #require(editor.graph.top)
        editor.apply(.field(of: top, position: 0, old: nil, new: .init(key: key, rank: 0, slot: root)))
        return Document(try Archive(Archive(graph: editor.graph).encode()), model: nil)
    }

    @Test(
        "a value keeps its kind, also behind a restart, and refuses what is none of it, naming place, kind and text",
        arguments: [
            Case("string", .plain(.string(bytes("old"))), "naïve 🚗\r\n\u{0}"),
            Case("string", .plain(.string(bytes("old"))), ""),
            Case("mutable string", .mutableString(bytes("old")), "new"),
            Case("boolean", .plain(.boolean(false)), "yes", "true", refused: "2"),
            Case("integer", .plain(.integer(5)), "-9223372036854775808", refused: "5.0"),
            Case("integer", .plain(.integer(5)), "18446744073709551615", refused: "18446744073709551616"),
            Case("float", .plain(.real32(1)), "0.1", refused: "1e39"),
            Case("float", .plain(.real32(1)), "nan", refused: "NaN?"),
            Case("double", .plain(.real64(1)), "0.1", refused: "one"), Case("double", .plain(.real64(1)), "-inf"),
            Case("double", .plain(.real64(1)), "5e-324"),
            Case("decimal", .decimal(.init(isNegative: false, mantissa: 1, exponent: 0)), "-12.5", refused: "1.2.3"),
            Case("data", .plain(.data([1])), "bytes"), Case("mutable data", .mutableData([1]), "bytes"),
            Case("date", .date(0), "1969-07-20T20:17:40.5Z", refused: "1969-07-20T20:17:40"),
            Case("date", .date(0), "2010-08-04T18:01:03+02:00", "2010-08-04T16:01:03Z", refused: "yesterday"),
            Case("url", .url(bytes("a")), "https://example.org/?a=b#c"),
            Case("uuid", .uuid(Array(repeating: 1, count: 16)), "68753A44-4D6F-1226-9C60-0050E4C00067", refused: "6"),
        ])
    func kept(_ value: Case) throws {
        var document = try Self.document(value.old)
        #expect(document.kind("0") == value.kind)
        if let refused = value.refused {
            do {
                try document.set("0", refused)
                Issue.record("\(refused) was taken")
            } catch {
                let text = "value does not fit: 0 is of type \(value.kind), and “\(refused)” is not "
                #expect(error.description.hasPrefix(text), "\(error)")
            }
            #expect(!document.isBeingEdited)
        }
        try document.set("0", value.text)
        for document in [document, Document(try Archive(document.archive.encode()), model: nil)] {
            #expect(document.kind("0") == value.kind)
            #expect(try document.text("0") == value.read)
            #expect(try document.text("1") == "other")
        }
    }

    @Test("the text $null, which in an archive is nil, is kept or refused, but never lost")
    func nilText() throws {
        for (path, model) in [("lines.0", "four-lines"), ("a", "dictionary")] {
            var document = try Document.fresh(model)
            do {
                try document.set(path, "$null")
                let again = Document(try Archive(document.archive.encode()), model: document.model)
                #expect(try again.text(path) == "$null", "\(path)")
            } catch is Refusal {
                #expect(!document.isBeingEdited)
            }
        }
    }

    @Test("the only value of a property list cannot be set, and that is said")
    func single() throws {
        var document = Document(try Archive(bytes("<plist version=\"1.0\"><string>x</string></plist>")), model: nil)
        #expect(try document.text("") == "x")
        let error = #expect(throws: Refusal.self) { try document.set("", "y") }
        #expect(error?.description.contains("the root is the only value") == true)
    }

    @Test("in XML what the file cannot hold is refused, and what it holds comes back")
    func xml() throws {
        for format in [Model.Format.archiveXML, .plistXML] {
            let model = try #require(try ModelLibrary.model(named: "staff"))
            var document = Document(default: model, format: format)
            #expect(document.format == format)
            for text in ["\u{1}", "\u{FFFE}", "a\u{0}b"] {
                let error = #expect(throws: Refusal.self) { try document.set("sex", text) }
                #expect(error?.description.contains("sex is archived as XML, and XML cannot hold") == true)
            }
            #expect(throws: Refusal.self) { try document.set(PathBytes(bytes("sex")), to: [0xED, 0xA0, 0x80]) }
            try document.set("sex", "<&>\r\n\t🚗 naïve")
            let again = Document(try Archive(document.archive.encode()), model: model)
            #expect(again.format == format)
            #expect(try again.text("sex") == "<&>\r\n\t🚗 naïve")
        }
    }

    @Test("in a plain property list in XML dates are whole seconds")
    func plainDate() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>when</key><date>2010-08-04T16:01:03Z</date></dict></plist>
            """
        var document = Document(try Archive(bytes(text)), model: nil)
        #expect(document.kind("when") == "date")
        #expect(throws: Refusal.self) { try document.set("when", "2010-08-04T16:01:03.5Z") }
        #expect(throws: Refusal.self) { try document.set("when", "nan") }
        try document.set("when", "1969-07-20T20:17:40Z")
        #expect(try Document(Archive(document.archive.encode()), model: nil).text("when") == "1969-07-20T20:17:40Z")
    }
}
