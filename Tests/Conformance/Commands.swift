/// Makes commands that both servers have, most of them sound, some of them wrong in one way.
///
/// What it leaves out is what is meant to differ:
/// - expiry (SET with EX, PX, EXAT, PXAT, KEEPTTL): a document has none, and these are a syntax error;
/// - the cursors of SCAN and HSCAN, and the order of names: Redis's follow its hash table, ours the document; here a
///   COUNT asks for all at once, and what comes is compared as a set;
/// - INCRBYFLOAT of numbers that an 80-bit real does not hold exactly: Redis shows the noise of its last places,
///   ours are exact in decimal; and hexadecimal reals, which are no text form here;
/// - LPOS with the rank -9223372036854775808, which overflows in Redis 7.0.
struct Commands {
    private var random: SeededRandom
    /// How many different keys and fields there are: few, so that commands meet, or many, so that tables grow.
    private var breadth = 8

    init(seed: UInt64) { random = SeededRandom(seed) }

    /// The next commands.
    mutating func batch(_ count: Int) -> [[[UInt8]]] {
        breadth = random.below(3) == 0 ? 400 : 8
        return (0..<count).map { _ in command() }
    }

    private mutating func command() -> [[UInt8]] {
        var words = sound()
        switch random.below(40) {
        case 0: words.removeLast(min(words.count - 1, 1 + random.below(2)))
        case 1: words.append(value())
        case 2: words[0] = Array("NoSuchCommand".utf8)
        default: break
        }
        if random.below(4) == 0 { words[0] = words[0].map { $0 >= 97 && $0 < 123 ? $0 - 32 : $0 } }
        return words
    }

    private mutating func sound() -> [[UInt8]] {
        switch random.below(43) {
        case 0, 1: return call("get", key())
        case 2, 3: return call("set", key(), value())
        case 4: return call("set", key(), value(), option("NX", "XX", "nx"))
        case 5: return call("set", key(), value(), option("GET", "NX", "XX", "FOO"), option("GET", "get"))
        case 6: return call("mget", key(), key(), key())
        case 7: return call("mset", key(), value(), key(), value())
        case 8: return call("append", key(), value())
        case 9: return call("strlen", key())
        case 10: return call("getrange", key(), integer(), integer())
        case 11: return call("setrange", key(), offset(), value())
        case 12: return call(random.below(2) == 0 ? "incr" : "decr", key())
        case 13: return call(random.below(2) == 0 ? "incrby" : "decrby", key(), integer())
        case 14: return realNumber()
        case 15: return call("del", key(), key())
        case 16: return call("exists", key(), key(), key())
        case 17: return call("type", key())
        case 18: return call("dbsize")
        case 19: return call("keys", pattern())
        case 20: return call("scan", "0", "MATCH", pattern(), "COUNT", "100000")
        case 21:
            return call(
                "scan", "0", "COUNT", option("100000", "0", "x", "-1"), "TYPE", option("string", "list", "hash"))
        case 22: return call("llen", key())
        case 23: return call("lindex", key(), integer())
        case 24: return call("lrange", key(), integer(), integer())
        case 25: return call("lset", key(), integer(), value())
        case 26: return call("lpush", key(), value(), value())
        case 27, 28: return call("rpush", key(), value(), value(), value())
        case 29: return call(random.below(2) == 0 ? "lpop" : "rpop", key())
        case 30: return call(random.below(2) == 0 ? "lpop" : "rpop", key(), option("0", "1", "2", "5", "-1", "x"))
        case 31: return call("linsert", key(), option("BEFORE", "after", "FOO"), value(), value())
        case 32: return call("lrem", key(), integer(), value())
        case 33: return call("ltrim", key(), integer(), integer())
        case 34: return positions()
        case 35: return call("lmove", key(), key(), option("LEFT", "right", "UP"), option("LEFT", "RIGHT"))
        case 36: return call("hset", key(), field(), value(), field(), value())
        case 37: return call(option("hget", "hexists"), key(), field())
        case 38: return call("hmget", key(), field(), field())
        case 39: return call(option("hgetall", "hkeys", "hvals", "hlen"), key())
        case 40: return call("hdel", key(), field(), field())
        case 41: return call("hscan", key(), "0", "MATCH", pattern(), "COUNT", "100000")
        default: return random.below(2) == 0 ? call("ping", value()) : call("echo", value())
        }
    }

