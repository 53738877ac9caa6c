import FourLinesPropertyList

/// Writes a graph as Apple's archiver and property-list writer would (checked against their files).
///
/// `UIDNumbering` says what stands in `$objects`. Then the graph is walked through twice: to number its objects, as
/// references come before what they refer to, and to write them. Nothing is held but numbers and one table of leaves.
enum CanonicalWriter {
    /// Encodes a graph.
    ///
    /// - Returns: the file, or what of it the sink has not been given.
    static func encode(_ graph: Graph, sink: BinaryEncoder.Sink? = nil) throws(ArchiveError) -> [UInt8] {
        let size = graph.size
        var uids = try UIDNumbering(graph, size)
        let leaves = uids.takeLeaves()
        return try encode(graph, nil, uids, leaves, size, sink)
    }

    /// Encodes a keyed archive as a plain property list.
    ///
    /// - Returns: the file, or what of it the sink has not been given.
    static func encode(_ list: PlainList, sink: BinaryEncoder.Sink? = nil) throws(ArchiveError) -> [UInt8] {
        let leaves = LeafTable(capacity: list.size.slots)
        return try encode(list.graph, list, UIDNumbering(), leaves, list.size, sink)
    }

    private static func encode(
        _ graph: Graph, _ list: PlainList?, _ uids: UIDNumbering, _ leaves: consuming LeafTable, _ size: Graph.Size,
        _ sink: BinaryEncoder.Sink?
    ) throws(ArchiveError) -> [UInt8] {
        // Each slot has a place, and each entry of `$objects`, and each key; and the root.
        let placeCount = size.slots + size.fields + uids.entries.count + 1
        let numbering = ObjectNumbering(graph, leaves, entryCount: uids.entries.count, placeCount: placeCount)
        let (count, references, slots) = try ObjectWalk.run(graph, list, uids, slotCount: size.slots, numbering)
            .finish()
        let output = ObjectOutput(graph, count: count, references: references, leaves: slots, sink: sink)
        var written = try ObjectWalk.run(graph, list, uids, slotCount: size.slots, output)
        do { return try written.finish() } catch { throw .propertyList(error) }
    }

    static let tooDeep = ArchiveError.propertyList(PropertyListError(.tooDeep, offset: 0))
    static let tooLarge = ArchiveError.tooLarge("more than four billion objects")
}

extension BinaryEncoder {
    /// Adds what one of some leaves holds; numbers without a copy of the leaf, which would count its bytes once more.
    mutating func leaf(_ leaves: [Slot], _ index: Int) {
        let slots = leaves.span
        if slots[index].kind == .integer {
            integer(low: slots[index].bits, high: slots[index].high, width: Int(slots[index].width))
        } else {
            leaf(slots[index])
        }
    }

    /// Adds what a leaf holds.
    mutating func leaf(_ slot: Slot) {
        switch slot.kind {
        case .nil, .null, .container, .objects: null()
        case .boolean: boolean(slot.boolean == true)
        case .integer: integer(low: slot.bits, high: slot.high, width: Int(slot.width))
        case .real32: real32(Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits)))
        case .real64: real64(Double(bitPattern: slot.bits))
        case .date: date(Double(bitPattern: slot.bits))
        case .string: string(slot.slice.array, slot.slice.range)
        case .data: data(slot.slice.array, slot.slice.range)
        case .uid: uid(UInt32(truncatingIfNeeded: slot.bits), width: Int(slot.width))
        }
    }
}
