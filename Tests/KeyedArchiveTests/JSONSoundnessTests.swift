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

    @Test("an archive whose array $objects has a number is refused, as nothing could name it")
    func numberedObjects() {
        let text = """
            {"$form": "keyed archive", "$version": 100000, "$archiver": "NSKeyedArchiver",
            "$objects": {"$id": 4, "$array": []}, "$top": {"root": {"$ref": 4}}}
            """
        #expect {
            try Archive(json: Array(text.utf8))
        } throws: { error in
            guard case ArchiveError.json(let what, offset: _) = error else { return false }
            return what == "$objects is an array without a number"
        }
    }

    /// JSON that says something twice, or a number that nothing can hold: where, and what is wrong there.
    static let unclear: [(json: String, offset: Int, reason: String)] = [
        (#"{"a": 1, "a": 1}"#, 9, "the key “a” stands in this object already"),
        (#"[{"b": 1}, {"a": {"a": 1}, "b": 2, "\u0061": 1}]"#, 35, "the key “a” stands in this object already"),
        ("{" + (0..<40).map { "\"k\($0 % 39)\": 0" }.joined(separator: ", ") + "}", 381, "the key “k0” stands"),
        (#"{"$$a": 1, "$$a": 1}"#, 11, "the key “$$a” stands in this object already"),
        (#"[{"$int": 1, "$width": 1, "$width": 2}]"#, 26, "the mark “$width” stands in this object already"),
        (#"{"$order": [0], "$order": [0], "a": 1}"#, 16, "the mark “$order” stands in this object already"),
        (#"{"a": 1e999}"#, 6, "a number that is too large for a real of 64 bits"),
        ("[-1.8e308]", 1, "a number that is too large for a real of 64 bits"),
        (#"[{"$float": 1e39}]"#, 17, "a number that is too large for a real of 32 bits"),
        ("[1, 170141183460469231731687303715884105728]", 4, "an integer of more than 128 bits"),
        ("[-170141183460469231731687303715884105729]", 1, "an integer of more than 128 bits"),
        (#"[{"$null": true}]"#, 16, "the value of $null is none"),
        (#"{"$null": [1]}"#, 14, "the value of $null is none"),
        (#"{"$id": 4, "$ref": 4}"#, 21, "only a container has a number"),
        (#"{"$id": 4, "$int": 4}"#, 21, "only a container has a number"),
        (#"{"$array": [], "$id": 4}"#, 23, "a number stands before what it numbers"),
        (#"{"$set": 5}"#, 11, "the value of $set is none"),
        (#"[{"$id": 1, "a": 1}, {"$array": {"$ref": 1}}]"#, 44, "the value of $array is none"),
        (#"{"$pairs": {"a": 1}}"#, 20, "the value of $pairs is none"),
    ]

    @Test("what is said twice, and numbers that nothing holds, are refused with their place", arguments: unclear)
    func refusedInPlace(json: String, offset: Int, reason: String) {
        #expect {
            try Archive(json: Array(json.utf8))
        } throws: { error in
            guard case ArchiveError.json(let what, offset: let place) = error else { return false }
            #expect(place == offset, "\(what)")
            return what.hasPrefix(reason)
        }
    }

    @Test(
        "numbers at the edge of what is held are what they are",
        arguments: [
            "-170141183460469231731687303715884105728", "170141183460469231731687303715884105727",
            "18446744073709551616", "-9223372036854775809", "1.7976931348623157e+308", "5e-324",
        ])
    func edges(number: String) throws {
        let archive = try Archive(json: Array("[\(number)]".utf8))
        let again = try Archive(archive.binary())
        #expect(GraphShape.difference(archive.graph, again.graph) == nil)
        #expect(String(decoding: try again.json(), as: UTF8.self) == "[\n  \(number)\n]\n")
    }

    @Test("an archive whose own dictionary has a key twice is no JSON, as that could not be read")
    func twiceInRoot() throws {
        var graph = try archive("null").graph
        let root = try #require(graph.root.container)
        let fields = try #require(graph[root]?.fields)
        let again = try #require(fields.first { graph.keys[$0.key] == "$version" })
        graph.apply(.field(of: root, position: fields.count, old: nil, new: again))
        #expect(throws: ArchiveError.self) { try Archive(graph: graph).json() }
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
