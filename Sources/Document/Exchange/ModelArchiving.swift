import KeyedArchive

/// Makes a keyed archive of a model's classes out of a plain property list, which has values only.
struct ModelArchiving {
    private let model: Model
    private let list: Graph
    private var editor = GraphEditor(.emptyArchive())

    /// How deep the model's own types may be nested in each other, because that walk is on the program's stack.
    private static let depthLimit = 32
    /// How deep values may be nested that the model says nothing of: as deep as a property list.
    private static let anyLimit = 512

    private init(_ model: Model, _ list: Graph) {
        self.model = model
        self.list = list
    }

    /// Makes the archive.
    ///
    /// - Returns: its graph.
    /// - Throws: `ModelChoice.Mismatch` if the list is not of the model: where, and why.
    static func archive(_ list: Graph, of model: Model) throws(ModelChoice.Mismatch) -> Graph {
        var archiving = ModelArchiving(model, list)
        let root = try archiving.root().held(asReference: true)
        guard let top = archiving.editor.graph.top else { return archiving.editor.graph }
        let field = Container.Field(key: archiving.editor.intern(model.rootKey), rank: 0, slot: root)
        archiving.editor.apply(.field(of: top, position: 0, old: nil, new: field))
        return archiving.editor.graph
    }

    private mutating func root() throws(ModelChoice.Mismatch) -> Slot {
        guard let plainRoot = model.plainRoot, list.root.container.map({ list[$0]?.shape == .dictionary }) != true,
            case .object(let name) = model.root, let own = model.classes[name]
        else { return try value(list.root, model.root, "", depth: 0) }
        var fields: [(key: Text, slot: Slot)] = []
        for field in own.fields {
            let slot =
                field.name == plainRoot
                ? try value(list.root, field.type, field.name.description, depth: 1)
                : model.value(of: field, &editor, now: { nil })
            fields.append((field.key, slot))
        }
        return editor.object(chain: own.chain, fields)
    }

    private func mismatch(_ path: String, _ reason: String) -> ModelChoice.Mismatch {
        let place = path.isEmpty ? "the root" : "“\(path)”"
        return ModelChoice.Mismatch(description: "not of the model \(model.name): \(place) \(reason)")
    }

    private func child(_ name: Text, of path: String) -> String { path.isEmpty ? "\(name)" : "\(path).\(name)" }

    private mutating func value(
        _ slot: Slot, _ type: FieldType, _ path: String, depth: Int
    ) throws(ModelChoice.Mismatch) -> Slot {
        guard depth < Self.depthLimit else { throw mismatch(path, "is nested too deep") }
        switch type {
        case .leaf(let kind): return editor.slot(of: try leaf(slot, kind, path))
        case .array(let element, let count):
            guard let container = list.container(slot), container.shape == .array else {
                throw mismatch(path, "is no list")
            }
            if let count, container.elements.count != count {
                throw mismatch(path, "has \(container.elements.count) elements, not \(count)")
            }
            let chain = count == nil ? ClassChain.mutableArray : ClassChain.array
            return editor.array(try elements(container.elements, element, path, depth), chain: chain)
        case .dictionary(let element):
            guard let container = list.container(slot), container.shape == .dictionary else {
                throw mismatch(path, "is no dictionary")
            }
            return try dictionary(container, element, path, depth)
        case .object(let name): return try object(slot, name, path, depth)
        case .any: return try anything(slot, path, depth)
        }
    }

    private mutating func elements(
        _ elements: SlotList, _ type: FieldType, _ path: String, _ depth: Int
    ) throws(ModelChoice.Mismatch) -> [Slot] {
        var slots: [Slot] = []
        slots.reserveCapacity(elements.count)
        for (index, element) in elements.all.enumerated() {
            let slot = try value(element, type, child(Text(String(index)), of: path), depth: depth + 1)
            slots.append(slot.held(asReference: true))
        }
        return slots
    }

    private mutating func dictionary(
        _ container: Container, _ type: FieldType, _ path: String, _ depth: Int
    ) throws(ModelChoice.Mismatch) -> Slot {
        var keys: [Slot] = []
        var values: [Slot] = []
        for field in container.fields {
            let key = list.keys[field.key]
            keys.append(.string(key.bytes, isReference: true))
            values.append(
                try value(field.slot, type, child(key, of: path), depth: depth + 1).held(asReference: true))
        }
        let (keyList, valueList) = (editor.inlineArray(keys), editor.inlineArray(values))
        return editor.object(chain: ClassChain.mutableDictionary, [("NS.keys", keyList), ("NS.objects", valueList)])
    }

