import FourLinesLinux
import FourLinesSettings

/// The steps of an installation, and what is said of it.
struct Installation {
    let document: InstalledDocument
    let configuration: DaemonConfiguration
    let writer: FileWriter

    /// What an installation has changed of what runs.
    struct Change: Equatable {
        /// The daemon's program or unit.
        var daemon = false
        /// The socket's unit.
        var socket = false
    }

    /// Whether a file is there; what cannot be looked at is not.
    @Sendable static func isThere(_ path: String) -> Bool {
        (try? Paths.status(path, followingLink: true)) != nil
    }

    /// Puts programs, units, configuration and state folder in their places.
    ///
    /// - Parameters:
    ///   - programs: what is installed.
    ///   - model: the model for a new configuration.
    ///   - version: the service manager's.
    ///   - surroundings: environment and user.
    /// - Returns: what of it concerns what runs.
    /// - Throws: an error that names the file.
    func placeFiles(
        _ programs: ProgramPair, model: String?, version: Int?, surroundings: DocumentLocations.Surroundings
    ) throws(ClientError) -> Change {
        var change = Change()
        let folders = try writableFolders()
        try writer.makeFolder(configuration.stateFolder)
        try writer.write(programs.client.bytes, to: document.programFolder + "/fourlines", mode: 0o755)
        change.daemon = try writer.write(
            programs.daemon.bytes, to: document.programFolder + "/fourlinesd", mode: 0o755)
        for name in document.unitFiles {
            let bytes = InstalledDocument.embedded("systemd/" + name)
            guard try writer.write(bytes, to: "\(document.unitFolder)/\(name)", mode: 0o644) else { continue }
            if name.hasSuffix(".socket") { change.socket = true } else { change.daemon = true }
        }
        var dropIn = DropIn(folders: folders, isReloadNotified: (version ?? 0) >= 253)
        for name in ["XDG_STATE_HOME", "XDG_CONFIG_HOME"] { dropIn.variables[name] = surroundings.variable(name) }
        if try writer.write(Array(dropIn.text.utf8), to: document.dropIn, mode: 0o644) { change.daemon = true }
        try placeConfiguration(model: model)
        return change
    }

    /// The state folder, and the folder of the archive if that is a link.
    private func writableFolders() throws(ClientError) -> [String] {
        let archive = configuration.stateFolder + "/" + configuration.archive
        do throws(Errno) {
            guard try Paths.status(archive)?.kind == .symbolicLink else { return [configuration.stateFolder] }
            let target = try Paths.resolve(archive)
            guard let folder = Paths.split(target)?.folder else { throw .isAFolder }
            return [configuration.stateFolder, folder]
        } catch .noSuchFileOrFolder {
            throw ClientError(.refused, "\(archive) is a symlink to nothing: make the file that it names, or remove it")
        } catch {
            throw ClientError(.inputOutput, "cannot look at \(archive): \(error.message)")
        }
    }

    /// Writes a configuration with every default in it where there is none.
    private func placeConfiguration(model: String?) throws(ClientError) {
        let files = document.locations.configurations
        // A model of its own needs a file of its own; without one all documents share the common file.
        guard let path = model == nil ? files.last : files.first, !Self.isThere(path),
            model != nil || !files.contains(where: Self.isThere)
        else { return }
        var text = String(decoding: InstalledDocument.embedded("config/fourlinesd.conf"), as: UTF8.self)
        if let model {
            text = text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix("Model=") ? "Model=\(model)" : String($0) }.joined(separator: "\n")
        }
        try writer.write(Array(text.utf8), to: path, mode: 0o600)
    }

    /// Enables and starts the socket, and starts a running daemon again if it has changed.
    func start(_ change: Change, _ manager: UserManager) throws(ClientError) {
        try manager.perform("daemon-reload")
        let wasActive = try manager.isActive(document.socket)
        // What failed before, as a socket whose daemon was refused too often, is given another chance.
        if try manager.property("ActiveState", of: document.socket) == "failed" {
            try manager.perform("reset-failed", document.socket, document.service)
        }
        try manager.perform("enable", document.socket)
        if wasActive, change.socket {
            // The daemon goes with its socket and comes again with it.
            try manager.perform("restart", document.socket)
        } else {
            try manager.perform("start", document.socket)
            if change.daemon, try manager.isActive(document.service) {
                try manager.perform("restart", document.service)
            }
        }
    }

    /// What was done, and how to see it.
    func report(_ surroundings: DocumentLocations.Surroundings, _ manager: UserManager) -> String {
        let option = document.name.map { " --name \($0)" } ?? ""
        let unit = String(document.service.dropLast(".service".count))
        let served = writer.isDry ? "would be" : "is"
        var text = """
            \(document.designation.prefix(1).uppercased() + document.designation.dropFirst()) \(served) served at \
            \(document.locations.socket); the daemon starts with the first client.
              fourlines\(option)
              systemctl --user status \(unit)
              journalctl --user -u \(unit)
              fourlines uninstall\(option)

            """
        let path = (surroundings.variable("PATH") ?? "").split(separator: ":").map(String.init)
        if !path.contains(document.programFolder) {
            text += "\(document.programFolder) is not in $PATH: add it, or call \(document.programFolder)/fourlines.\n"
        }
        if configuration.socket != document.locations.socket {
            text += "The configured socket, \(configuration.socket), is not the unit's, which is the one that counts.\n"
        }
        if !Self.lingers {
            text += "It runs while you are logged in; “loginctl enable-linger” lets it run always.\n"
        }
        return text
    }

    /// Whether the user's service manager runs also while the user is not logged in.
    static var lingers: Bool {
        let arguments = ["show-user", "\(CurrentProcess.user)", "--property=Linger", "--value"]
        // Without an answer the advice is given once too often.
        return (try? CommandRun.of("loginctl", arguments, isQuiet: true))?.text == "yes"
    }
}
