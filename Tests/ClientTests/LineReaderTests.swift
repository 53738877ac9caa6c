import FourLinesLinux
import Testing

@testable import FourLinesClient

@Suite("Lines of the input")
struct LineReaderTests {
    /// All lines of what a terminal or a file gives read by read; what is behind an empty read is what a terminal
    /// gives behind Ctrl-D.
    private func lines(_ reads: [String], isTerminal: Bool = false, count: Int) throws -> [String?] {
        var reader = LineReader(isTerminal: isTerminal)
        var rest = reads[...]
        return try (0..<count).map { _ in
            try reader.next(limit: 10_000) { (input: inout [UInt8]) throws(Errno) in
                let next = rest.popFirst() ?? ""
                input += next.utf8
                return !next.isEmpty
            }
            .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test("Lines end with LF or CRLF wherever the reads do, and the last may lack its end")
    func ends() throws {
        #expect(try lines(["a\nb\r", "\n\nc", "d"], count: 5) == ["a", "b", "", "cd", nil])
        #expect(try lines([], count: 2) == [nil, nil])
    }

    @Test("The end is remembered: Ctrl-D behind a text ends the input, though a terminal would go on")
    func end() throws {
        #expect(try lines(["abc", "", "more\n"], isTerminal: true, count: 3) == ["abc", nil, nil])
        #expect(try lines(["", "more\n"], isTerminal: true, count: 2) == [nil, nil])
    }

    @Test(
        "A line of which a terminal may have dropped a part is refused, and the next one is read",
        arguments: ["\n", ""])
    func truncated(end: String) throws {
        let long = String(repeating: "a", count: 4095)
        var reader = LineReader(isTerminal: true)
        var rest = [long + end, end.isEmpty ? "" : "b\n"][...]
        let read = { (input: inout [UInt8]) throws(Errno) -> Bool in
            let next = rest.popFirst() ?? ""
            input += next.utf8
            return !next.isEmpty
        }
        let error = #expect(throws: ClientError.self) { try reader.next(limit: 10_000, read) }
        #expect(error?.code == .refused)
        #expect(try reader.next(limit: 10_000, read) == (end.isEmpty ? nil : Array("b".utf8)))
        #expect(try lines([long + end], count: 1) == [long])
        #expect(try lines([String(long.dropLast()) + end], isTerminal: true, count: 1) == [String(long.dropLast())])
    }

    @Test("A line over the limit is an error")
    func limit() {
        var reader = LineReader(isTerminal: false)
        #expect(throws: ClientError.self) {
            try reader.next(limit: 10) { (input: inout [UInt8]) throws(Errno) in
                input += "aaaa".utf8
                return true
            }
        }
    }
}
