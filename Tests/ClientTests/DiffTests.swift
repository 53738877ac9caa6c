import FourLinesDocument
import KeyedArchive
import Testing

@testable import FourLinesClient

@Suite("fourlines diff")
struct DiffTests {
    @Test(
        "Elements that are the same are found, and what stands between them is paired",
        arguments: [
            ([1, 2, 3], [1, 2, 3], "==="), ([], [1], "+"), ([1], [], "-"), ([1, 2], [0, 1, 2], "+=="),
            ([1, 2, 3], [1, 9, 3], "=~="), ([1, 2, 3], [3], "--="), ([1, 2, 3, 4], [1, 3, 4, 5], "=-==+"),
            ([1, 2, 3], [9, 2, 8], "~=~"), ([1, 2], [7, 8, 9], "~~+"), ([0, 0, 0, 0], [5, 0, 0, 6], "~==~"),
            ([1, nil], [1, nil], "=~"),
        ] as [([Int?], [Int?], String)])
    func alignment(old: [Int?], new: [Int?], expected: String) {
        let steps = ListAlignment.steps(old, new)
        let marks = steps.map { step in
            switch step {
            case .same: "="
            case .pair: "~"
            case .removed: "-"
            case .added: "+"
            }
        }
        #expect(marks.joined() == expected)
    }

    @Test("Each element stands in the steps once, in order", arguments: [UInt64](0..<50))
    func everyElement(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func list() -> [Int?] {
            (0..<Int.random(in: 0...12, using: &generator)).map { _ in Int.random(in: 0...3, using: &generator) }
        }
        let (old, new) = (list(), list())
        var (first, second): ([Int], [Int]) = ([], [])
        for step in ListAlignment.steps(old, new) {
            switch step {
            case .same(let index, let other):
                #expect(old[index] == new[other])
                first.append(index)
                second.append(other)
            case .pair(let index, let other):
                first.append(index)
                second.append(other)
            case .removed(let index): first.append(index)
            case .added(let index): second.append(index)
            }
        }
        #expect(first == Array(old.indices) && second == Array(new.indices))
    }

    @Test(
        "As few elements as can be are different, which a table of all prefixes says, too", arguments: [UInt64](0..<50))
    func shortest(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func list(_ count: Int) -> [Int?] { (0..<count).map { _ in Int.random(in: 0...4, using: &generator) } }
        // Of lists of one length those that keep their places may be preferred.
        let (old, new) = (list(11), list(8))
        var lengths = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
        for row in 1...old.count {
            for column in 1...new.count {
                lengths[row][column] =
                    old[row - 1] == new[column - 1]
                    ? lengths[row - 1][column - 1] + 1 : max(lengths[row - 1][column], lengths[row][column - 1])
            }
        }
        let same = ListAlignment.steps(old, new).count { step in
            if case .same = step { true } else { false }
        }
        #expect(same == lengths[old.count][new.count])
    }

    @Test("Long lists that differ in few places, or in all")
    func long() {
        let old: [Int?] = (0..<20_000).map { $0 }
        let new = [-1] + old[..<19_000] + old[19_001...]
        #expect(
            ListAlignment.steps(old, new).filter { step in
                if case .same = step { false } else { true }
            } == [.added(0), .removed(19_000)])
        let others: [Int?] = old.map { $0.map { -1 - $0 } } + [7]
        #expect(ListAlignment.steps(old, others).last == .added(20_000))
    }

    private func document(_ form: FileForm? = nil) throws -> Document {
        let archive = try Archive(FileFixtures.drafts())
        guard let form else { return try ArchiveFile(.path("a"), nil, FileFixtures.drafts()).document() }
        return try ArchiveFile(.path("a"), nil, archive.encode(as: form).bytes).document()
    }

    private func lines(_ old: Document, _ new: Document) -> String {
        var output: [UInt8] = []
        for difference in DocumentComparison.differences(old, new) { difference.append(to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    @Test("A document that holds itself is like itself, in XML too")
    func same() throws {
        #expect(lines(try document(), try document()).isEmpty)
        #expect(lines(try document(), try document(.archiveXML)) == "")
    }

    @Test("Values, keys and elements that differ are told once, by their paths")
    func changes() throws {
        let old = try document()
        var new = old
        try new.set(PathBytes(Array("lines.0".utf8)), to: Array("call Bob".utf8))
        try new.set(PathBytes(Array("due".utf8)), to: Array("2011-01-01T00:00:00Z".utf8))
        try new.set(PathBytes(Array("table.new".utf8)), to: Array("y".utf8))
        _ = try new.delete(PathBytes(Array("table.plain".utf8)))
        _ = try new.push([Array("\u{1B}last".utf8)], to: PathBytes(Array("lines".utf8)), atHead: false, making: false)
        #expect(
            lines(old, new) == """
                - lines.0  "call Ann"
                + lines.0  "call Bob"
                + lines.3  "\\u{1b}last"
                - due  2010-08-04T16:01:03.5Z
                + due  2011-01-01T00:00:00Z
                - table.plain  "x"
                + table.new  "y"

                """)
        let json = DocumentComparison.differences(new, old).map {
            String(decoding: JSONWriter.bytes($0.json), as: UTF8.self)
        }
        #expect(json[0] == #"{"path":"lines.0","change":"changed","old":"call Bob","new":"call Ann"}"#)
        #expect(json[1] == #"{"path":"lines.3","change":"removed","old":"\u001Blast"}"#)
    }

    @Test("The classes of a plain property list are not missed, its values are compared")
    func plain() throws {
        let old = try ArchiveFile(.path("a"), nil, FileFixtures.list(3)).document()
        let flat = try Archive(FileFixtures.list(3)).encode(as: .plistXML).bytes
        #expect(lines(old, try ArchiveFile(.path("b"), nil, flat).document()).isEmpty)
        let longer = try Archive(FileFixtures.list(4)).encode(as: .plistXML).bytes
        #expect(lines(old, try ArchiveFile(.path("b"), nil, longer).document()) == "+ 3  \"line 3\"\n")
    }

    @Test("An object of another class is a difference, and so is a list where a value was")
    func classes() throws {
        let drafts = try document()
        let list = try ArchiveFile(.path("a"), nil, FileFixtures.list(1)).document()
        let text = lines(list, drafts)
        #expect(text.hasPrefix("- 0  \"line 0\"\n+ lines.0  \"call Ann\"\n"), "\(text)")
        #expect(!text.contains("again"), "what is shared is told once")
    }
}
