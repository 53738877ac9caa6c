import FourLinesRESP
import Testing

struct ReplyCase: Sendable, CustomTestStringConvertible {
    var name: String
    var write: @Sendable (inout ReplyWriter) -> Void
    var resp2: String
    var resp3: String
    var reply2: Reply
    var reply3: Reply
    var testDescription: String { name }

    /// A reply that is the same in both versions.
    init(_ name: String, _ text: String, _ reply: Reply, _ write: @escaping @Sendable (inout ReplyWriter) -> Void) {
        self.init(name, text, text, reply, reply, write)
    }

    init(
        _ name: String, _ resp2: String, _ resp3: String, _ reply2: Reply, _ reply3: Reply,
        _ write: @escaping @Sendable (inout ReplyWriter) -> Void
    ) {
        self.name = name
        self.resp2 = resp2
        self.resp3 = resp3
        self.reply2 = reply2
        self.reply3 = reply3
        self.write = write
    }

    static func bulk(_ text: String) -> Reply { .bulk([UInt8](text.utf8)) }

    static let all: [ReplyCase] = [
        .init("simple", "+OK\r\n", .simple("OK")) { $0.simple("OK") },
        .init("simple with line breaks", "+a  b\r\n", .simple("a  b")) { $0.simple("a\r\nb") },
        .init("error", "-ERR syntax error\r\n", .error("ERR syntax error")) { $0.error("ERR", "syntax error") },
        .init("error with line breaks", "-WRONGTYPE a  b\r\n", .error("WRONGTYPE a  b")) {
            $0.error("WRONGTYPE", "a\r\nb")
        },
        .init(
            "protocol error", "-ERR Protocol error: invalid bulk length\r\n",
            .error("ERR Protocol error: invalid bulk length")
        ) { $0.error(.invalidBulkLength) },
        .init("zero", ":0\r\n", .integer(0)) { $0.integer(0) },
        .init("negative", ":-12\r\n", .integer(-12)) { $0.integer(-12) },
        .init("least", ":-9223372036854775808\r\n", .integer(.min)) { $0.integer(Int64.min) },
        .init("greatest", ":9223372036854775807\r\n", .integer(.max)) { $0.integer(Int64.max) },
        .init("bulk text", "$7\r\nnaïve\n\r\n", bulk("naïve\n")) { $0.bulk("naïve\n") },
        .init("bulk bytes", "$3\r\na\0b\r\n", bulk("a\0b")) { $0.bulk([0x61, 0, 0x62]) },
        .init("bulk range", "$2\r\nbc\r\n", bulk("bc")) { $0.bulk([0x61, 0x62, 0x63, 0x64], 1..<3) },
        .init("empty bulk", "$0\r\n\r\n", bulk("")) { $0.bulk("") },
        .init("bulk integer", "$20\r\n-9223372036854775808\r\n", bulk("-9223372036854775808")) { $0.bulk(Int64.min) },
        .init("bulk small integer", "$1\r\n7\r\n", bulk("7")) { $0.bulk(7 as Int64) },
        .init("null", "$-1\r\n", "_\r\n", .null, .null) { $0.null() },
        .init("null array", "*-1\r\n", "_\r\n", .null, .null) { $0.nullArray() },
        .init("empty array", "*0\r\n", .array([])) { $0.array(0) },
        .init("array", "*2\r\n:1\r\n$1\r\na\r\n", .array([.integer(1), bulk("a")])) {
            $0.array(2)
            $0.integer(1)
            $0.bulk("a")
        },
        .init("array counted afterwards", "*2\r\n:1\r\n:2\r\n", .array([.integer(1), .integer(2)])) {
            let place = $0.output.position
            $0.integer(1)
            $0.integer(2)
            $0.array(2, at: place)
        },
        .init(
            "map", "*2\r\n$1\r\nk\r\n:1\r\n", "%1\r\n$1\r\nk\r\n:1\r\n", .array([bulk("k"), .integer(1)]),
            .map([ReplyMapEntry(bulk("k"), .integer(1))])
        ) {
            $0.map(1)
            $0.bulk("k")
            $0.integer(1)
        },
        .init("empty map", "*0\r\n", "%0\r\n", .array([]), .map([])) { $0.map(0) },
        .init("set", "*1\r\n:1\r\n", "~1\r\n:1\r\n", .array([.integer(1)]), .set([.integer(1)])) {
            $0.set(1)
            $0.integer(1)
        },
        .init("push", "*1\r\n:1\r\n", ">1\r\n:1\r\n", .array([.integer(1)]), .push([.integer(1)])) {
            $0.push(1)
            $0.integer(1)
        },
        .init("double", "$3\r\n1.5\r\n", ",1.5\r\n", bulk("1.5"), .double(1.5)) { $0.double(1.5) },
        .init("whole double", "$1\r\n3\r\n", ",3\r\n", bulk("3"), .double(3)) { $0.double(3) },
        .init("infinity", "$4\r\n-inf\r\n", ",-inf\r\n", bulk("-inf"), .double(-.infinity)) { $0.double(-.infinity) },
        .init("true", ":1\r\n", "#t\r\n", .integer(1), .boolean(true)) { $0.boolean(true) },
        .init("false", ":0\r\n", "#f\r\n", .integer(0), .boolean(false)) { $0.boolean(false) },
        .init(
            "big number", "$21\r\n-12345678901234567890\r\n", "(-12345678901234567890\r\n",
            bulk("-12345678901234567890"), .bigNumber("-12345678901234567890")
        ) { $0.bigNumber("-12345678901234567890") },
        .init(
            "verbatim", "$2\r\nhi\r\n", "=6\r\ntxt:hi\r\n", bulk("hi"), .verbatim(format: "txt", text: [0x68, 0x69])
        ) { $0.verbatim("hi") },
        .init(
            "verbatim markdown", "$2\r\nhi\r\n", "=6\r\nmkd:hi\r\n", bulk("hi"),
            .verbatim(format: "mkd", text: [0x68, 0x69])
        ) { $0.verbatim("hi", format: .markdown) },
        .init(
            "nested", "*2\r\n*1\r\n*0\r\n*2\r\n$1\r\nk\r\n$-1\r\n", "*2\r\n*1\r\n*0\r\n%1\r\n$1\r\nk\r\n_\r\n",
            .array([.array([.array([])]), .array([bulk("k"), .null])]),
            .array([.array([.array([])]), .map([ReplyMapEntry(bulk("k"), .null)])])
        ) {
            $0.array(2)
            $0.array(1)
            $0.array(0)
            $0.map(1)
            $0.bulk("k")
            $0.null()
        },
    ]
}

