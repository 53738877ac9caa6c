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
            _ = events.take(behind: document.revision)
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
}

extension ReplyWriter {
    /// Writes that edits are refused, and why.
    mutating func refuse(_ cause: StorageError) {
        error("MISCONF", "the edit cannot be made durable, and is refused: \(cause)")
    }
}
