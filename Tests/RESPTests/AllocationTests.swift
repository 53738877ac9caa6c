import FourLinesRESP
import Glibc
import Testing

@Suite("Small requests and replies allocate nothing in steady state")
struct AllocationTests {
    @Test("An allocation on the exhausted heap ends the process")
    func control() async {
        await #expect(processExitsWith: .failure) {
            var turns = Turns()
            turns.run()
            var kept: [[Int]] = [[]]
            ExhaustedHeap.begin()
            kept[0] = [Int](repeating: turns.numbers, count: 4)
            _exit(kept[0].count == 4 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test("GET, LSET and inline requests and their replies run on the exhausted heap")
    func steady() async {
        await #expect(processExitsWith: .success) {
            var turns = Turns()
            for _ in 0..<10 { turns.run() }
            ExhaustedHeap.begin()
            for _ in 0..<1_000 { turns.run() }
            _exit(turns.numbers == 1_010 * (0 + 2 + 3) ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}

/// A connection that gets the same requests in each turn.
private struct Turns {
    /// Sum of the numbers of the commands and of the indices in them.
    var numbers = 0
    private let requests = [UInt8](
        """
        *2\r\n$3\r\nGET\r\n$5\r\ntitle\r\n*4\r\n$4\r\nLSET\r\n$5\r\nlines\r\n$1\r\n0\r\n$3\r\nabc\r\n\
        LRANGE lines 0 "-1"\r\n\r\n
        """.utf8)
    private let table = CommandNameTable(["GET", "SET", "LSET", "LRANGE"])
    private var parser = RequestParser()
    private var input = InputBuffer()
    private var writer = ReplyWriter(version: .resp3)

    mutating func run() {
        input.append(requests)
        reading: while true {
            switch parser.next(&input) {
            case .command: answer()
            case .nothing: continue
            case .needMore: break reading
            case .protocolError, .drop: fatalError("the requests are sound")
            }
        }
        writer.output.release()
        writer.output.consume(writer.output.sendableCount)
        writer.output.reclaim()
        input.reclaim()
    }

    private mutating func answer() {
        let number = table.number(of: parser[0], in: input) ?? 100
        numbers += number
        switch number {
        case 0:
            writer.bulk(input.bytes, parser[1])
            writer.bulk("a line of a document, longer than a small string")
            writer.integer(1_234_567_890)
        case 2:
            numbers += Int(NumberText.integer(input.bytes, parser[2]) ?? 100)
            writer.simple("OK")
            writer.error("WRONGTYPE", "Operation against a key holding the wrong kind of value")
        default:
            writer.array(input.matches(parser[0], "LRANGE") ? 2 : 0)
            writer.null()
            writer.boolean(true)
        }
    }
}