    /// Commands on keys of their own, which never hold what an 80-bit real does not hold.
    private mutating func realNumber() -> [[UInt8]] {
        let key = "real:\(random.below(6))"
        switch random.below(6) {
        case 0: return call("set", key, real())
        case 1: return call("rpush", key, "1")
        case 2: return call("del", key)
        default: return call("incrbyfloat", key, real())
        }
    }

    private mutating func positions() -> [[UInt8]] {
        var words = call("lpos", key(), value())
        if random.below(2) == 0 { words += call("RANK", option("1", "2", "-1", "-2", "0", "x")) }
        if random.below(2) == 0 { words += call("COUNT", option("0", "1", "2", "-1")) }
        if random.below(3) == 0 { words += call("MAXLEN", option("0", "1", "3", "-1")) }
        return words
    }

    // MARK: - Arguments

    private mutating func option(_ options: String...) -> [UInt8] { Array(options[random.below(options.count)].utf8) }

    private mutating func key() -> [UInt8] {
        switch random.below(20) {
        case 0: []
        case 1: [0xFF, 0x00, 0x80]
        case 2: Array("a.b\\.c".utf8)
        default: Array("key:\(random.below(breadth))".utf8)
        }
    }

    private mutating func field() -> [UInt8] {
        random.below(20) == 0 ? [0xC3] : Array("f\(random.below(breadth))".utf8)
    }

    private mutating func value() -> [UInt8] {
        switch random.below(12) {
        case 0: []
        case 1: (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
        case 2: Array(repeating: UInt8(97 + random.below(3)), count: random.below(600))
        case 3, 4, 5: integer()
        case 6: real()
        case 7: Array("naïve 🚗 \(random.below(3))".utf8)
        default: Array("v\(random.below(5))".utf8)
        }
    }

    private mutating func integer() -> [UInt8] {
        switch random.below(16) {
        case 0: option("9223372036854775807", "-9223372036854775807", "9223372036854775808")
        case 1: option("x", "1.5", "", " 1", "+1", "01", "-0")
        default: Array(String(random.below(12) - 5).utf8)
        }
    }

    private mutating func offset() -> [UInt8] {
        random.below(10) == 0 ? option("-1", "x", "536870912") : Array(String(random.below(60)).utf8)
    }

    private mutating func real() -> [UInt8] {
        switch random.below(12) {
        case 0: option("x", "1e", "", "1 ", "inf", "-inf", "nan")
        case 1: option("1e3", "-2.5e2", "+5", ".5", "5.")
        default: Array(String(Double(random.below(4000) - 2000) / 4).utf8)
        }
    }

    private mutating func pattern() -> [UInt8] {
        option("*", "key:*", "key:?", "*[1-3]", "f*", "\\*", "[^k]*", "key:1")
    }
}

extension Commands {
    /// Texts as arguments beside bytes.
    private func call(_ name: String, _ words: any ArgumentConvertible...) -> [[UInt8]] {
        [Array(name.utf8)] + words.map(\.argument)
    }

    private func call(_ name: [UInt8], _ words: any ArgumentConvertible...) -> [[UInt8]] {
        [name] + words.map(\.argument)
    }
}

/// What can be an argument of a command.
protocol ArgumentConvertible {
    var argument: [UInt8] { get }
}

extension [UInt8]: ArgumentConvertible {
    var argument: [UInt8] { self }
}

extension String: ArgumentConvertible {
    var argument: [UInt8] { Array(utf8) }
}

/// A random source that a seed reproduces (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// A number from 0 up to, but not including, a bound, which is at least 1.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
