import FourLinesRESP
import Testing

struct ReadReplies: Equatable {
    var replies: [Reply] = []
    var error: ReplyError?
    var isWithinReply = false
}

func readReplies(_ pieces: some Sequence<ArraySlice<UInt8>>, limits: ReplyLimits = ReplyLimits()) -> ReadReplies {
    var parser = ReplyParser(limits: limits)
    var input = InputBuffer()
    var read = ReadReplies()
    for piece in pieces {
        input.append([UInt8](piece))
        do {
            while let reply = try parser.next(&input) { read.replies.append(reply) }
        } catch {
            read.error = error
            return read
        }
    }
    read.isWithinReply = parser.isWithinReply
    return read
}

struct BadReply: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var error: ReplyError
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ error: ReplyError) {
        self.name = name
        self.text = text
        self.error = error
    }

    static let all: [BadReply] = [
        .init("unknown type", "?\r\n", .unknownType(63)),
        .init("streamed string", "$?\r\n", .malformed(type: 36)),
        .init("streamed array", "*?\r\n", .malformed(type: 42)),
        .init("negative length", "$-2\r\n", .malformed(type: 36)),
        .init("null map", "%-1\r\n", .malformed(type: 37)),
        .init("integer with a blank", ": 1\r\n", .malformed(type: 58)),
        .init("integer over 64 bits", ":9223372036854775808\r\n", .malformed(type: 58)),
        .init("double with rest", ",1.5x\r\n", .malformed(type: 44)),
        .init("truth value", "#x\r\n", .malformed(type: 35)),
        .init("null with rest", "_1\r\n", .malformed(type: 95)),
        .init("big number with letters", "(12a\r\n", .malformed(type: 40)),
        .init("empty big number", "(-\r\n", .malformed(type: 40)),
        .init("verbatim without kind", "=3\r\nabc\r\n", .malformed(type: 61)),
        .init("LF alone", "+OK\n", .missingLineEnd),
        .init("CR alone", "+OK\rx", .missingLineEnd),
        .init("bulk that is longer", "$1\r\nabc", .missingLineEnd),
        .init("empty line", "\r\n", .missingLineEnd),
        .init("too deep", String(repeating: "*1\r\n", count: 5), .tooDeep),
        .init("too many elements", "*7\r\n", .tooManyElements),
        .init("too many elements in parts", "*3\r\n%1\r\n:1\r\n:2\r\n*2\r\n", .tooManyElements),
        .init("a length over the limit", "$200\r\n", .tooLong),
        .init("a count over 64 bits", "*9223372036854775807\r\n", .tooManyElements),
        .init("a line over the limit", "+" + String(repeating: "x", count: 60), .lineTooLong),
    ]

    static var limits: ReplyLimits {
        var limits = ReplyLimits()
        limits.depth = 4
        limits.elements = 6
        limits.length = 200
        limits.lineLength = 50
        return limits
    }
}

@Suite("The client reads replies of any shape")
struct ReplyParserTests {
    @Test(
        "Unsound replies are refused, at once and byte by byte, and nothing is read behind them",
        arguments: BadReply.all)
    func bad(_ test: BadReply) {
        let bytes = [UInt8](test.text.utf8)
        #expect(readReplies([bytes[...]], limits: BadReply.limits).error == test.error)
        #expect(readReplies(single(bytes), limits: BadReply.limits).error == test.error)
        var parser = ReplyParser(limits: BadReply.limits)
        var input = InputBuffer()
        input.append(bytes)
        #expect(throws: test.error) { while try parser.next(&input) != nil {} }
        input.append([UInt8]("+OK\r\n".utf8))
        #expect(throws: test.error) { try parser.next(&input) }
    }

    @Test("Limits hold for one reply, not for the connection")
    func limits() {
        let bytes = [UInt8](String(repeating: "*2\r\n:1\r\n$3\r\nabc\r\n", count: 100).utf8)
        let read = readReplies([bytes[...]], limits: BadReply.limits)
        #expect(read.error == nil)
        #expect(read.replies.count == 100)
    }

    @Test("Attributes are skipped, long errors are errors, and a reply's end is known")
    func others() {
        let text =
            "|1\r\n+ttl\r\n:1\r\n*2\r\n|0\r\n:1\r\n|1\r\n+a\r\n*1\r\n:9\r\n:2\r\n!5\r\nERR x\r\n,inf\r\n,-inf\r\n$3\r\nab"
        let read = readReplies(single([UInt8](text.utf8)))
        #expect(
            read.replies == [
                .array([.integer(1), .integer(2)]), .error("ERR x"), .double(.infinity), .double(-.infinity),
            ])
        #expect(read.error == nil)
        #expect(read.isWithinReply)
        #expect(!readReplies([[UInt8]("+OK\r\n".utf8)[...]]).isWithinReply)
        guard case .double(let value)? = readReplies([[UInt8](",nan\r\n".utf8)[...]]).replies.first else {
            Issue.record("nan is not a double")
            return
        }
        #expect(value.isNaN)
    }

    @Test("Replies cut anywhere and damaged anyhow never trap, and mean the same however they are cut")
    func mutations() {
        let seed = printedSeed("damaged replies")
        var random = SplitMix(state: seed)
        var limits = ReplyLimits()
        limits.length = 10_000
        for round in 0..<20_000 {
            let first = ReplyCase.all[round % ReplyCase.all.count]
            let second = ReplyCase.all[(round / ReplyCase.all.count) % ReplyCase.all.count]
            let bytes = mutated([UInt8]((first.resp3 + second.resp2).utf8), &random)
            let whole = readReplies([bytes[...]], limits: limits)
            let cut = readReplies(split(bytes, &random), limits: limits)
            // NaN is not equal to itself.
            #expect("\(whole)" == "\(cut)", "\(bytes), seed \(seed)")
        }
    }

    @Test("A long bulk string in small pieces is read in linear time")
    func long() throws {
        let length = 2 * 1024 * 1024
        var parser = ReplyParser()
        var input = InputBuffer()
        input.append([UInt8]("$\(length)\r\n".utf8))
        let piece = [UInt8](repeating: 0x61, count: 16_384)
        for _ in 0..<length / piece.count {
            #expect(try parser.next(&input) == nil)
            let free = input.makeRoom(piece.count)
            input.bytes.replaceSubrange(free.lowerBound..<free.lowerBound + piece.count, with: piece)
            input.received(piece.count)
        }
        input.append([13, 10])
        guard case .bulk(let bytes)? = try parser.next(&input) else {
            Issue.record("no bulk string")
            return
        }
        #expect(bytes.count == length)
        #expect(input.capacity < length + 65_536)
    }
}
