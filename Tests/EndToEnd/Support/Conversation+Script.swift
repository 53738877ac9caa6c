import FourLinesLinux
import Testing

extension Conversation {
    /// Sends a request in the inline form and compares the reply, whose lines are joined by `|` unless it is an error.
    func say(_ request: String, _ reply: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try send(request + "\r\n")
        try hear(reply, sourceLocation: sourceLocation)
    }

    /// Compares what comes next, whose lines are joined by `|`.
    func hear(_ reply: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let lines = reply.hasPrefix("-") ? [reply[...]] : reply.split(separator: "|", omittingEmptySubsequences: false)
        try expect(lines.joined(separator: "\r\n") + "\r\n", sourceLocation: sourceLocation)
    }

    /// Expects that nothing came: the next reply is that of a PING.
    func hearNothing(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try say("PING", "+PONG", sourceLocation: sourceLocation)
    }

    /// Reads a reply of any kind, its lines joined by `|`.
    func reply() throws -> String {
        let head = try line()
        guard let count = Int(head.dropFirst()) else { return head }
        switch head.first {
        case "*", ">", "~": return try ([head] + (0..<max(0, count)).map { _ in try reply() }).joined(separator: "|")
        case "%": return try ([head] + (0..<2 * count).map { _ in try reply() }).joined(separator: "|")
        case "$":
            guard count >= 0 else { return head }
            return String(decoding: try read(count + 2).dropLast(2), as: UTF8.self)
        default: return head
        }
    }

    /// Sends a request and reads its reply, its lines joined by `|`.
    func ask(_ request: String...) throws -> String { try ask(request) }

    /// Sends a request and reads its reply, its lines joined by `|`.
    func ask(_ request: [String]) throws -> String {
        try send(Self.encode(request.map { Array($0.utf8) }))
        return try reply()
    }

    /// Waits until the daemon's figures about its clients have a line, asking for them; another client does what is
    /// waited for.
    func waitForClients(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let deadline = MonotonicTime.now + .seconds(10)
        while case let figures = try ask("INFO", "clients"),
            !figures.split(whereSeparator: \.isNewline).contains(line[...])
        {
            try #require(MonotonicTime.now < deadline, "no \(line) in \(figures)", sourceLocation: sourceLocation)
        }
    }

    /// The document's revision, with its history.
    func revision() throws -> String { try ask("REVISION") }
}
