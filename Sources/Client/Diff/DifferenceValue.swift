import FourLinesDocument

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

    /// Adds it in a form for a line.
    func append(to output: inout [UInt8]) {
        switch self {
        case .leaf(let leaf) where leaf.kind.isNull: output += leaf.kind.rawValue.utf8
        case .leaf(let leaf): FieldText.append(leaf, to: &output)
        case .container(_, let kind): output += TerminalText.escaped(kind, .line).utf8
        }
    }

    /// The same for a program.
    var json: JSONValue {
        switch self {
        case .leaf(let leaf): JSONValue(leaf)
        case .container(_, let kind): .object([JSONMember("class", .text(kind))])
        }
    }
}
