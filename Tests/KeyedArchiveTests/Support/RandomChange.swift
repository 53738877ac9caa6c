@testable import KeyedArchive

/// Changes that fit a graph and leave it sound: any leaf or element may be replaced, fields and elements come and go.
enum RandomChange {
    /// A change of some container that is not the archive's own, or nil if the draw fits none.
    static func make(in graph: inout Graph, _ random: inout SeededRandom) -> Change? {
        let ids = containers(of: graph)
        guard !ids.isEmpty else { return nil }
        let id = ids[random.below(ids.count)]
        guard let container = graph[id] else { return nil }
        if container.shape != .dictionary {
            return element(of: id, container, references: graph.form == .keyedArchive, &random)
        }
        return field(of: id, container, in: &graph, &random)
    }

    /// The containers that may change: those reached from the top, without class records.
    static func containers(of graph: Graph) -> [ObjectID] {
        let records = graph.keys.find("$classname")
        guard let top = graph.top else { return [] }
        var met: Set<ObjectID> = [top]
        var found = [top]
        var index = 0
        while index < found.count {
            let container = graph[found[index]]
            index += 1
            if let records, container?[records] != nil {
                found.remove(at: index - 1)
                index -= 1
                continue
            }
            let slots = (container?.fields.map(\.slot) ?? []) + (container?.elements.all ?? [])
            for child in slots.compactMap(\.container) where met.insert(child).inserted { found.append(child) }
        }
        return found
    }

    private static func element(
        of id: ObjectID, _ container: Container, references: Bool, _ random: inout SeededRandom
    ) -> Change? {
        let count = container.elements.count
        switch random.below(4) {
        case 0:
            let index = random.below(count + 1)
            let new = (0..<(1 + random.below(3))).map { _ in leaf(isReference: references, &random) }
            return .splice(of: id, index: index, old: [], new: new)
        case 1 where count > 0:
            let index = random.below(count)
            let length = min(count - index, 1 + random.below(2))
            return .splice(
                of: id, index: index, old: container.elements.slots(in: index..<(index + length)), new: [])
        case 2 where count > 1:
            // A slot moves with its origin.
            let index = random.below(count - 1)
            let pair = container.elements.slots(in: index..<(index + 2))
            return .splice(of: id, index: index, old: pair, new: pair.reversed())
        default:
            guard count > 0 else { return nil }
            let index = random.below(count)
            let old = container.elements[index]
            return .element(of: id, index: index, old: old, new: leaf(isReference: old.isReference, &random))
        }
    }

    private static func field(
        of id: ObjectID, _ container: Container, in graph: inout Graph, _ random: inout SeededRandom
    ) -> Change? {
        let isArchive = graph.form == .keyedArchive
        let changeable = container.fields.indices.filter { graph.keys[container.fields[$0].key] != "$class" }
        switch random.below(3) {
        case 0:
            let name = Text("added\(random.below(5))")
            if let known = graph.key(name), container[known] != nil { return nil }
            let key = graph.intern(name)
            let slot = leaf(isReference: isArchive && random.below(2) == 0, &random)
            let position = random.below(container.fields.count + 1)
            return .field(of: id, position: position, old: nil, new: .init(key: key, rank: 0, slot: slot))
        case 1 where !changeable.isEmpty && random.below(4) == 0:
            let position = changeable[random.below(changeable.count)]
            return .field(of: id, position: position, old: container.fields[position], new: nil)
        default:
            guard !changeable.isEmpty else { return nil }
            let position = changeable[random.below(changeable.count)]
            let old = container.fields[position]
            var new = old
            new.slot = leaf(isReference: old.slot.isReference, &random)
            return .field(of: id, position: position, old: old, new: new)
        }
    }

    /// A leaf of any kind.
    static func leaf(isReference: Bool, _ random: inout SeededRandom) -> Slot {
        switch random.below(8) {
        case 0: .integer(Int64(random.below(300)), isReference: isReference)
        case 1: .boolean(random.below(2) == 0, isReference: isReference)
        case 2: .real64(Double(random.below(9)) / 4, isReference: isReference)
        case 3: .real32(Float(random.below(9)) / 4, isReference: isReference)
        case 4: .data((0..<random.below(20)).map { UInt8($0) }, isReference: isReference)
        case 5: .string("na\u{EF}ve \u{1F697} \(random.below(9))", isReference: isReference)
        default: .string("text \(random.below(50))", isReference: isReference)
        }
    }
}
