/// Why a transaction failed: which of its commands, and what the daemon says of it.
struct TransactionFailure: Equatable, Sendable {
    /// The command's number, counted from 1.
    let number: Int
    /// The error reply as if the command had been sent alone.
    let reply: String

    /// Reads the error reply of EXEC; nil for one that is about the transaction as a whole.
    ///
    /// It is `CODE command N of COUNT, NAME, failed, and nothing was changed: REASON`.
    init?(_ text: String) {
        let marker = ", failed, and nothing was changed: "
        let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count == 4, words[1] == "command", let number = Int(words[2]), words[3].hasPrefix("of "),
            let end = text.firstRange(of: marker)?.upperBound
        else { return nil }
        self.number = number
        reply = "\(words[0]) \(text[end...])"
    }
}
