import FourLinesRESP

/// What changes the document, as a command of the program sends it.
enum EditRequest {
    /// The edit holds only for a document that has not changed meanwhile.
    static let condition = Option(
        "--if", "REVISION", "Only if the document is still at REVISION, as “call REVISION” answers it.")

    /// Sends an edit, behind its condition if it was given one.
    ///
    /// It is waited for as for a save: a large one is committed by one.
    ///
    /// - Returns: what the daemon answers.
    /// - Throws: `.conflict` if the document has changed; an error reply as what it means.
    static func send(_ request: Request, _ invocation: Invocation) throws(ClientError) -> Reply {
        guard let revision = invocation.arguments.value(condition.name) else {
            return try invocation.session.reply(to: request, work: .long)
        }
        let replies = try invocation.session.replies(to: [Request("IFREV", with: [revision]), request], work: .long)
        for reply in replies {
            if case .error(let text) = reply { throw .reply(text) }
        }
        guard let reply = replies.last else { throw .unexpectedReply(to: request.name) }
        return reply
    }

    /// Sends an edit that is about an address, so that an item that does not exist is named by its number.
    static func send(
        _ request: Request, about address: Address, _ invocation: Invocation
    ) throws(ClientError) -> Reply {
        do {
            return try send(request, invocation)
        } catch {
            throw try naming(address, in: error, invocation)
        }
    }

    /// An error about an address: if it is that there is nothing, an item that does not exist is named by its number.
    static func naming(
        _ address: Address, in error: ClientError, _ invocation: Invocation
    ) throws(ClientError) -> ClientError {
        guard error.code == .nothing else { return error }
        switch address {
        case .item(let number, let items): return try invocation.session.missingItem(number, of: items)
        case .path(let path): return try invocation.session.missingItem(at: path) ?? error
        }
    }

    /// The path that an operand leads to.
    ///
    /// - Throws: a number that no item can have.
    static func path(_ address: Address, _ invocation: Invocation) throws(ClientError) -> [UInt8] {
        if let path = address.path { return path }
        throw try Leaf.nothing(at: address, invocation.session)
    }
}
