import FourLinesRESP
import Testing

@testable import FourLinesServer

@Suite("What a client has queued, and what its edits depend on")
struct TransactionTests {
    private func words(_ line: String) -> [[UInt8]] { line.split(separator: " ").map { Array($0.utf8) } }

    @Test("requests are run as they came, in order")
    func order() throws {
        var transaction = Transaction()
        let lines = ["lset lines 0 a", "GET lines.0", "ping"]
        for line in lines {
            let isQueued = transaction.queue(words(line), isEdit: line.hasPrefix("lset"))
            #expect(isQueued)
        }
        #expect(transaction.count == 3 && transaction.hasEdits && !transaction.isBroken)
        var (input, parser) = (transaction.requests, RequestParser())
        for line in lines {
            guard case .command = parser.next(&input) else { return #expect(Bool(false), "no request") }
            #expect((0..<parser.count).map { input.copy(parser[$0]) } == words(line))
        }
        guard case .needMore = parser.next(&input) else { return #expect(Bool(false), "another request") }
    }

    @Test("one that is too large is broken, and holds nothing")
    func size() {
        var transaction = Transaction(sizeLimit: 100)
        var isQueued = true
        var count = 0
        while isQueued, count < 10 {
            isQueued = transaction.queue(words("set key value"), isEdit: true)
            count += 1
        }
        #expect(count == 4)
        #expect(transaction.isBroken && transaction.count == 0 && transaction.requests.capacity == 0)
    }

    static let history = "0123456789abcdef0123456789abcdef"

    @Test(
        "a revision is a number, or a number with its history",
        arguments: [
            ("0", RevisionReference.known(0)), ("12", .known(12)), (history + "-12", .known(12)),
            (String(repeating: "f", count: 32) + "-12", .foreign), ("", nil), ("-1", nil), ("x-1", nil), ("+1", nil),
            (" 1", nil), (history + "-", nil), (history + "-x", nil), (history, nil), ("18446744073709551616", nil),
        ] as [(String, RevisionReference?)])
    func revision(text: String, reference: RevisionReference?) {
        #expect(RevisionReference(text, history: Self.history) == reference)
    }

    @Test("a condition holds at its revision only")
    func condition() {
        #expect(RevisionCondition(reference: .known(3), text: "3").holds(at: 3))
        #expect(!RevisionCondition(reference: .known(3), text: "3").holds(at: 4))
        #expect(!RevisionCondition(reference: .foreign, text: "").holds(at: 0))
        #expect(!RevisionCondition(reference: nil, text: "").holds(at: 0))
    }
}
