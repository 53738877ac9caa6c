/// Walks the objects of a binary property list and writes each as XML, without recursion.
struct XMLWriter {
    /// A container that is being written.
    private struct Frame {
        let object: Int
        /// The references to write; in a dictionary keys and values alternate.
        let members: [UInt32]
        var next = 0
        let isDictionary: Bool
    }

    private let list: BinaryPropertyList
    /// The file; a copy of what `list` holds.
    private let bytes: [UInt8]
    private var encoder: XMLEncoder
    private var frames: [Frame] = []
    private var path: ContainerPath
    private var budget: Int
    private var hasBegun = false
    private var scratch: [UInt8] = []

    init(_ list: BinaryPropertyList, sink: XMLEncoder.Sink?) {
        self.list = list
        bytes = list.bytes
        encoder = XMLEncoder(sink: sink)
        path = ContainerPath(objectCount: list.objectCount)
        budget = Limits.expansion(objects: list.objectCount, bytes: list.bytes.count)
    }

    consuming func finish() -> [UInt8] { encoder.finish() }

    /// Writes the next object, or the end of a container.
    ///
    /// - Returns: whether there is more.
    mutating func step(loss: (XMLLoss) -> Void) throws(PropertyListError) -> Bool {
        guard let last = frames.indices.last else {
            if hasBegun { return false }
            hasBegun = true
            try write(list.topObject, loss: loss)
            return !frames.isEmpty && encoder.isWanted
        }
        let position = frames[last].next
        if position == frames[last].members.count {
            let frame = frames.removeLast()
            path.leave(frame.object)
            if frame.isDictionary { encoder.endDictionary() } else { encoder.endArray() }
            return !frames.isEmpty
        }
        let member = Int(frames[last].members[position])
        frames[last].next += 1
        if frames[last].isDictionary, position.isMultiple(of: 2) {
            try text(try list.object(member), of: member, isKey: true)
        } else {
            try write(member, loss: loss)
        }
        return encoder.isWanted
    }

    private func failure(_ reason: PropertyListError.Reason, _ object: Int) throws(PropertyListError)
        -> PropertyListError
    {
        PropertyListError(reason, offset: try list.offset(of: object), object: object)
    }

    /// Writes something of an object that XML may not be able to hold, or not to show whole.
    private mutating func encode(
        _ object: Int, _ loss: (XMLLoss) -> Void = { _ in },
        _ body: (inout XMLEncoder) throws(XMLUnrepresentable) -> XMLLoss.Kind?
    ) throws(PropertyListError) {
        do {
            if let kind = try body(&encoder) { loss(XMLLoss(kind, object: object)) }
        } catch {
            throw try failure(.notRepresentable(error.description), object)
        }
    }

    private mutating func write(_ object: Int, loss: (XMLLoss) -> Void) throws(PropertyListError) {
        guard budget > 0 else { throw try failure(.tooManyElements, object) }
        budget -= 1
        let value = try list.object(object)
        switch value {
        case .null: throw try failure(.notRepresentable(XMLUnrepresentable.null.description), object)
        case .set: throw try failure(.notRepresentable(XMLUnrepresentable.set.description), object)
        case .boolean(let value): encoder.boolean(value)
        case .integer(let low, let high, let width):
            try encode(object, loss) { (encoder) throws(XMLUnrepresentable) in
                try encoder.integer(low: low, high: high, width: Int(width))
            }
        case .real32(let value): try encode(object, loss) { $0.real32(value) }
        case .real64(let value): try encode(object, loss) { $0.real64(value) }
        case .date(let value):
            try encode(object, loss) { (encoder) throws(XMLUnrepresentable) in try encoder.date(value) }
        case .data(let range): encoder.data(bytes, range)
        case .ascii, .utf16: try text(value, of: object, isKey: false)
        case .uid(let value, let width): try encode(object, loss) { $0.uid(value, width: Int(width)) }
        case .array(let members):
            try enter(object)
            encoder.beginArray()
            var references: [UInt32] = []
            references.reserveCapacity(members.count)
            for index in 0..<members.count {
                references.append(UInt32(truncatingIfNeeded: try list.reference(members, index)))
            }
            frames.append(Frame(object: object, members: references, isDictionary: false))
        case .dictionary(let keys, let values):
            try enter(object)
            let sorted = try list.sortedMembers(keys, values)
            if sorted.hasDuplicate { loss(XMLLoss(.duplicateKey, object: object)) }
            try refuseUID(sorted.members, in: object)
            encoder.beginDictionary()
            frames.append(Frame(object: object, members: sorted.members, isDictionary: true))
        }
    }

    private mutating func enter(_ object: Int) throws(PropertyListError) {
        guard frames.count < Limits.depth else { throw try failure(.tooDeep, object) }
        guard path.enter(object) else { throw try failure(.cycle, object) }
    }

    /// Refuses a dictionary that every reader would take for a UID: its only key, however often, is `CF$UID`.
    private func refuseUID(_ members: [UInt32], in object: Int) throws(PropertyListError) {
        guard members.count >= 2, try isUIDKey(members[0]), try isUIDKey(members[members.count - 2]) else { return }
        switch try list.object(Int(members[members.count - 1])) {
        case .integer, .real32, .real64:
            throw try failure(.notRepresentable(XMLUnrepresentable.uidDictionary.description), object)
        default: return
        }
    }

    private func isUIDKey(_ key: UInt32) throws(PropertyListError) -> Bool {
        var text: [UInt8] = []
        return list.appendText(of: try list.object(Int(key)), to: &text) && text == XMLEncoder.uidKey
    }

    private mutating func text(
        _ value: BinaryObject, of object: Int, isKey: Bool
    ) throws(PropertyListError) {
        if case .ascii(let range) = value, UnicodeText.measure(bytes, range).isASCII {
            let bytes = bytes
            return try encode(object) { (encoder) throws(XMLUnrepresentable) in
                if isKey { try encoder.key(bytes, range) } else { try encoder.string(bytes, range) }
                return nil
            }
        }
        var text = scratch
        scratch = []
        text.removeAll(keepingCapacity: true)
        list.appendText(of: value, to: &text)
        try encode(object) { (encoder) throws(XMLUnrepresentable) in
            if isKey { try encoder.key(text, 0..<text.count) } else { try encoder.string(text, 0..<text.count) }
            return nil
        }
        scratch = text
    }
}
