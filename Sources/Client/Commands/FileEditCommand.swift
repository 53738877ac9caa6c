import FourLinesDocument
import KeyedArchive

/// Lets a person edit values of a file in an editor.
enum FileEditCommand {
    static let command = Command(
        name: "file edit", usage: "FILE [PATH] [--backup]", summary: "Edit the values of a file in an editor.",
        examples: [
            Command.Example("file edit drafts.archive", "all values, a line for each"),
            Command.Example("file edit drafts.archive lines", "those of a part"),
            Command.Example("file edit drafts.archive lines.0", "one text, as it is"),
        ],
        details: [
            "The editor is $VISUAL, else $EDITOR, else vi. Of a part, or of the whole file, it gets a line",
            "“path = value” for each value; of a single text the text itself. What comes back is checked as",
            "a whole before anything is written: if a line does not fit, nothing is, and your text is kept.",
            "The file is then replaced as by “file set”. Without a change the exit code is 1.",
        ],
        options: [FileTarget.backup], work: run)

    @Sendable private static func run(_ invocation: FileInvocation) throws(ClientError) {
        let operands = try invocation.operands("FILE", "PATH", optional: 1)
        guard operands[0] != [UInt8(ascii: "-")] else {
            throw .usage("the standard input cannot be edited: name a file")
        }
        let edit = try FileEdit(operands[0], invocation)
        let path = operands.count > 1 ? operands[1] : []
        let document = edit.file.document()
        let node = try document.node(at: path)
        if let leaf = document.leaf(of: node) { return try editLeaf(leaf, path, document, edit) }
        let sheet = try EditSheet(document, path, title: edit.file.path.name, writer: "fourlines file set --file")
        try TextEditor().edit(sheet.text, name: "values.txt") { (edited) throws(ClientError) in
            var document = document
            for change in try sheet.changes(in: edited) {
                do throws(ClientError) {
                    try FileSetCommand.set(change.path, to: change.text, in: &document)
                } catch {
                    throw ClientError(
                        error.code == .nothing ? .refused : error.code, "line \(change.line): \(error.message)")
                }
            }
            try write(&document, edit)
        }
    }

    /// Edits one value as its text.
    private static func editLeaf(
        _ leaf: ArchiveLeaf, _ path: [UInt8], _ document: Document, _ edit: FileEdit
    ) throws(ClientError) {
        let isData = leaf.kind == .data || leaf.kind == .mutableData
        let text = LeafText.bytes(of: leaf)
        // An editor ends the last line; data is left as it is.
        let offered = isData ? text : text + [UInt8(ascii: "\n")]
        try TextEditor().edit(offered, name: isData ? "value.bin" : "value.txt") { (edited) throws(ClientError) in
            var new = edited
            if !isData, new.last == UInt8(ascii: "\n") { new.removeLast() }
            guard new != text else { throw .nothing("nothing was changed") }
            var document = document
            try FileSetCommand.set(path, to: new, in: &document)
            try write(&document, edit)
        }
    }

    private static func write(_ document: inout Document, _ edit: FileEdit) throws(ClientError) {
        _ = document.commit(Edit.Origin(time: 0, client: "", command: "edit"))
        guard try edit.write(document.archive) else { throw .nothing("nothing was changed") }
    }
}
