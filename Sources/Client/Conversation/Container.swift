import FourLinesRESP

/// A list or a hash with what is directly in it.
enum Container: Equatable, Sendable {
    /// The elements of a list.
    case list([Reply])
    /// The fields of a hash with their values, in the daemon's order.
    case hash([ReplyMapEntry])

    /// Asks for the container at a path.
    ///
    /// - Returns: nil if there is nothing, or a leaf.
    static func read(_ path: [UInt8], _ session: Session) throws(ClientError) -> Container? {
        guard let kind = try session.reply(to: Request("TYPE", with: [path])).bytes else {
            throw .unexpectedReply(to: "TYPE")
        }
        switch String(decoding: kind, as: UTF8.self) {
        case "list":
            let reply = try session.reply(to: Request("LRANGE", with: [path] + ["0", "-1"].map { Array($0.utf8) }))
            guard let elements = reply.elements else { throw .unexpectedReply(to: "LRANGE") }
            return .list(elements)
        case "hash":
            guard let parts = try session.reply(to: Request("HGETALL", with: [path])).elements else {
                throw .unexpectedReply(to: "HGETALL")
            }
            return .hash(
                stride(from: 0, to: parts.count - 1, by: 2).map { ReplyMapEntry(parts[$0], parts[$0 + 1]) })
        default: return nil
        }
    }

    /// The container as JSON: an array or an object of its elements.
    var json: JSONValue {
        switch self {
        case .list(let elements): JSONValue(.array(elements))
        case .hash(let entries): JSONValue(.map(entries))
        }
    }
}
