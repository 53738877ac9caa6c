import FourLinesLinux
import FourLinesRESP
import Testing

@Suite("The same commands to Redis and to the daemon")
struct ConformanceTests {
    /// How many commands are compared in each version of the protocol.
    static let count =
        Environment.value("FOURLINES_CONFORMANCE").flatMap { Int($0) }
        ?? (Environment.value("CI") == "true" ? 100_000 : 20_000)
    static let seed = Environment.value("FOURLINES_SEED").flatMap { UInt64($0) } ?? RandomBytes.number()
    /// How many commands are sent together.
    static let batch = 100

    @Test(
        "have the same replies, error texts included",
        .enabled(if: Peer.hasRedis || Environment.value("CI") == "true", "redis-server is not installed"),
        arguments: [2, 3])
    func replies(version: Int) throws {
        let seed = Self.seed &+ UInt64(version)
        print("conformance, RESP\(version): seed \(Self.seed), \(Self.count) commands")
        let (redis, own) = (try Peer.redis(), try Peer.fourlines())
        var theirs = try Line(redis)
        var ours = try Line(own)
        let hello = [["HELLO", String(version)].map { Array($0.utf8) }]
        _ = (try theirs.replies(to: hello), try ours.replies(to: hello))
        var commands = Commands(seed: seed)
        var done = 0
        var kinds: Set<String> = []
        while done < Self.count {
            let batch = commands.batch(min(Self.batch, Self.count - done))
            let (wanted, got) = (try theirs.replies(to: batch), try ours.replies(to: batch))
            for (index, command) in batch.enumerated() {
                let (wanted, got) = (
                    Unordered.form(wanted[index], of: command), Unordered.form(got[index], of: command)
                )
                kinds.insert(Self.kind(wanted, of: command))
                guard got != wanted else { continue }
                Issue.record(
                    "seed \(Self.seed), command \(done + index): \(Self.text(command))\nRedis: \(wanted)\nours:  \(got)"
                )
                return
            }
            done += batch.count
        }
        // A generator that makes nothing but errors would agree just as well.
        #expect(Self.count < 10_000 || kinds.count > 90, "only \(kinds.count) kinds of replies: \(kinds.sorted())")
    }

    private static func text(_ command: [[UInt8]]) -> String {
        command.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }.joined(separator: " ")
    }

    private static func kind(_ reply: Reply, of command: [[UInt8]]) -> String {
        let name = String(decoding: command[0], as: UTF8.self).lowercased()
        switch reply {
        case .error(let text): return name + " " + (text.split(separator: "'").first ?? "")
        case .null: return name + " null"
        default: return name
        }
    }
}

/// Replies whose order says nothing, in an order of their own.
enum Unordered {
    static func form(_ reply: Reply, of command: [[UInt8]]) -> Reply {
        let name = String(decoding: command[0], as: UTF8.self).lowercased()
        if name.hasSuffix("scan"), case .array = reply, !command.contains(Array("100000".utf8)) {
            // A part of the names, which is another part on the other side.
            return .simple("a part")
        }
        switch (name, reply) {
        case ("keys", .array(let names)), ("hkeys", .array(let names)), ("hvals", .array(let names)):
            return .array(sorted(names))
        case ("hgetall", .array(let parts)): return .array(pairs(parts))
        case ("hgetall", .map(let entries)): return .array(pairs(entries.flatMap { [$0.key, $0.value] }))
        case ("scan", .array(let parts)):
            guard parts.count == 2, case .array(let names) = parts[1] else { return reply }
            return .array([parts[0], .array(sorted(names))])
        case ("hscan", .array(let parts)):
            guard parts.count == 2, case .array(let names) = parts[1] else { return reply }
            return .array([parts[0], .array(pairs(names))])
        default: return reply
        }
    }

    private static func sorted(_ replies: [Reply]) -> [Reply] {
        replies.sorted { key(of: $0).lexicographicallyPrecedes(key(of: $1)) }
    }

    /// What replies are sorted by: their bytes, of a pair those of both.
    private static func key(of reply: Reply) -> [UInt8] {
        switch reply {
        case .bulk(let bytes): bytes
        case .array(let parts): parts.flatMap { key(of: $0) + [0] }
        default: []
        }
    }

    private static func pairs(_ parts: [Reply]) -> [Reply] {
        sorted(stride(from: 0, to: parts.count - 1, by: 2).map { .array([parts[$0], parts[$0 + 1]]) })
    }
}
