import FourLinesDocument
import FourLinesRESP
import FourLinesStorage
import KeyedArchive

extension Daemon {
    /// Runs a command, and queues what subscribers are to be told of it.
    func runAnnounced(_ command: Command, _ call: Invocation) throws(Refusal) {
        guard command.isWrite, !subscriptions.isEmpty else { return try command.run(call) }
        let wanted = command.events(of: call)
        // What goes has its path before, what comes has it afterwards.
        let before = wanted.map { document.find(call.path($0.argument)) == nil ? nil : paths(call, $0.argument) }
        let count = document.changeCount
        try command.run(call)
        guard document.changeCount != count else { return }
        let revision = document.revision + 1
        for (event, known) in zip(wanted, before) {
            guard known != nil || event.name != "del" else { continue }
            let isGone = document.isFree && known != nil && document.find(call.path(event.argument)) == nil
            for path in known ?? paths(call, event.argument) {
                events.add(.init(revision: revision, name: event.name, path: path))
                if isGone, event.name != "del" { events.add(.init(revision: revision, name: "del", path: path)) }
            }
        }
    }

    private func paths(_ call: Invocation, _ argument: Int) -> [[UInt8]] {
        document.settledPaths(call.path(argument)).map { document.text(of: $0) }
    }

    /// Tells of what became durable in this turn: subscribers get their messages, and who waits for a change its
    /// reply.
    ///
    /// No request is run here, because its edits would have no sync before their replies.
    func announce() {
        if !waiting.isEmpty { answerWaiting(at: document.revision) }
        guard events.count > 0 else { return }
        for event in events.take(upTo: document.revision) { publish(event) }
    }

    /// Queues what subscribers are to be told of an edit that was just committed and whose command names no path: UNDO,
    /// REDO, one of the whole document, or a large one to which nobody was subscribed when it was made.
    func queueChanges(of command: String) {
        guard !subscriptions.isEmpty else { return }
        let revision = document.revision
        let summary = document.changes(since: revision - 1)
        let paths = summary.isEverything ? [[]] : summary.paths.map { document.text(of: $0) }
        for path in paths { events.add(.init(revision: revision, name: command, path: path)) }
    }

    /// Whether a command edits without naming a path.
    func isPathless(_ command: String) -> Bool {
        command != "exec" && commands.find(Array(command.utf8))?.paths.first == 0
    }

    private func publish(_ event: EventQueue.Event) {
        let name = Array(event.name.utf8)
        deliver(event.revision, on: Self.keyspace + event.path, name)
        deliver(event.revision, on: Self.keyevent + name, event.path)
    }

    private static let keyspace = Array("__keyspace@0__:".utf8)
    private static let keyevent = Array("__keyevent@0__:".utf8)

    private func deliver(_ revision: UInt64, on channel: [UInt8], _ payload: [UInt8]) {
        subscriptions.forEachReceiver(of: channel) { client, pattern in
            guard let connection = connections[client], !connection.isClosing else { return }
            let size = channel.count + payload.count + (pattern?.count ?? 0)
            guard connection.lostFrom == nil,
                connection.writer.output.pendingCount + size <= Connection.messageLimit
            else {
                // It gets one message about that once it has read the others.
                if connection.lostFrom == nil { connection.lostFrom = revision - 1 }
                return
            }
            connection.writer.push(pattern == nil ? 3 : 4)
            connection.writer.bulk(pattern == nil ? "message" : "pmessage")
            if let pattern { connection.writer.bulk(pattern) }
            connection.writer.bulk(channel)
            connection.writer.bulk(payload)
            touch(connection)
        }
    }

    /// Tells a client that has read everything from where on it missed messages, if it did.
    ///
    /// - Returns: whether there is something to send now.
    func reportLost(_ connection: Connection) -> Bool {
        guard let revision = connection.lostFrom, connection.turn == nil else { return false }
        connection.lostFrom = nil
        guard connection.subscriptionCount > 0 else { return false }
        connection.writer.push(3)
        connection.writer.bulk("message")
        connection.writer.bulk("__fourlines__:lost")
        connection.writer.bulk("\(historyName)-\(revision)")
        return true
    }

    /// Takes a client off everything that it subscribed to.
    func unsubscribe(_ connection: Connection) {
        for kind in [Subscriptions.Kind.channel, .pattern] {
            for name in connection[kind].all { subscriptions.remove(connection.id, from: kind, name) }
            connection[kind] = SubscribedNames()
        }
        connection.lostFrom = nil
    }
}
