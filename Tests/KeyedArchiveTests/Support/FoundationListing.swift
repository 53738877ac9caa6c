@testable import KeyedArchive

/// The values of an archive as `FoundationReader --values` lists what Foundation finds, made of the descriptions.
struct FoundationListing {
    private let graph: Graph
    private var describer: ClassDescriber
    private var lines: [String] = []

    private init(_ graph: Graph) {
        self.graph = graph
        describer = ClassDescriber(graph)
    }

    static func lines(_ graph: Graph) -> [String] {
        var listing = FoundationListing(graph)
        if let top = graph.top, let root = graph.field("root", of: top) { listing.visit(root, depth: 0) }
        return listing.lines.sorted()
    }

    private mutating func visit(_ slot: Slot, depth: Int) {
        guard depth < 32 else { return }
        guard let id = slot.container else {
            if slot.kind == .string { lines.append("text \(hex(slot.bytes))") }
            return
        }
        var reader = PlainReader(graph)
        if let container = graph[id], let role = reader.role(of: container)?.role {
            switch (role, reader.content(of: id, container)) {
            case (.array, .list(let list)), (.set, .list(let list)), (.orderedSet, .list(let list)),
                (.countedSet, .list(let list)):
                for element in list.all { visit(element, depth: depth + 1) }
                return
            case (.dictionary, _):
                guard case .entries(_, let values) = graph.contents(of: id) else { return }
                for value in graph[values]?.elements.all ?? [] { visit(value, depth: depth + 1) }
                return
            default: break
            }
        }
        if let description = describer.describe(id) { say(description) }
    }

    private mutating func say(_ description: ClassDescription) {
        let value = description[""]
        switch (description.kind, value) {
        case ("text", .text(let bytes)?), ("attributed text", .text(let bytes)?):
            lines.append("\(description.kind) \(hex(bytes))")
        case ("date", .date(let seconds)?): lines.append("date \(seconds.bitPattern)")
        case ("URL", .text(let bytes)?), ("UUID", .text(let bytes)?), ("locale", .text(let bytes)?):
            lines.append("\(description.kind) \(String(decoding: bytes, as: UTF8.self))")
        case ("index set", .list(let values)?), ("index path", .list(let values)?):
            lines.append("\(description.kind) \(values.map(Self.text).joined(separator: " "))")
        case ("regular expression", .text(let bytes)?):
            let options = description["options"].map(Self.text) ?? "0"
            lines.append("regular expression \(options) \(String(decoding: bytes, as: UTF8.self))")
        case ("range", _):
            let numbers = ["location", "length"].compactMap { description[$0].map(Self.text) }
            lines.append("range \(numbers.joined(separator: " "))")
        default: break
        }
    }

    private static func text(_ value: ClassDescription.Value) -> String {
        switch value {
        case .integer(let value): "\(value)"
        case .range(let location, let length): "\(location)+\(length)"
        default: "?"
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