@Suite("Replies are written in both versions and read back")
struct ReplyWriterTests {
    private func bytes(_ test: ReplyCase, _ version: ProtocolVersion) -> [UInt8] {
        var writer = ReplyWriter(version: version)
        test.write(&writer)
        writer.output.release()
        return writer.output.sendable
    }

    @Test("RESP2", arguments: ReplyCase.all)
    func resp2(_ test: ReplyCase) {
        #expect(String(decoding: bytes(test, .resp2), as: UTF8.self) == test.resp2)
    }

    @Test("RESP3", arguments: ReplyCase.all)
    func resp3(_ test: ReplyCase) {
        #expect(String(decoding: bytes(test, .resp3), as: UTF8.self) == test.resp3)
    }

    @Test("What is written reads back", arguments: ReplyCase.all)
    func roundTrip(_ test: ReplyCase) {
        #expect(readReplies([bytes(test, .resp2)[...]]).replies == [test.reply2])
        #expect(readReplies([bytes(test, .resp3)[...]]).replies == [test.reply3])
        #expect(readReplies(single(bytes(test, .resp3))).replies == [test.reply3])
    }

    @Test("Doubles read back bit for bit")
    func doubles() {
        let seed = printedSeed("doubles")
        var random = SplitMix(state: seed)
        var values: [Double] = [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 1e16, 1e20, 1e-7, 100]
        values += (0..<5_000).map { _ in Double(bitPattern: random.next()) }.filter { !$0.isNaN }
        for value in values {
            let text = NumberText.shortest(value)
            #expect(NumberText.real([UInt8](text.utf8))?.bitPattern == value.bitPattern, "\(text), seed \(seed)")
        }
        #expect(NumberText.shortest(.nan) == "nan")
        #expect(NumberText.shortest(-0.0) == "-0")
        #expect(NumberText.shortest(1e20) == "1e+20")
    }

    @Test("A request reads back as it was sent")
    func requests() {
        var bytes: [UInt8] = []
        RequestEncoder.append(["SET", "1", "naïve\r\n"], to: &bytes)
        RequestEncoder.append([[0x61], [], [0, 255]], to: &bytes)
        #expect(
            converse([bytes[...]]) == [.words("SET", "1", "naïve\r\n"), .command([[0x61], [], [0, 255]])])
    }
}
