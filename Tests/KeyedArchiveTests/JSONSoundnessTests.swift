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

    @Test(
        "parts of the archive's own dictionary that would stand in $objects are refused",
        arguments: [("{\"root\": null}", "$top"), ("\"NSKeyedArchiver\"", "$archiver"), ("100000", "$version")])
    func parts(value: String, key: String) {
        let parts = ["$version": "100000", "$archiver": "\"NSKeyedArchiver\"", "$top": "{}", "$objects": "[]"]
        func text(_ parts: [String: String]) -> [UInt8] {
            let members = parts.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
            return Array("{\"$form\": \"keyed archive\", \(members.joined(separator: ", "))}".utf8)
        }
        #expect(throws: Never.self) { try Archive(json: text(parts)) }
        let marked = parts.merging([key: "{\"$object\": \(value)}"]) { $1 }
        #expect(throws: ArchiveError.self) { try Archive(json: text(marked)) }
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
