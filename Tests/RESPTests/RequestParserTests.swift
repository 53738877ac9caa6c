import FourLinesRESP
import Testing

struct RequestCase: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var outcomes: [Outcome]
    var limits: RequestLimits
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ outcomes: [Outcome], _ limits: RequestLimits = RequestLimits()) {
        self.name = name
        self.bytes = [UInt8](text.utf8)
        self.outcomes = outcomes
        self.limits = limits
    }

    static var unauthenticated: RequestLimits {
        var limits = RequestLimits()
        limits.isUnauthenticated = true
        return limits
    }

    static var narrow: RequestLimits {
        var limits = RequestLimits()
        limits.argumentLength = 8
        limits.argumentCount = 3
        limits.requestLength = 36
        return limits
    }

    static func text(_ count: Int, _ letter: Character = "x") -> String { String(repeating: letter, count: count) }

    static let all: [RequestCase] = [
        .init("a command", "*2\r\n$3\r\nGET\r\n$5\r\nlines\r\n", [.words("GET", "lines")]),
        .init("an empty argument", "*2\r\n$4\r\nECHO\r\n$0\r\n\r\n", [.words("ECHO", "")]),
        .init("line breaks in an argument", "*1\r\n$4\r\n\r\n\r\n\r\n", [.words("\r\n\r\n")]),
        .init(
            "pipelined commands of both forms", "*1\r\n$4\r\nPING\r\nPING\r\n*1\r\n$4\r\nping\r\n",
            [.words("PING"), .words("PING"), .words("ping")]),
        .init("*0 is ignored", "*0\r\nPING\r\n", [.nothing, .words("PING")]),
        .init("a negative count is ignored", "*-12\r\nPING\r\n", [.nothing, .words("PING")]),
        .init("empty lines are ignored", "\r\n\n  \t\r\nPING\n", [.nothing, .nothing, .nothing, .words("PING")]),
        .init(
            "the bytes behind an argument are not looked at", "*1\r\n$1\r\naXYPING\r\n", [.words("a"), .words("PING")]),
        .init("leading zero in the count", "*01\r\n", [.protocolError(.invalidMultibulkLength)]),
        .init("plus in the count", "*+1\r\n", [.protocolError(.invalidMultibulkLength)]),
        .init("blank in the count", "* 1\r\n", [.protocolError(.invalidMultibulkLength)]),
        .init("no count", "*\r\n", [.protocolError(.invalidMultibulkLength)]),
        .init("-0 as count", "*-0\r\n", [.protocolError(.invalidMultibulkLength)]),
        .init("count over INT_MAX", "*2147483648\r\n", [.protocolError(.invalidMultibulkLength)]),
        .init("count of INT_MAX is waited for", "*2147483647\r\n", [.unfinished]),
        .init("count over 64 bits", "*99999999999999999999\r\n", [.protocolError(.invalidMultibulkLength)]),
        .init("CR without LF in the count line", "*1\rx", [.protocolError(.invalidMultibulkLength)]),
        .init("count line with LF alone", "*1\n$4\nPING\n", [.protocolError(.expectedCarriageReturn)]),
        .init("length line with LF alone", "*1\r\n$4\nPING\n", [.protocolError(.expectedCarriageReturn)]),
        .init("another type than bulk", "*1\r\n:4\r\n", [.protocolError(.expectedBulk(got: 58))]),
        .init("a line break for a bulk", "*1\r\n\r\n", [.protocolError(.expectedBulk(got: 13))]),
        .init("leading zero in the length", "*1\r\n$04\r\n", [.protocolError(.invalidBulkLength)]),
        .init("negative length", "*1\r\n$-1\r\n", [.protocolError(.invalidBulkLength)]),
        .init("no length", "*1\r\n$\r\n", [.protocolError(.invalidBulkLength)]),
        .init("CR without LF in the length line", "*1\r\n$4\rx", [.protocolError(.invalidBulkLength)]),
        .init("length of 512 MB is waited for", "*1\r\n$536870912\r\n", [.unfinished]),
        .init("length over 512 MB", "*1\r\n$536870913\r\n", [.protocolError(.invalidBulkLength)]),
        .init("length over the limit", "*1\r\n$9\r\n", [.protocolError(.invalidBulkLength)], narrow),
        .init("count over the limit", "*4\r\n", [.protocolError(.invalidMultibulkLength)], narrow),
        .init(
            "request at the limit", "*3\r\n$8\r\n12345678\r\n$5\r\n12345\r\n$1\r\n1\r\n",
            [.words("12345678", "12345", "1")], narrow),
        .init(
            "request over the limit", "*3\r\n$8\r\n12345678\r\n$5\r\n12345\r\n$2\r\n12\r\n", [.drop(.requestTooLong)],
            narrow),
        .init("ten arguments before authentication", "*10\r\n", [.unfinished], unauthenticated),
        .init(
            "eleven arguments before authentication", "*11\r\n", [.protocolError(.unauthenticatedMultibulkLength)],
            unauthenticated),
        .init("16 KB before authentication", "*1\r\n$16384\r\n", [.unfinished], unauthenticated),
        .init(
            "over 16 KB before authentication", "*1\r\n$16385\r\n", [.protocolError(.unauthenticatedBulkLength)],
            unauthenticated),
        .init("count line at the limit", "*" + text(65_535), [.unfinished]),
        .init("count line over the limit", "*" + text(65_536), [.protocolError(.tooBigMultibulkCount)]),
        .init(
            "count line over the limit with an end", "*" + text(65_537) + "\r\n",
            [.protocolError(.tooBigMultibulkCount)]),
        .init("length line at the limit", "*1\r\n$" + text(65_535), [.unfinished]),
        .init("length line over the limit", "*1\r\n$" + text(65_536), [.protocolError(.tooBigBulkCount)]),
        .init("inline at the limit", text(65_536) + "\n", [.words(text(65_536))]),
        .init("inline over the limit", text(65_537), [.protocolError(.tooBigInlineRequest)]),
        .init("inline over the limit with an end", text(65_537) + "\n", [.protocolError(.tooBigInlineRequest)]),
        .init("inline words", "  LRANGE\tlines 0\u{b}-1 \r\n", [.words("LRANGE", "lines", "0", "-1")]),
        .init("inline ended by LF alone", "PING\n", [.words("PING")]),
        .init("only one CR is dropped, the other is a blank", "PING a\r\r\n", [.words("PING", "a")]),
        .init("double quotes", "set \"a b\" \"\"\r\n", [.words("set", "a b", "")]),
        .init("escapes in double quotes", #"e "\n\r\t\b\a\\\"\q""# + "\r\n", [.words("e", "\n\r\t\u{8}\u{7}\\\"q")]),
        .init("hexadecimal escapes", #"e "\x41\x6a\x4A\xZ1\x4""# + "\r\n", [.words("e", "AjJxZ1x4")]),
        .init("single quotes know only one escape", #"e 'a\'b\n"'"# + "\r\n", [.words("e", #"a'b\n""#)]),
        .init("a quote within a word", "k a\"b c\"\r\n", [.words("k", "ab c")]),
        .init("backslash outside of quotes", #"k a\nb"# + "\r\n", [.words("k", #"a\nb"#)]),
        .init("bytes behind a closing quote", "k \"a\"b\r\n", [.protocolError(.unbalancedQuotes)]),
        .init("an open double quote", "k \"a\r\n", [.protocolError(.unbalancedQuotes)]),
        .init("an open single quote", "k 'a\r\n", [.protocolError(.unbalancedQuotes)]),
        .init("a quote opened by the last byte", "k \"\r\n", [.protocolError(.unbalancedQuotes)]),
        .init("a backslash before the line's end", "k \"\\\r\n", [.protocolError(.unbalancedQuotes)]),
        .init("NUL is a byte like any other", "set a\0b \"\0\"\r\n", [.words("set", "a\0b", "\0")]),
        .init("text beyond ASCII", "set 1 naïve🚗\r\n", [.words("set", "1", "naïve🚗")]),
        .init("POST from a browser", "PoSt / HTTP/1.1\r\nPING\r\n", [.drop(.crossProtocol)]),
        .init(
            "Host from a browser", "GET / HTTP/1.1\r\nHost: a\r\n",
            [.words("GET", "/", "HTTP/1.1"), .drop(.crossProtocol)]),
        .init("POST as an argument", "SET POST Host:\r\n", [.words("SET", "POST", "Host:")]),
        .init("unfinished inline", "PING", [.unfinished]),
        .init("unfinished argument", "PING\n*1\r\n$4\r\nPING\r", [.words("PING"), .unfinished]),
        .init(
            "the end of redis-cli --pipe", "PING\r\n\r\n*2\r\n$4\r\nECHO\r\n$2\r\nab\r\n",
            [.words("PING"), .nothing, .words("ECHO", "ab")]),
    ]
}

@Suite("Requests are parsed as Redis parses them")
struct RequestParserTests {
    @Test("Fed at once", arguments: RequestCase.all)
    func whole(_ test: RequestCase) {
        #expect(converse([test.bytes[...]], limits: test.limits) == test.outcomes)
    }

    @Test("Fed byte by byte", arguments: RequestCase.all)
    func bytewise(_ test: RequestCase) {
        #expect(converse(single(test.bytes), limits: test.limits) == test.outcomes)
    }

    @Test("Fed in random pieces")
    func pieces() {
        let seed = printedSeed("requests in pieces")
        var random = SplitMix(state: seed)
        for test in RequestCase.all {
            for _ in 0..<(test.bytes.count > 1000 ? 2 : 20) {
                #expect(
                    converse(split(test.bytes, &random), limits: test.limits) == test.outcomes,
                    "\(test.name), seed \(seed)")
            }
        }
    }

    @Test("Damaged requests never trap, and mean the same however they are cut")
    func mutations() {
        let seed = printedSeed("damaged requests")
        var random = SplitMix(state: seed)
        let short = RequestCase.all.filter { $0.bytes.count < 1000 }
        for round in 0..<20_000 {
            let test = short[round % short.count]
            let bytes = mutated(test.bytes, &random)
            let whole = converse([bytes[...]], limits: test.limits)
            let cut = converse(split(bytes, &random), limits: test.limits)
            #expect(whole == cut, "\(bytes), seed \(seed)")
        }
    }

    @Test("After an error the parser answers nothing else")
    func ended() {
        var parser = RequestParser()
        var input = InputBuffer()
        input.append([UInt8]("*x\r\nPING\r\n".utf8))
        #expect(parser.next(&input) == .protocolError(.invalidMultibulkLength))
        input.append([UInt8]("PING\r\n".utf8))
        #expect(parser.next(&input) == .protocolError(.invalidMultibulkLength))
    }

    @Test("The texts of the errors are Redis's")
    func texts() {
        #expect(ProtocolError.invalidMultibulkLength.text == "Protocol error: invalid multibulk length")
        #expect(ProtocolError.invalidBulkLength.text == "Protocol error: invalid bulk length")
        #expect(ProtocolError.unauthenticatedMultibulkLength.text == "Protocol error: unauthenticated multibulk length")
        #expect(ProtocolError.unauthenticatedBulkLength.text == "Protocol error: unauthenticated bulk length")
        #expect(ProtocolError.tooBigMultibulkCount.text == "Protocol error: too big mbulk count string")
        #expect(ProtocolError.tooBigBulkCount.text == "Protocol error: too big bulk count string")
        #expect(ProtocolError.tooBigInlineRequest.text == "Protocol error: too big inline request")
        #expect(ProtocolError.unbalancedQuotes.text == "Protocol error: unbalanced quotes in request")
        #expect(ProtocolError.expectedBulk(got: 58).text == "Protocol error: expected '$', got ':'")
        #expect(ProtocolError.expectedBulk(got: 13).text == "Protocol error: expected '$', got '\\x0d'")
    }

    @Test("A long argument in small pieces is moved a few times only, and needs little more than its length")
    func longArgument() {
        let length = 4 * 1024 * 1024
        var parser = RequestParser()
        var input = InputBuffer()
        input.append([UInt8]("*2\r\n$4\r\nECHO\r\n$\(length)\r\n".utf8))
        let piece = [UInt8](repeating: 0x61, count: 65_536)
        var moved = 0
        var received = 0
        var event = parser.next(&input)
        while received < length + 2 {
            #expect(event == .needMore)
            let before = input.capacity
            let free = input.makeRoom(65_536)
            if input.capacity != before { moved += input.count }
            let count = min(free.count, min(piece.count, length + 2 - received))
            input.bytes.replaceSubrange(free.lowerBound..<free.lowerBound + count, with: piece[..<count])
            input.received(count)
            received += count
            event = parser.next(&input)
        }
        #expect(event == .command)
        #expect(parser[1].count == length)
        #expect(moved < 2 * length)
        #expect(input.capacity < length + 2 * 65_536)
        input.reclaim()
        #expect(input.capacity == 0)
    }

    @Test("An announced length reserves nothing")
    func announced() {
        var parser = RequestParser()
        var input = InputBuffer()
        input.append([UInt8]("*1000000\r\n$500000000\r\n".utf8))
        #expect(parser.next(&input) == .needMore)
        _ = input.makeRoom(16_384)
        #expect(input.capacity < 40_000)
    }

    @Test("Arguments stay readable while later requests are in the input")
    func ranges() {
        var parser = RequestParser()
        var input = InputBuffer()
        input.append([UInt8]("SET a \"b\\x63\"\r\nGET a\r\n".utf8))
        #expect(parser.next(&input) == .command)
        #expect(input.text(parser[2]) == "bc")
        #expect(input.matches(parser[0], "SET"))
        #expect(!input.matches(parser[0], "SEX"))
        #expect(!input.matches(parser[0], "SETS"))
        #expect(parser.next(&input) == .command)
        #expect(input.text(parser[0]) == "GET")
        #expect(parser.next(&input) == .needMore)
        #expect(!parser.isWithinRequest)
    }
}
