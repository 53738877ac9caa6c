/// All commands, in the order of the help.
enum CommandTable {
    static let commands: [Command] = [
        ShowCommand.command, GetCommand.command, SetCommand.command, AppendCommand.command, AddCommand.command,
        InsertCommand.command, MoveCommand.command, RemoveCommand.command, UnsetCommand.command, FindCommand.command,
        BatchCommand.command, EditCommand.command, FormCommand.command,
        UndoCommand.undo, UndoCommand.redo, HistoryCommand.command, DiffCommand.command, GenerationsCommand.command,
        RevertCommand.command,
        ForgetCommand.command, WatchCommand.command, SaveCommand.command, StatusCommand.command, ExportCommand.command,
        ImportCommand.command, CallCommand.command, DocumentsCommand.command, DoctorCommand.command,
        InstallCommand.command, UninstallCommand.command, ModelCommand.command, FileCommand.command,
    ]

    /// What runs when no command is named.
    static let standard = ShowCommand.command

    /// Every option that there is, of whatever command.
    static let options: [Option] =
        Option.common + commands.flatMap(\.options) + commands.flatMap(\.family).flatMap(\.options)

    /// The command with a name.
    ///
    /// - Throws: a usage error that names the nearest one.
    static func command(named name: [UInt8]) throws(ClientError) -> Command {
        try find(name, among: commands, "command")
    }

    /// The command of a family with a last word.
    ///
    /// - Throws: a usage error that names the nearest one.
    static func command(named word: [UInt8], in family: Command) throws(ClientError) -> Command {
        try find(word, among: family.family, "command “\(family.name)”")
    }

    private static func find(
        _ word: [UInt8], among commands: [Command], _ what: String
    ) throws(ClientError) -> Command {
        let word = String(decoding: word, as: UTF8.self)
        if let command = commands.first(where: { $0.lastWord == word }) { return command }
        let nearest = Spelling.nearest(to: word, among: commands.map(\.lastWord))
        throw .usage("there is no \(what) “\(word)”" + (nearest.map { "; did you mean \($0)?" } ?? ""))
    }
}
