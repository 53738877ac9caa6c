extension ClassDescriber {
    /// The ranges of an index set: a count, then one range in fields of its own or several in data.
    mutating func indexSet(_ id: ObjectID, _ depth: Int) -> ClassDescription? {
        guard let count = integer("NSRangeCount", of: id), count >= 0, spend(Int(clamping: count), depth) else {
            return nil
        }
        var ranges: [ClassDescription.Value] = []
        switch count {
        case 0: break
        case 1 where field("NSRangeData", of: id) == nil:
            guard let location = integer("NSLocation", of: id).flatMap({ UInt64(exactly: $0) }),
                let length = integer("NSLength", of: id).flatMap({ UInt64(exactly: $0) })
            else { return nil }
            ranges = [.range(location: location, length: length)]
        default:
            guard let numbers = data("NSRangeData", of: id).flatMap({ Varints.decode($0) }),
                Int128(numbers.count) == 2 * count
            else { return nil }
            ranges = stride(from: 0, to: numbers.count, by: 2).map {
                .range(location: numbers[$0], length: numbers[$0 + 1])
            }
        }
        return ClassDescription("index set", [.init("", .list(ranges))])
    }

    /// The indices of an index path.
    mutating func indexPath(_ id: ObjectID, _ depth: Int) -> ClassDescription? {
        guard let count = integer("NSIndexPathLength", of: id), count >= 0, spend(Int(clamping: count), depth) else {
            return nil
        }
        var indices: [ClassDescription.Value] = []
        switch count {
        case 0: break
        case 1 where field("NSIndexPathData", of: id) == nil:
            guard let index = integer("NSIndexPathValue", of: id) else { return nil }
            indices = [.integer(index)]
        default:
            guard let numbers = data("NSIndexPathData", of: id).flatMap({ Varints.decode($0) }),
                Int128(numbers.count) == count
            else { return nil }
            indices = numbers.map { .integer(Int128($0)) }
        }
        return ClassDescription("index path", [.init("", .list(indices))])
    }

    /// The text of an attributed string and its runs: one with its attributes, or several, each with the number of
    /// its attributes.
    mutating func attributedString(_ id: ObjectID, _ depth: Int) -> ClassDescription? {
        guard let text = text("NSString", of: id) else { return nil }
        var parts: [ClassDescription.Part] = [.init("", .text(text))]
        guard let attributes = field("NSAttributes", of: id) else { return ClassDescription("attributed text", parts) }
        guard let container = attributes.container else { return nil }
        guard field("NSAttributeInfo", of: id) != nil else {
            parts.append(.init("attributes", self.attributes(container, depth)))
            return ClassDescription("attributed text", parts)
        }
        guard let numbers = data("NSAttributeInfo", of: id).flatMap({ Varints.decode($0) }), numbers.count % 2 == 0,
            case .list(let list) = graph.contents(of: container), let elements = graph[list]?.elements,
            spend(numbers.count, depth)
        else { return nil }
        var runs: [ClassDescription.Value] = []
        var start: UInt64 = 0
        for index in stride(from: 0, to: numbers.count, by: 2) {
            let (end, isTooFar) = start.addingReportingOverflow(numbers[index])
            guard !isTooFar, numbers[index + 1] < UInt64(elements.count),
                let run = elements[Int(numbers[index + 1])].container
            else { return nil }
            let range = ClassDescription.Value.range(location: start, length: numbers[index])
            runs.append(
                .object(ClassDescription("run", [.init("at", range), .init("has", self.attributes(run, depth))])))
            start = end
        }
        parts.append(.init("runs", .list(runs)))
        return ClassDescription("attributed text", parts)
    }

    /// The attributes of a run, each as its name and value.
    private mutating func attributes(_ id: ObjectID, _ depth: Int) -> ClassDescription.Value {
        guard case .entries(let keys, let values) = graph.contents(of: id), let names = graph[keys]?.elements,
            let slots = graph[values]?.elements, spend(names.count, depth + 1)
        else { return .other(className: graph.className(of: id)?.description ?? "object", count: nil) }
        let described = self.values(slots.all, depth)
        return .list(
            zip(names.all, described).map { name, value in
                let text = graph.text(of: name)?.text?.description ?? "?"
                return .object(ClassDescription("attribute", [.init(text, value)]))
            })
    }

    /// The most elements of a C array that are looked up one by one.
    private static let longestArray = 1024

    /// The old form of C arrays: their count and elements.
    mutating func oldStyleArray(_ id: ObjectID, _ depth: Int) -> ClassDescription? {
        guard let count = integer("NS.count", of: id), let size = integer("NS.size", of: id),
            let type = integer("NS.type", of: id).flatMap({ UInt8(exactly: $0) }), count >= 0,
            count <= Int128(Self.longestArray), spend(Int(count), depth)
        else { return nil }
        var slots: [Slot] = []
        for index in 0..<Int(count) {
            guard let slot = graph.field(Text("$\(index)"), of: id) else { return nil }
            slots.append(slot)
        }
        return ClassDescription(
            "C array",
            [
                .init("", .list(values(slots, depth))), .init("type", .text([type])),
                .init("bytes each", .integer(size)),
            ])
    }
}
