import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Commands that make several edits one, or an edit depend on what the client has seen.
enum TransactionCommands {
    static let all: [Command] = [
        Command("multi", 1, .transactions, traits: .immediate, "Begins a transaction: further commands are queued.") {
            call throws(Refusal) in
            guard call.connection.transaction == nil else { throw Refusal("MULTI calls can not be nested") }
            call.connection.transaction = Transaction()
            call.ok()
        },
        Command(
            "exec", 1, .transactions, traits: .immediate,
            "Runs the queued commands as one edit; if one fails, nothing is changed."
        ) { call in
            call.daemon.execute(call.connection)
        },
        Command("discard", 1, .transactions, traits: .immediate, "Drops the queued commands.") { call throws(Refusal) in
            guard call.connection.transaction != nil else { throw Refusal("DISCARD without MULTI") }
            call.connection.dropTransaction()
            call.ok()
        },
        Command(
            "watch", -2, .transactions, traits: .immediate, "key...",
            "Lets the next EXEC run only if nothing at, above or below these paths changed until then.", watch),
        Command("unwatch", 1, .transactions, "Watches no path any longer.") { call in
            call.connection.watches = [:]
            call.ok()
        },
        Command(
            "ifrev", 2, .transactions, "revision",
            "Lets the next edit, EXEC, UNDO or REDO run only if the document is still at a revision.", condition),
    ]

    private static func watch(_ call: Invocation) throws(Refusal) {
        guard call.connection.transaction == nil else { throw Refusal("WATCH inside MULTI is not allowed") }
        let document = call.daemon.document
        for index in 1..<call.count {
            let path = document.settledPath(call.path(index))
            // What is watched already is watched from then on.
            guard call.connection.watches[path] == nil else { continue }
            guard call.connection.watches.count < Connection.watchLimit else {
                throw Refusal("too many paths are watched", detail: "\(Connection.watchLimit) are the most")
            }
            call.connection.watches[path] = document.revision
        }
        call.ok()
    }

    private static func condition(_ call: Invocation) throws(Refusal) {
        let text = call.text(1)
        let condition = RevisionCondition(
            reference: RevisionReference(text, history: call.daemon.historyName), text: String(text.prefix(64)))
        if call.connection.isExecuting {
            // Within EXEC the revision is still that before it.
            guard condition.reference != nil else { throw .notAnInteger }
            guard condition.holds(at: call.daemon.document.revision) else { throw call.daemon.conflict(condition) }
            return call.ok()
        }
        // Also one that cannot be read is kept: the edit that was to depend on it must not run unasked.
        call.connection.condition = condition
        guard condition.reference != nil else { throw .notAnInteger }
        call.ok()
    }
}
