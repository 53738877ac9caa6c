import FourLinesRESP

/// A value of JSON, RFC 8259, with the strings as bytes.
///
/// Text goes out as it is, except that a lone surrogate is written as `\uD800`, and that what a terminal would act on
/// is escaped. Bytes that are not text go out as an object with one member, `{"base64":"…"}`.
indirect enum JSONValue: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A number in the form that JSON has.
    case number(String)
    /// Text, or bytes if it turns out to be none.
    case string([UInt8])
    /// Bytes, also if they happen to be text.
    case data([UInt8])
    case array([JSONValue])
    /// Members in the order in which they are written.
    case object([JSONMember])

    /// A text.
    static func text(_ text: String) -> JSONValue { .string(Array(text.utf8)) }

    /// A reply: maps whose keys are texts are objects, other maps arrays of pairs; errors are `{"error":"…"}`; a
    /// double that JSON has no number for is a string.
    init(_ reply: Reply) {
        switch reply {
        case .null: self = .null
        case .simple(let text): self = .text(text)
        case .error(let text): self = .object([JSONMember("error", .text(text))])
        case .integer(let value): self = .integer(value)
        case .bulk(let bytes): self = .string(bytes)
        case .verbatim(_, let text): self = .string(text)
        case .double(let value):
            self = value.isFinite ? .number(NumberText.shortest(value)) : .text(NumberText.shortest(value))
        case .boolean(let value): self = .boolean(value)
        case .bigNumber(let digits): self = .number(digits)
        case .array(let elements), .set(let elements), .push(let elements):
            self = .array(elements.map { JSONValue($0) })
        case .map(let entries): self = JSONValue(entries)
        }
    }

    private init(_ entries: [ReplyMapEntry]) {
        let members: [JSONMember?] = entries.map { entry in
            guard let key = entry.key.bytes, TextScanner.isText(key) else { return nil }
            return JSONMember(key, JSONValue(entry.value))
        }
        let isObject = members.allSatisfy { $0 != nil } && Set(members.map { $0?.name }).count == members.count
        self =
            isObject
            ? .object(members.compactMap { $0 })
            : .array(entries.map { .array([JSONValue($0.key), JSONValue($0.value)]) })
    }
}
