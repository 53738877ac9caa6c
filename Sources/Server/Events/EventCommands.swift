import FourLinesDocument
import FourLinesLinux
import FourLinesRESP

/// Commands about what changes.
enum EventCommands {
    static let all: [Command] = [
        Command(
            "subscribe", -2, .pubsub, traits: [.alone, .whileSubscribed], "channel...",
            "Sends messages of channels: __keyspace@0__:PATH and __keyevent@0__:EVENT."
        ) { call throws(Refusal) in try subscribe(call, to: .channel) },
        Command(
            "unsubscribe", -1, .pubsub, traits: [.alone, .whileSubscribed], "[channel...]",
            "Sends messages of channels, or of all, no longer."
        ) { unsubscribe($0, from: .channel) },
        Command(
            "psubscribe", -2, .pubsub, traits: [.alone, .whileSubscribed], "pattern...",
            "Sends messages of all channels that match patterns."
        ) { call throws(Refusal) in try subscribe(call, to: .pattern) },
        Command(
            "punsubscribe", -1, .pubsub, traits: [.alone, .whileSubscribed], "[pattern...]",
            "Sends messages of patterns, or of all, no longer."
        ) { unsubscribe($0, from: .pattern) },
        Command(
            "pubsub", -2, .pubsub, "CHANNELS|NUMSUB|NUMPAT [argument...]", "Says who has subscribed to what.", pubsub),
        Command(
            "changes", -2, .pubsub, "revision [BLOCK milliseconds]",
            "Answers the paths that changed since a revision; can wait for a change.", changes),
    ]

    // MARK: - Channels

    private static func subscribe(_ call: Invocation, to kind: Subscriptions.Kind) throws(Refusal) {
        let connection = call.connection
        for name in call.arguments(from: 1) {
            if !connection[kind].contains(name) {
                guard connection.subscriptionCount < Connection.subscriptionLimit else {
                    throw Refusal("too many subscriptions", detail: "\(Connection.subscriptionLimit) are the most")
                }
                connection[kind].add(name)
                call.daemon.subscriptions.add(connection.id, to: kind, name)
            }
            reply(kind == .channel ? "subscribe" : "psubscribe", name, to: connection)
        }
    }

    private static func unsubscribe(_ call: Invocation, from kind: Subscriptions.Kind) {
        let connection = call.connection
        let word = kind == .channel ? "unsubscribe" : "punsubscribe"
        let names = call.count > 1 ? call.arguments(from: 1) : connection[kind].all
        guard !names.isEmpty else { return reply(word, nil, to: connection) }
        for name in names {
            connection[kind].remove(name)
            call.daemon.subscriptions.remove(connection.id, from: kind, name)
            reply(word, name, to: connection)
        }
    }

    /// One message for each channel or pattern, as Redis answers.
    private static func reply(_ word: String, _ name: [UInt8]?, to connection: Connection) {
        connection.writer.push(3)
        connection.writer.bulk(word)
        if let name { connection.writer.bulk(name) } else { connection.writer.null() }
        connection.writer.integer(connection.subscriptionCount)
    }

    private static func pubsub(_ call: Invocation) {
        let subscriptions = call.daemon.subscriptions
        if call.isWord(1, "CHANNELS") {
            guard call.count <= 3 else { return call.replyWrongArguments(of: "pubsub|channels") }
            let pattern = call.count == 3 ? GlobPattern(call[2]) : nil
            let names = subscriptions.channelNames.filter { pattern?.matches($0) != false }
            call.connection.writer.array(names.count)
            for name in names { call.connection.writer.bulk(name) }
        } else if call.isWord(1, "NUMSUB") {
            call.connection.writer.map(call.count - 2)
            for channel in call.arguments(from: 2) {
                call.connection.writer.bulk(channel)
                call.connection.writer.integer(subscriptions.count(of: channel))
            }
        } else if call.isWord(1, "NUMPAT") {
            guard call.count == 2 else { return call.replyWrongArguments(of: "pubsub|numpat") }
            call.connection.writer.integer(subscriptions.patternCount)
        } else {
            call.replyUnknownSubcommand(of: "PUBSUB")
        }
    }

    // MARK: - CHANGES

    private static func changes(_ call: Invocation) throws(Refusal) {
        let (daemon, connection) = (call.daemon, call.connection)
        guard let reference = RevisionReference(call.text(1), history: daemon.historyName) else { throw .notAnInteger }
        var patience: Int?
        try call.readOptions(from: 2, ["BLOCK"]) { _, index throws(Refusal) in
            let milliseconds = try call.integer(index)
            guard milliseconds >= 0 else { throw Refusal("timeout is negative") }
            // Longer than anybody waits, and short enough to be added to the time.
            patience = min(milliseconds, 1 << 50)
        }
        guard case .known(let revision) = reference else { return daemon.replyChanges(since: nil, to: connection) }
        guard let patience, revision == daemon.document.revision, !connection.isExecuting else {
            return daemon.replyChanges(since: revision, to: connection)
        }
        daemon.wait(connection, behind: revision, for: patience == 0 ? nil : .milliseconds(patience))
    }
}
