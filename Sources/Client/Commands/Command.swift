/// A command of the program, with its own help.
struct Command: Sendable {
    /// The words that call it.
    let name: String
    /// The operands and options as the help shows them, without the program's and the command's name.
    let usage: String
    /// One line of help.
    let summary: String
    /// Command lines that show what it is good for, without the program's name, each with what it does.
    let examples: [Example]
    /// What else there is to know, in lines of up to 80 characters.
    let details: [String]
    /// Its own options.
    let options: [Option]
    /// How many operands may be followed by options; nil if options may stand anywhere.
    let operandsBeforeText: Int?
    /// What it does.
    let action: Action

    /// What a command does.
    enum Action: Sendable {
        /// It talks to the daemon.
        case conversation(@Sendable (Invocation) throws(ClientError) -> Void)
        /// It works on files, and needs no daemon.
        case files(@Sendable (FileInvocation) throws(ClientError) -> Void)
        /// A second word says what is done: these commands, whose names begin with this one's.
        case family([Command])
    }

    /// A command line with what it does.
    struct Example: Equatable, Sendable {
        /// The line, without the program's name.
        let line: String
        /// What it does, without a full stop.
        let meaning: String

        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    private init(
        name: String, usage: String, summary: String, examples: [Example], details: [String], options: [Option],
        operandsBeforeText: Int?, action: Action
    ) {
        self.name = name
        self.usage = usage
        self.summary = summary
        self.examples = examples
        self.details = details
        self.options = options
        self.operandsBeforeText = operandsBeforeText
        self.action = action
    }

    /// A command that talks to the daemon.
    init(
        name: String, usage: String, summary: String, examples: [Example], details: [String] = [],
        options: [Option] = [], operandsBeforeText: Int? = nil,
        run: @escaping @Sendable (Invocation) throws(ClientError) -> Void
    ) {
        self.init(
            name: name, usage: usage, summary: summary, examples: examples, details: details, options: options,
            operandsBeforeText: operandsBeforeText, action: .conversation(run))
    }

    /// A command that works on files.
    init(
        name: String, usage: String, summary: String, examples: [Example], details: [String] = [],
        options: [Option] = [], work: @escaping @Sendable (FileInvocation) throws(ClientError) -> Void
    ) {
        self.init(
            name: name, usage: usage, summary: summary, examples: examples, details: details, options: options,
            operandsBeforeText: nil, action: .files(work))
    }

    /// A word that begins the names of several commands.
    init(
        name: String, usage: String, summary: String, examples: [Example], details: [String] = [], family: [Command]
    ) {
        self.init(
            name: name, usage: usage, summary: summary, examples: examples, details: details, options: [],
            operandsBeforeText: nil, action: .family(family))
    }

    /// The commands whose names begin with this one's; none if it does something itself.
    var family: [Command] {
        if case .family(let commands) = action { return commands }
        return []
    }

    /// The last word of the name.
    var lastWord: String { name.split(separator: " ").last.map(String.init) ?? name }
}
