import Testing

@testable import KeyedArchive

@Suite("Soundness of JSON")
struct JSONSoundnessTests {
    private func archive(_ root: String) throws -> Archive {
        let text = """
            {"$form": "keyed archive", "$version": 100000, "$archiver": "NSKeyedArchiver",
            "$top": {"root": \(root)}, "$objects": []}
            """
        return try Archive(json: Array(text.utf8))
    }

    @Test(
        "an object whose class is no class record is refused, as its file would be",
        arguments: [
            #"{"$class": 5}"#, #"{"$class": {"$object": 5}}"#, #"{"$class": {"$object": {"x": 1}}}"#,
            #"{"$class": {"$object": {"$$classname": 1}}}"#, #"[{"$class": null}]"#,
        ])
    func refused(root: String) {
        #expect(throws: ArchiveError.self) { try archive(root) }
    }

    @Test("a $top that would stand in $objects is refused, texts and numbers beside it are what they are")
    func parts() throws {
        func text(_ top: String, _ version: String) -> [UInt8] {
            let rest = #""$archiver": "NSKeyedArchiver", "$version": \#(version), "$objects": []"#
            return Array("{\"$form\": \"keyed archive\", \"$top\": \(top), \(rest)}".utf8)
        }
        let plain = try Archive(json: text("{}", "100000"))
        #expect(try Archive(json: text("{}", #"{"$object": 100000}"#)).encode() == plain.encode())
        #expect(throws: ArchiveError.self) { try Archive(json: text(#"{"$object": {"root": null}}"#, "100000")) }
    }

    @Test("an archive with two arrays $objects is refused")
    func twoArrays() {
        let text = """
            {"$form": "keyed archive", "$version": 100000, "$archiver": "NSKeyedArchiver", "$objects": [], "$top": {},
            "$objects": []}
            """
        #expect(throws: ArchiveError.self) { try Archive(json: Array(text.utf8)) }
    }

    @Test(
        "a UID keeps a width that it fits in, and gets what it needs",
        arguments: [(0x12345, 3, 3), (0x12345, 2, 4), (1, 3, 3)])
    func uid(value: Int, asked: Int, width: UInt8) throws {
        let archive = try Archive(json: Array("[{\"$uid\": \(value), \"$width\": \(asked)}]".utf8))
        let again = try Archive(archive.binary()).graph
        #expect(again.container(again.root)?.elements[0] == .uid(UInt32(value), width: width))
    }

    @Test("a class among pairs keeps its record, which other objects have too", arguments: [1, 300])
    func pairs(others: Int) throws {
        let record = #"{"$object": {"$id": 9, "$$classname": "C", "$$classes": ["C", "NSObject"]}}"#
        let original = try archive(
            """
            {"NS.objects": [
            {"$pairs": [{"$inline": "a"}, 1, {"$inline": "a"}, 2, {"$inline": "$class"}, \(record)]},
            \(Array(repeating: #"{"b": 1, "$class": {"$ref": 9}}"#, count: others).joined(separator: ","))], "$class": ["NSArray", "NSObject"]}
            """)
        let again = try Archive(json: original.json())
        #expect(GraphShape.difference(original.graph, again.graph) == nil)
        let file = try original.binary()
        #expect(GraphShape.difference(original.graph, try Archive(file).graph, inlineByValue: true) == nil)
        #expect(
            GraphShape.difference(original.graph, try Archive(json: Archive(file).json()).graph, inlineByValue: true)
                == nil)
    }
}
