import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Asks for the values of a part of the document, one after the other.
enum FormCommand {
    static let command = Command(
        name: "form", usage: "[PATH] [--if REVISION]", summary: "Fill in the values of the document, one by one.",
        examples: [
            Command.Example("form", "all values"),
            Command.Example("form athletes.0", "those of a part"),
            Command.Example("form < answers.txt", "from a file with a line for each value"),
        ],
        details: [
            "Each value is asked for with its path and what it is now. An empty line leaves it so, \"\" makes it",
            "empty, and a text in double quotes may have escapes as \\n; data is “base64:” and its bytes in base64.",
            "At a terminal a text that does not fit is asked for again. The end of the input, Ctrl-D, leaves the",
            "rest as it is; Ctrl-C leaves everything. A file with more lines than values is refused.",
            "",
            "All answers are one edit, which is made at the end. If somebody has changed the document meanwhile",
            "nothing is written, and the answers are printed as lines for “batch”. Without a change the exit code is 1.",
        ],
        options: [EditRequest.condition], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let operand = try invocation.operand()
        let address = if let operand { try invocation.session.address(of: operand) } else { Address.path([]) }
        let path = try EditRequest.path(address, invocation)
        let present = try PresentDocument.read(invocation)
        if let wanted = invocation.arguments.value(EditRequest.condition.name) {
            try SettledEdit.check(wanted, present.revision)
        }
        guard !present.document.isFree else {
            throw .usage("this document has no fields, only keys: “fourlines set KEY TEXT” writes one")
        }
        let fields: [FormField]
        do throws(ClientError) { fields = try FormField.fields(of: present.document, at: path) } catch {
            throw try EditRequest.naming(address, in: error, invocation)
        }
        guard !fields.isEmpty else {
            throw .nothing("there is no value in “\(String(decoding: path, as: UTF8.self))” that a line can replace")
        }
        let answers = try ask(fields, present.document, invocation.console)
        guard !answers.isEmpty else { throw .nothing("nothing was changed") }
        let edits = LabelledEdits(
            elements: answers.map { answer in
                .init(
                    label: String(decoding: answer.path, as: UTF8.self),
                    request: Request("SET", with: [answer.path, answer.text]))
            })
        do throws(ClientError) {
            _ = try edits.send(at: present.revision, invocation.session)
        } catch {
            let lines = answers.map { Self.batchLine($0.path, $0.text) }
            for line in lines { invocation.console.complain(String(decoding: line, as: UTF8.self)) }
            // Without an answer the edit may have been made all the same.
            let outcome =
                error.code == .unavailable ? "it is not known whether anything was written" : "nothing was written"
            throw ClientError(
                error.code,
                "\(error.message); \(outcome), your answers are the lines above: give them to"
                    + " “\(invocation.session.target.clientCommand) batch”")
        }
    }

    /// An answer as a line for `batch`, which writes the same bytes and shows safely at a terminal.
    static func batchLine(_ path: [UInt8], _ text: [UInt8]) -> [UInt8] {
        // In a batch too a number alone is that of an item.
        let command = Address.bareNumber(path) == nil ? "set" : "call SET"
        return Array(command.utf8) + [0x20] + BatchText.quoted(path) + [0x20] + BatchText.quoted(text)
    }

    /// Asks for each field; answers what was changed.
    private static func ask(
        _ fields: [FormField], _ document: Document, _ console: any Console
    ) throws(ClientError) -> [(path: [UInt8], text: [UInt8])] {
        var document = document
        var answers: [(path: [UInt8], text: [UInt8])] = []
        fields: for field in fields {
            while true {
                if console.inputIsTerminal { try console.write(field.prompt) }
                let name = String(decoding: field.path, as: UTF8.self)
                do throws(ClientError) {
                    guard let line = try console.readLine(limit: SetCommand.longestValue) else {
                        // The prompt stands there still.
                        if console.inputIsTerminal { try console.write("\n") }
                        break fields
                    }
                    guard var text = try field.text(of: line) else { break }
                    if field.kind == .date { text = try LocalDate.resolve(text, at: name) }
                    do throws(Refusal) { try document.set(PathBytes(field.path), to: text) } catch {
                        throw ClientError(error)
                    }
                    answers.append((field.path, text))
                    break
                } catch {
                    if error.code == .inputOutput || error == .outputClosed { throw error }
                    guard console.inputIsTerminal else {
                        throw ClientError(.refused, "\(error.message); nothing was written")
                    }
                    console.complain(error.message)
                }
            }
        }
        // A line too many says that the answers are not those to these questions.
        if !console.inputIsTerminal, try console.readLine(limit: SetCommand.longestValue) != nil {
            let count = fields.count == 1 ? "there is 1" : "there are \(fields.count)"
            throw ClientError(.refused, "there are more lines than values, of which \(count); nothing was written")
        }
        return answers
    }
}
