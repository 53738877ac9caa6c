import FourLinesDocument
import KeyedArchive

/// Writes one value of a file.
enum FileSetCommand {
    static let command = Command(
        name: "file set", usage: "FILE PATH (TEXT | --stdin [--raw] | --file PATH [--raw]) [--backup]",
        summary: "Write a value of a file.",
        examples: [
            Command.Example("file set drafts.archive lines.0 \"call Ann\"", "the first line"),
            Command.Example("file set drafts.archive due now --backup", "a date; the old file stays as FILE~"),
            Command.Example("file set drafts.archive photo --file photo.png", "data"),
            Command.Example("file set drafts.archive total -- -5", "a text with a hyphen: -- ends the options"),
        ],
        details: [
            "A value keeps its kind: what is a number, a date (2026-11-30T08:00, in local time unless a zone",
            "is given, or now), a boolean, a URL or a UUID stays one, and a text that is none is refused. nil",
            "becomes a text. A key that a dictionary does not have is added, as a text. Nothing else changes:",
            "what the program that wrote the file would not have written differently stays as it is.",
            "",
            "The new file takes the place of the old one in one step, with its permissions; through a symbolic",
            "link its target is replaced. --backup keeps the old file as FILE~, or as FILE~2, FILE~3 and so on",
            "if there is one; backups are never overwritten. FILE “-” reads the standard input and writes the",
            "standard output. For the document of a running daemon use “fourlines set”.",
        ],
        options: [FileSource.standardInput, FileSource.anotherFile, FileSource.raw, FileTarget.backup], work: run)

    @Sendable private static func run(_ invocation: FileInvocation) throws(ClientError) {
        let operands = invocation.arguments.operands
        guard operands.count > 1 else { throw .usage(operands.isEmpty ? "FILE is missing" : "PATH is missing") }
        let source = try FileSource(operands[2...], invocation)
        if case .input = source, operands[0] == [UInt8(ascii: "-")] {
            throw .usage("the standard input cannot be both the file and the text")
        }
        let edit = try FileEdit(operands[0], invocation)
        let path = operands[1]
        var document = edit.file.document()
        let leaf = document.find(PathBytes(path)).flatMap { document.leaf(of: $0) }
        let isData = leaf?.kind == .data || leaf?.kind == .mutableData
        let text = try source.bytes(isText: !isData, invocation)
        try set(path, to: text, in: &document)
        _ = document.commit(Edit.Origin(time: 0, client: "", command: "set"))
        try edit.write(document.archive)
    }

    /// Sets a value; a date may lack its zone.
    ///
    /// - Throws: `.nothing` for a path that leads nowhere, with what there is; `.refused` for a text that does not fit.
    static func set(_ path: [UInt8], to text: [UInt8], in document: inout Document) throws(ClientError) {
        let node = document.find(PathBytes(path))
        let leaf = node.flatMap { document.leaf(of: $0) }
        if let node, node.place == nil, leaf != nil {
            throw ClientError(.refused, "the file is a single value, which cannot be set: make a new file instead")
        }
        let name = String(decoding: path, as: UTF8.self)
        let value = leaf?.kind == .date ? try LocalDate.resolve(text, at: name) : text
        do {
            try document.set(PathBytes(path), to: value)
        } catch {
            let failure = ClientError(error)
            throw failure.code == .nothing && node == nil ? document.nothing(at: path) : failure
        }
    }
}
