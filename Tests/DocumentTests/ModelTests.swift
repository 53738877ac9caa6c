import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("Model files")
struct ModelTests {
    @Test("each model of the program is sound, and its name is that of its file", arguments: ModelLibrary.names)
    func library(name: String) throws {
        let model = try #require(try ModelLibrary.model(named: name))
        #expect(model.name == name)
        #expect(!model.description.isEmpty)
        let document = Document(default: model)
        #expect(document.revision == 0)
        #expect(!document.isBeingEdited)
        #expect(try Archive(document.archive.encode()).graph.form == .keyedArchive)
    }

    @Test("there are the five models and the dictionary")
    func names() {
        #expect(ModelLibrary.names == ["dictionary", "four-lines", "notes", "profile", "roster", "staff"])
    }

    @Test("the defaults are those of the programs")
    func defaults() throws {
        let staff = try Document.fresh("staff")
        #expect(staff.rootNames() == ["nickName", "email", "phone", "sex", "position"])
        #expect(try staff.text("email")?.isEmpty == true)

        let notes = try Document.fresh("notes")
        #expect(try notes.text("0.date") == "2010-08-04T16:01:03Z")
        #expect(try notes.text("0.content") == "Welcome to MyNote.")
        #expect(notes.rootNames() == ["0"])

        let profile = try Document.fresh("profile")
        #expect(try profile.text("theSlider") == "0.5")
        #expect(try profile.text("isSwitchOn") == "false")
        #expect(try profile.text("name")?.isEmpty == true)
        let picture = try #require(try profile.leaf(at: PathBytes(bytes("image"))))
        #expect(picture.value.bytes == EmbeddedFiles.bytes(of: "config/models/profile/boy.png"))
        #expect(picture.value.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(picture.value.bytes != EmbeddedFiles.bytes(of: "config/models/profile/gemini.png"))

        let roster = try Document.fresh("roster")
        #expect(try roster.text("rank") == "0")
        let athletes = try #require(roster.find(PathBytes(bytes("athletes"))))
        #expect(roster.childCount(of: athletes) == 7)
        #expect(try roster.text("athletes.6.name") == "Flavius Josephus")
        #expect(try roster.text("athletes.3.eligible") == "true")
        #expect(try roster.text("athletes.3.scoreCard.bestTime") == "12:30:22")
        let times = (0..<7).map { roster.find(PathBytes(bytes("athletes.\($0).scoreCard.allTimes")))?.slot.container }
        #expect(Set(times).count == 1 && times[0] != nil)
    }

    @Test("local dates of the default take the moment that they are in local time")
    func localDates() throws {
        var model = try #require(try ModelLibrary.model(named: "notes"))
        model.resolveLocalDates { year, month, day, hour, minute, second in
            #expect([Int(year), month, day, hour, minute, second] == [2010, 8, 4, 16, 1, 3])
            return 302_630_463 - 7200
        }
        #expect(try Document(default: model).text("0.date") == "2010-08-04T14:01:03Z")
    }

    /// A model that is refused: its text and the reason.
    struct Faulty: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let reason: String
        var testDescription: String { name }
    }

    static let head = "[Model]\nName=x\nFile=x.archive\nRootKey=root\n"

    @Test(
        "a wrong model is refused with the line and the reason",
        arguments: [
            Faulty(name: "no section", text: "", reason: "there is no section [Model]"),
            Faulty(name: "unknown section", text: "[Modell]\nName=x\n", reason: "line 1, [Modell]: unknown section"),
            Faulty(
                name: "unknown key", text: head + "Root=any\nRoots=X\n", reason: "line 6, [Model] Roots: unknown key"),
            Faulty(name: "missing root", text: head, reason: "the key Root is missing"),
            Faulty(name: "unknown class", text: head + "Root=X\n", reason: "neither a type nor a class"),
            Faulty(name: "a path as file", text: "[Model]\nName=x\nFile=a/b\nRootKey=r\nRoot=any\n", reason: "line 3"),
            Faulty(
                name: "a class without chain", text: head + "Root=X\n[Class X]\nField=a type=string\n",
                reason: "the key Chain is missing"),
            Faulty(
                name: "an unknown type", text: head + "Root=X\n[Class X]\nChain=X\nField=a type=number\n",
                reason: "line 8, [Class X] Field: neither a type nor a class of this model: number"),
            Faulty(
                name: "a field twice",
                text: head + "Root=X\n[Class X]\nChain=X\nField=a type=any\nField=b key=a type=any\n",
                reason: "line 9, [Class X] Field: this field or its key stands twice"),
            Faulty(
                name: "a wrong default", text: head + "Root=X\n[Class X]\nChain=X\nField=a type=integer default=x\n",
                reason: "line 8, [Class X] Field: the default is no integer"),
            Faulty(
                name: "a class that holds itself", text: head + "Root=X\n[Class X]\nChain=X\nField=a type=X\n",
                reason: "line 8, [Class X] Field: the default of this class would hold itself for ever"),
            Faulty(
                name: "a missing file", text: head + "Root=X\n[Class X]\nChain=X\nField=a type=data file=none\n",
                reason: "line 8, [Class X] Field: there is no file “none”"),
            Faulty(
                name: "a default that does not fit",
                text: head + "Root=X\n[Class X]\nChain=X\nField=a type=integer\n[Default]\nSet=a x\n",
                reason: "line 10, [Default] Set: value does not fit"),
            Faulty(
                name: "a key that is no field",
                text: head + "Root=X\n[Class X]\nChain=X\nField=a type=integer\nKey=b\n",
                reason: "line 9, [Class X] Key: there is no such field"),
            Faulty(
                name: "items that are no list",
                text: head + "Root=X\nItems=a\n[Class X]\nChain=X\nField=a type=integer\n",
                reason: "line 6, [Model] Items: there is no list at this path"),
        ])
    func refused(_ faulty: Faulty) {
        do {
            _ = try Model(parsing: bytes(faulty.text), file: "test.model")
            Issue.record("the model was not refused")
        } catch {
            #expect(error.description.hasPrefix("model test.model: "))
            #expect(error.description.contains(faulty.reason), "\(error)")
        }
    }

    @Test("a field may be optional, and a class then name itself")
    func optional() throws {
        let text =
            Self.head + "Root=Node\n[Class Node]\nChain=Node NSObject\nField=text type=mutable-string\n"
            + "Field=next type=Node optional\nField=tags type=dictionary of=integer\n"
        var document = Document(default: try Model(parsing: bytes(text), file: "x"))
        #expect(document.kind("next") == "nil")
        #expect(document.kind("text") == "mutable string")
        #expect(document.kind("tags") == "NSMutableDictionary")
        let isNew = try document.setField(bytes("text"), of: PathBytes(bytes("next")), to: bytes("second"))
        #expect(!isNew)
        #expect(try document.text("next.text") == "second")
        #expect(document.kind("next") == "Node")
        let answer1 = try document.setField(bytes("a"), of: PathBytes(bytes("tags")), to: bytes("5"))
        #expect(answer1)
        #expect(document.kind("tags.a") == "integer")
        #expect(throws: Refusal.self) { try document.set("tags.b", "x") }
        let answer2 = try document.delete(PathBytes(bytes("next")))
        #expect(answer2)
        #expect(document.kind("next") == "nil")
    }
}
