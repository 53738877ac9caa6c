import Foundation
import KeyedArchive
import Testing

@testable import FourLinesDocument

@Suite("Random edits against a plain reference")
struct ModelCheckTests {
    #if DEBUG
        static let usual = 20_000
    #else
        static let usual = 1_000_000
    #endif
    static let steps = ProcessInfo.processInfo.environment["FOURLINES_STEPS"].flatMap { Int($0) } ?? usual
    static let seed =
        ProcessInfo.processInfo.environment["FOURLINES_SEED"].flatMap { UInt64($0) }
        ?? UInt64.random(in: 0...UInt64.max)

    @Test("a free document holds what the reference holds, edits are taken back, and the archive says the same")
    func free() throws {
        print("model check: seed \(Self.seed), \(Self.steps) steps")
        var random = SeededRandom(Self.seed)
        var document = try Document.fresh("dictionary")
        var reference = Reference()
        /// The last edits, with what the reference was before each.
        var past: [(edit: Edit, before: Reference)] = []
        for step in 0..<Self.steps {
            if random.below(8) == 0, let last = past.popLast() {
                document.takeBack(last.edit)
                reference = last.before
            } else {
                let before = reference
                let breadth = random.below(2) == 0 ? 4 : 300
                Self.edit(&document, &reference, breadth, &random)
                if let edit = document.commit() {
                    past.append((edit, before))
                    if past.count > 30 { past.removeFirst() }
                } else {
                    #expect(reference == before, "seed \(Self.seed), step \(step)")
                }
            }
            let isWhole = step % (Self.steps / 20) == 0
            let keys = isWhole ? Array(reference.values.keys) : [Self.key(300, &random)]
            for key in keys {
                try #require(Self.value(key, document) == reference.values[key], "seed \(Self.seed), step \(step)")
            }
            try #require(document.rootNames().count == reference.values.count, "seed \(Self.seed), step \(step)")
            guard isWhole else { continue }
            let read = Document(try Archive(document.archive.encode()), model: document.model)
            for key in reference.values.keys { try #require(Self.value(key, read) == reference.values[key]) }
        }
    }

    @Test(
        "edits of each model's document, all taken back, give the bytes of the beginning",
        arguments: ["four-lines", "staff", "notes", "profile", "roster"])
    func typed(model: String) throws {
        print("model check of \(model): seed \(Self.seed)")
        var random = SeededRandom(Self.seed)
        var document = try Document.fresh(model)
        var total = 0
        for _ in 0..<20 {
            let before = try document.archive.encode()
            var edits: [Edit] = []
            for _ in 0..<(Self.steps / 100) {
                try? Self.edit(&document, &random)
                if let edit = document.commit() { edits.append(edit) }
            }
            total += edits.count
            let after = try document.archive.encode()
            #expect(try Archive(after).graph.form == .keyedArchive)
            guard random.below(2) == 0 else { continue }
            for edit in edits.reversed() { document.takeBack(edit) }
            #expect(try document.archive.encode() == before, "seed \(Self.seed)")
        }
        #expect(total > Self.steps / 200, "only \(total) edits were made")
    }

    // MARK: - Free documents

    private static func key(_ breadth: Int, _ random: inout SeededRandom) -> [UInt8] {
        random.below(30) == 0 ? [0xFF, 0] : Array("k\(random.below(breadth))".utf8)
    }

    private static func text(_ random: inout SeededRandom) -> [UInt8] {
        switch random.below(8) {
        case 0: []
        case 1: [UInt8(random.below(256)), 0xFE]
        default: Array("v\(random.below(6))".utf8)
        }
    }

    private static func value(_ key: [UInt8], _ document: Document) -> Reference.Value? {
        guard let node = document.find(PathBytes(key)) else { return nil }
        func text(_ node: Node) -> [UInt8] { document.leaf(of: node).map { LeafText.bytes(of: $0) } ?? [] }
        switch document.content(of: node) {
        case .leaf: return .text(text(node))
        case .list:
            var elements: [[UInt8]] = []
            document.forEachChild(of: node) { _, child in
                elements.append(text(child))
                return true
            }
            return .list(elements)
        case .entries, .fields:
            var fields: [[UInt8]: [UInt8]] = [:]
            document.forEachChild(of: node) { name, child in
                fields[name.bytes] = text(child)
                return true
            }
            return .hash(fields)
        }
    }

    /// Makes the same edit in both; one of a wrong kind changes neither.
    private static func edit(
        _ document: inout Document, _ reference: inout Reference, _ breadth: Int, _ random: inout SeededRandom
    ) {
        let (key, text) = (key(breadth, &random), text(&random))
        let path = PathBytes(key)
        do throws(Refusal) {
            switch random.below(9) {
            case 0:
                try document.set(path, to: text)
                reference.values[key] = .text(text)
            case 1, 2:
                let isGone = try document.delete(path)
                if isGone { reference.values[key] = nil }
            case 3:
                let atHead = random.below(2) == 0
                _ = try document.push([text, text + [33]], to: path, atHead: atHead, making: true)
                var elements: [[UInt8]] = []
                if case .list(let own) = reference.values[key] { elements = own }
                reference.values[key] = .list(
                    atHead ? [text + [33], text] + elements : elements + [text, text + [33]])
            case 4:
                guard case .list(var elements) = reference.values[key] else { return }
                let index = random.below(elements.count)
                try document.setElement(index, of: path, to: text)
                elements[index] = text
                reference.values[key] = .list(elements)
            case 5:
                guard case .list(var elements) = reference.values[key] else { return }
                _ = try document.pop(1, from: path, atHead: true)
                elements.removeFirst()
                reference.values[key] = elements.isEmpty ? nil : .list(elements)
            case 6, 7:
                let field = self.key(breadth, &random)
                _ = try document.setField(field, of: path, to: text)
                var fields: [[UInt8]: [UInt8]] = [:]
                if case .hash(let own) = reference.values[key] { fields = own }
                fields[field] = text
                reference.values[key] = .hash(fields)
            default:
                guard case .hash(var fields) = reference.values[key] else { return }
                let field = self.key(breadth, &random)
                let isGone = try document.deleteField(field, of: path)
                if isGone { document.deleteIfEmpty(path) }
                fields[field] = nil
                reference.values[key] = fields.isEmpty ? nil : .hash(fields)
            }
        } catch { document.rollBack() }
    }

    // MARK: - Typed documents

    /// One edit somewhere in a document; what does not fit is refused.
    private static func edit(_ document: inout Document, _ random: inout SeededRandom) throws(Refusal) {
        var path = KeyPath(components: [])
        var node = document.root
        while let current = node, document.leaf(of: current) == nil, random.below(6) > 0 {
            let names = document.names(of: current)
            guard !names.isEmpty else { break }
            let name = names[random.below(names.count)]
            path = path.appending(name)
            node = document.find(path)
        }
        let texts = [
            "", "text", "naïve", "1", "0", "0.25", "true", "2010-08-04T16:01:03Z", "-7", "1999-01-01T00:00:00.5Z",
        ]
        let text = Array(texts[random.below(texts.count)].utf8)
        let place = PathBytes(path)
        do throws(Refusal) {
            switch random.below(8) {
            case 0: _ = try document.delete(place)
            case 1: _ = try document.push([text], to: place, atHead: random.below(2) == 0, making: false)
            case 2: _ = try document.pop(1, from: place, atHead: false)
            case 3: _ = try document.addObject(to: place, [])
            case 4: _ = try document.move(from: place, atHead: true, to: place, toHead: false)
            default: try document.set(place, to: text)
            }
        } catch {
            document.rollBack()
            throw error
        }
    }
}
