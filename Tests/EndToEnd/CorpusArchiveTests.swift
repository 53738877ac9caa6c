import FourLinesLinux
import FourLinesRESP
import Testing

@Suite("Archives without a model", .enabled(if: Shared.folder != nil, "FOURLINES_SHARED names no folder"))
struct CorpusArchiveTests {
    /// How many paths of one archive are asked for, and how deep they may lead: some archives hold themselves.
    static let most = 4000
    static let depth = 24

    /// A path that was found by walking, and what is there.
    struct Found {
        let path: [UInt8]
        let kind: String
    }

    @Test("each opens, every path found by walking answers, and an edit and its UNDO leave the file's bytes")
    func all() throws {
        var counts = (archives: 0, paths: 0, edited: [String: Int]())
        for file in Shared.archives {
            let folder = try TestFolder()
            try folder.makeFolder("state")
            try folder.write("state/data.archive", file.bytes)
            let daemon = try DaemonProcess(in: folder)
            let dialogue = try Dialogue(with: daemon)
            let found = try walk(dialogue, file.name)
            counts.archives += 1
            counts.paths += found.count
            let kind = try edit(found, dialogue, file)
            counts.edited[kind, default: 0] += 1
            #expect(try dialogue.ask("SAVE") == .ok)
            #expect(try folder.read("state/data.archive") == file.bytes, "\(file.name)")
            #expect(try daemon.terminate() == .exited(0))
            #expect(try folder.read("state/data.archive") == file.bytes, "\(file.name)")
        }
        print("archives without a model: \(counts.archives) opened, \(counts.paths) paths, edited: \(counts.edited)")
        #expect(counts.archives >= 100)
    }

    /// Walks by KEYS, HKEYS and LLEN; answers the leaves.
    private func walk(_ dialogue: Dialogue, _ name: String) throws -> [Found] {
        var leaves: [Found] = []
        var count = 0
        var level = Set(try dialogue.ask("KEYS", "*").elements.map { Self.path([], $0.bytes) })
        level.formUnion(try dialogue.ask("HKEYS", "$top").elements.map { Self.path(Array("$top".utf8), $0.bytes) })
        for _ in 0..<Self.depth where !level.isEmpty && count < Self.most {
            let paths = Array(level.sorted { $0.lexicographicallyPrecedes($1) }.prefix(Self.most - count))
            count += paths.count
            level = []
            let kinds = try dialogue.replies(to: paths.map { [Array("TYPE".utf8), $0] })
            let asked = try dialogue.replies(
                to: zip(paths, kinds).map { path, kind in [Array(Self.command(for: kind).utf8), path] })
            let exact = try dialogue.replies(to: paths.map { [Array("KIND".utf8), $0] })
            for (index, path) in paths.enumerated() {
                let shown = String(decoding: path, as: UTF8.self)
                switch (kinds[index].text, asked[index]) {
                case ("string", .bulk), ("string", .null):
                    leaves.append(Found(path: path, kind: exact[index].text ?? ""))
                case ("list", .integer(let length)):
                    for number in 0..<min(Int(length), 200) { level.insert(Self.path(path, Array("\(number)".utf8))) }
                case ("hash", .array(let names)): for child in names { level.insert(Self.path(path, child.bytes)) }
                default: Issue.record("\(name): \(shown) is \(kinds[index]) and answers \(asked[index])")
                }
            }
        }
        return leaves
    }

    private static func command(for kind: Reply) -> String {
        switch kind.text {
        case "list": "LLEN"
        case "hash": "HKEYS"
        default: "GET"
        }
    }

    /// The path of a child, its name escaped.
    private static func path(_ parent: [UInt8], _ name: [UInt8]) -> [UInt8] {
        var path = parent
        if !path.isEmpty { path.append(UInt8(ascii: ".")) }
        for byte in name {
            if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "\\") { path.append(UInt8(ascii: "\\")) }
            path.append(byte)
        }
        return path
    }

    /// The kinds that are edited, the best first, and texts of which at least one is another value.
    private static let editable: [(kind: String, texts: [String])] = [
        ("string", ["an edit"]), ("integer", ["7", "8"]), ("double", ["0.5", "1.5"]), ("float", ["0.5", "1.5"]),
        ("date", ["2010-08-04T16:01:03Z"]), ("data", ["an edit"]), ("mutable data", ["an edit"]),
        ("mutable string", ["an edit"]), ("boolean", ["true", "false"]), ("url", ["https://example.org/"]),
        ("uuid", ["68753A44-4D6F-1226-9C60-0050E4C00067"]),
    ]

    /// Edits one value, saves, and takes the edit back; answers its kind.
    private func edit(_ leaves: [Found], _ dialogue: Dialogue, _ file: Shared.File) throws -> String {
        for (kind, texts) in Self.editable {
            guard let leaf = leaves.first(where: { $0.kind == kind }) else { continue }
            let old = try dialogue.reply(to: [Array("GET".utf8), leaf.path]).text
            let new = texts.first { $0 != old } ?? ""
            let shown = "\(file.name): \(String(decoding: leaf.path, as: UTF8.self))"
            #expect(try dialogue.reply(to: [Array("SET".utf8), leaf.path, Array(new.utf8)]) == .ok, "\(shown)")
            #expect(try dialogue.reply(to: [Array("GET".utf8), leaf.path]).text == new, "\(shown)")
            #expect(try dialogue.ask("SAVE") == .ok, "\(shown)")
            #expect(try dialogue.ask("UNDO").elements.count == 10, "\(shown)")
            #expect(try dialogue.reply(to: [Array("GET".utf8), leaf.path]).text == old, "\(shown)")
            return kind
        }
        return "nothing"
    }
}
