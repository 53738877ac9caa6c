/// A revision as a client names it: a number, or a number with the history that it belongs to.
enum RevisionReference: Equatable, Sendable {
    /// A revision of the document's own history.
    case known(UInt64)
    /// A revision of another history.
    case foreign

    /// Reads `NUMBER` or `HISTORY-NUMBER`, as REVISION answers it; nil for anything else.
    init?(_ text: String, history: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let last = parts.last, last.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = UInt64(last)
        else { return nil }
        guard parts.count == 2 else {
            self = .known(number)
            return
        }
        guard parts[0].utf8.count == history.utf8.count else { return nil }
        self = parts[0] == history ? .known(number) : .foreign
    }
}

/// What IFREV asks: that the document is still at a revision when the next edit comes.
struct RevisionCondition: Sendable {
    /// The revision; nil for one that could not be read, which no document is at.
    let reference: RevisionReference?
    /// What the client wrote.
    let text: String

    /// Whether a document is at the revision.
    func holds(at revision: UInt64) -> Bool { reference == .known(revision) }
}
