import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("Other forms of a document")
struct ExchangeTests {
    private func text(_ archive: Archive, _ path: String, _ model: Model?) throws -> String? {
        try Document(archive, model: model).text(path)
    }

    @Test(
        "each model's default goes through every form and comes back the same, where nothing is said to be lost",
        arguments: ModelLibrary.names)
    func models(name: String) throws {
        let document = try Document.fresh(name)
        let exchange = Exchange(document, sizeLimit: 1 << 20)
        var whole: [Archive.Form] = []
        for form in Archive.Form.allCases {
            let isWhole = (try? exchange.write(document.archive, as: form, isLossy: false)) != nil
            if isWhole { whole.append(form) }
            let file = try exchange.write(document.archive, as: form, isLossy: true)
            let again = try exchange.read(file, as: form)
            #expect(again.form == document.archive.form)
            guard isWhole else { continue }
            #expect(GraphComparison.holdsSame(again.graph, document.graph), "\(form)")
        }
        #expect(whole.contains(.archive) && whole.contains(.json))
        switch name {
        // All athletes share one list of times, which a plain list cannot say.
        case "roster": #expect(whole == [.archive, .archiveXML, .json])
        // The 32-bit slider is one of 64 bits in XML, but for the model's plain list.
        case "profile":
            #expect(whole == [.archive, .archiveXML, .plist, .plistXML, .json].filter { $0 != .archiveXML })
        default: #expect(whole == Archive.Form.allCases, "\(name)")
        }
    }

    @Test("a plain document takes archives, and gives them with the model's classes")
    func plainDocument() throws {
        let model = try #require(try ModelLibrary.model(named: "staff"))
        var document = Document(default: model, format: .plistXML)
        try document.set("email", "a@example.org")
        let exchange = Exchange(document, sizeLimit: 1 << 20)
        let file = try exchange.write(document.archive, as: .archive, isLossy: false)
        let archive = try Archive(file)
        #expect(try model.mismatch(with: archive.graph) == nil && text(archive, "email", model) == "a@example.org")
        let back = try exchange.read(file, as: .archive)
        #expect(back.form == .plistXML)
        #expect(try back.encode() == document.archive.encode())
    }

    @Test("without a model every file is taken, in the document's own form")
    func withoutModel() throws {
        let own = Document(try Archive(example("staff.archi")), model: nil)
        let exchange = Exchange(own, sizeLimit: 1 << 20)
        let read = try exchange.read(example("data.plist"), as: .plistXML)
        #expect(read.form == .archive)
        #expect(try text(read, "0", nil) == "Buy milk")
        let file = try example("roster.archive")
        #expect(try exchange.read(file, as: .archive).encode() == file)
    }

    @Test(
        "the default as a plain list holds what the default archive does",
        arguments: ["four-lines", "staff", "roster", "profile"])
    func plainDefault(name: String) throws {
        let model = try #require(try ModelLibrary.model(named: name))
        let plain = Document(default: model, format: .plist)
        #expect(plain.format == .plist)
        #expect(model.mismatch(with: plain.graph) == nil)
        let archive = Document(default: model)
        #expect(Set(plain.rootNames()) == Set(archive.rootNames()))
        let read = Document(try Archive(plain.archive.encode()), model: model)
        #expect(read.format == .plist)
        for path in ["lines.3", "email", "athletes.6.name", "athletes.2.scoreCard.allTimes.1", "theSlider", "image"] {
            #expect(try read.text(path) == archive.text(path), "\(path)")
        }
    }
}
