import FourLinesRESP

/// What CHANGES answers.
struct ChangeReport: Equatable, Sendable {
    /// From where to ask the next time.
    let revision: [UInt8]
    /// Whether anything may have changed, because the daemon does not know any more what.
    let isEverything: Bool
    /// The paths that changed, each with all that is below it.
    let paths: [[UInt8]]

    /// Reads the reply; nil for one of another form.
    init?(_ reply: Reply) {
        guard let parts = reply.elements, parts.count >= 6, let revision = parts[1].bytes,
            let paths = parts[5].elements
        else { return nil }
        self.revision = revision
        isEverything = parts[3] == .integer(1) || parts[3] == .boolean(true)
        self.paths = paths.compactMap(\.bytes)
    }
}
