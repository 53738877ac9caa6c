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
    /// - Returns: how it ended, and what it printed.
    /// - Throws: an input and output error if it cannot be run.
    static func of(
        _ program: String, _ arguments: [String], isQuiet: Bool = false, keepsErrors: Bool = false
    ) throws(ClientError) -> CommandRun {
        do throws(Errno) {
            let (ours, child) = try start(program, arguments, isQuiet, keepsErrors)
            let output = try ours.descriptor.readToEnd(limit: limit)
            return CommandRun(status: try child.wait(), output: output)
        } catch {
            throw ClientError(.inputOutput, "“\(program)” cannot be run: \(error.message)")
        }
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
