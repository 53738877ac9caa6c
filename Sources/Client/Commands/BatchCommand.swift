import FourLinesRESP

/// Makes many edits one.
enum BatchCommand {
    static let command = Command(
        name: "batch", usage: "[FILE] [--if REVISION]", summary: "Make many edits one: all of them, or none.",
        examples: [
            Command.Example("batch < edits.txt", "a command on each line"),
            Command.Example("batch edits.txt --if 17", "only if the document is still at that revision"),
            Command.Example("undo", "takes all of them back"),
        ],
        details: [
            "Each line is a command without the program's name: set, unset, append, add, insert, remove, or call",
            "COMMAND for an edit of the protocol. Words are divided by blanks; 'single quotes' keep a text as it",
            "is, in \"double quotes\" \\n is a line break, and \\\" and \\\\ are themselves. Lines that begin with #",
            "are left out. Each edit sees those before it. Indices of “insert” are 0 and -1 here.",
            "",
            "If one is refused none is made, and its line is named. Paths of elements that “add” makes are",
            "printed. Where there was nothing to remove the others are made all the same, and the exit code is 1.",
        ],
        options: [EditRequest.condition], run: run)

    /// The longest text that is read; the daemon takes less in one transaction.
    private static let longestText = 256 << 20

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let text = try text(invocation)
        let lines = try BatchLine.lines(of: text, invocation.session)
        guard !lines.isEmpty else { throw .nothing("there is no command in the input") }
        try BatchCheck(lines).run(invocation.session)
        let edits = LabelledEdits(elements: lines.map { .init(label: "line \($0.number)", request: $0.request) })
        let replies: [Reply]
        do throws(ClientError) {
            replies = try edits.send(at: invocation.arguments.value(EditRequest.condition.name), invocation.session)
        } catch {
            guard [.refused, .nothing].contains(error.code) else { throw error }
            throw ClientError(error.code, error.message + "; nothing was changed")
        }
        var absences: [String] = []
        for (line, reply) in zip(lines, replies) {
            switch line.result {
            case .ignored: break
            case .count(let path):
                if case .integer(let count) = reply { try print(count - 1, path, invocation.console) }
            case .index(let path):
                if case .integer(let index) = reply { try print(index, path, invocation.console) }
            case .absence(let what):
                if case .integer(let count) = reply, count <= 0 {
                    absences.append("line \(line.number): there was nothing \(what)")
                }
            }
        }
        guard !absences.isEmpty else { return }
        throw .nothing(absences.joined(separator: "; ") + "; all else was done")
    }

    private static func text(_ invocation: Invocation) throws(ClientError) -> [UInt8] {
        guard let operand = try invocation.operand(), case .path(let name) = try FilePath(operand) else {
            return try invocation.console.readInput(limit: longestText)
        }
        return try invocation.console.readFile(name, limit: longestText)
    }

    private static func print(_ index: Int64, _ path: [UInt8], _ console: any Console) throws(ClientError) {
        try console.write(TerminalText.escaped(Address.child(String(index), of: path), .line) + [UInt8(ascii: "\n")])
    }
}
