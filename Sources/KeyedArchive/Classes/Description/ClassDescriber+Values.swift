import FourLinesPropertyList

extension ClassDescriber {
    /// An NSValue: a point, a size, a rectangle, a range, edge insets, or a C value with its Objective-C type.
    mutating func value(_ id: ObjectID, _ depth: Int) -> ClassDescription? {
        guard let special = integer("NS.special", of: id) else { return typedValue(id, depth) }
        func geometry(_ kind: String, _ key: Text, _ names: [String]) -> ClassDescription? {
            guard let numbers = text(key, of: id).flatMap({ Self.numbers($0) }), numbers.count == names.count else {
                return nil
            }
            return ClassDescription(kind, zip(names, numbers).map { .init($0, .real($1)) })
        }
        switch special {
        case 1: return geometry("point", "NS.pointval", ["x", "y"])
        case 2: return geometry("size", "NS.sizeval", ["width", "height"])
        case 3: return geometry("rectangle", "NS.rectval", ["x", "y", "width", "height"])
        case 4:
            guard let location = integer("NS.rangeval.location", of: id).flatMap({ UInt64(exactly: $0) }),
                let length = integer("NS.rangeval.length", of: id).flatMap({ UInt64(exactly: $0) })
            else { return nil }
            return ClassDescription(
                "range", [.init("location", .integer(Int128(location))), .init("length", .integer(Int128(length)))])
        case 12:
            let sides = ["top", "left", "bottom", "right"]
            let insets = sides.compactMap { number(Text("NS.edgeval.\($0)"), of: id) }
            guard insets.count == sides.count else { return nil }
            return ClassDescription("edge insets", zip(sides, insets).map { .init($0, .real($1)) })
        default: return nil
        }
    }

    private mutating func typedValue(_ id: ObjectID, _ depth: Int) -> ClassDescription? {
        guard let type = text("$0", of: id), let slot = graph.field("$1", of: id) else { return nil }
        return ClassDescription("C value", [.init("", value(of: slot, depth)), .init("type", .text(type))])
    }

    /// The numbers of a text as `{{1, 2}, {3, 4}}`; nil if there is something else in it.
    static func numbers(_ text: [UInt8]) -> [Double]? {
        let separators: Set<UInt8> = Set("{}, ".utf8)
        var numbers: [Double] = []
        for word in text.split(whereSeparator: { separators.contains($0) }) {
            let bytes = Array(word)
            guard let number = RealText.special(bytes, bytes.indices) ?? RealText.parse(bytes, bytes.indices) else {
                return nil
            }
            numbers.append(number)
        }
        return numbers
    }

    /// The fields of date components that are set; the others are the largest integer.
    mutating func dateComponents(_ id: ObjectID, _ depth: Int) -> ClassDescription? {
        var parts: [ClassDescription.Part] = []
        for field in graph[id]?.fields ?? [] {
            let key = graph.keys[field.key].description
            guard key.hasPrefix("NS.") else { continue }
            if field.slot.integer == Int128(Int64.max) || field.slot.kind == .nil { continue }
            parts.append(.init(String(key.dropFirst(3)), value(of: field.slot, depth)))
        }
        let order = ["calendar", "timezone", "era", "year", "month", "day", "hour", "minute", "second"]
        func rank(_ part: ClassDescription.Part) -> (Int, String) {
            (order.firstIndex(of: part.name) ?? order.count, part.name)
        }
        return ClassDescription("date components", parts.sorted { rank($0) < rank($1) })
    }

    /// A character set: its characters, a range, one of the system's, or a bitmap.
    func characterSet(_ id: ObjectID) -> ClassDescription? {
        var parts: [ClassDescription.Part] = []
        if let text = text("NSString", of: id) {
            parts.append(.init("characters", .text(text)))
        } else if let range = integer("NSRange", of: id).flatMap({ UInt64(exactly: $0) }) {
            parts.append(.init("code points", .range(location: range >> 32, length: range & 0xFFFF_FFFF)))
        } else if let number = integer("NSBuiltinID", of: id) ?? integer("NSBuiltinID2", of: id) {
            parts.append(.init("the system's set", .integer(number)))
        } else if let bitmap = data("NSBitmap", of: id) {
            parts.append(.init("bitmap of", .data(count: bitmap.count)))
        } else {
            return nil
        }
        let isInverted = [Text("NSIsInverted"), "NSIsInverted2"].contains { graph.field($0, of: id)?.boolean == true }
        if isInverted { parts.append(.init("", .word("inverted"))) }
        return ClassDescription("character set", parts)
    }

    /// The six numbers of an affine transform, big-endian 32-bit reals.
    func affineTransform(_ id: ObjectID) -> ClassDescription? {
        guard let bytes = data("NSTransformStruct", of: id), bytes.count == 24 else { return nil }
        let numbers = stride(from: 0, to: 24, by: 4).map { start in
            Double(Float(bitPattern: bytes[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) }))
        }
        return ClassDescription(
            "affine transform", zip(["m11", "m12", "m21", "m22", "tX", "tY"], numbers).map { .init($0, .real($1)) })
    }

    /// A place of CoreLocation: whatever numbers it has, each by the end of its key.
    func location(_ id: ObjectID) -> ClassDescription? {
        let prefix = "kCLLocationCodingKey"
        var parts: [ClassDescription.Part] = []
        for field in graph[id]?.fields ?? [] {
            let key = graph.keys[field.key].description
            guard key.hasPrefix(prefix), let number = field.slot.integer.map({ Double($0) }) ?? field.slot.real else {
                continue
            }
            let name = key.dropFirst(prefix.count)
            parts.append(
                .init(
                    name.prefix(1).lowercased() + name.dropFirst(),
                    name == "Timestamp" ? .date(number) : .real(number)))
        }
        guard parts.contains(where: { $0.name.hasSuffix("atitude") }) else { return nil }
        func rank(_ name: String) -> Int {
            name.hasSuffix("atitude") ? 0 : name.hasSuffix("ongitude") ? 1 : 2
        }
        return ClassDescription(
            "location", parts.sorted { (rank($0.name), $0.name) < (rank($1.name), $1.name) })
    }
}
