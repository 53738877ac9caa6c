/// All commands, in the order of the help.
enum CommandTable {
    static let commands: [Command] = [
        ShowCommand.command, GetCommand.command, SetCommand.command, SaveCommand.command, StatusCommand.command,
        CallCommand.command, InstallCommand.command, UninstallCommand.command,
    ]

    /// What runs when no command is named.
    static let standard = ShowCommand.command

    /// Every option that there is, of whatever command.
    static let options: [Option] = Option.common + commands.flatMap(\.options)

    /// The command with a name.
    ///
    /// - Throws: a usage error that names the nearest one.
    static func command(named name: [UInt8]) throws(ClientError) -> Command {
        let name = String(decoding: name, as: UTF8.self)
        if let command = commands.first(where: { $0.name == name }) { return command }
        let nearest = Spelling.nearest(to: name, among: commands.map(\.name))
        throw .usage("there is no command “\(name)”" + (nearest.map { "; did you mean \($0)?" } ?? ""))
    }
}
