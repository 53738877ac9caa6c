import FourLinesLinux
import FourLinesRESP
import KeyedArchive

/// Writes the document into a file of any form.
enum ExportCommand {
    static let lossy = Option("--lossy", "Also if the form does not show all of the document.")

    static let command = Command(
        name: "export", usage: "--to FORM [-o OUT] [--lossy]", summary: "Write the document as a file of any form.",
        examples: [
            Command.Example("export --to json | jq .", "to a program"),
            Command.Example("export --to archive -o copy.archive", "an archive as programs of iOS and macOS write it"),
            Command.Example("export --to plist-xml --lossy", "a plain property list, without the classes"),
        ],
        details: [
            "It is the document as it is now, whether that is in its archive yet or not. “fourlines file convert",
            "--help” says more of the forms. A form that does not show everything is refused unless --lossy is",
            "given. OUT is replaced in one step.",
        ],
        options: [FileForm.option, FileConvertCommand.output, lossy], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        let form = try FileForm.wanted(invocation.arguments)
        var target: FileTarget?
        if let operand = invocation.arguments.value(FileConvertCommand.output.name),
            case .path(let name) = try FilePath(operand)
        {
            // What the state folder keeps private stays private.
            target = try FileTarget(name, mode: 0o600)
        } else {
            try Conversion.refuseBinary(form, on: invocation.console)
        }
        let words = [form.rawValue] + (invocation.arguments.has(lossy) ? ["LOSSY"] : [])
        let request = Request("EXPORT", with: words.map { Array($0.utf8) })
        guard let bytes = try reply(to: request, invocation).bytes else { throw .unexpectedReply(to: "EXPORT") }
        guard let target else { return try invocation.console.write(bytes) }
        try target.replace(seen: nil, keepsOld: false) { output in output.take(bytes) }
    }

    private static func reply(to request: Request, _ invocation: Invocation) throws(ClientError) -> Reply {
        let replies = try invocation.session.replies(to: [request], work: .long)
        guard case .error(let text) = replies[0] else { return replies[0] }
        let marker = "LOSSY "
        guard text.hasPrefix(marker) else { throw .reply(text) }
        // The daemon says how a program asks again; a person has an option for it.
        let reasons = text.dropFirst(marker.count).split(separator: "; EXPORT ", maxSplits: 1).first ?? ""
        throw ClientError(.refused, "\(reasons); with --lossy the rest is written")
    }
}
