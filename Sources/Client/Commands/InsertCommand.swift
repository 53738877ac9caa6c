import FourLinesRESP

/// Puts a new element somewhere into a list.
enum InsertCommand {
    static let command = Command(
        name: "insert",
        usage: "(N | PATH INDEX) [TEXT | FIELD VALUE …] | PATH before|after VALUE TEXT [--if REVISION]",
        summary: "Put a new element somewhere into a list.",
        examples: [
            Command.Example("insert tags 0 \"urgent\"", "the new element is the first"),
            Command.Example("insert tags before \"later\" \"soon\"", "the new element stands before another"),
            Command.Example("insert athletes 2 name \"Ann\"", "an object, with one of its fields"),
            Command.Example("insert 1 content \"call Ann\"", "it becomes item 1, in the model notes"),
        ],
        details: [
            "The element has the number or index afterwards, those behind it go up by one; its path is printed.",
            "Indices count from 0, and from the end if they are negative: -1 puts it behind the last. What",
            "follows is as for “add”. “before” and “after” look for the first element that equals VALUE.",
            "A list whose number of elements is fixed, as the four lines, takes none. An object that does not",
            "become the last is put in by an IMPORT of the whole document, of which the history holds only a few.",
        ],
        options: [EditRequest.condition], run: run)

    /// The most elements that go to the other end and back, so that the new one comes between them.
    private static let longestRotation = 1000

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let operands = invocation.arguments.operands
        guard let first = operands.first else { throw .usage("the path of a list is missing") }
        if case .item(let number, let items) = try invocation.session.address(of: first) {
            guard number > 0 else { throw try invocation.session.missingItem(number, of: items) }
            return try insert(
                try values(operands.dropFirst()), at: ListPosition(item: number, of: items), in: items.path, invocation)
        }
        guard operands.count > 1 else { throw .usage("an index is missing, or “before” or “after”") }
        let word = String(decoding: operands[1], as: UTF8.self)
        guard word != "before", word != "after" else { return try insert(beside: word, invocation) }
        try insert(try values(operands.dropFirst(2)), at: try ListPosition(operands[1]), in: first, invocation)
    }

    /// What is put in: one value, or fields with their values.
    private static func values(_ operands: ArraySlice<[UInt8]>) throws(ClientError) -> [[UInt8]] {
        guard let last = operands.last, operands.count > 1, operands.count % 2 == 1 else { return Array(operands) }
        throw .usage("the value of field “\(String(decoding: last, as: UTF8.self))” is missing")
    }

    private static func insert(beside word: String, _ invocation: Invocation) throws(ClientError) {
        let operands = try invocation.operands("the path of a list", word, "the value of an element", "the text")
        let request = Request(
            "LINSERT", with: [operands[0], Array(word.uppercased().utf8), operands[2], operands[3]])
        guard case .integer(let count) = try EditRequest.send(request, invocation) else {
            throw .unexpectedReply(to: request.name)
        }
        guard count <= 0 else { return }
        let name = String(decoding: operands[0], as: UTF8.self)
        throw .nothing(
            count == 0
                ? "there is no list “\(name)”"
                : "“\(name)” has no element “\(String(decoding: operands[2], as: UTF8.self))”")
    }

    private static func insert(
        _ values: [[UInt8]], at position: ListPosition, in path: [UInt8], _ invocation: Invocation
    ) throws(ClientError) {
        var index = 0
        var isPlaced = false
        try SettledEdit.perform(invocation) { () throws(ClientError) in
            guard case .integer(let length) = try invocation.session.reply(to: Request("LLEN", with: [path])) else {
                throw .unexpectedReply(to: "LLEN")
            }
            let count = Int(clamping: length)
            guard let place = position.index(among: count + 1) else {
                throw try position.missing(in: path, count: count, invocation.session)
            }
            index = place
            let requests = try requests(values, at: index, of: count, in: path, invocation.session)
            isPlaced = requests != nil
            return requests ?? []
        }
        if !isPlaced {
            index = try SettledEdit.retrying(invocation) { () throws(ClientError) in
                try ListRearrangement(path, invocation).insert(values, at: position, invocation.session)
            }
        }
        try invocation.console.write(
            TerminalText.escaped(Address.child(String(index), of: path), .line) + [UInt8(ascii: "\n")])
    }

    /// The requests that put an element in; nil where the protocol has none.
    private static func requests(
        _ values: [[UInt8]], at index: Int, of count: Int, in path: [UInt8], _ session: Session
    ) throws(ClientError) -> [Request]? {
        guard values.count == 1 else {
            return index == count ? [Request("ADD", with: [path] + values)] : nil
        }
        let push = Request("RPUSH", with: [path] + values)
        if index == count { return [push] }
        if index == 0 { return [Request("LPUSH", with: [path] + values)] }
        let neighbours = try session.replies(
            to: [index, index - 1].map { Request("LINDEX", with: [path, Array(String($0).utf8)]) }
        ).map(\.bytes)
        for (neighbour, isBefore) in zip(neighbours, [true, false]) {
            // The protocol finds a neighbour by its text, of which it has to be the first.
            guard let neighbour,
                try session.reply(to: Request("LPOS", with: [path, neighbour]))
                    == .integer(Int64(isBefore ? index : index - 1))
            else { continue }
            let word = Array((isBefore ? "BEFORE" : "AFTER").utf8)
            return [Request("LINSERT", with: [path, word, neighbour] + values)]
        }
        // The shorter part goes around to the other end, the new element behind it, and all back.
        guard neighbours[0] != nil, min(index, count - index) <= longestRotation else { return nil }
        let forth = Request("LMOVE", with: [path, path] + ["LEFT", "RIGHT"].map { Array($0.utf8) })
        let back = Request("LMOVE", with: [path, path] + ["RIGHT", "LEFT"].map { Array($0.utf8) })
        if index <= count - index {
            return Array(repeating: forth, count: index) + [push] + Array(repeating: back, count: index + 1)
        }
        return Array(repeating: back, count: count - index) + [push]
            + Array(repeating: forth, count: count - index)
    }
}
