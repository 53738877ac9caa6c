/// The help, made from the table of commands.
enum HelpText {
    /// The help of the program.
    static var program: String {
        var lines = [
            "fourlines shows and edits the document that fourlinesd keeps.",
            "",
            "  fourlines                     show it: the items with their numbers",
            "  fourlines set 1 \"call Ann\"    write item 1",
            "  fourlines get 1               print item 1",
            "",
            "Usage: fourlines [OPTION…] [COMMAND [ARGUMENT…]]",
            "",
            "Commands:",
        ]
        lines += table(CommandTable.commands.map { ($0.name, $0.summary) })
        lines += ["", "Options:"]
        lines += table(Option.common.map { ($0.usage, $0.summary) })
        lines += [
            "", "A number N is item N, counted from 1. Anything else is a key path, as lines.0, whose",
            "indices count from 0. “fourlines COMMAND --help” says more of a command.", "", "Exit codes:",
        ]
        lines += table(exitCodes)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The help of a command.
    static func of(_ command: Command) -> String {
        var lines = [
            "fourlines \(command.name): \(command.summary.prefix(1).lowercased())\(command.summary.dropFirst())", "",
        ]
        lines += table(command.examples.map { ("fourlines \($0.line)".trimmingFinalBlank, $0.meaning) })
        lines += ["", "Usage: \(usage(of: command))"]
        if !command.family.isEmpty {
            lines += ["", "Commands:"]
            lines += table(command.family.map { ($0.name, $0.summary) })
        }
        if !command.details.isEmpty { lines += [""] + command.details }
        if !command.options.isEmpty {
            lines += ["", "Options:"]
            lines += table(command.options.map { ($0.usage, $0.summary) })
        }
        if case .conversation = command.action {
            lines += ["", "“fourlines --help” lists the options that every command takes, and the exit codes."]
        } else {
            lines += ["", "“fourlines --help” lists the exit codes."]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The command line in general.
    static func usage(of command: Command) -> String {
        "fourlines \(command.name) \(command.usage)".trimmingFinalBlank
    }

    private static let exitCodes: [(String, String)] = [
        (code(.success), "done"),
        (code(.nothing), "no such path, or nothing to do"),
        (code(.usage), "the command line is wrong"),
        (code(.unavailable), "no daemon, or no answer in time"),
        (code(.refused), "the daemon refused"),
        (code(.conflict), "the document has moved on"),
        (code(.unsound), "a file is no sound archive"),
        (code(.inputOutput), "input or output failed"),
    ]

    private static func code(_ code: ExitCode) -> String { String(code.rawValue) }

    private static func table(_ rows: [(String, String)]) -> [String] {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }
    }
}

extension String {
    /// The text without the blank at its end, if there is one.
    fileprivate var trimmingFinalBlank: String { hasSuffix(" ") ? String(dropLast()) : self }
}
