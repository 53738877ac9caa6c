import FourLinesRESP

/// Takes an element out of its list.
enum RemoveCommand {
    static let command = Command(
        name: "remove", usage: "N|PATH [--if REVISION]", summary: "Take an element out of its list.",
        examples: [
            Command.Example("remove athletes.0", "the first of a list"),
            Command.Example("remove athletes.-1", "the last one"),
            Command.Example("undo", "and it is back"),
        ],
        details: [
            "In a list whose number of elements is fixed, as the four lines, the element stays and becomes its",
            "default, an empty line.",
        ],
        options: [EditRequest.condition], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try Removal(invocation).perform(ofElement: true)
    }
}

/// Puts a field back to its default.
enum UnsetCommand {
    static let command = Command(
        name: "unset", usage: "N|PATH [--if REVISION]",
        summary: "Put a field back to its default, or take a key out of a dictionary.",
        examples: [
            Command.Example("unset name", "the default that the model gives the field"),
            Command.Example("unset settings.theme", "a key of a dictionary goes"),
        ],
        details: ["An element goes out of its list with “remove”."],
        options: [EditRequest.condition], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try Removal(invocation).perform(ofElement: false)
    }
}

/// What `remove` and `unset` have in common: DEL, and that neither does what the other is for.
private struct Removal {
    let address: Address
    let path: [UInt8]
    let invocation: Invocation

    init(_ invocation: Invocation) throws(ClientError) {
        self.invocation = invocation
        address = try invocation.session.address(of: try invocation.operands("a number or a path")[0])
        path = try EditRequest.path(address, invocation)
    }

    func perform(ofElement: Bool) throws(ClientError) {
        let name = String(decoding: path, as: UTF8.self)
        let type = try invocation.session.reply(to: Request("TYPE", with: [parent])).bytes
        let isElement = !path.isEmpty && type == Array("list".utf8)
        guard isElement == ofElement else {
            throw isElement
                ? .usage("“\(name)” is an element of a list: “fourlines remove” takes it out")
                : .usage("“\(name)” is no element of a list: “fourlines unset” puts it back to its default")
        }
        let reply = try EditRequest.send(Request("DEL", with: [path]), about: address, invocation)
        guard reply != .integer(0) else { throw try Leaf.nothing(at: address, invocation.session) }
    }

    /// The path without its last component.
    private var parent: [UInt8] {
        var index = path.endIndex
        while index > path.startIndex {
            index -= 1
            guard path[index] == UInt8(ascii: ".") else { continue }
            // A point behind an odd number of backslashes belongs to a name.
            let backslashes = path[..<index].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            if backslashes % 2 == 0 { return Array(path[..<index]) }
        }
        return []
    }
}
