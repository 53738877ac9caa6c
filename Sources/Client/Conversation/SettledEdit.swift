import FourLinesRESP

/// An edit that is worked out from what the document holds, and that is made only if it still holds that.
enum SettledEdit {
    /// How often an edit is worked out again because the document was edited meanwhile.
    private static let attempts = 32

    /// Works an edit out, and makes it as one.
    ///
    /// - Parameters:
    ///   - invocation: the condition, if one was given, and whom to talk to.
    ///   - plan: reads what it needs, and answers the requests, which are made together or not at all.
    /// - Returns: the replies to the requests.
    /// - Throws: `.conflict` if the document is not, or is no longer, at the revision of `--if`, or is edited by others
    ///   all the time; what the daemon refuses.
    @discardableResult
    static func perform(
        _ invocation: Invocation, _ plan: () throws(ClientError) -> [Request]
    ) throws(ClientError) -> [Reply] {
        let wanted = invocation.arguments.value(EditRequest.condition.name)
        return try retrying(invocation) { () throws(ClientError) in
            let present = try revision(invocation.session)
            if let wanted { try check(wanted, present) }
            return try send(try plan(), at: present, invocation.session)
        }
    }

    /// Does something once more while the document is edited meanwhile, unless it is to hold for one revision.
    ///
    /// - Throws: `.conflict` if the document is edited all the time, or if `--if` was given; what `work` throws else.
    static func retrying<Result>(
        _ invocation: Invocation, _ work: () throws(ClientError) -> Result
    ) throws(ClientError) -> Result {
        for _ in 1..<attempts {
            do throws(ClientError) {
                return try work()
            } catch {
                guard error.code == .conflict, !invocation.arguments.has(EditRequest.condition) else { throw error }
            }
        }
        return try work()
    }

    /// The present revision with its history.
    static func revision(_ session: Session) throws(ClientError) -> [UInt8] {
        guard let revision = try session.reply(to: Request("REVISION")).bytes else {
            throw .unexpectedReply(to: "REVISION")
        }
        return revision
    }

    /// Makes sure that a revision, with its history or without, is the present one.
    static func check(_ wanted: [UInt8], _ present: [UInt8]) throws(ClientError) {
        let number = present.split(separator: UInt8(ascii: "-")).last.map { Array($0) }
        guard wanted != present, wanted != number else { return }
        throw ClientError(
            .conflict,
            "the document is at \(String(decoding: present, as: UTF8.self)), not at"
                + " \(String(decoding: wanted, as: UTF8.self))")
    }

    /// Sends edits that hold for a revision; several are one edit.
    ///
    /// - Returns: a reply for each request.
    static func send(
        _ requests: [Request], at revision: [UInt8], _ session: Session
    ) throws(ClientError) -> [Reply] {
        guard !requests.isEmpty else { return [] }
        let isSingle = requests.count == 1
        let condition = [Request("IFREV", with: [revision])]
        let replies = try session.replies(
            to: condition + (isSingle ? requests : [Request("MULTI")] + requests + [Request("EXEC")]), work: .long)
        for reply in replies {
            guard case .error(let text) = reply else { continue }
            throw .reply(TransactionFailure(text)?.reply ?? text)
        }
        guard let last = replies.last else { throw .unexpectedReply(to: requests[0].name) }
        if isSingle { return [last] }
        guard let results = last.elements, results.count == requests.count else { throw .unexpectedReply(to: "EXEC") }
        return results
    }
}
