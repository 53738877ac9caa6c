import Testing

@testable import KeyedArchive

@Suite("Archives as JSON")
struct JSONTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("an archive reads as what it is")
    func readable() throws {
        let json = text(try Archive(graph: Samples.lines(["call Ann", "\"\u{1F697}\"\n"])).json())
        #expect(
            json == """
                {
                  "$form": "keyed archive",
                  "$version": 100000,
                  "$archiver": "NSKeyedArchiver",
                  "$top": {
                    "root": {
                      "$class": [
                        "FourLines",
                        "NSObject"
                      ],
                      "kLinesKey": {
                        "NS.objects": [
                          "call Ann",
                          "\\"\u{1F697}\\"\\n"
                        ],
                        "$class": [
                          "NSArray",
                          "NSObject"
                        ]
                      }
                    }
                  },
                  "$objects": []
                }

                """)
    }

    @Test("JSON in gives the graph and the bytes that JSON out was made of")
    func canonical() throws {
        let graph = Samples.lines((0..<2000).map { "line \($0)" })
        let again = try Archive(json: Archive(graph: graph).json())
        #expect(GraphShape.difference(graph, again.graph) == nil)
        #expect(try again.encode() == CanonicalWriter.encode(graph))
    }

    @Test("files in foreign forms keep their graph", arguments: ForeignArchives.all)
    func foreign(sample: ForeignArchives.Sample) throws {
        let graph = try Archive(sample.bytes).graph
        let json = try Archive(graph: graph).json()
        let again = try Archive(json: json).graph
        #expect(GraphShape.difference(graph, again) == nil)
        #expect(again.orphans.count == graph.orphans.count)
        // Only the numbers of shared containers may be others.
        let second = try Archive(json: Archive(graph: again).json()).graph
        #expect(GraphShape.difference(graph, second) == nil)
    }

    @Test("real files keep their graph", .enabled(if: Corpus.folder != nil), arguments: Corpus.archives)
    func realFiles(file: Corpus.File) throws {
        let archive = try Archive(file.bytes)
        let again = try Archive(json: archive.json())
        #expect(GraphShape.difference(archive.graph, again.graph) == nil)
        #expect(archive.graph.orphans.count == again.graph.orphans.count)
    }

    @Test("a cycle is a number")
    func cycle() throws {
        var graph = Samples.lines(["a"])
        let id = try #require(Samples.elements(of: graph))
        let top = try #require(graph.top)
        let root = try #require(graph.field("root", of: top))
        graph.apply(.splice(of: id, index: 0, old: [], new: [root, root]))
        let json = text(try Archive(graph: graph).json())
        #expect(json.contains("\"$id\": 3"))
        #expect(json.contains("\"$ref\": 3"))
        let again = try Archive(json: Array(json.utf8)).graph
        #expect(GraphShape.difference(graph, again) == nil)
    }

    @Test("every kind of leaf keeps its kind, width and bits", arguments: [true, false])
    func leaves(isReference: Bool) throws {
        let slots: [Slot] = [
            .boolean(true, isReference: isReference), .integer(-5, isReference: isReference),
            .unsigned(.max, isReference: isReference),
            .integer(low: 7, high: 0, width: 4, isReference: isReference),
            .integer(low: 0, high: 1, width: 16, isReference: isReference),
            .integer(low: .max, high: .max, width: 16, isReference: isReference),
            .real64(0.1, isReference: isReference), .real64(-0.0, isReference: isReference),
            .real64(5, isReference: isReference), .real64(.infinity, isReference: isReference),
            .real64(Double(nan: 77, signaling: false), isReference: isReference),
            .real32(0.1, isReference: isReference), .real32(.nan, isReference: isReference),
            .real64(.leastNonzeroMagnitude, isReference: isReference), .data([], isReference: isReference),
            .data([1], isReference: isReference), .data([1, 2], isReference: isReference),
            .data([1, 2, 3], isReference: isReference), .string("$class", isReference: isReference),
            .string("\u{0}\u{7F}\\/", isReference: isReference),
            .string([0xED, 0xA0, 0x80], isReference: isReference),
            .string([0xED, 0xB0, 0x80, 0xED, 0xA0, 0x80], isReference: isReference),
        ]
        var graph = Samples.lines([])
        let id = try #require(Samples.elements(of: graph))
        graph.apply(.splice(of: id, index: 0, old: [], new: slots))
        let again = try Archive(json: Archive(graph: graph).json()).graph
        #expect(GraphShape.difference(graph, again) == nil)
    }

    @Test("plain JSON is a plain property list")
    func plain() throws {
        let json = Array(#"{"a": [1, 2.5, true, null, {}], "$$b": "\ud83d\ude97\ud800", "$class": "x"}"#.utf8)
        let graph = try Archive(json: json).graph
        let top = try #require(graph.top)
        #expect(graph.form == .propertyList)
        let list = graph.container(graph.field("a", of: top))?.elements.all ?? []
        #expect(Array(list.prefix(4)) == [.integer(1), .real64(2.5), .boolean(true), .null])
        #expect(graph.field("$b", of: top)?.bytes == [0xF0, 0x9F, 0x9A, 0x97, 0xED, 0xA0, 0x80])
        #expect(graph.field("$class", of: top) == .string("x"))
        #expect(GraphShape.difference(graph, try Archive(json: Archive(graph: graph).json()).graph) == nil)
        #expect(try Archive(Archive(graph: graph).encode()).graph.form == .propertyList)
    }

    @Test("dates are ISO 8601 where that keeps them", arguments: [0, 0.5, -1e9, 1e300, .nan, .infinity, 1 / 3])
    func dates(seconds: Double) throws {
        var graph = Graph(form: .propertyList, root: .container(ObjectID(1), isReference: false))
        graph.put(Container(shape: .array, isInline: true, elements: SlotList([.date(seconds)])), at: ObjectID(1))
        graph.top = ObjectID(1)
        let json = try Archive(graph: graph).json()
        #expect(GraphShape.difference(graph, try Archive(json: json).graph) == nil)
        if seconds == 0 { #expect(text(json).contains("2001-01-01T00:00:00Z")) }
    }

    @Test(
        "what is not sound JSON, or says no archive, is an error with its place",
        arguments: [
            "", "[", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "[01]", "[1.]", "[1e]", "[tru]", "\"\\x\"",
            "\"\u{1}\"", "\"a", "[1] 2", "[\"\\u12\"]", "{\"$ref\": 1}", "{\"$data\": \"A\"}",
            "{\"$data\": \"A===\"}", "{\"$int\": 300, \"$width\": 1}", "{\"$int\": 1, \"$width\": 3}",
            "{\"$unknown\": 1}", "{\"$null\"}", "{\"$date\": \"today\"}", "{\"$form\": \"other\"}",
            "{\"$form\": \"keyed archive\"}", "{\"$order\": [1], \"a\": 1}", "{\"$id\": 1, \"$id\": 2}",
            "[{\"$id\": 1, \"a\": 1}, {\"$id\": 1, \"a\": 1}]", "{\"$pairs\": [1]}",
            "{\"$form\": \"keyed archive\", \"$top\": {\"a\": {\"$class\": \"None\"}}, \"$objects\": []}",
            "[170141183460469231731687303715884105728]",
        ])
    func errors(json: String) throws {
        #expect {
            try Archive(json: Array(json.utf8))
        } throws: { error in
            guard case ArchiveError.json(let what, let offset) = error else { return false }
            return !what.isEmpty && offset >= 0 && offset <= json.utf8.count
        }
    }

    @Test("text that is not UTF-8 is refused")
    func malformedText() {
        #expect(throws: ArchiveError.self) { try Archive(json: [0x22, 0xFF, 0x22]) }
        #expect(throws: ArchiveError.self) { try Archive(json: [0x22, 0xC0, 0x80, 0x22]) }
    }

    @Test("no depth ends the program", arguments: [200_000])
    func depth(levels: Int) throws {
        let json =
            Array(repeating: UInt8(ascii: "["), count: levels) + Array(repeating: UInt8(ascii: "]"), count: levels)
        let graph = try Archive(json: json).graph
        #expect(throws: ArchiveError.self) { try Archive(graph: graph).encode() }
        #expect(try Archive(json: Archive(graph: graph).json()).graph.top != nil)
    }

    @Test("every truncation and random mutation of JSON is an error or a graph")
    func hostile() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("mutations of JSON: seed \(seed)")
        var random = SeededRandom(seed)
        for sample in ForeignArchives.all {
            let json = try Archive(sample.bytes).json()
            let end = json.count - 1
            for length in 0..<end { #expect(throws: ArchiveError.self) { try Archive(json: Array(json[..<length])) } }
            for _ in 0..<500 {
                var bytes = json
                for _ in 0...random.below(3) {
                    let index = random.below(bytes.count)
                    bytes[index] = random.below(2) == 0 ? bytes[random.below(bytes.count)] : UInt8(random.below(128))
                }
                guard let archive = try? Archive(json: bytes) else { continue }
                _ = try? archive.encode()
                _ = try archive.json()
            }
        }
    }
}
