import FourLinesDocument

/// One value that two documents do not have in common.
struct Difference: Equatable, Sendable {
    /// The path: in the newer document, or in the older one if it has no place in the newer.
    let path: [UInt8]
    /// What the older document has there; nil if it has nothing.
    let old: DifferenceValue?
    /// What the newer document has there; nil if it has nothing.
    let new: DifferenceValue?

    /// Adds the lines for a person: `-` with the old value, `+` with the new one.
    func append(to output: inout [UInt8]) {
        for (mark, value) in [("- ", old), ("+ ", new)] {
            guard let value else { continue }
            output += mark.utf8
            output += path.isEmpty ? [UInt8(ascii: ".")] : TerminalText.escaped(path, .line)
            output += "  ".utf8
            value.append(to: &output)
            output.append(UInt8(ascii: "\n"))
        }
    }

    /// The same for a program.
    var json: JSONValue {
        let change = old == nil ? "added" : new == nil ? "removed" : "changed"
        var members = [JSONMember("path", .string(path)), JSONMember("change", .text(change))]
        if let old { members.append(JSONMember("old", old.json)) }
        if let new { members.append(JSONMember("new", new.json)) }
        return .object(members)
    }
}

/// A value as a difference shows it.
enum DifferenceValue: Equatable, Sendable {
    /// A value of any kind.
    case leaf(ArchiveLeaf)
    /// An empty list or hash, or what is said of another one: its class.
    case container(isList: Bool, kind: String)

    static func == (left: DifferenceValue, right: DifferenceValue) -> Bool {
        switch (left, right) {
        case (.leaf(let leaf), .leaf(let other)): ValueSignature.isSame(leaf, other)
        case (.container(let isList, let kind), .container(let other, let otherKind)):
            isList == other && kind == otherKind
        default: false
        }
    }

    fileprivate func append(to output: inout [UInt8]) {
        switch self {
        case .leaf(let leaf) where leaf.kind.isNull: output += leaf.kind.rawValue.utf8
        case .leaf(let leaf): FieldText.append(leaf, to: &output)
        case .container(_, let kind): output += TerminalText.escaped(kind, .line).utf8
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .leaf(let leaf): JSONValue(leaf)
        case .container(_, let kind): .object([JSONMember("class", .text(kind))])
        }
    }
}
