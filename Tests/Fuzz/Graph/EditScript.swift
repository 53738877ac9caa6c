import FourLinesPropertyList
import KeyedArchive

/// Edits of a graph that bytes say: of each a few bytes choose the container, the place and what comes there.
///
/// They leave the graph sound: a class stays a class, and what stands in `$objects` is named by its UID.
struct EditScript {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Makes all edits; each has to fit.
    mutating func run(_ editor: inout GraphEditor) {
        while position < bytes.endIndex {
            guard let change = change(&editor) else { continue }
            guard editor.graph.accepts(change) else { fatalError("a change that fits is not accepted: \(change)") }
            editor.apply(change)
            guard editor.graph.accepts(change.inverse) else { fatalError("no way back from \(change)") }
        }
    }

    private mutating func below(_ bound: Int) -> Int {
        guard position < bytes.endIndex, bound > 0 else { return 0 }
        defer { position += 1 }
        return Int(bytes[position]) % bound
    }

    /// The containers that may change: all that are reached but the archive's own dictionary and class records.
    private func containers(of graph: Graph) -> [ObjectID] {
        guard let top = graph.top ?? graph.root.container else { return [] }
        let name = graph.key("$classname")
        var met: Set<ObjectID> = [top]
        var work = [top]
        var found: [ObjectID] = []
        while let id = work.popLast(), found.count < 256 {
            guard let container = graph[id], name.flatMap({ container[$0] }) == nil else { continue }
            found.append(id)
            let slots =
                container.fields.map(\.slot) + container.elements.slots(in: 0..<min(container.elements.count, 256))
            for child in slots.compactMap(\.container) where met.insert(child).inserted { work.append(child) }
        }
        return found
    }

    private mutating func change(_ editor: inout GraphEditor) -> Change? {
        let choice = below(8)
        let ids = containers(of: editor.graph)
        guard !ids.isEmpty else {
            position = bytes.endIndex
            return nil
        }
        let id = ids[below(ids.count)]
        guard let container = editor.graph[id] else { return nil }
        if container.shape != .dictionary { return change(of: id, container, choice, ids, &editor) }
        let isFree: (Int) -> Bool = { editor.graph.keys[container.fields[$0].key] != "$class" }
        let positions = container.fields.indices.filter(isFree)
        if choice < 3 || positions.isEmpty {
            let name = Text("added \(below(6))")
            if let key = editor.graph.key(name), container.position(of: key) != nil { return nil }
            let slot = slot(ids, &editor)
            let place = below(container.fields.count + 1)
            let key = editor.intern(name)
            let rank = UInt16(below(4))
            return .field(of: id, position: place, old: nil, new: .init(key: key, rank: rank, slot: slot))
        }
        let place = positions[below(positions.count)]
        let old = container.fields[place]
        if choice == 3 { return .field(of: id, position: place, old: old, new: nil) }
        var new = old
        new.slot = slot(ids, &editor)
        return .field(of: id, position: place, old: old, new: new)
    }

    private mutating func change(
        of id: ObjectID, _ container: Container, _ choice: Int, _ ids: [ObjectID], _ editor: inout GraphEditor
    ) -> Change? {
        let count = container.elements.count
        let index = below(count + 1)
        let most = min(count - index, 8)
        switch choice {
        case 0...2:
            let slots = (0..<(1 + below(3))).map { _ in slot(ids, &editor) }
            return .splice(of: id, index: index, old: [], new: slots)
        case 3: return .splice(of: id, index: index, old: container.elements.slots(in: index..<(index + most)), new: [])
        case 4:
            let old = container.elements.slots(in: index..<(index + most))
            return .splice(of: id, index: index, old: old, new: old.reversed())
        default:
            guard index < count else { return nil }
            return .element(of: id, index: index, old: container.elements[index], new: slot(ids, &editor))
        }
    }

    /// A leaf, a new container or one that is there already.
    private mutating func slot(_ ids: [ObjectID], _ editor: inout GraphEditor) -> Slot {
        let isArchive = editor.graph.form == .keyedArchive
        let isReference = isArchive && below(2) == 0
        switch below(12) {
        case 0: return .integer(Int64(below(256)) << Int64(8 * below(7)), isReference: isReference)
        case 1: return .integer(-Int64(below(256)), isReference: isReference)
        case 2: return .boolean(below(2) == 0, isReference: isReference)
        case 3: return .real64(Double(below(9)) / 4, isReference: isReference)
        case 4: return .real32(Float(below(9)) / 4, isReference: isReference)
        case 5: return .data((0..<below(20)).map { UInt8($0) }, isReference: isReference)
        case 6: return isArchive ? .nil : .date(Double(below(256)) * 1000.5)
        case 7: return .string("na\u{EF}ve \u{1F697} \(below(4))", isReference: isReference)
        case 8: return editor.inlineArray([.integer(Int64(below(3)))])
        case 9 where isArchive: return editor.array([.string("in a new array \(below(3))", isReference: true)])
        case 10 where isArchive:
            let shared = ids[below(ids.count)]
            guard editor.graph[shared]?.isInline == false else { return .nil }
            return .container(shared)
        default: return .string("text \(below(8))", isReference: isReference)
        }
    }
}
