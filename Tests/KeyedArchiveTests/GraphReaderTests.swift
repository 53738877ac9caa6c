import FourLinesPropertyList
import Testing

@testable import KeyedArchive

@Suite("Reading an archive")
struct GraphReaderTests {
    private func archive(_ change: (inout [(Int, Int)], inout Fixture) -> Void) -> [UInt8] {
        var file = Fixture()
        file.add(.null)
        let null = file.add(.ascii("$null"))
        let names = ["$version", "$archiver", "$top", "$objects"].map { file.add(.ascii($0)) }
        let values = [
            file.add(.integer(100_000, width: 4)), file.add(.ascii("NSKeyedArchiver")), file.add(.dictionary([])),
            file.add(.array([null])),
        ]
        var fields = Array(zip(names, values))
        change(&fields, &file)
        file.objects[0] = .dictionary(fields)
        return file.bytes
    }

    @Test("what lacks a part is not an archive")
    func lacking() throws {
        #expect(try Archive(archive { _, _ in }).graph.form == .keyedArchive)
        #expect(throws: ArchiveError.notAnArchive("there is no integer $version")) {
            try Archive(archive { fields, _ in fields.remove(at: 0) })
        }
        #expect(throws: ArchiveError.notAnArchive("there is no string $archiver")) {
            try Archive(archive { fields, _ in fields.remove(at: 1) })
        }
        #expect(throws: ArchiveError.notAnArchive("there is no dictionary $top")) {
            try Archive(archive { fields, _ in fields.remove(at: 2) })
        }
        #expect(throws: ArchiveError.notAnArchive("there is no array $objects")) {
            try Archive(archive { fields, _ in fields.remove(at: 3) })
        }
        #expect(throws: ArchiveError.version("7")) {
            try Archive(archive { fields, file in fields[0].1 = file.add(.integer(7, width: 1)) })
        }
        #expect(throws: ArchiveError.notAnArchive("$version is not an integer")) {
            try Archive(archive { fields, file in fields[0].1 = file.add(.real64(100_000)) })
        }
    }

    @Test("a dictionary with one such key is a plain property list")
    func plain() throws {
        let bytes = archive { fields, _ in fields.removeSubrange(2...) }
        #expect(try Archive(bytes).graph.form == .propertyList)
    }

    @Test("a UID past the end of $objects is refused, with its number")
    func dangling() throws {
        var uid = 0
        let bytes = archive { fields, file in
            uid = file.add(.uid(9, width: 1))
            fields[2].1 = file.add(.dictionary([(1, uid)]))
        }
        #expect(throws: ArchiveError.danglingUID(9, object: UInt32(uid))) { try Archive(bytes) }
    }

    @Test("a class that is no class record is refused")
    func badClass() throws {
        let bytes = archive { fields, file in
            let key = file.add(.ascii("$class"))
            let object = file.add(.dictionary([(key, file.add(.uid(0, width: 1)))]))
            fields[3].1 = file.add(.array([1, object]))
        }
        #expect(throws: ArchiveError.badClass(object: 1)) { try Archive(bytes) }
    }

    @Test("an inline container that holds itself is refused")
    func cycle() throws {
        var file = Fixture()
        file.add(.array([0]))
        #expect(throws: ArchiveError.self) { try Archive(file.bytes) }
        var mutual = Fixture()
        mutual.add(.array([1, 1]))
        mutual.add(.array([0, 0]))
        #expect(throws: ArchiveError.self) { try Archive(mutual.bytes) }
    }

    @Test("an array that holds itself by UID is a legal cycle")
    func legalCycle() throws {
        let bytes = archive { fields, file in
            let uid = file.add(.uid(1, width: 1))
            let list = file.add(.array([uid, uid]))
            let record = file.add(
                .dictionary([(file.add(.ascii("$classname")), file.add(.ascii("NSArray")))]))
            let object = file.add(
                .dictionary([
                    (file.add(.ascii("NS.objects")), list),
                    (file.add(.ascii("$class")), file.add(.uid(2, width: 1))),
                ]))
            fields[3].1 = file.add(.array([1, object, record]))
            fields[2].1 = file.add(.dictionary([(file.add(.ascii("root")), uid)]))
        }
        let graph = try Archive(bytes).graph
        let top = try topID(graph)
        let root = try #require(graph.field("root", of: top)?.container)
        let elements = graph.container(graph.field("NS.objects", of: root))?.elements.all ?? []
        #expect(elements == [.container(root), .container(root)])
    }

    private func topID(_ graph: Graph) throws -> ObjectID { try #require(graph.top) }

    @Test("a file of a few hundred bytes cannot expand to billions of elements")
    func expansion() {
        var file = Fixture()
        for level in 0..<40 { file.add(.array(Array(repeating: level + 1, count: 10))) }
        file.add(.null)
        #expect(throws: ArchiveError.self) { try Archive(file.bytes) }
    }

    @Test("nesting is read to the limit, and no further", arguments: [(511, true), (514, false)])
    func nesting(levels: Int, isRead: Bool) {
        var file = Fixture()
        file.referenceSize = 2
        for level in 0..<levels { file.add(.array([level + 1])) }
        file.add(.null)
        let isSound = (try? Archive(file.bytes)) != nil
        #expect(isSound == isRead)
    }

    @Test("a long chain of objects takes no stack")
    func chain() throws {
        var file = Fixture()
        file.referenceSize = 4
        file.offsetSize = 4
        let count = 200_000
        file.add(.null)
        let next = file.add(.ascii("next"))
        var entries: [Int] = [file.add(.ascii("$null"))]
        for index in 1...count {
            let uid = file.add(.uid(UInt64(index % count + 1), width: 4))
            entries.append(file.add(.dictionary([(next, uid)])))
        }
        let fields = [
            (file.add(.ascii("$version")), file.add(.integer(100_000, width: 4))),
            (file.add(.ascii("$archiver")), file.add(.ascii("NSKeyedArchiver"))),
            (file.add(.ascii("$top")), file.add(.dictionary([(next, file.add(.uid(1, width: 1)))]))),
        ]
        let objects = file.add(
            .raw(
                [0xAF, 0x12] + bigEndian(UInt64(entries.count), 4)
                    + entries.flatMap { bigEndian(UInt64($0), 4) }))
        file.objects[0] = .dictionary(fields + [(file.add(.ascii("$objects")), objects)])
        let graph = try Archive(file.bytes).graph
        #expect(graph[ObjectID(UInt32(count))]?.fields.first?.slot == .container(ObjectID(1)))
        let again = try Archive(CanonicalWriter.encode(graph)).graph
        #expect(GraphShape.difference(graph, again) == nil)
    }

    private func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    @Test("kinds, widths and texts come as the file has them")
    func kinds() throws {
        let sample = try #require(ForeignArchives.all.first { $0.name == "a plain property list" })
        let graph = try Archive(sample.bytes).graph
        let top = try #require(graph.top)
        #expect(graph.field("text", of: top) == .string("\u{E9}"))
        #expect(graph.field("count", of: top) == .integer(low: .max, high: 0, width: 8))
        #expect(graph.field("when", of: top) == .date(.nan))
        #expect(graph.field("flag", of: top) == .boolean(false))
        #expect(graph.field("uid", of: top) == .uid(9, width: 4))
        #expect(graph.field("blob", of: top) == .data([]))
        #expect(graph.field("half", of: top) == .real64(0.25))
        let list = graph.container(graph.field("list", of: top))?.elements.all
        #expect(list == [.string("a"), .string("a"), .null])
    }

    @Test(
        "keys in the same place of dictionaries are one key only if their texts are",
        arguments: [
            // The second is Latin-1 whose bytes are those of the first in UTF-8.
            ([0x61, 0x00, 0xE9], [0x52, 0xC3, 0xA9]), ([0x61, 0x00, 0x61], [0x51, 0x61]),
            ([0x51, 0x61], [0x51, 0x62]), ([0x51, 0x37], [0x10, 0x07]), ([0x10, 0x07], [0x51, 0x37]),
            ([0x51, 0x61], [0x51, 0x61]),
        ] as [([UInt8], [UInt8])])
    func keysInOnePlace(first: [UInt8], second: [UInt8]) throws {
        var encoder = BinaryEncoder(objectCount: 6)
        encoder.array(count: 2)
        for number in [1, 2] as [UInt32] { encoder.reference(number) }
        for key in [3, 4] as [UInt32] {
            encoder.dictionary(count: 1)
            encoder.reference(key)
            encoder.reference(5)
        }
        encoder.copy(first, first.indices)
        encoder.copy(second, second.indices)
        encoder.boolean(true)
        let file = try encoder.finish(topObject: 0)
        let archive = try Archive(file)
        let graph = archive.graph
        let keys = graph.container(graph.root)?.elements.all.compactMap { graph.container($0)?.fields.first?.key } ?? []
        let texts = try [3, 4].map { number in
            let view = try BinaryPropertyList(file)
            return view.text(try view.object(number))
        }
        #expect(keys.count == 2)
        #expect((keys.first == keys.last) == (texts[0] != nil && texts[0] == texts[1]))
        #expect(try TableWriter.encode(graph, in: #require(archive.source)) == file)
    }

    @Test("foreign files are read, and keep what is special in them", arguments: ForeignArchives.all)
    func foreign(sample: ForeignArchives.Sample) throws {
        let archive = try Archive(sample.bytes)
        #expect(archive.source?.isCanonical == false)
        #expect(try archive.encode() == sample.bytes)
        let again = try Archive(CanonicalWriter.encode(archive.graph)).graph
        #expect(GraphShape.difference(archive.graph, again) == nil)
    }

    @Test("duplicates, placeholders and orphans are kept apart")
    func special() throws {
        func graph(_ name: String) throws -> Graph {
            try Archive(#require(ForeignArchives.all.first { $0.name.hasPrefix(name) }).bytes).graph
        }
        let odd = try graph("no $null")
        let oddTop = try topID(odd)
        let root = try #require(odd.field("root", of: oddTop)?.container)
        let elements = odd.container(odd.field("NS.objects", of: root))?.elements.all ?? []
        #expect(elements.map(\.text?.description) == ["not nil", nil, "twin", "twin", "twin"])
        #expect(elements[1].kind == .nil)
        let rest = try graph("unreferenced")
        #expect(rest.orphans.count == 2)
        #expect(rest.orphans.first?.text == "orphan")
        let keys = try graph("duplicate")
        let keysTop = try topID(keys)
        let object = try #require(keys.field("root", of: keysTop)?.container)
        #expect(keys[object]?.fields.map { keys.keys[$0.key].description } == ["key", "key", "$class"])
        #expect(keys[object]?.fields.map(\.variant) == [1, 0, 0] || keys[object]?.fields.map(\.variant) == [0, 1, 0])
    }

    // MARK: - Hostile input

    /// The files that hostile input is made from.
    static let seeds: [ForeignArchives.Sample] =
        ForeignArchives.all + [
            .init(name: "four lines", bytes: (try? CanonicalWriter.encode(Samples.lines(["a", "b", "c", "d"]))) ?? [])
        ]

    /// Reads bytes, and where they are sound rewrites them: neither may trap.
    private func tryOut(_ bytes: [UInt8]) {
        guard let archive = try? Archive(bytes) else { return }
        guard let rewritten = try? CanonicalWriter.encode(archive.graph) else { return }
        guard let again = try? Archive(rewritten) else {
            // A text "$null" or a UID among the entries can turn a sound graph into one that is none.
            return
        }
        _ = again.graph.holdsSame(as: archive.graph)
    }

    @Test("every truncation of a file is an error", arguments: seeds)
    func truncations(sample: ForeignArchives.Sample) {
        for length in 0..<sample.bytes.count {
            #expect(throws: ArchiveError.self) { try Archive(Array(sample.bytes[..<length])) }
        }
    }

    @Test("mutated files are errors or graphs that can be written, never a trap", arguments: seeds)
    func mutations(sample: ForeignArchives.Sample) {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("mutations of \(sample.name): seed \(seed)")
        var random = SeededRandom(seed)
        for _ in 0..<3000 {
            var bytes = sample.bytes
            for _ in 0...random.below(4) {
                let index = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[index] = UInt8(random.below(256))
                case 1: bytes[index] ^= 1 << UInt8(random.below(8))
                case 2: bytes[index] = bytes[random.below(bytes.count)]
                default:
                    bytes[max(8, bytes.count - 1 - random.below(min(64, bytes.count - 8)))] = UInt8(random.below(32))
                }
            }
            tryOut(bytes)
        }
    }
}
