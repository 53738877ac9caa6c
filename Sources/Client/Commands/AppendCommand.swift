/// Adds text to the end of a value.
enum AppendCommand {
    static let command = Command(
        name: "append", usage: "N|PATH TEXT [--if REVISION]", summary: "Add text to the end of a value.",
        examples: [
            Command.Example("append 1 \", and Bob\"", "make item 1 longer"),
            Command.Example("append notes.0.text -- \"- milk\"", "a text with a hyphen: -- ends the options"),
        ],
        details: ["Nothing is put between the old text and the new one."],
        options: [EditRequest.condition], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        let operands = try invocation.operands("a number or a path", "the text")
        let address = try invocation.session.address(of: operands[0])
        let path = try EditRequest.path(address, invocation)
        // An item that does not exist is none to be made.
        _ = try Leaf.read(address, invocation.session)
        _ = try EditRequest.send(Request("APPEND", with: [path, operands[1]]), about: address, invocation)
    }
}
