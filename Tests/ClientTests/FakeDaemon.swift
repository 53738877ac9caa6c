import FourLinesRESP

@testable import FourLinesClient

/// A daemon in the process: four lines and what else a test puts into it.
final class FakeDaemon: ServerConnection {
    /// The values by path.
    var values: [String: [UInt8]] = [:]
    /// The lists by path.
    var lists: [String: [[UInt8]]] = ["lines": ["one", "two", "", "four"].map { Array($0.utf8) }]
    /// The hashes by path.
    var hashes: [String: [(String, String)]] = [:]
    /// What KIND answers, by path; other paths are texts.
    var kinds: [String: String] = [:]
    /// What INFO answers, by section.
    var information: [String: String] = ["document": "# Document\r\nmodel:four-lines\r\nitems:lines\r\n"]
    /// Replies that are given before anything else is asked, by the command in capitals.
    var answers: [String: Reply] = [:]
    /// Whether KIND is known.
    var knowsKind = true
    /// Whether the connection is closed by the next request, which then has no reply.
    var closesAt: String?
    /// Whether replies have the shapes of the newer version of the protocol.
    var isNewer = false
    /// Everything that was asked.
    private(set) var requests: [[String]] = []
    /// The last patience.
    private(set) var patience: Duration?

    func replies(to requests: [Request], patience: Duration?) throws(ClientError) -> [Reply] {
        self.patience = patience
        var replies: [Reply] = []
        for request in requests {
            let words = request.arguments.map { String(decoding: $0, as: UTF8.self) }
            self.requests.append(words)
            if words[0] == closesAt { return replies }
            replies.append(answers[words[0].uppercased()] ?? answer(words, request.arguments))
        }
        return replies
    }

    /// What COMMAND says of some commands.
    private static let commandFlags = ["INCR": "write", "SET": "write", "GET": "readonly", "EXEC": "readonly"]

    private static func command(_ flag: String) -> Reply {
        .array([.bulk([]), .integer(2), .array([.simple(flag)]), .integer(1), .integer(1), .integer(1)])
    }

    private func answer(_ words: [String], _ arguments: [[UInt8]]) -> Reply {
        let path = words.count > 1 ? words[1] : ""
        switch words[0].uppercased() {
        case "HELLO":
            isNewer = true
            return map([("server", "fourlines")])
        case "PING": return .simple("PONG")
        case "COMMAND": return .array([Self.commandFlags[words[2].uppercased()].map(Self.command) ?? .null])
        case "SAVE": return .simple("OK")
        case "INFO":
            let text = Array((information[path] ?? "").utf8)
            return isNewer ? .verbatim(format: "txt", text: text) : .bulk(text)
        case "KIND": return knowsKind ? .bulk(Array((kinds[path] ?? "string").utf8)) : .error("ERR unknown command")
        case "TYPE":
            return .simple(lists[path] != nil ? "list" : hashes[path] != nil ? "hash" : "string")
        case "GET":
            if lists[path] != nil || hashes[path] != nil { return Self.wrongType }
            return value(path).map { .bulk($0) } ?? .null
        case "SET":
            if let (list, index) = element(path), lists[list]?.indices.contains(index) == true {
                lists[list]?[index] = arguments[2]
            } else if values[path] != nil {
                values[path] = arguments[2]
            } else {
                return .error("ERR no such key: there is no field “\(path)”")
            }
            return .simple("OK")
        case "LRANGE":
            let list = lists[path] ?? []
            let (first, last) = (Int(words[2]) ?? 0, Int(words[3]) ?? -1)
            return .array(list[first..<(last < 0 ? list.count : last + 1)].map { .bulk($0) })
        case "LPOS": return lists[path]?.firstIndex(of: arguments[2]).map { .integer(Int64($0)) } ?? .null
        case "LLEN": return .integer(Int64(lists[path]?.count ?? 0))
        case "LINDEX":
            guard let index = Int(words[2]), let list = lists[path], list.indices.contains(index) else { return .null }
            return .bulk(list[index])
        case "LSET":
            guard let index = Int(words[2]), lists[path]?.indices.contains(index) == true else {
                return .error("ERR index out of range: \(path) has no \(words[2])")
            }
            lists[path]?[index] = arguments[3]
            return .simple("OK")
        case "HGETALL": return map(hashes[path] ?? [])
        case "KEYS":
            return .array(
                (Array(values.keys) + Array(lists.keys) + Array(hashes.keys)).sorted().map { .bulk(Array($0.utf8)) })
        default: return .error("ERR unknown command '\(words[0])', with args beginning with: ")
        }
    }

    private static let wrongType = Reply.error(
        "WRONGTYPE Operation against a key holding the wrong kind of value: it is a list")

    private func element(_ path: String) -> (list: String, index: Int)? {
        guard let point = path.lastIndex(of: "."), let index = Int(path[path.index(after: point)...]) else {
            return Int(path).map { ("", $0) }
        }
        return (String(path[..<point]), index)
    }

    private func value(_ path: String) -> [UInt8]? {
        if let (list, index) = element(path), let elements = lists[list] {
            return elements.indices.contains(index) ? elements[index] : nil
        }
        return values[path]
    }

    private func map(_ pairs: [(String, String)]) -> Reply {
        let entries = pairs.map { ReplyMapEntry(.bulk(Array($0.0.utf8)), .bulk(Array($0.1.utf8))) }
        return isNewer ? .map(entries) : .array(entries.flatMap { [$0.key, $0.value] })
    }
}
