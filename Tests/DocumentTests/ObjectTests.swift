import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("Objects, and what the five programs do with them")
struct ObjectTests {
    func path(_ text: String) -> PathBytes { PathBytes(bytes(text)) }

    @Test("a note is added, found by its date in any zone, changed and removed; a date stands once")
    func notes() throws {
        var notes = try Document.fresh("notes")
        let index = try notes.addObject(
            to: path(""), [(bytes("date"), bytes("2024-02-29T12:00:00.5Z")), (bytes("content"), bytes("leap"))])
        #expect(index == 1)
        #expect(
            try notes.findElements(in: path(""), where: bytes("date"), is: bytes("2024-02-29T13:00:00.5+01:00")) == [1])
        #expect(try notes.findElements(in: path(""), where: bytes("content"), is: bytes("leap")) == [1])
        #expect(try notes.findElements(in: path(""), where: bytes("date"), is: bytes("2024-02-29T12:00:00Z")).isEmpty)
        #expect(throws: Refusal.self) { try notes.findElements(in: path(""), where: bytes("date"), is: bytes("x")) }
        #expect(notes.commit() != nil)

        #expect(throws: Refusal.self) { try notes.set("1.date", "2010-08-04T16:01:03Z") }
        notes.rollBack()
        #expect(throws: Refusal.self) {
            try notes.addObject(to: path(""), [(bytes("date"), bytes("2010-08-04T18:01:03+02:00"))])
        }
        notes.rollBack()
        try notes.set("1.date", "2024-02-29T12:00:00.5Z")
        try notes.set("1.date", "2024-03-01T12:00:00Z")
        try notes.set("1.content", "March")
        let isGone = try notes.delete(path("0"))
        #expect(isGone)
        #expect(try notes.text("0.content") == "March")
        #expect(notes.rootNames() == ["0"])
    }

    @Test("a note without a date gets the present one")
    func now() throws {
        var notes = try Document.fresh("notes")
        notes.clock = { 60 }
        _ = try notes.addObject(to: path(""), [])
        #expect(try notes.text("1.date") == "2001-01-01T00:01:00Z")
        #expect(throws: Refusal.self) { try notes.addObject(to: path(""), []) }
    }

    @Test("an athlete is added with the rest by default, and is apart from the shared times")
    func roster() throws {
        var roster = try Document.fresh("roster")
        let index = try roster.addObject(
            to: path("athletes"), [(bytes("name"), bytes("Ann")), (bytes("scoreCard.bestTime"), bytes("1:00"))])
        #expect(index == 7)
        #expect(try roster.text("athletes.7.name") == "Ann")
        #expect(try roster.text("athletes.7.scoreCard.bestTime") == "1:00")
        #expect(try roster.text("athletes.7.eligible") == "true")
        #expect(roster.names("athletes.7") == ["name", "bio", "phoneNumber", "scoreCard", "eligible"])
        _ = try roster.push([bytes("9:99")], to: path("athletes.7.scoreCard.allTimes"), atHead: false, making: false)
        _ = try roster.push([bytes("8:88")], to: path("athletes.2.scoreCard.allTimes"), atHead: false, making: false)
        #expect(try roster.text("athletes.5.scoreCard.allTimes.3") == "8:88")
        #expect(try roster.text("athletes.7.scoreCard.allTimes.0") == "9:99")
        #expect(throws: Refusal.self) { try roster.addObject(to: path("athletes"), [(bytes("age"), bytes("1"))]) }
        #expect(throws: Refusal.self) { try roster.addObject(to: path("athletes.0.scoreCard.allTimes"), []) }
        #expect(throws: Refusal.self) {
            try roster.push([bytes("x")], to: path("athletes"), atHead: false, making: false)
        }
    }

    @Test("the shared times stay one object through edits and a restart")
    func shared() throws {
        var roster = try Document.fresh("roster")
        try roster.set("athletes.4.scoreCard.allTimes.1", "0:01")
        let read = Document(try Archive(roster.archive.encode()), model: roster.model)
        let times = (0..<7).map { read.find(path("athletes.\($0).scoreCard.allTimes"))?.slot.container }
        #expect(Set(times).count == 1)
        #expect(try read.text("athletes.0.scoreCard.allTimes.1") == "0:01")
    }

    @Test("a field that the file lacks is added where its model encodes it")
    func missingField() throws {
        var model = try #require(try ModelLibrary.model(named: "roster"))
        let whole = Document(default: model)
        var fields = try #require(model.classes["Athlete"])
        let all = fields.fields
        fields.fields.removeAll { $0.name == "phoneNumber" }
        model.classes["Athlete"] = fields
        model.defaults = model.defaults.map { step in
            guard case .add(let path, let values) = step else { return step }
            return .add(path, values.filter { $0.field.description != "phoneNumber" })
        }
        let old = Document(default: model)
        model.classes["Athlete"]?.fields = all
        var document = Document(try Archive(old.archive.encode()), model: model)
        #expect(try document.text("athletes.0.phoneNumber") == nil)
        for index in 0..<7 { try document.set("athletes.\(index).phoneNumber", "321-3241") }
        #expect(try document.archive.encode() == whole.archive.encode())
        let committed = document.commit()
        document.takeBack(try #require(committed))
        #expect(try document.archive.encode() == old.archive.encode())
    }

    @Test("the picture is switched, and an object in its place gives way to data")
    func picture() throws {
        var profile = try Document.fresh("profile")
        let gemini = try #require(EmbeddedFiles.bytes(of: "config/models/profile/gemini.png"))
        try profile.set(path("image"), to: gemini)
        #expect(try profile.value(at: KeyPath("image".utf8)) == gemini)
        let isReset = try profile.delete(path("image"))
        #expect(isReset)
        #expect(
            try profile.value(at: KeyPath("ImageKey".utf8)) == EmbeddedFiles.bytes(of: "config/models/profile/boy.png"))
    }

    @Test("an archive picks its model by root key and class")
    func choice() throws {
        let choice = try ModelChoice.automatic()
        #expect(choice.modelOfNew?.name == "four-lines")
        for name in ["four-lines", "staff", "notes", "profile", "roster"] {
            let document = try Document.fresh(name)
            #expect(try choice.model(of: document.archive)?.name == name)
            let staff = try #require(try ModelLibrary.model(named: "staff"))
            if name != "staff" {
                #expect(throws: ModelChoice.Mismatch.self) { try ModelChoice.fixed(staff).model(of: document.archive) }
            }
        }
        #expect(try choice.model(of: Document.fresh("dictionary").archive) == nil)
    }

    @Test("a long dictionary finds its keys at once, also behind removals and their reversal")
    func longDictionary() throws {
        var document = try Document.fresh("dictionary")
        for number in 0..<1000 { try document.set("key\(number)", "\(number)") }
        _ = document.commit()
        for number in stride(from: 0, to: 1000, by: 3) { _ = try document.delete(path("key\(number)")) }
        let committed = document.commit()
        let edit = try #require(committed)
        for number in 0..<1000 { #expect(try document.text("key\(number)") == (number % 3 == 0 ? nil : "\(number)")) }
        document.takeBack(edit)
        for number in 0..<1000 { #expect(try document.text("key\(number)") == "\(number)") }
        #expect(document.rootNames().count == 1000)
    }
}
