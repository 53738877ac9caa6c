import FourLinesPropertyList
import KeyedArchive

extension JSONValue {
    /// What an object is in the terms of its class: its kind, and its parts by their names; the part that is the
    /// object as a whole is `value`.
    init(_ description: ClassDescription) {
        let parts = description.parts.map { JSONMember($0.name.isEmpty ? "value" : $0.name, JSONValue($0.value)) }
        self = .object([JSONMember("kind", .text(description.kind)), JSONMember("parts", .object(parts))])
    }

    private init(_ value: ClassDescription.Value) {
        switch value {
        case .text(let bytes): self = .string(bytes)
        case .word(let word): self = .text(word)
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .number("\(value)")
        case .real(let value): self = value.isFinite ? .number("\(value)") : .text("\(value)")
        case .date(let seconds): self = .text(ISO8601.text(seconds))
        case .data(let count): self = .object([JSONMember("bytes", .integer(Int64(count)))])
        case .range(let location, let length):
            self = .object([
                JSONMember("location", .number("\(location)")), JSONMember("length", .number("\(length)")),
            ])
        case .list(let values): self = .array(values.map { JSONValue($0) })
        case .object(let description): self = JSONValue(description)
        case .other(let name, let count):
            let members = count.map { [JSONMember("count", .integer(Int64($0)))] } ?? []
            self = .object([JSONMember("class", .text(name))] + members)
        case .nothing: self = .null
        }
    }
}
