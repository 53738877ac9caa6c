import FourLinesLinux
import FourLinesRESP
import Testing

@Suite("The same transactions to Redis and to the daemon")
struct TransactionConformanceTests {
    /// How many requests are compared in each version of the protocol.
    static let count = ConformanceTests.count / 5

    @Test(
        "have the same replies, with WATCH and without, error texts included",
        .enabled(if: Peer.hasRedis || Environment.value("CI") == "true", "redis-server is not installed"),
        arguments: [2, 3])
    func replies(version: Int) throws {
        let seed = ConformanceTests.seed &+ UInt64(version)
        print("conformance of transactions, RESP\(version): seed \(ConformanceTests.seed), \(Self.count) requests")
        let (redis, own) = (try Peer.redis(), try Peer.fourlines())
        // Two clients each, so that one changes what the other watches.
        var theirs = try Line(redis)
        var theirOther = try Line(redis)
        var ours = try Line(own)
        var ourOther = try Line(own)
        let hello = [["HELLO", String(version)].map { Array($0.utf8) }]
        _ = (try theirs.replies(to: hello), try ours.replies(to: hello))
        var requests = Transactions(seed: seed)
        var (done, ran, tripped, aborted) = (0, 0, 0, 0)
        while done < Self.count {
            let (isOther, batch) = requests.next()
            let wanted = isOther ? try theirOther.replies(to: batch) : try theirs.replies(to: batch)
            let got = isOther ? try ourOther.replies(to: batch) : try ours.replies(to: batch)
            done += batch.count
            for (index, request) in batch.enumerated() {
                guard got[index] != wanted[index] else { continue }
                let text = request.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
                Issue.record(
                    "seed \(ConformanceTests.seed): \(text)\nRedis: \(wanted[index])\nours:  \(got[index])")
                return
            }
            guard batch.last?.first == Array("EXEC".utf8) else { continue }
            switch wanted.last {
            case .array: ran += 1
            case .null: tripped += 1
            default: aborted += 1
            }
        }
        #expect(ran > 0 && tripped > 0 && aborted > 0, "\(ran) ran, \(tripped) tripped, \(aborted) aborted")
    }
}

/// Makes transactions on which both servers agree: no queued command fails, since Redis keeps what the others did,
/// and no edit puts what is there already, which Redis takes for a change.
struct Transactions {
    private var random: SeededRandom
    /// A number that no value had yet.
    private var fresh = 0

    init(seed: UInt64) { random = SeededRandom(seed) }

    /// Requests of one client, or of the other that only edits.
    mutating func next() -> (isOther: Bool, requests: [[[UInt8]]]) {
        switch random.below(8) {
        case 0, 1: return (true, (0...random.below(3)).map { _ in edit() })
        case 2: return (false, [call("WATCH", key(), key())])
        case 3: return (false, [call("UNWATCH"), edit()])
        case 4: return (false, [stray()])
        default: return (false, transaction())
        }
    }

    private mutating func transaction() -> [[[UInt8]]] {
        var requests = [call("MULTI")]
        for _ in 0..<random.below(6) {
            requests.append(random.below(3) == 0 ? read() : edit())
            switch random.below(30) {
            case 0: requests.append(call("MULTI"))
            case 1: requests.append(call("WATCH", key()))
            case 2: requests.append(call("NOSUCH", key()))
            case 3: requests.append(call("GET"))
            case 4: requests.append(call("UNWATCH"))
            case 5: requests.append(call("SAVE"))
            default: break
            }
        }
        requests.append(call(random.below(6) == 0 ? "DISCARD" : "EXEC"))
        return requests
    }

    private mutating func stray() -> [[UInt8]] {
        switch random.below(4) {
        case 0: return call("EXEC")
        case 1: return call("DISCARD")
        case 2: return call("WATCH")
        default: return call("MULTI", "x")
        }
    }

    private mutating func edit() -> [[UInt8]] {
        fresh += 1
        switch random.below(10) {
        case 0, 1, 2: return call("SET", "s\(random.below(5))", "value \(fresh)")
        case 3: return call("APPEND", "s\(random.below(5))", "+\(fresh)")
        case 4: return call("DEL", key(), key())
        case 5: return call("RPUSH", "l\(random.below(3))", "\(fresh)", "x")
        case 6: return call("LPOP", "l\(random.below(3))")
        case 7: return call("HSET", "h\(random.below(3))", "f\(random.below(4))", "\(fresh)")
        case 8: return call("HDEL", "h\(random.below(3))", "f\(random.below(4))")
        default: return call("INCRBY", "n\(random.below(3))", "\(1 + random.below(9))")
        }
    }

    private mutating func read() -> [[UInt8]] {
        switch random.below(6) {
        case 0: return call("GET", "s\(random.below(5))")
        case 1: return call("LRANGE", "l\(random.below(3))", "0", "-1")
        case 2: return call("HGET", "h\(random.below(3))", "f\(random.below(4))")
        case 3: return call("MGET", "s0", "n0", "l0")
        case 4: return call("EXISTS", key())
        default: return call("PING")
        }
    }

    private mutating func key() -> String {
        switch random.below(4) {
        case 0: return "s\(random.below(5))"
        case 1: return "l\(random.below(3))"
        case 2: return "h\(random.below(3))"
        default: return "n\(random.below(3))"
        }
    }

    private func call(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }
}
