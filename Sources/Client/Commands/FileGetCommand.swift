import FourLinesDocument
import KeyedArchive

/// Prints one value of a file.
enum FileGetCommand {
    static let command = Command(
        name: "file get", usage: "FILE PATH [--raw|--json]", summary: "Print a value of a file.",
        examples: [
            Command.Example("file get drafts.archive lines.0", "the first line"),
            Command.Example("file get drafts.archive photo > photo.png", "data, byte for byte"),
            Command.Example("file get drafts.archive lines --json", "all lines, for a program"),
        ],
        details: [
            "A text is printed with a line break behind it, without with --raw. In a pipe or a file it is",
            "byte for byte what the archive has; on a terminal what could mislead it stands as an escape.",
            "Data is printed as it is, and not to a terminal. What has parts is printed as “file show” does.",
            "A value that is nil is none: the exit code is 1 then, as for a path that leads nowhere.",
        ],
        options: [GetCommand.raw, .json], work: run)

    @Sendable private static func run(_ invocation: FileInvocation) throws(ClientError) {
        try invocation.refuse(GetCommand.raw, with: .json)
        let operands = try invocation.operands("FILE", "PATH")
        let file = try ArchiveFile.read(operands[0], invocation.console)
        let document = file.document()
        let path = operands[1]
        let node = try document.node(at: path)
        guard let leaf = document.leaf(of: node) else {
            guard !invocation.arguments.has(GetCommand.raw) else {
                throw .usage("“\(String(decoding: path, as: UTF8.self))” has parts, so --raw has no meaning")
            }
            return try FileShowCommand.show(document, path, invocation)
        }
        try print(leaf, path, invocation)
    }

    private static func print(_ leaf: ArchiveLeaf, _ path: [UInt8], _ invocation: FileInvocation) throws(ClientError) {
        let console = invocation.console
        guard !invocation.arguments.has(.json) else { return try console.write(JSONValue(leaf)) }
        let name = String(decoding: path, as: UTF8.self)
        guard !leaf.kind.isNull else { throw .nothing("“\(name)” is \(leaf.kind.rawValue)") }
        let bytes = LeafText.bytes(of: leaf)
        switch leaf.kind {
        case .data, .mutableData:
            guard !console.outputIsTerminal else {
                let amount = Wording.count(Int64(bytes.count), "byte", "bytes")
                throw .usage("\(amount) of data are not shown on a terminal: redirect them to a file, or use --json")
            }
            try console.write(bytes)
        default:
            let text = console.outputIsTerminal ? TerminalText.escaped(bytes, .block) : bytes
            try console.write(invocation.arguments.has(GetCommand.raw) ? text : text + [UInt8(ascii: "\n")])
        }
    }
}
