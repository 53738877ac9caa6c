import FourLinesLinux

/// The standard streams of the process.
final class SystemConsole: Console {
    /// Kept open for the life of the process.
    ///
    /// Where a standard stream was closed by the parent, the first of these takes its number, so that no socket does
    /// and has output written to it.
    private let placeholders: [OpenFile]

    let outputIsTerminal: Bool
    let inputIsTerminal: Bool
    /// The lines of the input.
    private var lines: LineReader

    init() {
        placeholders = (0..<3).compactMap { _ in
            // Without the device a stream that was closed stays closed.
            try? OpenFile(FileDescriptor.open("/dev/null", .readingAndWriting))
        }
        // A reader that goes away is told by the write, and ends the program without a word.
        Signal.pipe.ignore()
        outputIsTerminal = FileDescriptor.standardOutput.isTerminal
        inputIsTerminal = FileDescriptor.standardInput.isTerminal
        lines = LineReader(isTerminal: inputIsTerminal)
    }

    var outputColumns: Int? { FileDescriptor.standardOutput.terminalColumns }

    func write(_ bytes: [UInt8]) throws(ClientError) {
        do {
            try FileDescriptor.standardOutput.writeAll(bytes)
        } catch .brokenPipe {
            throw .outputClosed
        } catch {
            throw ClientError(.inputOutput, "the output cannot be written: \(error.message)")
        }
    }

    func complain(_ line: String) {
        FileDescriptor.standardError.writeLog(TerminalText.escaped(line, .line) + "\n")
    }

    func readInput(limit: Int) throws(ClientError) -> [UInt8] {
        do {
            return try FileDescriptor.standardInput.readToEnd(limit: limit)
        } catch .fileTooLarge {
            throw ClientError(.refused, "the input has more than \(limit) bytes, the most that a value can have")
        } catch {
            throw ClientError(.inputOutput, "the input cannot be read: \(error.message)")
        }
    }

    func readLine(limit: Int) throws(ClientError) -> [UInt8]? {
        try lines.next(limit: limit, Self.readMore)
    }

    /// Adds what is there of the input, and waits if there is nothing; false at its end.
    private static func readMore(_ input: inout [UInt8]) throws(Errno) -> Bool {
        let count = input.count
        input.append(contentsOf: repeatElement(0, count: 4096))
        var received = 0
        defer { input.removeLast(input.count - count - received) }
        while true {
            switch try FileDescriptor.standardInput.read(into: &input, count..<input.count) {
            case .bytes(let length):
                received = length
                return true
            case .wouldBlock: _ = try FileDescriptor.standardInput.wait(for: .readable, until: nil)
            case .endOfFile, .disconnected: return false
            }
        }
    }

    func readFile(_ path: String, limit: Int) throws(ClientError) -> [UInt8] {
        do {
            return try Paths.read(path, limit: limit)
        } catch .fileTooLarge {
            throw ClientError(.refused, "“\(path)” has more than \(limit) bytes, the most that a value can have")
        } catch {
            throw ClientError(.inputOutput, "“\(path)” cannot be read: \(error.message)")
        }
    }
}
