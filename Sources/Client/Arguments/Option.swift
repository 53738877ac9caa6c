/// An option of the command line.
struct Option: Equatable, Sendable {
    /// The name with its hyphens.
    let name: String
    /// What stands for the value in the help; nil for an option without one.
    let value: String?
    /// One line of help.
    let summary: String

    init(_ name: String, _ value: String? = nil, _ summary: String) {
        self.name = name
        self.value = value
        self.summary = summary
    }

    /// The name, and the value if it takes one.
    var usage: String { value.map { "\(name) \($0)" } ?? name }
}

extension Option {
    /// Prints JSON.
    static let json = Option("--json", "Print JSON.")
    /// Paths beside numbers.
    static let paths = Option("--paths", "Print the path of each item beside its number.")

    /// An option without a value.
    init(_ name: String, _ summary: String) { self.init(name, nil, summary) }

    /// The options that every command takes.
    static let common = [
        Option("--name", "NAME", "The document's name; $FOURLINES_NAME says it too. Without: the default document."),
        Option("--socket", "PATH", "The daemon's socket, instead of the one that the name leads to."),
        Option("--timeout", "SECONDS", "How long to wait for an answer; 0 waits for ever. Without: 10."),
        Option("--help", "Print help and exit; -h does too."),
        Option("--version", "Print the version and exit."),
    ]
}
