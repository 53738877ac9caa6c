import FourLinesRESP

/// Several edits that are made together or not at all, each with a word that says which one it is.
struct LabelledEdits {
    /// One of them.
    struct Element: Equatable, Sendable {
        /// What messages call it: `line 3`.
        let label: String
        /// What is sent.
        let request: Request
    }

    /// The edits, in their order.
    let elements: [Element]

    /// Makes the edits, as one.
    ///
    /// - Parameters:
    ///   - revision: the revision for which they hold; nil for any.
    ///   - session: whom to talk to.
    /// - Returns: a reply for each edit.
    /// - Throws: `.conflict` for a document that is at another revision; what the daemon refuses, with the word for the
    ///   edit. Nothing was changed then.
    func send(at revision: [UInt8]?, _ session: Session) throws(ClientError) -> [Reply] {
        guard !elements.isEmpty else { return [] }
        let condition = revision.map { [Request("IFREV", with: [$0])] } ?? []
        let start = condition.count + 1
        let replies = try session.replies(
            to: condition + [Request("MULTI")] + elements.map(\.request) + [Request("EXEC")], work: .long)
        for (index, reply) in replies.enumerated() {
            guard case .error(let text) = reply else { continue }
            guard index >= start else { throw .reply(text) }
            if index < start + elements.count { throw labelled(index - start, text) }
            guard let failure = TransactionFailure(text), elements.indices.contains(failure.number - 1) else {
                throw .reply(text)
            }
            throw labelled(failure.number - 1, failure.reply)
        }
        guard let results = replies.last?.elements, results.count == elements.count else {
            throw .unexpectedReply(to: "EXEC")
        }
        return results
    }

    private func labelled(_ index: Int, _ text: String) -> ClientError {
        let error = ClientError.reply(text)
        return ClientError(error.code, "\(elements[index].label): \(error.message)")
    }
}
