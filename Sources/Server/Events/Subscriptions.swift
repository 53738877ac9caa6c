import FourLinesRESP

/// Who subscribed to which channels.
struct Subscriptions {
    /// What a client subscribes to.
    enum Kind {
        /// A channel itself.
        case channel
        /// All channels that match a pattern.
        case pattern
    }

    /// A pattern and those who subscribed to it.
    private struct Pattern {
        let glob: GlobPattern
        var clients: [Int] = []
    }

    private var channels: [[UInt8]: [Int]] = [:]
    private var patterns: [[UInt8]: Pattern] = [:]

    /// Whether nobody subscribed to anything.
    var isEmpty: Bool { channels.isEmpty && patterns.isEmpty }

    /// How many different patterns there are.
    var patternCount: Int { patterns.count }

    /// The channels that somebody subscribed to.
    var channelNames: [[UInt8]] { channels.keys.sorted { $0.lexicographicallyPrecedes($1) } }

    /// How many clients subscribed to a channel itself.
    func count(of channel: [UInt8]) -> Int { channels[channel]?.count ?? 0 }

    /// Subscribes a client, by its number, to what it has not subscribed to.
    mutating func add(_ client: Int, to kind: Kind, _ name: [UInt8]) {
        switch kind {
        case .channel: channels[name, default: []].append(client)
        case .pattern: patterns[name, default: Pattern(glob: GlobPattern(name))].clients.append(client)
        }
    }

    /// Takes a client off a channel or pattern.
    mutating func remove(_ client: Int, from kind: Kind, _ name: [UInt8]) {
        switch kind {
        case .channel:
            channels[name]?.removeAll { $0 == client }
            if channels[name]?.isEmpty == true { channels[name] = nil }
        case .pattern:
            patterns[name]?.clients.removeAll { $0 == client }
            if patterns[name]?.clients.isEmpty == true { patterns[name] = nil }
        }
    }

    /// Calls a function with each client that a message on a channel goes to, and the pattern for which it does; nil for
    /// the channel itself.
    func forEachReceiver(of channel: [UInt8], _ body: (_ client: Int, _ pattern: [UInt8]?) -> Void) {
        for client in channels[channel] ?? [] { body(client, nil) }
        for (text, pattern) in patterns where pattern.glob.matches(channel) {
            for client in pattern.clients { body(client, text) }
        }
    }
}
