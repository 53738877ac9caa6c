import FourLinesRESP

/// Asks the daemon what it alone knows of the lines of a batch, before any of them is sent.
struct BatchCheck {
    private let lines: [BatchLine]

    init(_ lines: [BatchLine]) { self.lines = lines }

    /// Makes sure that what is called are edits, and that elements of lists are removed and other values unset.
    ///
    /// - Throws: a usage error for the first line of which that does not hold.
    func run(_ session: Session) throws(ClientError) {
        let asked = lines.filter { $0.condition != .none }
        guard !asked.isEmpty else { return }
        let replies = try session.replies(to: asked.map(Self.question))
        for (line, reply) in zip(asked, replies) {
            guard let complaint = Self.complaint(of: line, reply) else { continue }
            throw ClientError(complaint.code, "line \(line.number): \(complaint.message)")
        }
    }

    private static func question(_ line: BatchLine) -> Request {
        switch line.condition {
        case .removes(let path, _): Request("TYPE", with: [Address.parent(of: path)])
        case .edits, .none: Request("COMMAND", with: [Array("INFO".utf8), Array(line.request.name.utf8)])
        }
    }

    private static func complaint(of line: BatchLine, _ reply: Reply) -> ClientError? {
        switch line.condition {
        case .removes(let path, let ofElement): return Removal.complaint(of: path, reply.bytes, ofElement: ofElement)
        case .none: return nil
        case .edits:
            let name = line.request.name
            guard let entry = reply.elements?.first?.elements, entry.count > 2, let flags = entry[2].elements else {
                return .usage("the daemon knows no command “\(name)”")
            }
            guard flags.contains(where: { $0.bytes == Array("write".utf8) }) else {
                return .usage("“\(name)” is no edit: in a batch “call” takes commands that change the document")
            }
            return nil
        }
    }
}
