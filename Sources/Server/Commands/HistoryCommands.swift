import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesStorage

/// Commands about what was edited, and the archives before the present one.
enum HistoryCommands {
    static let all: [Command] = [
        Command(
            "undo", 1, .history, writes: true, traits: .alone, "Takes back the last edit, and answers which it was."
        ) {
            call throws(Refusal) in
            if let past = call.daemon.document.history.pastOfUndo { return goBack(to: past, "undo", call) }
            try reply(call.daemon.document.undo(), to: call)
        },
        Command("redo", 1, .history, writes: true, traits: .alone, "Makes the edit that was taken back last once more.")
        {
            call throws(Refusal) in
            if let past = call.daemon.document.history.pastOfRedo { return goBack(to: past, "redo", call) }
            try reply(call.daemon.document.redo(), to: call)
        },
        Command("history", -1, .history, "[count]", "Answers the last edits, the newest first.", history),
        Command("revision", 1, .history, "Answers the history and the revision, as HISTORY-REVISION.") { call in
            let id = call.daemon.store?.history.description ?? ""
            call.connection.writer.bulk("\(id)-\(call.daemon.document.revision)")
        },
        Command("generations", 1, .history, "Answers the archives before the present one.", generations),
        Command(
            "revert", 2, .history, writes: true, traits: .alone, "revision",
            "Puts the document back to a revision, as an edit.", revert
        ),
        Command(
            "forget", 1, .history, writes: true, traits: .alone, "Forgets the history and removes the generations.",
            forget),
    ]

    /// The number of edits that HISTORY answers unless it is told another one.
    private static let usualCount = 20

    private static func reply(_ entry: History.Entry, to call: Invocation) {
        call.connection.writer.map(5)
        describe(entry, to: &call.connection.writer)
    }

    /// Takes back the large edit of an earlier run, or makes it once more: the document before it is read from files.
    private static func goBack(to revision: UInt64, _ command: String, _ call: Invocation) {
        guard let store = call.daemon.store else { return }
        let (present, condition) = (store.document.revision, call.condition)
        readPast(revision, call) { daemon, connection, result in
            switch result {
            case .failure(let error): daemon.resume(connection) { $0.error("ERR", error.description) }
            case .success(let state):
                var entry: History.Entry?
                daemon.replace(command, for: connection, if: condition) { document throws(Refusal) in
                    guard document.revision == present else {
                        throw Refusal("the document was edited meanwhile; try again", code: .busy)
                    }
                    entry = command == "undo" ? try document.undo(with: state) : try document.redo(with: state)
                } reply: { writer in
                    guard let entry else { return }
                    writer.map(5)
                    describe(entry, to: &writer)
                }
            }
        }
    }

    /// Reads the document of a revision from files, and makes of it what replaces the present one, while the client
    /// waits.
    private static func readPast(
        _ revision: UInt64, _ call: Invocation,
        then done: @escaping (Daemon, Connection, Result<DocumentState, StorageError>) -> Void
    ) {
        let (daemon, connection) = (call.daemon, call.connection)
        connection.isWaiting = true
        daemon.store?.readPast(revision) { [weak daemon, weak connection] result in
            guard let daemon, let connection else { return }
            switch result {
            case .failure(let error): done(daemon, connection, .failure(error))
            case .success(let archive):
                let model = daemon.document.model
                daemon.doOnFileThread {
                    DocumentState(archive, model: model)
                } then: { [weak daemon, weak connection] state in
                    guard let daemon, let connection else { return }
                    done(daemon, connection, .success(state))
                }
            }
        }
    }

    private static func describe(_ entry: History.Entry, to writer: inout ReplyWriter) {
        writer.bulk("revision")
        writer.integer(Int(clamping: entry.revision))
        for (key, value) in [
            ("command", entry.origin.command), ("client", entry.origin.client), ("path", entry.origin.path),
        ] {
            writer.bulk(key)
            writer.bulk(value)
        }
        writer.bulk("time")
        writer.integer(entry.origin.time)
    }

    private static func history(_ call: Invocation) throws(Refusal) {
        guard call.count <= 2 else { return call.replyWrongArguments(of: "history") }
        let count = call.count == 2 ? try call.integer(1) : usualCount
        guard count >= 0 else { throw Refusal("value is out of range, must be positive") }
        let history = call.daemon.document.history
        let entries = history.entries.suffix(count).reversed()
        call.connection.writer.array(entries.count)
        for entry in entries {
            call.connection.writer.map(7)
            describe(entry, to: &call.connection.writer)
            call.connection.writer.bulk("kind")
            switch entry.kind {
            case .edit: call.connection.writer.bulk("edit")
            case .undo(let other): call.connection.writer.bulk("undo of \(other)")
            case .redo(let other): call.connection.writer.bulk("redo of \(other)")
            }
            call.connection.writer.bulk("undoable")
            call.connection.writer.integer(history.canUndo(entry.revision) ? 1 : 0)
        }
    }

    private static func generations(_ call: Invocation) {
        guard let store = call.daemon.store else { return call.connection.writer.array(0) }
        let known = store.generations.enumerated().compactMap { index, generation in
            generation.map { (index + 1, $0) }
        }
        call.connection.writer.array(known.count)
        for (number, generation) in known {
            call.connection.writer.map(4)
            call.connection.writer.bulk("file")
            call.connection.writer.bulk("\(store.archivePath).\(number)")
            call.connection.writer.bulk("revision")
            call.connection.writer.integer(Int(clamping: generation.revision))
            call.connection.writer.bulk("time")
            call.connection.writer.integer(generation.time / 1000)
            call.connection.writer.bulk("bytes")
            call.connection.writer.integer(Int(clamping: generation.digest.length))
        }
    }

    private static func revert(_ call: Invocation) throws(Refusal) {
        let revision = try self.revision(call)
        guard let store = call.daemon.store else { return }
        guard revision <= store.document.revision else {
            throw Refusal("no such revision", detail: "the document is at revision \(store.document.revision)")
        }
        if let state = store.document.state(at: revision) {
            store.document.replace(with: state)
            return call.ok()
        }
        let condition = call.condition
        readPast(revision, call) { daemon, connection, result in
            switch result {
            case .failure(let error):
                let known = daemon.store?.generations.compactMap { $0.map { "\($0.revision)" } } ?? []
                let words =
                    "no such revision: neither the history nor a generation has \(revision); generations: "
                    + known.joined(separator: ", ")
                daemon.resume(connection) { $0.error("ERR", error.errno == nil ? words : error.description) }
            case .success(let state): daemon.replace(with: state, "revert", for: connection, if: condition)
            }
        }
    }

    /// A revision: a number, or `HISTORY-NUMBER`.
    private static func revision(_ call: Invocation) throws(Refusal) -> UInt64 {
        let text = call.text(1)
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 2, let store = call.daemon.store {
            guard parts[0] == store.history.description else {
                throw Refusal("no such revision", detail: "\(text) is of another history than \(store.history)")
            }
        }
        guard parts.count <= 2, let number = parts.last.flatMap({ UInt64($0) }) else { throw .notAnInteger }
        return number
    }

    private static func forget(_ call: Invocation) {
        guard let store = call.daemon.store else { return }
        let (daemon, connection) = (call.daemon, call.connection)
        connection.isWaiting = true
        store.forget { [weak daemon, weak connection] result in
            guard let daemon, let connection else { return }
            daemon.resume(connection) { writer in
                switch result {
                case .success: writer.simple("OK")
                case .failure(let error): writer.error("ERR", "not everything was forgotten: \(error)")
                }
            }
        }
    }
}
