import FourLinesRESP

/// A value at an address, with what the daemon says of its kind.
struct Leaf: Equatable, Sendable {
    /// Its path.
    let path: [UInt8]
    /// The value.
    let bytes: [UInt8]
    /// Whether it is data: the daemon says so, or the bytes are no text.
    let isData: Bool

    /// Reads a value.
    ///
    /// - Throws: nothing at the address, or what is there is no leaf.
    static func read(_ address: Address, _ session: Session) throws(ClientError) -> Leaf {
        guard let leaf = try find(address, session) else { throw try nothing(at: address, session) }
        return leaf
    }

    /// Looks for a value.
    ///
    /// - Returns: nil if there is nothing, or a list or a hash.
    static func find(_ address: Address, _ session: Session) throws(ClientError) -> Leaf? {
        guard let path = address.path else { return nil }
        // A daemon that does not know KIND answers an error, and the bytes decide.
        let replies = try session.replies(to: [value(address, path), Request("KIND", with: [path])])
        switch replies[0] {
        case .null: return nil
        case .error(let text) where text.hasPrefix("WRONGTYPE "): return nil
        case .error(let text): throw .reply(text)
        default: break
        }
        guard let bytes = replies[0].bytes else { throw .unexpectedReply(to: "GET") }
        let isData = isData(replies[1]) || !TextScanner.isText(bytes)
        return Leaf(path: path, bytes: bytes, isData: isData)
    }

    /// Whether the reply to KIND says that a value is data.
    static func isData(_ kind: Reply) -> Bool { kind.bytes == Array("data".utf8) }

    /// Why there is nothing at an address.
    static func nothing(at address: Address, _ session: Session) throws(ClientError) -> ClientError {
        switch address {
        case .item(let number, let items): return try session.missingItem(number, of: items)
        case .path(let path):
            if let error = try session.missingItem(at: path) { return error }
            let name = path.isEmpty ? "the root" : "“\(String(decoding: path, as: UTF8.self))”"
            return .nothing("there is nothing at \(name)")
        }
    }

    /// The value as JSON: a string, or bytes in base64.
    var json: JSONValue { isData ? .data(bytes) : .string(bytes) }

    private static func value(_ address: Address, _ path: [UInt8]) -> Request {
        guard case .item(let number, let items) = address else { return Request("GET", with: [path]) }
        return Request("LINDEX", with: [items.path, Array(String(number - 1).utf8)])
    }
}
