import FourLinesLinux
import KeyedArchive

/// Writes a file in another form.
enum FileConvertCommand {
    static let canonical = Option("--canonical", "Write the objects in the order of Apple's writer.")
    static let output = Option("-o", "OUT", "The file that is made; - is the standard output.")

    static let command = Command(
        name: "file convert", usage: "FILE --to FORM [--canonical] -o OUT [--backup]",
        summary: "Write a file in another form.",
        examples: [
            Command.Example("file convert drafts.archive --to archive-xml -o drafts.xml", "to look at it as XML"),
            Command.Example("file convert drafts.archive --to json -o - | jq .", "to a program"),
            Command.Example("file convert drafts.json --to archive -o drafts.archive", "and back"),
            Command.Example("file convert settings.plist --to archive -o settings.archive", "of a list an archive"),
        ],
        details: [
            "  archive      a keyed archive, binary: what programs of iOS and macOS write",
            "  archive-xml  the same as XML",
            "  plist        a plain property list, binary",
            "  plist-xml    the same as XML",
            "  json         either as JSON, from which the same file can be made again",
            "",
            "A plain property list has no classes: of an archive it gets what the objects hold, texts, numbers,",
            "dates, data, arrays and dictionaries as such, others as dictionaries of their fields. As an archive",
            "a list is what NSKeyedArchiver makes of an NSDictionary or an NSArray.",
            "",
            "A file keeps its bytes in its own form, unless --canonical is given. What a form does not show is",
            "said on the standard error; what it cannot hold is refused. FILE “-” is the standard input. OUT",
            "may be FILE itself, and is replaced in one step; --backup keeps what was there, as OUT~.",
        ],
        options: [FileForm.option, canonical, output, FileTarget.backup], work: run)

    @Sendable private static func run(_ invocation: FileInvocation) throws(ClientError) {
        let operands = try invocation.operands("FILE")
        let conversion = Conversion(
            form: try FileForm.wanted(invocation.arguments), isCanonical: invocation.arguments.has(canonical))
        guard let operand = invocation.arguments.value(output.name) else {
            throw .usage("-o OUT is missing; -o - writes to the standard output")
        }
        let target = try FilePath(operand)
        if conversion.isCanonical, conversion.form == .json {
            throw .usage("--canonical is about archives and property lists; JSON has no such form")
        }
        let keepsOld = invocation.arguments.has(FileTarget.backup)
        if target == .stream {
            guard !keepsOld else { throw .usage("--backup is for files; the standard output is not kept") }
            try Conversion.refuseBinary(conversion.form, on: invocation.console)
        }
        let file = try ArchiveFile.read(operands[0], invocation.console)
        let losses = try write(file, conversion, to: target, keepsOld, invocation)
        for loss in losses { invocation.console.complain("fourlines: not kept: \(loss)") }
    }

    private static func write(
        _ file: ArchiveFile, _ conversion: Conversion, to path: FilePath, _ keepsOld: Bool,
        _ invocation: FileInvocation
    ) throws(ClientError) -> [String] {
        guard case .path(let name) = path else {
            return try conversion.write(file.archive, file.path.name, to: FileOutput(invocation.console))
        }
        guard !FileTarget.isStream(name) else {
            return try conversion.write(file.archive, file.path.name, to: FileOutput(stream: name))
        }
        // What was private stays private.
        let target = try FileTarget(name, mode: file.status.map(\.mode) ?? 0o644)
        var losses: [String] = []
        try target.replace(seen: nil, keepsOld: keepsOld) { (output) throws(ClientError) in
            losses = try conversion.write(file.archive, file.path.name, to: output)
        }
        return losses
    }
}
