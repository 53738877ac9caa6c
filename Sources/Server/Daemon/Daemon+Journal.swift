import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesStorage
import KeyedArchive

extension Daemon {
    /// Makes what a command applied an edit of this turn.
    ///
    /// - Parameters:
    ///   - command: the command's name.
    ///   - path: the path that it was given first.
    ///   - connection: who called it.
    ///   - start: where its reply begins, which waits if the edit is a large one.
    func commit(_ command: String, _ path: String, _ connection: Connection, from start: Int64) {
        guard let store else { fatalError("an edit before the document was restored") }
        let origin = Edit.Origin(
            time: WallClock.nanoseconds / 1000, client: connection.name, command: command, path: path)
        switch store.commit(origin) {
        case .nothing: break
        case .pending: if !subscriptions.isEmpty, isPathless(command) { queueChanges(of: command) }
        case .refused(let cause):
            connection.writer.output.truncate(to: start)
            connection.writer.refuse(cause)
        case .large: commitLarge(command, connection, from: start)
        }
    }

    /// Notes that a reply of this turn speaks of edits that are not durable yet.
    func note(_ connection: Connection, from start: Int64) {
        if let turn = connection.turn {
            connection.turn = (turn.start, turn.replies + 1)
        } else {
            connection.turn = (start, 1)
            speaking.append(connection)
        }
    }

    /// Makes the edits of the turn durable; where that fails, every reply that speaks of them says so instead.
    func endTurn() {
        guard let store else { return }
        let hadEdits = store.hasTurn
        let failure = store.endTurn()
        for connection in speaking {
            if let failure, let turn = connection.turn {
                connection.writer.output.truncate(to: turn.start)
                for _ in 0..<turn.replies { connection.writer.refuse(failure) }
            }
            connection.turn = nil
        }
        speaking.removeAll(keepingCapacity: true)
        if hadEdits, failure == nil {
            statistics.turnEnded = store.lastSync
            statistics.syncs.add(store.lastSyncDuration)
        }
        logNotices()
        armClock()
    }

    /// Counts how long the replies took to leave behind the sync that they waited for.
    func noteLatency() {
        guard let ended = statistics.turnEnded else { return }
        statistics.turnEnded = nil
        statistics.replies.add(MonotonicTime.now - ended)
    }

    /// Says what the storage has to say.
    func logNotices() {
        guard let store, !store.notices.isEmpty else { return }
        for notice in store.notices { log.write(.warning, notice) }
        store.notices = []
        service.tell(.status(statusWords))
    }

    /// Sets the clock to what the storage has to do next.
    func armClock() {
        let deadline = phase == .serving ? store?.deadline : nil
        guard deadline != clock?.deadline else { return }
        guard let deadline else {
            clock?.cancel()
            return
        }
        let timer = clock ?? loop.makeTimer { [unowned self] in store?.tick() }
        clock = timer
        timer.arm(at: deadline)
    }

    // MARK: - Large edits

    /// Has an edit committed by a save; its reply and all further edits wait for that.
    private func commitLarge(_ command: String, _ connection: Connection, from start: Int64) {
        let output = connection.writer.output
        let reply = Array(output.bytes.suffix(Int(output.position - start)))
        connection.writer.output.truncate(to: start)
        connection.isWaiting = true
        store?.saveLarge { [weak self, weak connection] failure in
            guard let self else { return }
            if failure == nil { queueChanges(of: command) }
            if let connection {
                resume(connection) { writer in
                    if let failure { writer.refuse(failure) } else { writer.output.append(reply) }
                }
            }
            runParked()
        }
    }

    /// Lets a request wait until the large edit is committed.
    func park(_ connection: Connection) {
        statistics.commands -= 1
        connection.isWaiting = true
        connection.isParked = true
        parked.append(connection)
    }

    fileprivate func runParked() {
        let waiting = parked
        parked = []
        for connection in waiting where connections[connection.id] != nil {
            connection.isParked = false
            connection.isWaiting = false
            run(connection)
            touch(connection)
            serve(connection)
        }
    }
}

extension ReplyWriter {
    /// Writes that edits are refused, and why.
    mutating func refuse(_ cause: StorageError) {
        error("MISCONF", "the edit cannot be made durable, and is refused: \(cause)")
    }
}

extension Daemon {
    /// Replaces the whole document for a client that waits, as an edit of its own.
    func replace(with archive: Archive, _ command: String, for connection: Connection) {
        replace(command, for: connection) { document in
            document.replace(with: archive)
        } reply: { writer in
            writer.simple("OK")
        }
    }

    /// Makes an edit of the whole document for a client that waits.
    func replace(
        _ command: String, for connection: Connection, by edit: (inout Document) throws(Refusal) -> Void,
        reply: @escaping (inout ReplyWriter) -> Void
    ) {
        guard let store, connections[connection.id] != nil else { return }
        guard !store.isCommittingLarge, store.refusal == nil else {
            return resume(connection) { writer in
                if let refusal = store.refusal { return writer.refuse(refusal) }
                writer.error("BUSY", "another large edit is being made; try again")
            }
        }
        do throws(Refusal) { try edit(&store.document) } catch {
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
        case .large:
            store.saveLarge { [weak self, weak connection] failure in
                guard let self else { return }
                if failure == nil { queueChanges(of: command) }
                if let connection {
                    resume(connection) { writer in
                        if let failure { writer.refuse(failure) } else { reply(&writer) }
                    }
                }
                runParked()
            }
        }
    }
}
