import FourLinesRESP

/// Who subscribed to which channels.
struct Subscriptions {
    /// A pattern and those who subscribed to it.
    private struct Pattern {
        let text: [UInt8]
        let glob: GlobPattern
        var clients: [Int]
    }

    private var channels: [[UInt8]: [Int]] = [:]
    private var patterns: [Pattern] = []

    /// Whether nobody subscribed to anything.
    var isEmpty: Bool { channels.isEmpty && patterns.isEmpty }

    /// How many different patterns there are.
    var patternCount: Int { patterns.count }

    /// The channels that somebody subscribed to.
    var channelNames: [[UInt8]] { channels.keys.sorted { $0.lexicographicallyPrecedes($1) } }

    /// How many clients subscribed to a channel itself.
    func count(of channel: [UInt8]) -> Int { channels[channel]?.count ?? 0 }

    /// Subscribes a client, by its number, to a channel that it has not subscribed to.
    mutating func add(_ client: Int, to channel: [UInt8]) { channels[channel, default: []].append(client) }

    /// Takes a client off a channel.
    mutating func remove(_ client: Int, from channel: [UInt8]) {
        channels[channel]?.removeAll { $0 == client }
        if channels[channel]?.isEmpty == true { channels[channel] = nil }
    }

    /// Subscribes a client to a pattern that it has not subscribed to.
    mutating func add(_ client: Int, toPattern text: [UInt8]) {
        if let index = patterns.firstIndex(where: { $0.text == text }) { return patterns[index].clients.append(client) }
        patterns.append(Pattern(text: text, glob: GlobPattern(text), clients: [client]))
    }

    /// Takes a client off a pattern.
    mutating func remove(_ client: Int, fromPattern text: [UInt8]) {
        guard let index = patterns.firstIndex(where: { $0.text == text }) else { return }
        patterns[index].clients.removeAll { $0 == client }
        if patterns[index].clients.isEmpty { patterns.remove(at: index) }
    }

    /// Calls a function with each client that a message on a channel goes to, and the pattern for which it does; nil for
    /// the channel itself.
    func forEachReceiver(of channel: [UInt8], _ body: (_ client: Int, _ pattern: [UInt8]?) -> Void) {
        for client in channels[channel] ?? [] { body(client, nil) }
        for pattern in patterns where pattern.glob.matches(channel) {
            for client in pattern.clients { body(client, pattern.text) }
        }
    }
}
