import FourLinesRESP

/// What a command talks through: the connection, made when it is first needed, and what is known of the document.
final class Session {
    /// The socket that is spoken to, for messages.
    let target: Target
    private let patience: Duration?
    private let connect: (Target, Duration?) throws(ClientError) -> any ServerConnection
    private var connection: (any ServerConnection)?
    private var knownItems: ItemList??

    /// How long the daemon may work before it answers.
    enum Work: Equatable, Sendable {
        /// As long as it is usually waited for.
        case short
        /// Sixty times as long: it writes or reads files.
        case long
        /// As long as it likes: it waits for something to happen.
        case endless

        fileprivate func patience(_ usual: Duration?) -> Duration? {
            switch self {
            case .short: usual
            case .long: usual.map { $0 * 60 }
            case .endless: nil
            }
        }
    }

    /// Prepares a conversation; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - target: the daemon that is meant.
    ///   - patience: how long to wait without progress; nil waits for ever.
    ///   - connect: makes the connection.
    init(
        target: Target, patience: Duration?,
        connect: @escaping (Target, Duration?) throws(ClientError) -> any ServerConnection
    ) {
        self.target = target
        self.patience = patience
        self.connect = connect
    }

    /// A conversation with another daemon, in the same way.
    func other(_ target: Target) -> Session { Session(target: target, patience: patience, connect: connect) }

    /// Sends requests together and answers what came back, error replies among them.
    ///
    /// - Parameters:
    ///   - requests: at least one.
    ///   - mayClose: whether the daemon may close the connection instead of an answer to the last of them.
    ///   - work: how long the daemon may work before it answers.
    /// - Returns: a reply for each request; one less if the daemon closed the connection, and might.
    /// - Throws: no connection, no answer in time, or a daemon that refuses to start.
    func replies(
        to requests: [Request], mayClose: Bool = false, work: Work = .short
    ) throws(ClientError) -> [Reply] {
        let connection = try open()
        let replies = try connection.replies(to: requests, patience: work.patience(patience))
        if case .error(let text) = replies.first, ClientError.isRefusedStart(text) { throw .reply(text) }
        guard replies.count >= requests.count - (mayClose ? 1 : 0) else {
            throw .unavailable("the daemon closed the connection without an answer")
        }
        return replies
    }

    /// Sends one request.
    ///
    /// - Throws: an error reply as what it means, beside what `replies` throws.
    func reply(to request: Request, work: Work = .short) throws(ClientError) -> Reply {
        let replies = try replies(to: [request], work: work)
        guard let reply = replies.first else { throw .unexpectedReply(to: request.name) }
        if case .error(let text) = reply { throw .reply(text) }
        return reply
    }

    /// The list that bare numbers count; nil if the document has none.
    func items() throws(ClientError) -> ItemList? {
        if let knownItems { return knownItems }
        let reply = try replies(to: [Request("INFO", "document")]).first
        let information = reply.map { Information([$0]) } ?? Information([])
        let found = ItemList(information)
        knownItems = .some(found)
        return found
    }

    /// What an operand means: the number of an item, or a path.
    func address(of operand: [UInt8]) throws(ClientError) -> Address {
        guard let number = Address.bareNumber(operand), let items = try items() else { return .path(operand) }
        return .item(number: number, of: items)
    }

    /// Why there is no item of a number: how many there are, and how the first is called either way.
    func missingItem(_ number: Int, of items: ItemList) throws(ClientError) -> ClientError {
        .nothing("there is no item \(number): \(try extent(of: items))")
    }

    /// Why there is nothing at a path, if it would be an item's; nil for any other path.
    func missingItem(at path: [UInt8]) throws(ClientError) -> ClientError? {
        guard let items = try items(), items.isItem(path) else { return nil }
        return .nothing("there is no item “\(String(decoding: path, as: UTF8.self))”: \(try extent(of: items))")
    }

    /// How many items there are, and how the first is called by number and by path.
    private func extent(of items: ItemList) throws(ClientError) -> String {
        guard case .integer(let count) = try reply(to: Request("LLEN", with: [items.path])) else {
            throw .unexpectedReply(to: "LLEN")
        }
        let first = String(decoding: items.path(ofIndex: 0), as: UTF8.self)
        return switch count {
        case 0: "there are no \(items.noun)"
        case 1: "there is one item in \(items.noun), 1; by path it is \(first)"
        default: "there are \(count) \(items.noun), 1 to \(count); by path the first is \(first)"
        }
    }

    private func open() throws(ClientError) -> any ServerConnection {
        if let connection { return connection }
        let opened = try connect(target, patience)
        connection = opened
        return opened
    }
}
