import FourLinesRESP

/// Shows the document or a part of it.
enum ShowCommand {
    static let command = Command(
        name: "show", usage: "[N|PATH] [--paths] [--json]",
        summary: "Show the document, or a part of it. Without a command this is what runs.",
        examples: [
            Command.Example("", "the items with their numbers"),
            Command.Example("show --paths", "with the path of each item, which set and get take too"),
            Command.Example("show lines", "the list at a path"),
            Command.Example("show --json", "for a program"),
        ],
        details: [
            "Each item is on one line, whether a terminal reads it or a pipe: a line break in it is shown",
            "as \\n, and what could mislead a terminal or a reader as an escape like \\u{1b}. “get” prints an",
            "item as it is, and --json writes the whole exactly.",
        ],
        options: [.paths, .json], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        guard let operand = try invocation.operand() else {
            guard let items = try invocation.session.items() else { return try showRoot(invocation) }
            return try showItems(items, invocation)
        }
        let address = try invocation.session.address(of: operand)
        if let path = address.path, let container = try Container.read(path, invocation.session) {
            return try show(container, at: path, invocation)
        }
        try show(try Leaf.read(address, invocation.session), invocation)
    }

    /// Shows a list or a hash whose elements have no numbers: with their paths, or as JSON.
    static func show(_ container: Container, at path: [UInt8], _ invocation: Invocation) throws(ClientError) {
        if let items = try invocation.session.items(), items.path == path, case .list(let elements) = container {
            return try show(elements, of: items, invocation)
        }
        guard !invocation.arguments.has(.json) else { return try invocation.console.write(container.json) }
        let rows: [[[UInt8]]] =
            switch container {
            case .list(let elements):
                elements.enumerated().map { [Address.child(String($0.offset), of: path), text($0.element)] }
            case .hash(let entries):
                entries.map { [Address.child(escaped($0.key), of: path), text($0.value)] }
            }
        try invocation.console.write(ItemTable.text(rows))
    }

    private static func showItems(_ items: ItemList, _ invocation: Invocation) throws(ClientError) {
        let request = Request("LRANGE", with: [items.path] + ["0", "-1"].map { Array($0.utf8) })
        guard let elements = try invocation.session.reply(to: request).elements else {
            throw .unexpectedReply(to: "LRANGE")
        }
        try show(elements, of: items, invocation)
    }

    private static func show(
        _ elements: [Reply], of items: ItemList, _ invocation: Invocation
    ) throws(ClientError) {
        let hasPaths = invocation.arguments.has(.paths)
        guard !invocation.arguments.has(.json) else {
            let values = elements.enumerated().map { index, element in
                hasPaths
                    ? JSONValue.object([
                        JSONMember("number", .integer(Int64(index) + 1)),
                        JSONMember("path", .string(items.path(ofIndex: index))),
                        JSONMember("value", JSONValue(element)),
                    ]) : JSONValue(element)
            }
            return try invocation.console.write(.array(values))
        }
        let rows = elements.enumerated().map { index, element in
            [Array(String(index + 1).utf8)] + (hasPaths ? [items.path(ofIndex: index)] : []) + [text(element)]
        }
        try invocation.console.write(ItemTable.text(rows, isFirstColumnNumeric: true))
    }

    /// Shows a document without a list of items: the fields of its root object.
    private static func showRoot(_ invocation: Invocation) throws(ClientError) {
        guard let keys = try invocation.session.reply(to: Request("KEYS", "*")).elements?.map({ $0.bytes ?? [] })
        else { throw .unexpectedReply(to: "KEYS") }
        guard !keys.isEmpty else {
            if invocation.arguments.has(.json) { try invocation.console.write(.object([])) }
            return
        }
        let values = try invocation.session.replies(to: keys.map { Request("GET", with: [$0]) })
        let entries = zip(keys, values).map { ReplyMapEntry(.bulk($0), $1) }
        guard !invocation.arguments.has(.json) else {
            // A list or a hash answers GET with an error; its value is what `show PATH` shows.
            var members: [JSONMember] = []
            for entry in entries {
                guard let key = entry.key.bytes else { continue }
                guard case .error = entry.value else {
                    members.append(JSONMember(key, JSONValue(entry.value)))
                    continue
                }
                let container = try Container.read(key, invocation.session)
                members.append(JSONMember(key, container?.json ?? .null))
            }
            return try invocation.console.write(.object(members))
        }
        try invocation.console.write(
            ItemTable.text(
                entries.map { entry in
                    if case .error = entry.value { return [entry.key.bytes ?? [], Array("…".utf8)] }
                    return [entry.key.bytes ?? [], text(entry.value)]
                }))
    }

    private static func show(_ leaf: Leaf, _ invocation: Invocation) throws(ClientError) {
        guard !invocation.arguments.has(.json) else { return try invocation.console.write(leaf.json) }
        let path = invocation.arguments.has(.paths) ? [leaf.path] : []
        try invocation.console.write(ItemTable.text([path + [leaf.bytes]]))
    }

    /// An element as text; what has elements of its own only says that it is there.
    private static func text(_ reply: Reply) -> [UInt8] {
        if let bytes = reply.bytes { return bytes }
        if reply.elements != nil { return Array("…".utf8) }
        var text = ReplyText.plain(reply)
        text.removeLast()
        return text
    }

    /// A field's name as a component of a path.
    private static func escaped(_ key: Reply) -> String {
        var result = ""
        for character in String(decoding: key.bytes ?? [], as: UTF8.self).unicodeScalars {
            if character == "." || character == "\\" { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }
}
