/// A command with its arguments, as it is sent.
struct Request: Equatable, Sendable {
    /// The command's name and its arguments.
    let arguments: [[UInt8]]

    /// A request of arguments of any bytes, the first being the command's name.
    init(_ arguments: [[UInt8]]) { self.arguments = arguments }

    /// A request whose command and subcommands are texts, followed by arguments of any bytes.
    init(_ words: String..., with arguments: [[UInt8]] = []) {
        self.arguments = words.map { Array($0.utf8) } + arguments
    }

    /// The command's name for messages.
    var name: String { arguments.first.map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
