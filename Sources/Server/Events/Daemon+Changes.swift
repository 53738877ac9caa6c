import FourLinesDocument
import FourLinesLinux
import FourLinesRESP
import FourLinesStorage

extension Daemon {
    /// Lets a client wait until the document is at another revision.
    ///
    /// - Parameters:
    ///   - connection: the client.
    ///   - revision: the present revision.
    ///   - patience: how long it waits; nil for ever.
    func wait(_ connection: Connection, behind revision: UInt64, for patience: Duration?) {
        connection.isWaiting = true
        var timer: EventLoop.Timer?
        if let patience {
            timer = loop.makeTimer { [weak self, weak connection] in
                guard let self, let connection else { return }
                endWait(of: connection)
            }
            timer?.arm(after: patience)
        }
        connection.waiting = ChangeWait(revision: revision, timer: timer)
        waiting.append(connection)
    }

    /// Answers those who wait behind another revision than the present one; their further requests are run in the next
    /// turn.
    func answerWaiting(at revision: UInt64) {
        // Behind a higher one waits who saw an edit that could not be made durable.
        for connection in waiting where connection.waiting?.revision != revision {
            guard let wait = connection.waiting else { continue }
            stopWaiting(connection)
            connection.isWaiting = false
            replyChanges(since: wait.revision, to: connection)
            touch(connection)
            loop.nextTurn { [weak self, weak connection] in
                guard let self, let connection, connections[connection.id] != nil else { return }
                touch(connection)
                serve(connection)
            }
        }
    }

    /// Ends the wait of a client whose time is up.
    private func endWait(of connection: Connection) {
        guard let wait = connection.waiting else { return }
        stopWaiting(connection)
        connection.isWaiting = false
        let start = connection.writer.output.position
        replyChanges(since: wait.revision, to: connection)
        if store?.hasTurn == true { note(connection, from: start) }
        touch(connection)
        serve(connection)
    }

    /// Takes a client off those who wait.
    func stopWaiting(_ connection: Connection) {
        guard let wait = connection.waiting else { return }
        wait.timer?.cancel()
        connection.waiting = nil
        waiting.removeAll { $0 === connection }
    }

    /// Replies with what changed since a revision; nil for one of which nothing is known.
    func replyChanges(since revision: UInt64?, to connection: Connection) {
        let summary = revision.map { $0 > document.revision ? .everything : document.changes(since: $0) } ?? .everything
        connection.writer.map(3)
        connection.writer.bulk("revision")
        connection.writer.bulk(revisionName)
        connection.writer.bulk("everything")
        connection.writer.boolean(summary.isEverything)
        connection.writer.bulk("paths")
        connection.writer.array(summary.paths.count)
        for path in summary.paths { connection.writer.bulk(document.text(of: path)) }
    }
}
