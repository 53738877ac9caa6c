import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Shows what two states of the document do not have in common.
enum DiffCommand {
    static let command = Command(
        name: "diff", usage: "[REVISION|FILE [REVISION|FILE]] [--json]",
        summary: "Show what has changed since an older archive.",
        examples: [
            Command.Example("diff", "between the previous archive and the present document"),
            Command.Example("diff 12", "between an archive of “generations” and the present document"),
            Command.Example("diff copy.archive", "between a file of any form and the present document"),
            Command.Example("diff 5 12", "between two archives"),
        ],
        details: [
            "A line that begins with - has a value of the first, one with + a value of the second; without a",
            "line no value differs. An element of a list that only has another index is not shown, nor which of",
            "equal objects are one. Paths are those of the second, and of the first for what only that has.",
            "REVISION is one of “generations”; of the other revisions of the history the daemon keeps only what",
            "“revert” needs. A file whose name is a number is ./NUMBER.",
        ],
        options: [.json], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let operands = try invocation.arguments.operands(["what is compared", "with what"], optional: 2)
        let present = try PresentDocument.read(invocation)
        let old = try document(operands.first, present, invocation)
        let new = operands.count > 1 ? try document(operands[1], present, invocation) : present.document
        let differences = DocumentComparison.differences(old, new)
        guard !invocation.arguments.has(.json) else {
            return try invocation.console.write(.array(differences.map(\.json)))
        }
        var output: [UInt8] = []
        for difference in differences { difference.append(to: &output) }
        try invocation.console.write(output)
    }

    /// The document that an operand names; without one that of the newest generation.
    private static func document(
        _ operand: [UInt8]?, _ present: PresentDocument, _ invocation: Invocation
    ) throws(ClientError) -> Document {
        guard let operand else {
            guard let newest = try generations(invocation.session).first else {
                throw .nothing("there is no archive before the present one yet: name a file")
            }
            return try file(Array(newest.file.utf8), present, invocation)
        }
        guard let number = revision(operand) else { return try file(operand, present, invocation) }
        if let history = history(operand), history != Self.history(present.revision) {
            throw ClientError(
                .conflict,
                "the document is at \(String(decoding: present.revision, as: UTF8.self)): its history is not that of"
                    + " \(String(decoding: operand, as: UTF8.self))")
        }
        if operand == present.revision || number == revision(present.revision) { return present.document }
        let known = try generations(invocation.session)
        if let found = known.first(where: { $0.revision == number }) {
            return try file(Array(found.file.utf8), present, invocation)
        }
        let there =
            known.isEmpty ? "there are none" : "there are \(known.map { "\($0.revision)" }.joined(separator: ", "))"
        throw .nothing(
            "no archive is of revision \(number), \(there); “fourlines revert” puts the document back to any revision"
                + " of “history”")
    }

    /// The number of a revision, with its history or without; nil for anything else.
    private static func revision(_ operand: [UInt8]) -> Int64? {
        let parts = operand.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map { Array($0) }
        guard parts.count == 1 || parts.count == 2 && parts[0].count == 32, let last = parts.last,
            last.first != UInt8(ascii: "-")
        else { return nil }
        return NumberText.integer(last)
    }

    /// The history of a revision that names it.
    private static func history(_ revision: [UInt8]) -> ArraySlice<UInt8>? {
        revision.lastIndex(of: UInt8(ascii: "-")).map { revision[..<$0] }
    }

    private static func generations(
        _ session: Session
    ) throws(ClientError) -> [(revision: Int64, file: String)] {
        let reply = try session.reply(to: Request("GENERATIONS"))
        return (reply.elements ?? []).compactMap { element in
            guard let record = EditRecord(element), let revision = record.integer("revision"),
                let file = record.text("file")
            else { return nil }
            return (revision, file)
        }
    }

    /// The document of a file, with the model of the present one if it is of that.
    private static func file(
        _ operand: [UInt8], _ present: PresentDocument, _ invocation: Invocation
    ) throws(ClientError) -> Document {
        let file = try ArchiveFile.read(operand, invocation.console)
        guard let model = present.document.model, model.mismatch(with: file.archive.graph) == nil else {
            return file.document()
        }
        return file.document(model)
    }
}
