import FourLinesDocument
import FourLinesRESP
import FourLinesStorage
import KeyedArchive

extension Daemon {
    /// The history that the document's revisions belong to.
    var historyName: String { store?.history.description ?? "" }

    /// The document's revision with its history, as REVISION answers it.
    var revisionName: String { "\(historyName)-\(document.revision)" }

    /// Queues a request between MULTI and EXEC.
    func queue(_ command: Command, _ invocation: Invocation) {
        let connection = invocation.connection
        let arguments = invocation.arguments(from: 0)
        guard connection.transaction?.queue(arguments, isEdit: command.isWrite) == true else {
            return connection.writer.error(
                "ERR",
                "the transaction is too large: \(Transaction.countLimit) commands and"
                    + " \(Transaction.sizeLimit >> 20) MB are the most")
        }
        connection.writer.simple("QUEUED")
    }

    /// Runs what a client queued, as one edit.
    func execute(_ connection: Connection) {
        guard let transaction = connection.transaction else {
            return connection.writer.error("ERR", "EXEC without MULTI")
        }
        if transaction.hasEdits, !transaction.isBroken {
            // Before anything is taken off the connection: a request that waits is run once more.
            if store?.isCommittingLarge == true { return park(connection) }
            if let refusal = store?.refusal {
                connection.dropTransaction()
                return connection.writer.refuse(refusal)
            }
        }
        let (watches, condition) = (connection.watches, connection.condition)
        connection.dropTransaction()
        guard !transaction.isBroken else {
            return connection.writer.error("EXECABORT", "Transaction discarded because of previous errors.")
        }
        if let condition, !condition.holds(at: document.revision) {
            let refusal = conflict(condition)
            return connection.writer.error(refusal.code.rawValue, refusal.description)
        }
        guard !hasTripped(watches) else { return connection.writer.nullArray() }
        run(transaction, for: connection)
    }

    private func run(_ transaction: Transaction, for connection: Connection) {
        let start = connection.writer.output.position
        let told = events.count
        let (input, parser) = (connection.input, connection.parser)
        // The queued requests stand where requests stand that have just come.
        connection.input = transaction.requests
        connection.parser = RequestParser()
        connection.isExecuting = true
        connection.writer.array(transaction.count)
        var failure: Refusal?
        var path: String?
        for number in 1...max(1, transaction.count) where failure == nil && number <= transaction.count {
            guard case .command = connection.parser.next(&connection.input),
                let command = commands.find(connection.parser[0], in: connection.input)
            else { fatalError("a queued request that is none") }
            if path == nil, command.isWrite {
                path = Invocation(daemon: self, connection: connection).firstPath(of: command)
            }
            if let error = perform(command, connection) {
                failure = error.code == .conflict ? error : error.inTransaction(number, transaction.count, command.name)
            }
        }
        connection.isExecuting = false
        (connection.input, connection.parser) = (input, parser)
        if let failure {
            if document.isBeingEdited { document.rollBack() }
            events.truncate(to: told)
            connection.writer.output.truncate(to: start)
            return connection.writer.error(failure.code.rawValue, failure.description)
        }
        if document.isBeingEdited { commit("exec", path ?? "", connection, from: start) }
    }

    /// Runs one request of a transaction; answers why it failed, if it did.
    private func perform(_ command: Command, _ connection: Connection) -> Refusal? {
        statistics.commands += 1
        let start = connection.writer.output.position
        let invocation = Invocation(daemon: self, connection: connection)
        do throws(Refusal) { try runAnnounced(command, invocation) } catch { return error }
        return connection.writer.output.error(at: start).map(Refusal.init)
    }

    /// Whether something that a client watches has changed behind the revision from which on it does.
    private func hasTripped(_ watches: [KeyPath: UInt64]) -> Bool {
        let present = document.revision
        guard let first = watches.values.min(), first != present else { return false }
        let times = document.changeTimes(since: first)
        return watches.contains { path, revision in revision != present && times.touches(path, behind: revision) }
    }

    // MARK: - IFREV

    /// Takes the condition off a client whose next edit has come.
    ///
    /// - Returns: the condition, if there was one.
    /// - Throws: `Refusal` of code CONFLICT if the document is at another revision.
    func takeCondition(of connection: Connection) throws(Refusal) -> RevisionCondition? {
        guard let condition = connection.condition else { return nil }
        connection.condition = nil
        try check(condition)
        return condition
    }

    /// Makes sure that the document is where an edit wants it to be.
    ///
    /// - Throws: `Refusal` of code CONFLICT if it is at another revision.
    func check(_ condition: RevisionCondition?) throws(Refusal) {
        if let condition, !condition.holds(at: document.revision) { throw conflict(condition) }
    }

    /// Says where the document is, and where it is not.
    func conflict(_ condition: RevisionCondition) -> Refusal {
        Refusal("the document is at \(revisionName), not at \(condition.text)", code: .conflict)
    }
}

extension Refusal {
    /// The same about one request of a transaction.
    fileprivate func inTransaction(_ number: Int, _ count: Int, _ name: String) -> Refusal {
        Refusal(
            "command \(number) of \(count), \(name), failed, and nothing was changed", detail: description, code: code)
    }

    /// An error reply that a command wrote.
    fileprivate init(reply: (code: String, text: String)) {
        self.init(reply.text, code: Code(rawValue: reply.code) ?? .error)
    }
}
