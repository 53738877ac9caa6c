import FourLinesPropertyList
import Testing

@testable import KeyedArchive

@Suite("Archives as XML")
struct XMLTests {
    private func lines(_ texts: [String]) throws -> [UInt8] {
        try Archive(graph: Samples.lines(texts)).xml().bytes
    }

    private func change(_ archive: inout Archive, _ index: Int, to text: String) throws {
        let id = try #require(Samples.elements(of: archive.graph))
        let old = try #require(archive.graph[id]?.elements[index])
        archive.graph.apply(.element(of: id, index: index, old: old, new: .string(text, isReference: true)))
    }

    @Test("an XML archive holds what the binary one holds")
    func same() throws {
        let archive = try Archive(lines(["a", "<b> & \u{1F697}"]))
        #expect(archive.source?.isXML == true)
        #expect(archive.source?.isCanonical == true)
        #expect(archive.graph.form == .keyedArchive)
        let id = try #require(Samples.elements(of: archive.graph))
        #expect(archive.graph[id]?.elements[1].text == "<b> & \u{1F697}")
    }

    @Test("an unedited XML file keeps its bytes, with comments and layout")
    func unedited() throws {
        let text = String(decoding: try lines(["a"]), as: UTF8.self)
        let bytes = Array(text.replacing("<plist", with: "<!-- mine -->\n<plist").replacing("\t", with: "  ").utf8)
        var archive = try Archive(bytes)
        #expect(try archive.encode() == bytes)
        try change(&archive, 0, to: "b")
        #expect(try archive.encode() == lines(["b"]))
        try change(&archive, 0, to: "a")
        #expect(try archive.encode() == bytes)
    }

    @Test("an edit changes the one element of the XML")
    func edited() throws {
        var archive = try Archive(lines(["a", "b", "c"]))
        try change(&archive, 1, to: "changed")
        #expect(try archive.encode() == lines(["a", "changed", "c"]))
        var bytes: [UInt8] = []
        let rest = try archive.encode { chunk, range in
            bytes += chunk[range]
            return true
        }
        #expect(try bytes + rest == archive.encode())
    }

    @Test("objects in an order that is not Apple's keep their UIDs after an edit")
    func foreignOrder() throws {
        let sample = try #require(ForeignArchives.all.first { $0.name.hasPrefix("unreferenced") })
        let xml = try Archive(sample.bytes).xml().bytes
        var archive = try Archive(xml)
        #expect(archive.source?.isCanonical == false)
        let top = try #require(archive.graph.top)
        let root = try #require(archive.graph.field("root", of: top)?.container)
        let key = try #require(archive.graph.key("text"))
        let position = try #require(archive.graph[root]?.position(of: key))
        let old = try #require(archive.graph[root]?.fields[position])
        var new = old
        new.slot = .string("replaced", isReference: true)
        archive.graph.apply(.field(of: root, position: position, old: old, new: new))
        let before = String(decoding: xml, as: UTF8.self).split(separator: "\n")
        let after = String(decoding: try archive.encode(), as: UTF8.self).split(separator: "\n")
        // The text has a second user, an orphan, so that it gets an entry of its own.
        #expect(after.count == before.count + 1)
        #expect(after.filter { $0.contains("orphan") }.count == 1)
        #expect(GraphShape.difference(archive.graph, try Archive(archive.encode()).graph) == nil)
    }

    @Test("what XML does not show is said, what it cannot hold is refused")
    func losses() throws {
        let archive = Archive(graph: Samples.lines(["a"]))
        #expect(try archive.xml().losses.isEmpty)
        let sample = try #require(ForeignArchives.all.first { $0.name.hasPrefix("other") })
        #expect(throws: ArchiveError.self) { try Archive(sample.bytes).xml() }
        #expect(throws: ArchiveError.self) { try Archive(graph: Samples.lines(["\u{0}"])).xml() }
    }

    @Test(
        "real files keep their graph as XML and back, or say why not", .enabled(if: Corpus.folder != nil),
        arguments: Corpus.archives)
    func realFiles(file: Corpus.File) throws {
        let archive = try Archive(file.bytes)
        #expect(try archive.encode() == file.bytes)
        #expect(archive.source?.isXML == !file.isBinary)
        do {
            let (xml, losses) = try archive.xml()
            let again = try Archive(xml)
            #expect(try again.xml().bytes == xml)
            let binary = try Archive(again.binary()).graph
            #expect(GraphShape.difference(again.graph, binary, inlineByValue: true) == nil)
            guard losses.isEmpty else { return }
            // Keys are sorted in XML; the order of Apple's writer comes back with the binary form.
            #expect(again.graph.orphans.count == archive.graph.orphans.count)
        } catch ArchiveError.propertyList(let error) {
            guard case .notRepresentable = error.reason else { throw error }
        }
    }
}
