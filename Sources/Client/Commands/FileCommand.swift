/// Works on the file of an archive, without a daemon.
enum FileCommand {
    static let command = Command(
        name: "file", usage: "show|get|set|unset|edit|check|convert FILE …",
        summary: "Look into the file of an archive and change it, without a daemon.",
        examples: [
            Command.Example("file check drafts.archive", "what is it, and is it sound?"),
            Command.Example("file show drafts.archive", "everything in it, each value with its path"),
            Command.Example("file set drafts.archive lines.0 \"call Ann\" --backup", "change a value"),
        ],
        details: [
            "Any keyed archive will do, from an iPhone, a Mac or this daemon, and any property list: what a",
            "program saved with NSKeyedArchiver, state files, preferences. Classes that are not known here are",
            "shown by their fields, and kept. “fourlines file set --help” and so on say more of each command.",
        ],
        family: [
            FileShowCommand.command, FileGetCommand.command, FileSetCommand.command, FileUnsetCommand.command,
            FileEditCommand.command, FileCheckCommand.command, FileConvertCommand.command,
        ])
}
