import Foundation
import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("Archives without a model", .enabled(if: corpus != nil))
struct CorpusTests {
    /// A file of the corpus.
    struct File: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    static let files: [File] = {
        guard let corpus else { return [] }
        let root = URL(fileURLWithPath: corpus).appendingPathComponent("archives")
        var found: [File] = []
        for case let name as String in FileManager.default.enumerator(atPath: root.path) ?? .init()
        where !name.hasSuffix(".tsv") {
            guard let data = try? Data(contentsOf: root.appendingPathComponent(name)), !data.isEmpty else { continue }
            found.append(File(name: name, bytes: [UInt8](data)))
        }
        return found.sorted { $0.name < $1.name }
    }()

    @Test(
        "each opens, every path found by walking leads somewhere, and one edit and its reversal give the old bytes",
        arguments: files)
    func walk(file: File) throws {
        var document = Document(
            try Archive(file.bytes), model: try ModelChoice.automatic().model(of: Archive(file.bytes)))
        var paths: [KeyPath] = [KeyPath(components: [])]
        if let top = document.find(PathBytes(bytes("$top"))) {
            paths += document.names(of: top).map { KeyPath(components: ["$top", $0]) }
        }
        var met: Set<ObjectID> = []
        var leaves: [(path: KeyPath, kind: LeafKind)] = []
        while let path = paths.popLast() {
            let node = try #require(document.find(path), "\(path)")
            #expect(document.canonicalPath(PathBytes(path)) != nil)
            if let leaf = document.leaf(of: node) {
                leaves.append((path, leaf.kind))
                _ = LeafText.bytes(of: leaf)
                continue
            }
            if let id = node.slot.container, !met.insert(id).inserted { continue }
            let names = document.names(of: node)
            #expect(names.count == document.childCount(of: node))
            // Of keys that are the same text, or no text at all, only the first has a path of its own.
            for name in Set(names) where document.find(path.appending(name)) != nil {
                paths.append(path.appending(name))
            }
        }
        #expect(!leaves.isEmpty || document.root == nil || met.count > 0)
        guard
            let edited = leaves.first(where: { $0.kind == .string })
                ?? leaves.first(where: {
                    [.integer, .real64, .real32, .date, .data, .boolean, .url, .uuid].contains($0.kind)
                })
        else { return }
        let old = try #require(try document.value(at: edited.path))
        let new = ["an edit", "7", "false", "true", "2010-08-04T16:01:03Z", "68753A44-4D6F-1226-9C60-0050E4C00067"]
        for text in new where bytes(text) != old {
            guard (try? document.set(edited.path, to: bytes(text))) != nil else { continue }
            break
        }
        let committed = document.commit()
        let edit = try #require(committed, "\(edited.path) was not edited")
        let changed = try document.archive.encode()
        #expect(changed != file.bytes)
        #expect(try Document(Archive(changed), model: nil).archive.encode() == changed)
        document.takeBack(edit)
        #expect(try document.archive.encode() == file.bytes)
        try document.set(edited.path, to: old)
        #expect(document.commit() == nil, "the text form of what is there is another value")
    }
}

/// Where real archives lie; without it their tests are skipped.
let corpus = ProcessInfo.processInfo.environment["FOURLINES_CORPUS"]
