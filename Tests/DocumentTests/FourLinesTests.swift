import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("The document of four lines")
struct FourLinesTests {

    func fresh() throws -> Document {
        Document(default: try #require(try ModelLibrary.model(named: "four-lines")))
    }

    func lines(_ document: Document) throws -> [String] {
        try (0..<4).map {
            String(decoding: try document.value(at: KeyPath("lines.\($0)".utf8)) ?? [], as: UTF8.self)
        }
    }

    @Test("a fresh document is four empty lines")
    func fresh4() throws {
        let document = try fresh()
        #expect(try lines(document) == ["", "", "", ""])
        #expect(document.rootNames() == ["lines"])
        #expect(document.revision == 0)
    }

    @Test("an edit is one revision, and its inverse gives the old bytes")
    func edit() throws {
        var document = try fresh()
        let before = try document.archive.encode()
        try document.setElement(2, of: KeyPath("lines".utf8), to: Array("three\r\n\0".utf8))
        let committed = document.commit(.init(time: 0, client: "", command: "lset"))
        let edit = try #require(committed)
        #expect(edit.revision == 1)
        #expect(try lines(document)[2] == "three\r\n\0")
        #expect(try document.archive.encode() != before)
        document.takeBack(edit)
        #expect(try document.archive.encode() == before)
        #expect(document.revision == 0)
    }

    @Test("a line that does not exist, and bytes that are not UTF-8, are refused with path and reason")
    func refusals() throws {
        var document = try fresh()
        #expect(throws: Refusal.outOfRange("lines has 4 elements, 0 to 3, and no 4")) {
            try document.setElement(4, of: KeyPath("lines".utf8), to: [])
        }
        #expect(throws: Refusal("invalid UTF-8", detail: "lines.0 is a string, and byte 1 of 2 is not UTF-8")) {
            try document.setElement(0, of: KeyPath("lines".utf8), to: [0x61, 0xFF])
        }
        #expect(!document.isBeingEdited)
    }

    @Test("the example's lines, set by hand, give the example's bytes")
    func asExample() throws {
        let bytes = try example("data.archive")
        var original = Document(try Archive(bytes), model: try fresh().model)
        var document = try fresh()
        for (index, line) in try lines(original).enumerated() {
            try document.setElement(index, of: KeyPath("lines".utf8), to: Array(line.utf8))
        }
        #expect(try document.archive.encode() == bytes)
        try original.setElement(3, of: KeyPath("lines".utf8), to: Array("naïve 🚗".utf8))
        #expect(try original.archive.encode() != bytes)
        try original.setElement(3, of: KeyPath("lines".utf8), to: [])
        #expect(try original.archive.encode() == bytes)
    }
}
