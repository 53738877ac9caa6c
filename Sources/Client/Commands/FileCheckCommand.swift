import KeyedArchive

/// Says whether a file is sound, and what it is.
enum FileCheckCommand {
    static let command = Command(
        name: "file check", usage: "FILE [--json]", summary: "Say whether a file is sound, and what it consists of.",
        examples: [
            Command.Example("file check drafts.archive", "form, objects, classes"),
            Command.Example("file check drafts.archive > /dev/null && echo sound", "in a script"),
        ],
        details: [
            "The exit code is 0 for a sound file and 65 for any other; of that it is said what is wrong, at",
            "which byte and in which object, and what can be done.",
            "",
            "Orphans are objects to which nothing refers; they are kept. A file is canonical if Apple's writer",
            "would write it byte for byte like that: an edit leaves it so.",
        ],
        options: [.json], work: run)

    @Sendable private static func run(_ invocation: FileInvocation) throws(ClientError) {
        let operands = try invocation.operands("FILE")
        let path = try FilePath(operands[0])
        let isJSON = invocation.arguments.has(.json)
        let (bytes, status) = try ArchiveFile.bytes(of: path, invocation.console)
        let report: FileReport
        do {
            report = try FileReport(try ArchiveFile(path, status, bytes))
        } catch {
            let unsoundness = Unsoundness(error, bytes)
            if isJSON {
                try invocation.console.write(unsoundness.json(of: path))
            } else {
                try write(unsoundness.lines(of: path), invocation)
            }
            // What is wrong was said; the exit code says the rest.
            throw ClientError(.unsound, "")
        }
        guard !isJSON else { return try invocation.console.write(report.json) }
        try write(report.lines, invocation)
    }

    private static func write(_ lines: [String], _ invocation: FileInvocation) throws(ClientError) {
        try invocation.console.write(lines.map { TerminalText.escaped($0, .line) + "\n" }.joined())
    }
}
