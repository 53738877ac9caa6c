import KeyedArchive

/// Writes changes as a record holds them, in step with the graph that they are applied to.
struct ChangeEncoder {
    /// More than this in one record, in bytes, is a large edit.
    static let limit = 1 << 20

    private var body = RecordWriter()
    private var count = 0
    /// Whether the changes do not fit a record: too many, or of a kind that records do not know.
    private(set) var isTooLarge = false

    /// The record's changes, or nil if they do not fit one.
    func finish() -> [UInt8]? {
        guard !isTooLarge else { return nil }
        var writer = RecordWriter()
        writer.number(count)
        writer.raw(body.bytes)
        return writer.bytes
    }

    /// Writes the place and the new side of a change that is not applied yet; answers whether there is anything to
    /// write: a container that is reached from nowhere is written where it is first named.
    mutating func begin(_ change: Change, in graph: Graph, _ places: inout PlaceIndex) -> Bool {
        guard let place = places.place(of: change.container, in: graph) else { return false }
        let tag: RecordReader.Tag
        let index: Int
        switch change {
        case .container:
            isTooLarge = true
            return false
        case .field(_, let position, _, _): (tag, index) = (.field, position)
        case .element(_, let position, _, _): (tag, index) = (.element, position)
        case .splice(_, let position, _, _): (tag, index) = (.splice, position)
        }
        count += 1
        body.byte(tag.rawValue)
        body.place(place)
        body.number(index)
        side(of: change, isNew: true, graph, &places)
        return true
    }

    /// Writes the old side of a change that was applied meanwhile.
    mutating func end(_ change: Change, in graph: Graph, _ places: inout PlaceIndex) {
        side(of: change, isNew: false, graph, &places)
    }

    private mutating func side(of change: Change, isNew: Bool, _ graph: Graph, _ places: inout PlaceIndex) {
        guard !isTooLarge else { return }
        let slots: [Slot]
        switch change {
        case .container: return
        case .field(_, _, let old, let new):
            guard let field = isNew ? new : old else { return body.byte(0) }
            body.byte(1)
            key(field, graph)
            slots = [field.slot]
        case .element(_, _, let old, let new):
            body.byte(1)
            slots = [isNew ? new : old]
        case .splice(_, _, let old, let new):
            body.byte(1)
            slots = isNew ? new : old
        }
        var table = Table()
        body.number(slots.count)
        for slot in slots { self.slot(slot, &table, graph, &places) }
        write(&table, graph, &places)
    }

    /// The containers that a side brings along, in the order in which they are met.
    private struct Table {
        var ids: [ObjectID] = []
        var numbers: [ObjectID: Int] = [:]
    }

    private mutating func write(_ table: inout Table, _ graph: Graph, _ places: inout PlaceIndex) {
        // The number of containers is only known behind them, so they are written apart.
        var outer = RecordWriter()
        swap(&outer, &body)
        var next = 0
        while next < table.ids.count, !isTooLarge {
            guard let container = graph[table.ids[next]] else {
                isTooLarge = true
                break
            }
            next += 1
            body.byte(container.shape.rawValue << 1 | (container.isInline ? 1 : 0))
            body.number(container.fields.count + container.elements.count)
            for field in container.fields {
                key(field, graph)
                slot(field.slot, &table, graph, &places)
            }
            container.elements.forEach(in: 0..<container.elements.count) { slot in
                self.slot(slot, &table, graph, &places)
                return !isTooLarge
            }
        }
        swap(&outer, &body)
        body.number(table.ids.count)
        body.raw(outer.bytes)
        if body.bytes.count > Self.limit { isTooLarge = true }
    }

    private mutating func key(_ field: Container.Field, _ graph: Graph) {
        if graph.keys.isOther(field.key) { isTooLarge = true }
        body.text(graph.keys[field.key])
        body.number(Int(field.rank))
    }

    private mutating func slot(_ slot: Slot, _ table: inout Table, _ graph: Graph, _ places: inout PlaceIndex) {
        guard body.bytes.count <= Self.limit else {
            isTooLarge = true
            return
        }
        if let id = slot.container {
            if let number = table.numbers[id] {
                code(.local, slot)
                body.number(number)
            } else if let place = places.place(of: id, in: graph) {
                code(.place, slot)
                body.place(place)
            } else {
                code(.local, slot)
                body.number(table.ids.count)
                table.numbers[id] = table.ids.count
                table.ids.append(id)
            }
            return
        }
        leaf(slot)
    }

    private mutating func code(_ code: SlotCode, _ slot: Slot) {
        body.byte(code.rawValue | (slot.isReference ? SlotCode.reference : 0))
    }

    private mutating func leaf(_ slot: Slot) {
        switch slot.kind {
        case .nil: code(.nil, slot)
        case .null: code(.null, slot)
        case .boolean: code(slot.boolean == true ? .true : .false, slot)
        case .integer:
            code(.integer, slot)
            let value = slot.integer ?? 0
            body.byte(slot.width)
            body.word(UInt64(truncatingIfNeeded: value))
            if slot.width == 16 { body.word(UInt64(truncatingIfNeeded: value >> 64)) }
        case .real32:
            code(.real32, slot)
            body.word(UInt64(slot.real32?.bitPattern ?? 0))
        case .real64, .date:
            code(slot.kind == .date ? .date : .real64, slot)
            body.word(slot.real?.bitPattern ?? 0)
        case .string, .data:
            code(slot.kind == .string ? .string : .data, slot)
            body.data(slot.slice.array, slot.slice.range)
        case .uid:
            code(.uid, slot)
            body.byte(slot.width)
            body.number(UInt64(slot.uid ?? 0))
        case .container, .objects: isTooLarge = true
        }
    }
}

extension Change {
    /// The slots that stand there before the change and no longer after it, and the other way round.
    var sides: (old: [Slot], new: [Slot]) {
        switch self {
        case .container: ([], [])
        case .field(_, _, let old, let new): (old.map { [$0.slot] } ?? [], new.map { [$0.slot] } ?? [])
        case .element(_, _, let old, let new): ([old], [new])
        case .splice(_, _, let old, let new): (old, new)
        }
    }

    /// Whether it neither names containers nor moves what stands behind it.
    var keepsPlaces: Bool {
        switch self {
        case .container, .splice: false
        case .field(_, _, let old, let new):
            old?.slot.container == nil && new?.slot.container == nil && old != nil && new != nil
        case .element(_, _, let old, let new): old.container == nil && new.container == nil
        }
    }

    /// Whether it names no containers.
    var namesOnlyLeaves: Bool {
        if case .container = self { return false }
        return sides.old.allSatisfy { $0.container == nil } && sides.new.allSatisfy { $0.container == nil }
    }
}
