/// The settings that are added to the unit of a document's daemon: what depends on this machine and this home.
struct DropIn: Equatable, Sendable {
    /// The folders that the daemon writes to.
    var folders: [String]
    /// Variables that it has to see as the shell sees them.
    var variables: [String: String] = [:]
    /// Whether the service manager knows `Type=notify-reload`, since systemd 253.
    var isReloadNotified: Bool

    /// The file.
    var text: String {
        var lines = [
            "# Written by “fourlines install”, and written again by the next one; “systemctl --user edit” makes a file",
            "# that stays.", "", "[Service]",
        ]
        lines += folders.map { "ReadWritePaths=\(Self.quoted("-" + $0))" }
        lines += variables.sorted { $0.key < $1.key }.map { "Environment=\(Self.quoted("\($0.key)=\($0.value)"))" }
        if isReloadNotified {
            // The command would only ask a second time for what the manager asks for by itself.
            lines += ["Type=notify-reload", "ExecReload="]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A word in the quotes of systemd.syntax(7), in which `%` begins a specifier, systemd.unit(5).
    static func quoted(_ text: String) -> String {
        var word = ""
        for character in text.unicodeScalars {
            switch character {
            case "\"", "\\": word += "\\\(character)"
            case "%": word += "%%"
            case "\n": word += "\\n"
            default: word.unicodeScalars.append(character)
            }
        }
        return "\"\(word)\""
    }
}
