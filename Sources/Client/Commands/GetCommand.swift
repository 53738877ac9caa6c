/// Prints one value.
enum GetCommand {
    static let raw = Option("--raw", "Print the bytes of the text and no line break behind them.")

    static let command = Command(
        name: "get", usage: "N|PATH [--raw|--json]", summary: "Print a value.",
        examples: [
            Command.Example("get 1", "item 1"),
            Command.Example("get lines.0", "the same by its path"),
            Command.Example("get 1 --raw > FILE", "its bytes, without a line break at the end"),
        ],
        details: [
            "A text is printed with a line break behind it. In a pipe or a file it is byte for byte what the",
            "document has; on a terminal what could mislead it stands as an escape like \\u{1b}. Data is printed",
            "without a line break, and not to a terminal. A list or a hash is printed as “show” does.",
        ],
        options: [raw, .json], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.refuse(raw, with: .json)
        guard let operand = try invocation.operand() else { throw .usage("a number or a path is missing") }
        let address = try invocation.session.address(of: operand)
        guard let leaf = try Leaf.find(address, invocation.session) else {
            guard let path = address.path, let container = try Container.read(path, invocation.session) else {
                throw try Leaf.nothing(at: address, invocation.session)
            }
            guard !invocation.arguments.has(raw) else {
                throw .usage("“\(String(decoding: path, as: UTF8.self))” is no text, so --raw has no meaning")
            }
            return try ShowCommand.show(container, at: path, invocation)
        }
        try print(leaf, invocation)
    }

    private static func print(_ leaf: Leaf, _ invocation: Invocation) throws(ClientError) {
        let console = invocation.console
        guard !invocation.arguments.has(.json) else { return try console.write(leaf.json) }
        guard !leaf.isData else {
            guard !console.outputIsTerminal else {
                let amount = Wording.count(Int64(leaf.bytes.count), "byte", "bytes")
                throw ClientError(
                    .usage, "\(amount) of data are not shown on a terminal: redirect them to a file, or use --json")
            }
            return try console.write(leaf.bytes)
        }
        let text = console.outputIsTerminal ? TerminalText.escaped(leaf.bytes, .block) : leaf.bytes
        try console.write(invocation.arguments.has(raw) ? text : text + [UInt8(ascii: "\n")])
    }
}
