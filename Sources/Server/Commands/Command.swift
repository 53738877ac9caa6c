import FourLinesDocument

/// A command of the protocol: its name, its arguments, what it is for, and what it does.
///
/// A class, because one is looked up for each request, and a structure of so many parts would be copied then.
final class Command: Sendable {
    /// What a command is about, as COMMAND DOCS groups them.
    enum Group: String, Sendable {
        case connection, generic, string, list, hash, object, transactions, history, pubsub, server
    }

    /// The paths among the arguments: the first, the last (-1 is the very last), and the step between them.
    struct Paths: Sendable, Equatable {
        var first = 0
        var last = 0
        var step = 0
    }

    /// When a command may be called, where that is not always.
    struct Traits: OptionSet, Sendable {
        let rawValue: UInt8

        /// Between MULTI and EXEC it runs at once, instead of being queued.
        static let immediate = Traits(rawValue: 1)
        /// It may not be called between MULTI and EXEC: it takes its time, or its edit can be no part of another.
        static let alone = Traits(rawValue: 2)
        /// A client of protocol 2 that has subscribed may call it.
        static let whileSubscribed = Traits(rawValue: 4)
    }

    /// The name in lower case.
    let name: String
    /// The number of arguments with the name, or if negative the least number, as Redis counts.
    let arity: Int
    let group: Group
    /// Whether it may change the document.
    let isWrite: Bool
    let traits: Traits
    /// What it does, in one line.
    let summary: String
    /// Its arguments.
    let arguments: [CommandArgument]
    /// The version of the project that had it first.
    let since: String
    let run: @Sendable (Invocation) throws(Refusal) -> Void

    /// A command whose arguments are given in the notation of `CommandSyntax`.
    init(
        _ name: String, _ arity: Int, _ group: Group, writes: Bool = false, traits: Traits = [], _ syntax: String,
        _ summary: String, since: String = "0.1.0", _ run: @escaping @Sendable (Invocation) throws(Refusal) -> Void
    ) {
        self.name = name
        self.arity = arity
        self.group = group
        isWrite = writes
        self.traits = traits
        self.summary = summary
        self.since = since
        arguments = CommandSyntax.arguments(syntax)
        self.run = run
    }

    /// A command without arguments, or of which nothing is said about them.
    convenience init(
        _ name: String, _ arity: Int, _ group: Group, writes: Bool = false, traits: Traits = [], _ summary: String,
        _ run: @escaping @Sendable (Invocation) throws(Refusal) -> Void
    ) {
        self.init(name, arity, group, writes: writes, traits: traits, "", summary, run)
    }

    /// Whether it can be called with so many arguments, its name included.
    func accepts(_ count: Int) -> Bool { arity >= 0 ? count == arity : count >= -arity }

    /// Where the paths are among its arguments.
    var paths: Paths {
        guard let first = arguments.first else { return Paths() }
        if first.kind == .block, first.arguments.first?.kind == .key {
            return Paths(first: 1, last: -1, step: first.arguments.count)
        }
        guard first.kind == .key else { return Paths() }
        if first.isMultiple { return Paths(first: 1, last: -1, step: 1) }
        let isPair = arguments.count > 1 && arguments[1].kind == .key
        return Paths(first: 1, last: isPair ? 2 : 1, step: 1)
    }
}
