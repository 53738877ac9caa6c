import KeyedArchive

/// One change as a record holds it: without identities, both sides with what they need to stand on their own.
struct RecordedChange: Sendable {
    /// What of a container changes.
    enum Target: Equatable, Sendable {
        case field(position: Int)
        case element(index: Int)
        case splice(index: Int)
    }

    /// One side of a change: what stands there before or after it.
    struct Side: Sendable {
        /// Of a field its key and its rank.
        var key: (text: Text, rank: UInt16)?
        var slots: [RecordedSlot] = []
        /// The containers that are reached from nowhere while the other side stands there.
        var table: [RecordedContainer] = []
    }

    /// The container that changes; the way to it is the same before and after.
    var place: ContainerPlace
    var target: Target
    /// What is there before; nil for a field that is added.
    var old: Side?
    /// What is there after it; nil for a field that is removed.
    var new: Side?
}

/// What a slot holds, as a record says it.
enum RecordedSlot: Sendable {
    case leaf(Slot)
    /// A container that is in the document: the way to it.
    case place(ContainerPlace, isReference: Bool)
    /// A container of the record's own table.
    case local(Int, isReference: Bool)
}

/// A container in a record's table.
struct RecordedContainer: Sendable {
    var shape: Container.Shape
    var isInline: Bool
    var fields: [(key: Text, rank: UInt16, slot: RecordedSlot)] = []
    var elements: [RecordedSlot] = []
}

// MARK: - Reading

extension RecordReader {
    /// The first byte of each change.
    enum Tag: UInt8 {
        case field = 1
        case element = 2
        case splice = 3
    }

    mutating func changes() throws(RecordFault) -> [RecordedChange] {
        var changes: [RecordedChange] = []
        for _ in 0..<(try count()) { changes.append(try change()) }
        guard isAtEnd else { throw RecordFault("there is more behind its changes") }
        return changes
    }

    private mutating func change() throws(RecordFault) -> RecordedChange {
        guard let tag = Tag(rawValue: try byte()) else { throw RecordFault("it has a change of unknown kind") }
        let place = try place()
        let index = try index()
        let target: RecordedChange.Target =
            switch tag {
            case .field: .field(position: index)
            case .element: .element(index: index)
            case .splice: .splice(index: index)
            }
        let (new, old) = (try side(hasKey: tag == .field), try side(hasKey: tag == .field))
        let isComplete =
            switch target {
            case .field: (new?.slots.count ?? 1) == 1 && (old?.slots.count ?? 1) == 1 && (new != nil || old != nil)
            case .element: new?.slots.count == 1 && old?.slots.count == 1
            case .splice: new != nil && old != nil
            }
        guard isComplete else { throw RecordFault("it has a change without its sides") }
        return RecordedChange(place: place, target: target, old: old, new: new)
    }

    private mutating func side(hasKey: Bool) throws(RecordFault) -> RecordedChange.Side? {
        guard try byte() != 0 else { return nil }
        var side = RecordedChange.Side()
        if hasKey { side.key = (try text(), UInt16(truncatingIfNeeded: try index())) }
        for _ in 0..<(try count()) { side.slots.append(try slot()) }
        for _ in 0..<(try count()) { side.table.append(try container()) }
        let count = side.table.count
        let isClosed =
            side.slots.allSatisfy { $0.isWithin(count) }
            && side.table.allSatisfy { container in
                container.elements.allSatisfy { $0.isWithin(count) }
                    && container.fields.allSatisfy { $0.slot.isWithin(count) }
            }
        guard isClosed else { throw RecordFault("it names a container that it does not have") }
        return side
    }

    private mutating func container() throws(RecordFault) -> RecordedContainer {
        let head = try byte()
        guard let shape = Container.Shape(rawValue: head >> 1) else {
            throw RecordFault("it has a container of unknown shape")
        }
        var container = RecordedContainer(shape: shape, isInline: head & 1 == 1)
        for _ in 0..<(try count()) {
            if shape == .dictionary {
                let (key, rank) = (try text(), UInt16(truncatingIfNeeded: try index()))
                container.fields.append((key, rank, try slot()))
            } else {
                container.elements.append(try slot())
            }
        }
        return container
    }

    private mutating func slot() throws(RecordFault) -> RecordedSlot {
        let head = try byte()
        let isReference = head & SlotCode.reference != 0
        let leaf: Slot
        switch SlotCode(rawValue: head & ~SlotCode.reference) {
        case .place: return .place(try place(), isReference: isReference)
        case .local: return .local(try index(), isReference: isReference)
        case .nil: leaf = .nil
        case .null: leaf = .null
        case .false: leaf = .boolean(false)
        case .true: leaf = .boolean(true)
        case .integer:
            let width = try byte()
            let low = try word()
            leaf = .integer(low: low, high: width == 16 ? try word() : 0, width: width)
        case .real32: leaf = .real32(Float(bitPattern: UInt32(truncatingIfNeeded: try word())))
        case .real64: leaf = .real64(Double(bitPattern: try word()))
        case .date: leaf = .date(Double(bitPattern: try word()))
        case .string: leaf = .string(try data())
        case .data: leaf = .data(try data())
        case .uid:
            let width = try byte()
            leaf = .uid(UInt32(truncatingIfNeeded: try number()), width: width)
        case nil: throw RecordFault("it has a value of unknown kind")
        }
        return .leaf(leaf.held(asReference: isReference))
    }
}

extension RecordedSlot {
    /// Whether it names nothing behind the end of a table.
    fileprivate func isWithin(_ count: Int) -> Bool {
        if case .local(let number, _) = self { return number < count }
        return true
    }
}

/// The first byte of a slot in a record, with `reference` added if it stands as a UID.
enum SlotCode: UInt8 {
    case `nil`, null, `false`, `true`, integer, real32, real64, date, string, data, uid, place, local

    static let reference: UInt8 = 0x80
}
