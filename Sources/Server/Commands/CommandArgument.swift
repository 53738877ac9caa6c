/// One argument of a command, as COMMAND DOCS tells clients of it.
struct CommandArgument: Equatable, Sendable {
    /// The kinds of arguments that Redis names.
    enum Kind: String, Sendable {
        case string, integer, double, key, pattern, block
        case oneOf = "oneof"
        case pureToken = "pure-token"
    }

    var name: String
    var kind: Kind
    /// The word that stands before it, or that it is.
    var token: String?
    var isOptional = false
    var isMultiple = false
    /// The arguments of a block, or those of which one is given.
    var arguments: [CommandArgument] = []

    /// The least number of words that it takes.
    var leastCount: Int {
        if isOptional { return 0 }
        switch kind {
        case .block: return arguments.map(\.leastCount).reduce(0, +)
        case .oneOf: return arguments.map(\.leastCount).min() ?? 0
        case .pureToken: return 1
        case .string, .integer, .double, .key, .pattern: return token == nil ? 1 : 2
        }
    }

    /// Whether it may take more words than the least.
    var isVariable: Bool { isOptional || isMultiple || arguments.contains(where: \.isVariable) }
}
