import FourLinesRESP

/// An edit as the daemon's history tells it.
struct EditRecord: Equatable, Sendable {
    private let fields: [(name: String, value: Reply)]

    static func == (left: EditRecord, right: EditRecord) -> Bool {
        left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
    }

    /// An entry of HISTORY or GENERATIONS, or the answer to UNDO or REDO: names and values.
    ///
    /// - Returns: nil for a reply of another form.
    init?(_ reply: Reply) {
        guard let elements = reply.elements, elements.count % 2 == 0 else { return nil }
        fields = stride(from: 0, to: elements.count, by: 2).map { index in
            (String(decoding: elements[index].bytes ?? [], as: UTF8.self), elements[index + 1])
        }
    }

    /// A number of the entry; nil if it has none of this name.
    func integer(_ name: String) -> Int64? {
        guard case .integer(let value) = fields.first(where: { $0.name == name })?.value else { return nil }
        return value
    }

    /// A text of the entry; nil if it has none of this name, or it is empty.
    func text(_ name: String) -> String? {
        guard let bytes = fields.first(where: { $0.name == name })?.value.bytes, !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What was done: the command and the path, and who did it.
    var deed: String {
        let command = text("command") ?? "edit"
        let place = text("path").map { " \($0)" } ?? ""
        return command + place + (text("client").map { " by \($0)" } ?? "")
    }

    /// The entry as an object.
    var json: JSONValue { .object(fields.map { JSONMember($0.name, JSONValue($0.value)) }) }
}
