import FourLinesLinux

/// A program that was run to its end, and what it printed.
struct CommandRun: Equatable, Sendable {
    /// How it ended.
    let status: ProcessStatus
    /// What it wrote to its output; its errors went where ours go, unless they were to be kept.
    let output: [UInt8]

    /// The most that is read of an output, in bytes.
    private static let limit = 1 << 20

    /// The output as one text without blanks and line ends around it.
    var text: String {
        let text = String(decoding: output, as: UTF8.self)
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked for in `PATH`.
    ///   - arguments: what follows it.
    ///   - isQuiet: whether its errors are dropped.
    ///   - keepsErrors: whether its errors are kept with its output, in the order in which they come.
    ///   - patience: how long it may take, after which it is killed; nil waits for ever.
    /// - Returns: how it ended, and what it printed.
    /// - Throws: an input and output error if it cannot be run, or takes too long.
    static func of(
        _ program: String, _ arguments: [String], isQuiet: Bool = false, keepsErrors: Bool = false,
        patience: Duration? = nil
    ) throws(ClientError) -> CommandRun {
        do throws(Errno) {
            let deadline = patience.map { MonotonicTime.now + $0 }
            let (ours, child) = try start(program, arguments, isQuiet, keepsErrors)
            if let output = try output(ours, until: deadline), let status = try status(child, until: deadline) {
                return CommandRun(status: status, output: output)
            }
            try child.send(.kill)
            _ = try child.wait()
        } catch {
            throw ClientError(.inputOutput, "“\(program)” cannot be run: \(error.message)")
        }
        throw ClientError(.inputOutput, "“\(program) \(arguments.joined(separator: " "))” does not end")
    }

    /// What a program prints up to its end; nil if that does not come in time.
    private static func output(_ file: OpenFile, until deadline: MonotonicTime?) throws(Errno) -> [UInt8]? {
        guard let deadline else { return try file.descriptor.readToEnd(limit: limit) }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while output.count <= limit {
            guard try file.descriptor.wait(for: .readable, until: deadline) else { return nil }
            switch try file.descriptor.read(into: &buffer, 0..<buffer.count) {
            case .bytes(let count): output += buffer[..<count]
            case .wouldBlock: continue
            case .disconnected: throw .connectionReset
            case .endOfFile: return output
            }
        }
        throw .fileTooLarge
    }

    private static func status(_ child: ChildProcess, until deadline: MonotonicTime?) throws(Errno) -> ProcessStatus? {
        guard let deadline else { return try child.wait() }
        // A program can close its output and go on.
        return try child.wait(timeout: max(.zero, deadline - .now))
    }

    private static func start(
        _ program: String, _ arguments: [String], _ isQuiet: Bool, _ keepsErrors: Bool
    ) throws(Errno) -> (OpenFile, ChildProcess) {
        // Our copy of the program's end goes with this function, so that the output ends with the program.
        let (ours, theirs) = try FileDescriptor.streamPair()
        try theirs.descriptor.setNonBlocking(false)
        var files = [1: theirs]
        if keepsErrors { files[2] = theirs }
        if isQuiet { files[2] = OpenFile(try .open("/dev/null", .writing)) }
        return (ours, try ChildProcess.start(program, arguments, files: files))
    }
}
