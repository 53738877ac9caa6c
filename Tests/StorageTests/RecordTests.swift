import KeyedArchive
import Testing

@testable import FourLinesDocument
@testable import FourLinesStorage

@Suite("Edits as records")
struct RecordTests {
    static func state(_ document: Document) -> [UInt8] { Life.state(document) }

    /// The document as a later process reads it.
    static func reread(_ document: Document) throws -> Document {
        Document(try Archive(try Archive(graph: document.graph).encode()), model: Samples.model)
    }

    /// Some edit: lists change, objects go, come, move and are shared, fields are set.
    static func edit(_ document: inout Document, _ random: inout SeededRandom) {
        guard let (_, elements) = try? document.list(at: PathBytes(Samples.lines)),
            let list = document.graph[elements]?.elements
        else { return }
        let count = list.count
        for _ in 0..<(1 + random.below(3)) {
            let slots = document.graph[elements]?.elements.all ?? []
            let index = random.below(slots.count + 1)
            switch random.below(7) {
            case 0 where index < slots.count:
                document.editor.apply(
                    .splice(of: elements, index: index, old: [slots[index]], new: []))
            case 1:
                document.editor.apply(
                    .splice(
                        of: elements, index: index, old: [],
                        new: [.string("new \(random.below(99))", isReference: true)]))
            case 2:
                let tags = document.editor.make { $0.array([.integer(Int64(random.below(9)), isReference: true)]) }
                let note = document.editor.make {
                    $0.object(
                        chain: ["Note", "NSObject"],
                        [("name", .string("made", isReference: true)), ("tags", tags)])
                }
                document.editor.apply(.splice(of: elements, index: index, old: [], new: [note]))
            case 3 where index < slots.count:
                // Moved, and perhaps held twice: a shared object.
                let to = random.below(slots.count)
                document.editor.apply(.splice(of: elements, index: to, old: [], new: [slots[index]]))
            case 4 where slots.count > 1:
                let pair = Array(slots[0..<2])
                document.editor.apply(.splice(of: elements, index: 0, old: pair, new: pair.reversed()))
            case 5:
                guard let object = slots.compactMap(\.container).randomElement(using: &random),
                    let position = document.graph[object]?.fields.firstIndex(where: {
                        document.graph.keys[$0.key] == "name"
                    }),
                    let old = document.graph[object]?.fields[position]
                else { continue }
                var new = old
                new.slot = .string("name \(random.below(99))", isReference: true)
                document.editor.apply(.field(of: object, position: position, old: old, new: new))
            default:
                guard index < slots.count, slots[index].isLeaf else { continue }
                document.editor.apply(
                    .element(
                        of: elements, index: index, old: slots[index], new: .string("set \(count)", isReference: true)))
            }
        }
    }

    @Test(
        "a record applied to a document that was read again gives the same, and its inverse what was before",
        arguments: 1...60)
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var live = Document(Samples.sharing("first"), model: Samples.model)
        var late = try Self.reread(live)
        var records: [(before: [UInt8], record: [UInt8])] = []
        for _ in 0..<12 {
            let before = Self.state(live)
            Self.edit(&live, &random)
            guard let edit = live.commit(.init(time: 0, client: "", command: "")) else { continue }
            let record = try #require(edit.record)
            records.append((before, record))
            try late.apply(record: record)
            _ = late.commit(.init(time: 0, client: "", command: ""))
            #expect(Self.state(late) == Self.state(live), "seed \(seed)")
            if random.below(3) == 0 { late = try Self.reread(late) }
        }
        for (before, record) in records.reversed() {
            try late.apply(record: record, backwards: true)
            _ = late.commit(.init(time: 0, client: "", command: ""))
            #expect(Self.state(late) == before, "seed \(seed)")
            if random.below(3) == 0 { late = try Self.reread(late) }
        }
    }

    @Test("undo brings a removed object back with its part still shared, also after a restart")
    func sharedObject() throws {
        var document = Document(Samples.sharing("first"), model: Samples.model)
        let before = Self.state(document)
        document.removeElement(2)
        let committed = document.commit(.init(time: 0, client: "", command: ""))
        let edit = try #require(committed)
        var late = try Self.reread(document)
        late.remember(revision: 1, kind: .edit, origin: edit.origin, record: try #require(edit.record))
        #expect(try late.undo().revision == 1)
        _ = late.commit(.init(time: 0, client: "", command: "undo"))
        #expect(Self.state(late) == before)
    }

    @Test("a damaged record is refused, and leaves no trace", arguments: 1...40)
    func damagedRecords(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var document = Document(Samples.sharing("first"), model: Samples.model)
        let before = Self.state(document)
        var copy = document
        Self.edit(&copy, &random)
        guard let record = copy.commit(.init(time: 0, client: "", command: ""))?.record else { return }
        for index in record.indices {
            var damaged = record
            damaged[index] = UInt8(truncatingIfNeeded: random.below(256))
            do {
                try document.apply(record: damaged)
                document.rollBack()
            } catch {
                #expect(!document.isBeingEdited)
            }
            #expect(Self.state(document) == before)
        }
    }
}
