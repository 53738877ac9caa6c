/// Reads the arguments of a command in the notation of Redis's documentation: `key value [NX|XX] [GET]`.
///
/// Words in capitals stand for themselves, and with the word behind them for one argument; `[…]` is optional, `{…}`
/// belongs together, `…...` may be repeated, and `|` separates alternatives.
struct CommandSyntax {
    private var parts: [Substring]

    /// The arguments that a text says.
    static func arguments(_ text: String) -> [CommandArgument] {
        var spaced = ""
        for character in text {
            spaced += "[]{}".contains(character) ? " \(character) " : String(character)
        }
        var reader = CommandSyntax(parts: spaced.split(separator: " "))
        return reader.sequence(until: nil)
    }

    private mutating func sequence(until end: Substring?) -> [CommandArgument] {
        var found: [CommandArgument] = []
        while let part = parts.first {
            parts.removeFirst()
            switch part {
            case "]", "}":
                guard part == end else { fatalError("an unbalanced \(part) in the syntax of a command") }
                return found
            case "[":
                var inner = single(sequence(until: "]"))
                inner.isOptional = true
                found.append(inner)
            case "{": found.append(single(sequence(until: "}")))
            case "...": if !found.isEmpty { found[found.count - 1].isMultiple = true }
            default: found.append(word(part))
            }
        }
        guard end == nil else { fatalError("a missing \(end ?? "") in the syntax of a command") }
        return found
    }

    /// Several arguments as one.
    private func single(_ arguments: [CommandArgument]) -> CommandArgument {
        if arguments.count == 1 { return arguments[0] }
        return CommandArgument(name: arguments.first?.name ?? "data", kind: .block, arguments: arguments)
    }

    private mutating func word(_ part: Substring) -> CommandArgument {
        let isMultiple = part.hasSuffix("...")
        let text = isMultiple ? part.dropLast(3) : part
        var argument: CommandArgument
        let alternatives = text.split(separator: "|")
        if alternatives.count > 1 {
            argument = CommandArgument(
                name: alternatives[0].lowercased(), kind: .oneOf, arguments: alternatives.map { plain($0) })
        } else if isToken(text), let next = parts.first, !isToken(next), next.first?.isLetter == true {
            parts.removeFirst()
            argument = word(next)
            argument.token = String(text)
        } else {
            argument = plain(text)
        }
        if isMultiple { argument.isMultiple = true }
        return argument
    }

    private func plain(_ text: Substring) -> CommandArgument {
        guard !isToken(text) else {
            return CommandArgument(name: text.lowercased(), kind: .pureToken, token: String(text))
        }
        return CommandArgument(name: String(text), kind: Self.kinds[text] ?? .string)
    }

    private func isToken(_ text: Substring) -> Bool {
        text.contains { $0.isLetter } && text.allSatisfy { $0.isUppercase || $0 == "-" || $0.isNumber }
    }

    private static let kinds: [Substring: CommandArgument.Kind] = [
        "key": .key, "path": .key, "source": .key, "destination": .key, "list": .key, "count": .integer,
        "index": .integer, "start": .integer, "stop": .integer, "end": .integer, "offset": .integer,
        "increment": .integer, "decrement": .integer, "cursor": .integer, "rank": .integer, "num-matches": .integer,
        "len": .integer, "real": .double, "pattern": .pattern, "revision": .integer, "milliseconds": .integer,
    ]
}