    private mutating func object(
        _ slot: Slot, _ name: Text, _ path: String, _ depth: Int
    ) throws(ModelChoice.Mismatch) -> Slot {
        guard let own = model.classes[name], let container = list.container(slot), container.shape == .dictionary else {
            throw mismatch(path, "is no dictionary of the fields of \(name)")
        }
        var found: [Text: Slot] = [:]
        for field in container.fields {
            let key = list.keys[field.key]
            guard let known = own.fields.first(where: { $0.key == key }) ?? own.field(key) else {
                throw mismatch(path, "has a key “\(key)”, and \(name) has no such field")
            }
            guard found.updateValue(field.slot, forKey: known.key) == nil else {
                throw mismatch(path, "has the field “\(known.name)” twice")
            }
        }
        var fields: [(key: Text, slot: Slot)] = []
        for field in own.fields {
            guard let slot = found[field.key], slot.kind != .null, slot.kind != .nil else {
                fields.append((field.key, model.value(of: field, &editor, now: { nil })))
                continue
            }
            fields.append((field.key, try value(slot, field.type, child(field.name, of: path), depth: depth + 1)))
        }
        return editor.object(chain: own.chain, fields)
    }

    /// A container of which the model says nothing, while its values are made.
    private struct Frame {
        let container: Container
        var slots: [Slot] = []

        var count: Int { container.shape == .dictionary ? container.fields.count : container.elements.count }

        /// The value that is to be made next.
        var next: Slot {
            container.shape == .dictionary ? container.fields[slots.count].slot : container.elements[slots.count]
        }
    }

    /// A value of which the model says nothing, with all that is in it; it may be nested deep.
    private mutating func anything(_ slot: Slot, _ path: String, _ depth: Int) throws(ModelChoice.Mismatch) -> Slot {
        guard let container = list.container(slot) else { return try anyLeaf(slot, path) }
        var frames = [Frame(container: container)]
        while true {
            let last = frames.count - 1
            if frames[last].slots.count < frames[last].count {
                let next = frames[last].next
                if let container = list.container(next) {
                    frames.append(Frame(container: container))
                    guard frames.count < Self.anyLimit else { throw mismatch(path, "is nested too deep") }
                } else {
                    frames[last].slots.append(try anyLeaf(next, path).held(asReference: true))
                }
                continue
            }
            let made = finish(frames.removeLast())
            guard !frames.isEmpty else { return made }
            frames[frames.count - 1].slots.append(made.held(asReference: true))
        }
    }

    /// Makes the object of a container from its values.
    private mutating func finish(_ frame: Frame) -> Slot {
        guard frame.container.shape == .dictionary else {
            return editor.array(frame.slots, chain: ClassChain.mutableArray)
        }
        let keys = frame.container.fields.map { Slot.string(list.keys[$0.key].bytes, isReference: true) }
        let (keyList, valueList) = (editor.inlineArray(keys), editor.inlineArray(frame.slots))
        return editor.object(chain: ClassChain.mutableDictionary, [("NS.keys", keyList), ("NS.objects", valueList)])
    }

    private mutating func anyLeaf(_ slot: Slot, _ path: String) throws(ModelChoice.Mismatch) -> Slot {
        guard !slot.isNilText else { throw mismatch(path, "is the text “$null”, which in a keyed archive is nil") }
        if slot.kind == .date, let seconds = slot.real { return editor.slot(of: .date(seconds)) }
        return editor.slot(of: .plain(slot.withoutOrigin))
    }

    private func leaf(_ slot: Slot, _ kind: LeafKind, _ path: String) throws(ModelChoice.Mismatch) -> LeafValue {
        guard !slot.isNilText || kind == .mutableString else {
            throw mismatch(path, "is the text “$null”, which in a keyed archive is nil")
        }
        if kind == .integer, let integer = slot.integer, !(Int128(Int64.min)...Int128(UInt64.max)).contains(integer) {
            throw mismatch(path, "is an integer of more than 64 bits")
        }
        let value: LeafValue?
        switch (kind, slot.kind) {
        case (.string, .string), (.data, .data), (.boolean, .boolean), (.integer, .integer):
            value = .plain(slot.withoutOrigin)
        case (.mutableString, .string): value = .mutableString(slot.bytes)
        case (.url, .string): value = .url(slot.bytes)
        case (.mutableData, .data): value = .mutableData(slot.bytes)
        case (.uuid, .string): value = UUIDText.parse(slot.bytes).map { .uuid($0) }
        case (.date, .date): value = slot.real.map { .date($0) }
        case (.real32, .real32), (.real32, .real64), (.real32, .integer):
            value = number(slot).map { .plain(.real32(Float($0))) }
        case (.real64, .real32), (.real64, .real64), (.real64, .integer):
            value = number(slot).map { .plain(.real64($0)) }
        case (.decimal, .integer), (.decimal, .real32), (.decimal, .real64), (.decimal, .string):
            value = DecimalNumber(LeafText.bytes(of: slot)).map { .decimal($0) }
        default: value = nil
        }
        if let value { return value }
        let found = slot.container == nil ? Leaf.kind(of: slot)?.rawValue ?? "value" : "list or dictionary"
        throw mismatch(path, "is of the kind \(found), not \(kind.rawValue)")
    }

    private func number(_ slot: Slot) -> Double? { slot.real ?? slot.integer.map { Double($0) } }
}
