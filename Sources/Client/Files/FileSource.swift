/// Where the text of a value comes from: an argument, the standard input, or another file.
enum FileSource {
    case text([UInt8])
    case input
    case file(String)

    static let standardInput = Option("--stdin", "Read the text from the standard input.")
    static let anotherFile = Option("--file", "PATH", "Read the text from a file.")
    static let raw = Option("--raw", "With --stdin or --file: keep the line break at the end.")

    /// Finds out which it is.
    ///
    /// - Parameters:
    ///   - texts: the operands where a text may stand.
    ///   - invocation: the options, and the words for a message that says to quote.
    /// - Throws: a usage error for none of the three, or more than one.
    init(_ texts: ArraySlice<[UInt8]>, _ invocation: FileInvocation) throws(ClientError) {
        let arguments = invocation.arguments
        try invocation.refuse(Self.standardInput, with: Self.anotherFile)
        if texts.count > 1 {
            let words = arguments.operands.map { String(decoding: $0, as: UTF8.self) }
            let text = Wording.shellWord(words[texts.startIndex...].joined(separator: " "))
            let rest = words[..<texts.startIndex].map(Wording.shellWord).joined(separator: " ")
            throw .usage("TEXT is one argument, quote it: fourlines file set \(rest) \(text)")
        }
        guard let text = texts.first else {
            if let path = try arguments.text(Self.anotherFile.name) {
                self = .file(path)
            } else if arguments.has(Self.standardInput) {
                self = .input
            } else {
                throw .usage("the text is missing: TEXT, --stdin or --file PATH")
            }
            return
        }
        guard !arguments.has(Self.standardInput), !arguments.has(Self.anotherFile) else {
            throw .usage("TEXT, --stdin and --file exclude each other")
        }
        guard !arguments.has(Self.raw) else {
            throw .usage("--raw belongs to --stdin and --file; TEXT is taken as it is")
        }
        self = .text(text)
    }

    /// The bytes; of what is read one line break at the end is dropped, if a text is wanted and `--raw` is not given.
    func bytes(isText: Bool, _ invocation: FileInvocation) throws(ClientError) -> [UInt8] {
        var bytes: [UInt8]
        switch self {
        case .text(let text): return text
        case .input: bytes = try invocation.console.readInput(limit: SetCommand.longestValue)
        case .file(let path): bytes = try invocation.console.readFile(path, limit: SetCommand.longestValue)
        }
        guard isText, !invocation.arguments.has(Self.raw), bytes.last == UInt8(ascii: "\n") else { return bytes }
        bytes.removeLast()
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }
}
