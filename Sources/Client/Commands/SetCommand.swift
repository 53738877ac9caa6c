import FourLinesRESP

/// Writes one value.
enum SetCommand {
    static let input = Option("--stdin", "Read the text from the standard input.")
    static let file = Option("--file", "PATH", "Read the text from a file.")
    static let raw = Option("--raw", "With --stdin or --file: keep the line break at the end.")

    /// The longest value that the protocol carries: its proto-max-bulk-len.
    static let longestValue = 512 * 1024 * 1024

    static let command = Command(
        name: "set", usage: "N|PATH (TEXT | --stdin [--raw] | --file PATH [--raw]) [--if REVISION]",
        summary: "Write a value.",
        examples: [
            Command.Example("set 1 \"call Ann\"", "write item 1"),
            Command.Example("set lines.0 \"call Ann\"", "the same by its path"),
            Command.Example("set 2 \"\"", "make item 2 empty"),
            Command.Example("set 3 --file note.txt", "the text of a file"),
            Command.Example("set 4 -- --stdin", "the text “--stdin”: -- ends the options"),
        ],
        details: [
            "TEXT is taken as it is: “@home” is a text like any other. It is one argument, so quote it if it",
            "has blanks. From --stdin and --file one line break at the end is dropped, unless the value is",
            "data or --raw is given.",
        ],
        options: [input, file, raw, EditRequest.condition], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let (operand, source) = try source(invocation)
        let address = try invocation.session.address(of: operand)
        let value = try value(of: source, for: address, invocation)
        let request = try request(to: value, at: address, invocation.session)
        _ = try EditRequest.send(request, about: address, invocation)
    }

    /// The request that writes a value.
    ///
    /// - Throws: a number that no item can have.
    static func request(to value: [UInt8], at address: Address, _ session: Session) throws(ClientError) -> Request {
        switch address {
        case .path(let path): return Request("SET", with: [path, value])
        case .item(let number, let items):
            guard number > 0 else { throw try session.missingItem(number, of: items) }
            return Request("LSET", with: [items.path, Array(String(number - 1).utf8), value])
        }
    }

    /// Where the value comes from.
    private enum Source {
        case text([UInt8])
        case input
        case file(String)
    }

    /// Checks the command line before anybody is spoken to.
    private static func source(_ invocation: Invocation) throws(ClientError) -> (operand: [UInt8], Source) {
        let arguments = invocation.arguments
        let texts = arguments.operands.dropFirst()
        guard let operand = arguments.operands.first else { throw .usage("a number or a path is missing") }
        try invocation.refuse(input, with: file)
        let isRead = arguments.has(input) || arguments.has(file)
        if texts.count > 1 {
            let words = arguments.operands.map { String(decoding: $0, as: UTF8.self) }
            let text = Wording.shellWord(words.dropFirst().joined(separator: " "))
            throw .usage("TEXT is one argument, quote it: fourlines set \(Wording.shellWord(words[0])) \(text)")
        }
        guard let text = texts.first else {
            if let path = try arguments.text(file.name) { return (operand, .file(path)) }
            guard arguments.has(input) else { throw .usage("the text is missing: TEXT, --stdin or --file PATH") }
            return (operand, .input)
        }
        guard !isRead else { throw .usage("TEXT, --stdin and --file exclude each other") }
        guard !arguments.has(raw) else { throw .usage("--raw belongs to --stdin and --file; TEXT is taken as it is") }
        return (operand, .text(text))
    }

    private static func value(
        of source: Source, for address: Address, _ invocation: Invocation
    ) throws(ClientError) -> [UInt8] {
        var bytes: [UInt8]
        switch source {
        case .text(let text): return text
        case .input: bytes = try invocation.console.readInput(limit: longestValue)
        case .file(let path): bytes = try invocation.console.readFile(path, limit: longestValue)
        }
        guard !invocation.arguments.has(raw), bytes.last == UInt8(ascii: "\n"), let path = address.path else {
            return bytes
        }
        let kind = try invocation.session.replies(to: [Request("KIND", with: [path])])[0]
        guard !Leaf.isData(kind) else { return bytes }
        bytes.removeLast()
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }
}
