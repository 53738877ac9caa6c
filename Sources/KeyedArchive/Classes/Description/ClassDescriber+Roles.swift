extension ClassDescriber {
    /// What an object of a class of the property list is.
    mutating func describe(_ id: ObjectID, _ role: ClassRole, _ depth: Int) -> ClassDescription? {
        func one(_ kind: String, _ value: ClassDescription.Value?) -> ClassDescription? {
            value.map { ClassDescription(kind, [.init("", $0)]) }
        }
        switch role {
        case .string: return one("text", graph.text(ofString: id).map { .text($0.bytes) })
        case .data:
            guard let bytes = data("NS.data", of: id) else { return nil }
            return one("data", .data(count: bytes.count))
        case .date:
            guard let slot = field("NS.time", of: id), slot.kind == .real64 || slot.kind == .real32 else { return nil }
            return one("date", slot.real.map { .date($0) })
        case .uuid:
            guard let bytes = data("NS.uuidbytes", of: id), bytes.count == 16 else { return nil }
            return one("UUID", .text(UUIDText.text(bytes)))
        case .null: return graph[id]?.fields.count == 1 ? one("null", .nothing) : nil
        case .decimal: return one("decimal number", graph.decimal(of: id).map { .word($0.text) })
        case .url: return url(id)
        case .orderedSet: return numbered(id, depth)
        case .countedSet: return countedSet(id, depth)
        case .array, .set, .dictionary, .other: return nil
        }
    }

    /// The bases of a URL that are followed.
    private static let mostBases = 16

    private func url(_ id: ObjectID) -> ClassDescription? {
        guard let relative = text("NS.relative", of: id), graph.field("NS.base", of: id) != nil else { return nil }
        guard field("NS.base", of: id) != nil else { return ClassDescription("URL", [.init("", .text(relative))]) }
        var references = [URLReference(relative)]
        var next = field("NS.base", of: id)
        while let slot = next {
            guard references.count < Self.mostBases, let base = slot.container, let text = text("NS.relative", of: base)
            else { return nil }
            references.append(URLReference(text))
            next = field("NS.base", of: base)
        }
        guard let absolute = references.popLast() else { return nil }
        let base = references.dropFirst().reversed().reduce(absolute) { $1.resolved(against: $0) }
        let whole = URLReference(relative).resolved(against: base)
        return ClassDescription(
            "URL",
            [.init("", .text(whole.bytes)), .init("relative", .text(relative)), .init("base", .text(base.bytes))])
    }

    private mutating func numbered(_ id: ObjectID, _ depth: Int) -> ClassDescription? {
        var reader = PlainReader(graph)
        guard let container = graph[id], case .list(let list) = reader.content(of: id, container),
            spend(list.count, depth)
        else { return nil }
        return ClassDescription("ordered set", [.init("", .list(values(list.all, depth)))])
    }

    private mutating func countedSet(_ id: ObjectID, _ depth: Int) -> ClassDescription? {
        let prefixes = [Array("NS.object".utf8), Array("NS.count".utf8)]
        guard let pairs = PlainReader(graph).numbered(prefixes, of: id),
            integer("NS.count", of: id) == Int128(pairs[0].count), spend(pairs[0].count, depth)
        else { return nil }
        var counted: [ClassDescription.Value] = []
        for (element, count) in zip(values(pairs[0], depth), pairs[1]) {
            guard let count = count.integer else { return nil }
            counted.append(
                .object(ClassDescription("element", [.init("", element), .init("times", .integer(count))])))
        }
        return ClassDescription("counted set", [.init("", .list(counted))])
    }
}
