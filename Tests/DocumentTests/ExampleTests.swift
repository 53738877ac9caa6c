import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("The archives of the five programs")
struct ExampleTests {
    @Test("a fresh document with the example's values has the example's bytes")
    func values() throws {
        var staff = try Document.fresh("staff")
        for (path, text) in [
            ("nickName", "kim"), ("email", "kim@example.org"), ("phone", "555-0100"), ("sex", "f"),
            ("position", "engineer"),
        ] {
            try staff.set(path, text)
        }
        #expect(try staff.archive.encode() == example("staff.archi"))

        var notes = try Document.fresh("notes")
        let index = try notes.addObject(
            to: PathBytes([]), [(bytes("date"), bytes("2010-08-05T16:01:03.25Z")), (bytes("content"), bytes("第二条"))])
        #expect(index == 1)
        #expect(try notes.archive.encode() == example("NotesList.archive"))

        var profile = try Document.fresh("profile")
        let original = Document(try Archive(example("archivingFile")), model: profile.model)
        for path in ["image", "name", "gender", "vocation", "page", "theSlider", "isSwitchOn"] {
            let leaf = try #require(try original.leaf(at: PathBytes(bytes(path))))
            try profile.set(PathBytes(bytes(path)), to: LeafText.bytes(of: leaf))
        }
        #expect(try profile.archive.encode() == example("archivingFile"))
    }

    @Test("the default roster has the example's bytes")
    func roster() throws { #expect(try Document.fresh("roster").archive.encode() == example("roster.archive")) }

    @Test(
        "an edit of an example and its reversal give the old bytes",
        arguments: [
            ("four-lines", "data.archive", "lines.2", "x"), ("staff", "staff.archi", "email", "x"),
            ("notes", "NotesList.archive", "1.date", "1999-12-31T23:59:59.5Z"),
            ("profile", "archivingFile", "theSlider", "0.1"), ("roster", "roster.archive", "athletes.2.eligible", "no"),
        ])
    func edit(model: String, file: String, path: String, text: String) throws {
        let before = try example(file)
        var document = Document(try Archive(before), model: try ModelLibrary.model(named: model))
        try document.set(path, text)
        let committed = document.commit()
        let edit = try #require(committed)
        #expect(try document.archive.encode() != before)
        document.takeBack(edit)
        #expect(try document.archive.encode() == before)
    }
}
