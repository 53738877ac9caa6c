import FourLinesDocument
import FourLinesRESP
import KeyedArchive

/// Lets a person edit the document, or a part of it, in an editor.
enum EditCommand {
    static let command = Command(
        name: "edit", usage: "[N|PATH | --json] [--if REVISION]", summary: "Edit the document in an editor.",
        examples: [
            Command.Example("edit 1", "one text, as it is"),
            Command.Example("edit athletes.0", "the values of a part, a line for each"),
            Command.Example("edit", "all values"),
            Command.Example("edit --json", "the whole document as JSON, also to add and to take away"),
        ],
        details: [
            "The editor is $VISUAL, else $EDITOR, else vi. What comes back is one edit, which holds only for the",
            "document that was offered: if somebody has changed it meanwhile, or if a value does not fit, nothing",
            "is written, and your text is kept in a file that is named. Without a change the exit code is 1.",
        ],
        options: [.json, EditRequest.condition], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let operand = try invocation.operand()
        guard !invocation.arguments.has(.json) else {
            guard operand == nil else { throw .usage("--json is for the whole document: leave the path out") }
            return try editJSON(invocation)
        }
        if let operand {
            let address = try invocation.session.address(of: operand)
            let revision = try revision(invocation)
            if let leaf = try Leaf.find(address, invocation.session) {
                return try edit(leaf, at: address, revision, invocation)
            }
            return try editPart(address, invocation)
        }
        try editPart(.path([]), invocation)
    }

    /// The revision that the edit will hold for: the present one, which has to be that of `--if`.
    private static func revision(_ invocation: Invocation) throws(ClientError) -> [UInt8] {
        let present = try SettledEdit.revision(invocation.session)
        if let wanted = invocation.arguments.value(EditRequest.condition.name) {
            try SettledEdit.check(wanted, present)
        }
        return present
    }

    /// Edits one value as its text.
    private static func edit(
        _ leaf: Leaf, at address: Address, _ revision: [UInt8], _ invocation: Invocation
    ) throws(ClientError) {
        let isDate = try invocation.session.reply(to: Request("KIND", with: [leaf.path])).bytes == Array("date".utf8)
        // An editor ends the last line; data is left as it is.
        let offered = leaf.isData ? leaf.bytes : leaf.bytes + [UInt8(ascii: "\n")]
        try TextEditor().edit(offered, name: leaf.isData ? "value.bin" : "value.txt") { (edited) throws(ClientError) in
            var new = edited
            if !leaf.isData, new.last == UInt8(ascii: "\n") { new.removeLast() }
            guard new != leaf.bytes else { throw .nothing("nothing was changed") }
            if isDate { new = try LocalDate.resolve(new, at: String(decoding: leaf.path, as: UTF8.self)) }
            let request = try SetCommand.request(to: new, at: address, invocation.session)
            try keepingText { () throws(ClientError) in
                _ = try SettledEdit.send([request], at: revision, invocation.session)
            }
        }
    }

    /// Edits the values below a path, a line for each.
    private static func editPart(_ address: Address, _ invocation: Invocation) throws(ClientError) {
        let path = try EditRequest.path(address, invocation)
        let present = try PresentDocument.read(invocation)
        if let wanted = invocation.arguments.value(EditRequest.condition.name) {
            try SettledEdit.check(wanted, present.revision)
        }
        let document = present.document
        guard !document.isFree else {
            throw .usage("this document has no fields, only keys: edit a KEY with a text, or all of it with --json")
        }
        let title = path.isEmpty ? "the document" : String(decoding: path, as: UTF8.self)
        let sheet: EditSheet
        do throws(ClientError) {
            sheet = try EditSheet(document, path, title: title, writer: "fourlines set --file")
        } catch {
            throw try EditRequest.naming(address, in: error, invocation)
        }
        try TextEditor().edit(sheet.text, name: "values.txt") { (edited) throws(ClientError) in
            var elements: [LabelledEdits.Element] = []
            for change in try sheet.changes(in: edited) {
                var text = change.text
                if let node = document.find(PathBytes(change.path)), document.leaf(of: node)?.kind == .date {
                    text = try LocalDate.resolve(text, at: String(decoding: change.path, as: UTF8.self))
                }
                let request = Request("SET", with: [change.path, text])
                elements.append(.init(label: "line \(change.line)", request: request))
            }
            guard !elements.isEmpty else { throw .nothing("nothing was changed") }
            let edits = LabelledEdits(elements: elements)
            try keepingText { () throws(ClientError) in _ = try edits.send(at: present.revision, invocation.session) }
        }
    }

    /// Edits the whole document as JSON.
    private static func editJSON(_ invocation: Invocation) throws(ClientError) {
        let revision = try revision(invocation)
        guard let bytes = try invocation.session.reply(to: Request("EXPORT", "json"), work: .long).bytes else {
            throw .unexpectedReply(to: "EXPORT")
        }
        try TextEditor().edit(bytes, name: "document.json") { (edited) throws(ClientError) in
            guard edited != bytes else { throw .nothing("nothing was changed") }
            do throws(ArchiveError) { _ = try Archive(json: edited) } catch {
                let place = Unsoundness(error, edited)
                throw ClientError(.unsound, "\(place.problem)\(place.place.map { " (\($0))" } ?? "")")
            }
            let request = Request("IMPORT", with: [Array("json".utf8), edited])
            try keepingText { () throws(ClientError) in
                _ = try SettledEdit.send([request], at: revision, invocation.session)
            }
        }
    }

    /// Sends an edit; that a path is missing is no reason to throw the text away.
    private static func keepingText(_ send: () throws(ClientError) -> Void) throws(ClientError) {
        do throws(ClientError) { try send() } catch {
            throw ClientError(error.code == .nothing ? .refused : error.code, error.message)
        }
    }
}
