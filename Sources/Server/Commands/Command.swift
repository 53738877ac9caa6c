import FourLinesDocument

/// A command of the protocol: its name, how many arguments it takes, what it is for, and what it does.
struct Command: Sendable {
    /// What a command is about, as COMMAND DOCS groups them.
    enum Group: String, Sendable {
        case connection, generic, string, list, server
    }

    /// The name in lower case.
    let name: String
    /// The number of arguments with the name, or if negative the least number, as Redis counts.
    let arity: Int
    let group: Group
    /// Whether it may change the document.
    let isWrite: Bool
    /// What it does, in one line.
    let summary: String
    let run: @Sendable (Invocation) throws(Refusal) -> Void

    init(
        _ name: String, _ arity: Int, _ group: Group, writes: Bool = false, _ summary: String,
        _ run: @escaping @Sendable (Invocation) throws(Refusal) -> Void
    ) {
        self.name = name
        self.arity = arity
        self.group = group
        isWrite = writes
        self.summary = summary
        self.run = run
    }

    /// Whether it can be called with so many arguments, its name included.
    func accepts(_ count: Int) -> Bool { arity >= 0 ? count == arity : count >= -arity }
}
