/// Says of the objects of a graph what they are, by their classes.
package struct ClassDescriber: Sendable {
    let graph: Graph
    /// By number of a class record what its objects are.
    private var specimens: [ObjectID: Specimen] = [:]

    /// How many objects in one another are said.
    private static let deepest = 4

    /// How many values may still be said of the object that is described: of a few shared objects a file could make
    /// any number of values.
    private var allowance = 0
    private static let smallestAllowance = 4096

    /// How the objects of a class are described.
    enum Specimen: Sendable {
        case role(ClassRole)
        case fields(FieldTable)
        case value, indexSet, indexPath, attributedString, dateComponents, characterSet, color, uiColor
        case affineTransform, location, oldStyleArray
        case unknown
    }

    package init(_ graph: Graph) { self.graph = graph }

    private static let specimens: [Text: Specimen] = [
        "NSValue": .value, "NSIndexSet": .indexSet, "NSMutableIndexSet": .indexSet, "NSIndexPath": .indexPath,
        "NSAttributedString": .attributedString, "NSMutableAttributedString": .attributedString,
        "NSDateComponents": .dateComponents, "NSCharacterSet": .characterSet, "NSMutableCharacterSet": .characterSet,
        "NSColor": .color, "UIColor": .uiColor, "NSAffineTransform": .affineTransform, "CLLocation": .location,
        "_NSKeyedCoderOldStyleArray": .oldStyleArray,
    ]

    /// What an object is; nil for an object of an unknown class, a damaged one, and what is no object.
    package mutating func describe(_ id: ObjectID) -> ClassDescription? {
        allowance = max(Self.smallestAllowance, 4 * (graph[id]?.fields.count ?? 0))
        return describe(id, depth: 0)
    }

    /// Counts values of an object, and answers whether so many may be said; those of the outermost object always may.
    mutating func spend(_ count: Int, _ depth: Int) -> Bool {
        guard depth > 0 else { return true }
        guard count < allowance else { return false }
        allowance -= count
        return true
    }

    private mutating func describe(_ id: ObjectID, depth: Int) -> ClassDescription? {
        guard graph.form == .keyedArchive, let record = graph.classRecord(of: id), depth < Self.deepest,
            spend(1, depth)
        else {
            return nil
        }
        switch specimen(of: record) {
        case .unknown: return nil
        case .role(let role): return describe(id, role, depth)
        case .fields(let table): return describe(id, table, depth)
        case .value: return value(id, depth)
        case .indexSet: return indexSet(id, depth)
        case .indexPath: return indexPath(id, depth)
        case .attributedString: return attributedString(id, depth)
        case .dateComponents: return dateComponents(id, depth)
        case .characterSet: return characterSet(id)
        case .color: return color(id, depth)
        case .uiColor: return uiColor(id)
        case .affineTransform: return affineTransform(id)
        case .location: return location(id)
        case .oldStyleArray: return oldStyleArray(id, depth)
        }
    }

    private mutating func specimen(of record: ObjectID) -> Specimen {
        if let known = specimens[record] { return known }
        let chain = graph.classChain(ofRecord: record)
        var specimen = Specimen.unknown
        for name in chain {
            // An NSDecimalNumber is an NSValue too: the nearest class that is known counts.
            let role = ClassRole(chain: [name])
            if role != .other {
                specimen = .role(role)
            } else if let table = FieldTable.classes[name] {
                specimen = .fields(table)
            } else if let other = Self.specimens[name] {
                specimen = other
            } else {
                continue
            }
            break
        }
        specimens[record] = specimen
        return specimen
    }

    // MARK: - Fields

    /// What a field holds, if there is such a field and it is not nil.
    func field(_ key: Text, of id: ObjectID) -> Slot? {
        guard let slot = graph.field(key, of: id), slot.kind != .nil else { return nil }
        return slot
    }

    /// An integer in a field, inline or by UID.
    func integer(_ key: Text, of id: ObjectID) -> Int128? { field(key, of: id)?.integer }

    /// A number in a field.
    func number(_ key: Text, of id: ObjectID) -> Double? {
        guard let slot = field(key, of: id), slot.kind != .date else { return nil }
        return slot.integer.map { Double($0) } ?? slot.real
    }

    /// A text in a field: a leaf, or the text of an NSMutableString.
    func text(_ key: Text, of id: ObjectID) -> [UInt8]? { field(key, of: id).flatMap { graph.text(of: $0) }?.bytes }

    /// Data in a field: a leaf, or the bytes of an NSMutableData.
    func data(_ key: Text, of id: ObjectID) -> [UInt8]? {
        guard let slot = field(key, of: id) else { return nil }
        if slot.kind == .data { return slot.bytes }
        guard let object = slot.container, let inner = graph.field("NS.data", of: object), inner.kind == .data else {
            return nil
        }
        return inner.bytes
    }

    private mutating func describe(_ id: ObjectID, _ table: FieldTable, _ depth: Int) -> ClassDescription? {
        var parts: [ClassDescription.Part] = []
        for field in table.fields {
            guard let slot = self.field(field.key, of: id) else {
                if field.isRequired { return nil }
                continue
            }
            guard let value = value(of: slot, field.kind, depth) else { return nil }
            parts.append(ClassDescription.Part(field.name, value))
        }
        return ClassDescription(table.kind, parts)
    }

    private mutating func value(
        of slot: Slot, _ kind: FieldTable.Kind, _ depth: Int
    ) -> ClassDescription.Value? {
        let value = value(of: slot, depth)
        switch (kind, value) {
        case (.any, _), (.text, .text), (.integer, .integer), (.number, .integer), (.number, .real),
            (.boolean, .boolean), (.date, .date), (.data, .data):
            return value
        default: return nil
        }
    }

    /// What a slot holds, objects described as far as they are known.
    mutating func value(of slot: Slot, _ depth: Int) -> ClassDescription.Value {
        switch slot.kind {
        case .nil, .null: return .nothing
        case .boolean: return .boolean(slot.boolean == true)
        case .integer: return .integer(slot.integer ?? 0)
        case .real32, .real64: return .real(slot.real ?? .nan)
        case .date: return .date(slot.real ?? .nan)
        case .string: return .text(slot.bytes)
        case .data: return .data(count: slot.byteCount)
        case .uid, .objects: return .word("uid")
        case .container: break
        }
        guard let id = slot.container else { return .nothing }
        if let description = describe(id, depth: depth + 1) {
            // What is one value is that value.
            guard description.parts.count == 1, description.parts[0].name.isEmpty else { return .object(description) }
            return description.parts[0].value
        }
        let name = graph.className(of: id)?.description ?? "object"
        switch graph.contents(of: id) {
        case .list(let list): return .other(className: name, count: graph[list]?.elements.count)
        case .entries(_, let values): return .other(className: name, count: graph[values]?.elements.count)
        case .fields, nil: return .other(className: name, count: nil)
        }
    }

    /// The elements of a collection as values, no deeper than one object.
    mutating func values(_ slots: [Slot], _ depth: Int) -> [ClassDescription.Value] {
        slots.map { value(of: $0, max(depth, Self.deepest - 2)) }
    }
}
