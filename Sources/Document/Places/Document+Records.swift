import KeyedArchive

extension Document {
    /// Finds out where the containers stand, so that the first edit does not have to.
    package mutating func indexPlaces() { places.prepare(graph) }

    /// The changes since the last commit as a record holds them, or nil if they do not fit one.
    ///
    /// Places hold for the moment of each change. Where a change moves other containers or takes them away, the
    /// changes are taken back and applied once more, so that each is written in its own moment. In that moment it is
    /// also noted for whoever asks what changed.
    mutating func recordChanges() -> [UInt8]? {
        let changes = editor.changes
        var encoder = ChangeEncoder()
        var notes = changeNotes(at: revision + 1)
        let isSimple =
            changes.count == 1 ? changes[0].namesOnlyLeaves : changes.allSatisfy { $0.keepsPlaces }
        if isSimple {
            // The way to a container does not lead through its own slots, so it is the same before and after.
            for change in changes {
                notes.note(change, in: editor.graph, &log)
                guard encoder.begin(change, in: editor.graph, &places) else { continue }
                encoder.end(change, in: editor.graph, &places)
            }
            notes.finish(&log)
            return encoder.finish()
        }
        editor.rollBack()
        for change in changes {
            notes.note(change, in: editor.graph, &log)
            let isReached = encoder.begin(change, in: editor.graph, &places)
            editor.apply(change)
            guard isReached else { continue }
            let (old, new) = change.sides
            for slot in new { if let id = slot.container { places.link(id, from: change.container, in: editor.graph) } }
            for slot in old { if let id = slot.container { places.unlink(id, in: editor.graph) } }
            encoder.end(change, in: editor.graph, &places)
        }
        notes.finish(&log)
        return encoder.finish()
    }

    /// Applies the changes of a record, or takes them back.
    ///
    /// - Throws: `RecordFault` if they do not fit; what was applied is taken back then.
    package mutating func apply(record: [UInt8], backwards: Bool = false) throws(RecordFault) {
        var reader = RecordReader(record)
        let changes = try reader.changes()
        do throws(RecordFault) {
            for change in backwards ? changes.reversed() : changes { try apply(change, backwards: backwards) }
        } catch {
            editor.rollBack()
            throw error
        }
    }

    private mutating func apply(_ recorded: RecordedChange, backwards: Bool) throws(RecordFault) {
        let (before, after) = backwards ? (recorded.new, recorded.old) : (recorded.old, recorded.new)
        guard let id = graph.container(at: recorded.place), let container = graph[id] else {
            throw RecordFault("it changes a container that is not there")
        }
        // Before anything is made: a record that does not fit leaves no trace.
        let found: [Slot]
        switch recorded.target {
        case .field(let position):
            guard container.shape == .dictionary, position <= container.fields.count else { throw .unfit }
            guard let before else {
                found = []
                break
            }
            guard position < container.fields.count, before.key?.text == graph.keys[container.fields[position].key]
            else { throw .unfit }
            found = [container.fields[position].slot]
        case .element(let index), .splice(let index):
            let count = before?.slots.count ?? 0
            guard container.shape != .dictionary, index <= container.elements.count,
                count <= container.elements.count - index
            else { throw .unfit }
            found = container.elements.slots(in: index..<(index + count))
        }
        for (slot, expected) in zip(found, before?.slots ?? []) where !expected.matches(slot) { throw .unfit }
        let slots = try materialize(after)
        switch recorded.target {
        case .field(let position):
            let old = before == nil ? nil : container.fields[position]
            var new: Container.Field?
            if let key = after?.key, let slot = slots.first {
                let interned = editor.intern(key.text)
                new = old?.key == interned ? old : Container.Field(key: interned, rank: key.rank, slot: slot)
                new?.slot = slot
            }
            editor.apply(.field(of: id, position: position, old: old, new: new))
        case .element(let index):
            guard let old = found.first, let new = slots.first else { throw .unfit }
            editor.apply(.element(of: id, index: index, old: old, new: new))
        case .splice(let index):
            editor.apply(.splice(of: id, index: index, old: found, new: slots))
        }
    }

    /// The slots of a side, its own containers made.
    private mutating func materialize(_ side: RecordedChange.Side?) throws(RecordFault) -> [Slot] {
        guard let side else { return [] }
        var ids: [ObjectID] = []
        for _ in side.table { ids.append(editor.newObjectID()) }
        for (number, recorded) in side.table.enumerated() {
            var container = Container(shape: recorded.shape, isInline: recorded.isInline)
            for field in recorded.fields {
                let slot = try slot(field.slot, ids)
                container.fields.append(.init(key: editor.intern(field.key), rank: field.rank, slot: slot))
            }
            var elements: [Slot] = []
            for element in recorded.elements { elements.append(try slot(element, ids)) }
            if recorded.shape != .dictionary { container.elements = SlotList(elements) }
            editor.apply(.container(ids[number], old: nil, new: container))
        }
        var slots: [Slot] = []
        for recorded in side.slots { slots.append(try slot(recorded, ids)) }
        return slots
    }

    private func slot(_ recorded: RecordedSlot, _ ids: [ObjectID]) throws(RecordFault) -> Slot {
        switch recorded {
        case .leaf(let leaf): return leaf
        case .local(let number, let isReference): return .container(ids[number], isReference: isReference)
        case .place(let place, let isReference):
            guard let id = graph.container(at: place) else {
                throw RecordFault("it names a container that is not there")
            }
            return .container(id, isReference: isReference)
        }
    }
}

extension RecordFault {
    static let unfit = RecordFault("it does not fit the document")
}

extension RecordedSlot {
    /// Whether it says what stands in a slot; of a container only that there is one.
    fileprivate func matches(_ slot: Slot) -> Bool {
        switch self {
        case .leaf(let leaf): leaf == slot
        case .place(_, let isReference), .local(_, let isReference):
            slot.container != nil && slot.isReference == isReference
        }
    }
}
