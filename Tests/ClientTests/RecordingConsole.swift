@testable import FourLinesClient

/// A console that keeps what is written and gives what is to be read.
final class RecordingConsole: Console {
    var outputIsTerminal = false
    var inputIsTerminal = false
    var outputColumns: Int?
    /// What comes from the input.
    var input: [UInt8] = []
    /// The files that can be read.
    var files: [String: [UInt8]] = [:]
    /// Whether nobody reads the output.
    var isClosed = false
    /// What was written.
    private(set) var output: [UInt8] = []
    /// What was complained of, line by line.
    private(set) var complaints: [String] = []

    /// What was written, as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    func write(_ bytes: [UInt8]) throws(ClientError) {
        if isClosed { throw .outputClosed }
        output += bytes
    }

    func complain(_ line: String) { complaints.append(line) }

    func readInput(limit: Int) throws(ClientError) -> [UInt8] { input }

    func readLine(limit: Int) throws(ClientError) -> [UInt8]? {
        guard !input.isEmpty else { return nil }
        let line = input.prefix { $0 != UInt8(ascii: "\n") }
        input.removeFirst(min(input.count, line.count + 1))
        return Array(line)
    }

    func readFile(_ path: String, limit: Int) throws(ClientError) -> [UInt8] {
        guard let bytes = files[path] else { throw ClientError(.inputOutput, "“\(path)” cannot be read") }
        return bytes
    }
}
