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
struct Removal {
    let address: Address
    let path: [UInt8]
    let invocation: Invocation

    init(_ invocation: Invocation) throws(ClientError) {
        self.invocation = invocation
        address = try invocation.session.address(of: try invocation.operands("a number or a path")[0])
        path = try EditRequest.path(address, invocation)
    }

    func perform(ofElement: Bool) throws(ClientError) {
        let type = try invocation.session.reply(to: Request("TYPE", with: [Address.parent(of: path)])).bytes
        if let complaint = Self.complaint(of: path, type, ofElement: ofElement) { throw complaint }
        let reply = try EditRequest.send(Request("DEL", with: [path]), about: address, invocation)
        guard reply != .integer(0) else { throw try Leaf.nothing(at: address, invocation.session) }
    }

    /// Why a path is nothing for the one of the two commands that it was given to; nil if it is right, or if TYPE says of
    /// the path above it that nothing is there yet.
    static func complaint(of path: [UInt8], _ type: [UInt8]?, ofElement: Bool) -> ClientError? {
        let name = String(decoding: path, as: UTF8.self)
        let isElement = !path.isEmpty && type == Array("list".utf8)
        guard isElement != ofElement, path.isEmpty || type != Array("none".utf8) else { return nil }
        return isElement
            ? .usage("“\(name)” is an element of a list: “fourlines remove” takes it out")
            : .usage("“\(name)” is no element of a list: “fourlines unset” puts it back to its default")
    }
}
