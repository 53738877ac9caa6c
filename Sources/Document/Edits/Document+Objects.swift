import KeyedArchive

extension Document {
    /// Appends a new object of the class that the model says to a list.
    ///
    /// - Parameters:
    ///   - path: the list.
    ///   - fields: some of its fields, as paths from it, and their values; the others have their defaults.
    /// - Returns: its index.
    /// - Throws: `Refusal` if there is no such list or field, if a value does not fit, or if the model's key is taken.
    package mutating func addObject(
        to path: PathBytes, _ fields: [(field: [UInt8], value: [UInt8])]
    ) throws(Refusal) -> Int {
        guard let list = try list(at: path) else { throw .noSuchKey("there is no list “\(path.text)”") }
        if let count = list.node.type?.fixedCount { throw .fixed(path.text, count) }
        guard let model, case .object(let name) = list.node.type?.element, let classModel = model.classes[name] else {
            throw Refusal(
                "there is no class to make", detail: "the model does not say what the elements of \(path.text) are")
        }
        let index = count(of: list.elements)
        let clock = clock
        let slot = editor.make { model.value(of: .object(name), &$0, now: { clock?() }) }
        editor.apply(
            .splice(
                of: list.elements, index: index, old: [], new: [slot.held(asReference: graph.form == .keyedArchive)]))
        let element = PathBytes(path.child(Array(String(index).utf8)))
        var isKeySet = classModel.uniqueField == nil
        for (field, value) in fields {
            if let key = classModel.uniqueField, PathBytes(field).text == key.description { isKeySet = true }
            try setDefault(PathBytes(element.copy + [UInt8(ascii: ".")] + field), to: value)
        }
        if !isKeySet, let key = classModel.uniqueField, let node = find(PathBytes(element.child(key.bytes))),
            let leaf = leaf(of: node)
        {
            let resolution = resolve(PathBytes(element.child(key.bytes)))
            try checkUnique(LeafText.bytes(of: leaf), leaf.kind, resolution, "\(element.text).\(key)")
        }
        return index
    }

    /// Sets a value; while the model makes its default, also a date in local time.
    private mutating func setDefault(_ path: PathBytes, to bytes: [UInt8]) throws(Refusal) {
        guard isMakingDefault, let model, let node = find(path), leaf(of: node)?.kind == .date,
            let value = try? model.value(bytes, as: .date, now: { nil })
        else { return try set(path, to: bytes) }
        try set(path, to: value.textBytes)
    }

    /// The indices of a list's elements that have a value in a field.
    ///
    /// - Throws: `Refusal` if there is no list at the path, or if the text is no value of the field's kind.
    package func findElements(
        in path: PathBytes, where field: [UInt8], is text: [UInt8]
    ) throws(Refusal) -> [Int] {
        guard let list = try list(at: path) else { return [] }
        var kind: LeafKind?
        if let model, case .object(let name) = list.node.type?.element,
            case .leaf(let own) = model.classes[name]?.field(Text(bytes: field))?.type
        {
            kind = own
        }
        // Compared as values, so that 2010-08-04T18:01:03+02:00 finds what 2010-08-04T16:01:03Z is.
        let wanted = try kind.map { kind throws(Refusal) in
            try parse(text, as: kind, "\(path.text) \(String(decoding: field, as: UTF8.self))").textBytes
        }
        var found: [Int] = []
        forEachChild(of: list.node) { _, element in
            var node: Node? = element
            var cursor = PathCursor(PathBytes(field), isLiteral: false)
            while let component = cursor.next() { node = node.flatMap { child(component, of: $0) } }
            if let node, let leaf = leaf(of: node), !leaf.kind.isNull {
                let own = LeafText.bytes(of: leaf)
                if own == wanted ?? text || (wanted == nil && isSame(text, as: leaf)) {
                    found.append(element.place?.index ?? 0)
                }
            }
            return true
        }
        return found
    }

    private func isSame(_ text: [UInt8], as leaf: Leaf) -> Bool {
        guard !leaf.kind.isText, let value = try? LeafText.parse(text, as: leaf.kind, now: { nil }) else {
            return false
        }
        return value.textBytes == LeafText.bytes(of: leaf)
    }

    /// Makes sure that a value is not the key of another element of the list.
    func checkUnique(
        _ bytes: [UInt8], _ kind: LeafKind, _ resolution: Resolution, _ path: @autoclosure () -> String
    ) throws(Refusal) {
        guard model != nil, let parent = resolution.parent, case .fields(let object) = content(of: parent),
            let key = classModel(of: object, parent.type)?.uniqueField, let component = resolution.component,
            classModel(of: object, parent.type)?.field(component.text)?.name == key,
            let list = resolution.grandparent, case .list(let elements) = content(of: list)
        else { return }
        let wanted = try parse(bytes, as: kind, path()).textBytes
        var taken: Int?
        forEachChild(of: list) { _, element in
            guard element.slot.container != object,
                let node = child(PathComponent(key.bytes, 0..<key.bytes.count), of: element),
                let leaf = leaf(of: node), LeafText.bytes(of: leaf) == wanted
            else { return true }
            taken = element.place?.index
            return false
        }
        if let taken {
            throw Refusal(
                "the key is taken",
                detail:
                    "\(path()) would be “\(String(decoding: wanted, as: UTF8.self))”, as that of element \(taken) of \(count(of: elements))"
            )
        }
    }

    // MARK: - The default

    /// Applies a step of the model's default.
    mutating func apply(_ step: Model.DefaultStep) throws(Refusal) {
        isMakingDefault = true
        defer { isMakingDefault = false }
        switch step {
        case .set(let path, let value): try setDefault(PathBytes(path), to: value)
        case .push(let path, let values):
            _ = try push(values, to: PathBytes(path), atHead: false, making: true)
        case .add(let path, let fields):
            _ = try addObject(to: PathBytes(path), fields.map { ($0.field.bytes, $0.value) })
        case .share(let path, let source):
            guard let place = find(path)?.place, let old = find(path), let new = find(source) else {
                throw .noSuchKey("there is no “\(path)” or no “\(source)”")
            }
            replace(place, old.slot, with: new.slot)
        }
        editor.collect()
    }
}
