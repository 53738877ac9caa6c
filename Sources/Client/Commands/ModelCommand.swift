import FourLinesDocument

/// Shows and checks models.
enum ModelCommand {
    static let command = Command(
        name: "model", usage: "list | show NAME | check FILE", summary: "Show and check models of documents.",
        examples: [
            Command.Example("model list", "the models that come with the program"),
            Command.Example("model show notes > mine.model", "one of them, to start from"),
            Command.Example("model check mine.model", "is it right, and if not, where is it wrong?"),
        ],
        details: [
            "A model says what a document holds: its classes and fields, their types and defaults. Use one with",
            "“fourlinesd --model NAME” or “fourlinesd --model FILE”.",
        ],
        family: [list, show, check])

    private static let list = Command(
        name: "model list", usage: "[--json]", summary: "List the models that come with the program.",
        examples: [Command.Example("model list", "their names, and what they are for")], options: [.json]
    ) { (invocation) throws(ClientError) in
        _ = try invocation.operands()
        var models: [Model] = []
        for name in ModelLibrary.names { models.append(try find(name, invocation)) }
        guard !invocation.arguments.has(.json) else {
            return try invocation.console.write(
                .array(
                    models.map { model in
                        .object([
                            JSONMember("name", .text(model.name)), JSONMember("description", .text(model.description)),
                            JSONMember("file", .text(model.file)),
                        ])
                    }))
        }
        try invocation.console.write(
            ItemTable.text(models.map { [Array($0.name.utf8), Array($0.description.utf8)] }))
    }

    private static let show = Command(
        name: "model show", usage: "NAME", summary: "Print the file of a model that comes with the program.",
        examples: [Command.Example("model show notes > mine.model", "to start a model of your own from")]
    ) { (invocation) throws(ClientError) in
        let name = String(decoding: try invocation.operands("NAME")[0], as: UTF8.self)
        guard let bytes = EmbeddedFiles.bytes(of: "config/models/\(name).model") else {
            let nearest = Spelling.nearest(to: name, among: ModelLibrary.names)
            throw .nothing(
                "there is no model “\(name)”"
                    + (nearest.map { "; did you mean \($0)?" }
                        ?? "; there are \(ModelLibrary.names.joined(separator: ", "))"))
        }
        try invocation.console.write(bytes)
    }

    private static let check = Command(
        name: "model check", usage: "FILE", summary: "Check the file of a model.",
        examples: [Command.Example("model check mine.model", "says what it holds, or what is wrong in which line")],
        details: ["The exit code is 0 for a model that is right, 65 for one that is not."]
    ) { (invocation) throws(ClientError) in
        let operand = String(decoding: try invocation.operands("FILE")[0], as: UTF8.self)
        // A file is meant, whatever it is called.
        let model = try find(ModelLibrary.isPath(operand) ? operand : "./\(operand)", invocation)
        let fields = model.classes.values.reduce(0) { $0 + $1.fields.count }
        let classes = Wording.count(Int64(model.classes.count), "class", "classes")
        try invocation.console.write(
            TerminalText.escaped(
                "\(model.name): \(classes) with \(Wording.count(Int64(fields), "field", "fields"))", .line) + "\n")
    }

    private static func find(_ name: String, _ invocation: FileInvocation) throws(ClientError) -> Model {
        var failure: ClientError?
        do throws(ModelError) {
            return try ModelLibrary.find(name) { (path) throws(ModelError) in
                do throws(ClientError) { return try invocation.console.readFile(path, limit: sizeLimit) } catch {
                    failure = failure ?? error
                    throw ModelError(file: path, reason: error.message)
                }
            }
        } catch {
            // A file that cannot be read is no wrong model.
            throw failure ?? ClientError(.unsound, error.description)
        }
    }

    /// The largest file that a model or one of its fields may name, in bytes.
    private static let sizeLimit = 16 << 20
}
