import FourLinesRESP
import KeyedArchive

/// Replaces the document by what a file holds.
enum ImportCommand {
    static let command = Command(
        name: "import", usage: "FILE [--if REVISION]", summary: "Replace the document by what a file holds.",
        examples: [
            Command.Example("import drafts.archive", "an archive, binary or XML"),
            Command.Example("jq '…' doc.json | fourlines import -", "JSON from a program"),
            Command.Example("undo", "and back again"),
        ],
        details: [
            "The file is a keyed archive or a property list, binary, XML or JSON, which its content tells. It is",
            "checked as a whole before anything is replaced, and has to fit the document's model. Importing is",
            "one edit, which “undo” takes back. FILE “-” is the standard input.",
        ],
        options: [EditRequest.condition], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let path = try FilePath(try invocation.operands("FILE")[0])
        let (bytes, status) = try ArchiveFile.bytes(of: path, invocation.console)
        let form: FileForm
        do {
            form = try ArchiveFile(path, status, bytes).form
        } catch {
            throw Unsoundness(error, bytes).error(of: path)
        }
        let request = Request("IMPORT", with: [Array(form.rawValue.utf8), bytes])
        _ = try EditRequest.send(request, invocation)
    }
}
