import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesStorage

extension Daemon {
    /// Something that waits until the large edit is committed.
    struct Parked {
        /// The client that waits with it.
        let connection: Connection
        /// An edit of the whole document that was prepared; nil for the client's request that was parsed last.
        let edit: (() -> Void)?
    }

    /// Has an edit committed by a save; its reply and all further edits wait for that.
    func commitLarge(_ command: String, _ connection: Connection, from start: Int64) {
        let output = connection.writer.output
        let reply = Array(output.bytes.suffix(Int(output.position - start)))
        connection.writer.output.truncate(to: start)
        connection.isWaiting = true
        saveLarge(command, for: connection) { $0.output.append(reply) }
    }

    /// Has the storage commit the edit that it took for a large one, while the client waits.
    private func saveLarge(
        _ command: String, for connection: Connection, reply: @escaping (inout ReplyWriter) -> Void
    ) {
        // What its commands have to tell is told when it is there; without it, the paths are.
        let told = events.take(behind: document.revision)
        store?.saveLarge { [weak self, weak connection] failure in
            guard let self else { return }
            if failure == nil {
                if told.isEmpty { queueChanges(of: command) }
                for event in told { events.add(event) }
            }
            if let connection {
                resume(connection) { writer in
                    if let failure { writer.refuse(failure) } else { reply(&writer) }
                }
            }
            runParked()
        }
    }

    /// Lets a request wait until the large edit is committed.
    func park(_ connection: Connection) {
        statistics.commands -= 1
        connection.isWaiting = true
        parked.append(Parked(connection: connection, edit: nil))
    }

    private func runParked() {
        let waiting = parked
        parked = []
        // In their order: what finds another large edit under way waits once more, behind those before it.
        for item in waiting where connections[item.connection.id] != nil {
            if let edit = item.edit {
                edit()
                continue
            }
            item.connection.isWaiting = false
            run(item.connection)
            touch(item.connection)
            serve(item.connection)
        }
    }

    /// Replaces the whole document for a client that waits, as an edit of its own.
    ///
    /// - Parameters:
    ///   - state: the other document.
    ///   - command: the command's name.
    ///   - connection: who called it.
    ///   - condition: what has to be so in the moment in which it is replaced.
    func replace(
        with state: DocumentState, _ command: String, for connection: Connection, if condition: RevisionCondition?
    ) {
        replace(command, for: connection, if: condition) { document in
            document.replace(with: state)
        } reply: { writer in
            writer.simple("OK")
        }
    }

    /// Makes an edit of the whole document for a client that waits; behind a large edit of somebody else it waits
    /// longer, as all edits do.
    func replace(
        _ command: String, for connection: Connection, if condition: RevisionCondition?,
        by edit: @escaping (inout Document) throws(Refusal) -> Void, reply: @escaping (inout ReplyWriter) -> Void
    ) {
        guard let store, connections[connection.id] != nil else { return }
        // While it was prepared the last save may have begun, behind which no edit is made.
        guard phase == .serving else {
            return resume(connection) { $0.error("ERR", "the daemon ends, and the edit was not made") }
        }
        guard !store.isCommittingLarge else {
            let again = { [weak self] in
                guard let self else { return }
                replace(command, for: connection, if: condition, by: edit, reply: reply)
            }
            return parked.append(Parked(connection: connection, edit: again))
        }
        if let refusal = store.refusal { return resume(connection) { $0.refuse(refusal) } }
        do throws(Refusal) {
            try check(condition)
            try edit(&store.document)
        } catch {
            store.document.rollBack()
            return resume(connection) { $0.error(error.code.rawValue, error.description) }
        }
        let origin = Edit.Origin(time: WallClock.nanoseconds / 1000, client: connection.name, command: command)
        switch store.commit(origin) {
        case .nothing: resume(connection, reply)
        case .pending:
            queueChanges(of: command)
            resume(connection, reply)
        case .refused(let cause): resume(connection) { $0.refuse(cause) }
        case .large: saveLarge(command, for: connection, reply: reply)
        }
    }
}
