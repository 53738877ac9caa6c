/// Takes a value out of a file.
enum FileUnsetCommand {
    static let command = Command(
        name: "file unset", usage: "FILE PATH [--backup]",
        summary: "Take a value out of a file.",
        examples: [
            Command.Example("file unset settings.plist window.frame", "a key of a dictionary"),
            Command.Example("file unset drafts.archive lines.-1", "the last element of a list"),
        ],
        details: [
            "A key of a dictionary goes with its value, an element of a list goes and those behind it move up,",
            "and a field of an object goes as if it had not been encoded: to the program that opens the file",
            "it is nil, 0 or false. A list of which a program expects a fixed number may not be shortened:",
            "set its element to an empty text instead. The file is replaced as by “file set”.",
        ],
        options: [FileTarget.backup], work: run)

    @Sendable private static func run(_ invocation: FileInvocation) throws(ClientError) {
        let operands = try invocation.operands("FILE", "PATH")
        let edit = try FileEdit(operands[0], invocation)
        try edit.write(try FieldRemoval.remove(operands[1], from: edit.file))
    }
}
