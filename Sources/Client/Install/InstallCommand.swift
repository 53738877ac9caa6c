import FourLinesLinux
import FourLinesSettings

/// Makes a document a service of the user's.
enum InstallCommand {
    private static let model = Option("--model", "MODEL", "What the document is made of, if it is not configured yet.")
    static let dryRun = Option("--dry-run", "Say what would be done, and do nothing.")
    private static let replace = Option("--replace", "Stop a daemon first that was started by hand.")

    static let command = Command(
        name: "install", usage: "[--model MODEL] [--dry-run] [--replace]",
        summary: "Have systemd start the daemon when it is needed, from now on.",
        examples: [
            Command.Example("install", "the default document"),
            Command.Example("install --name work --model four-lines", "another one beside it"),
        ],
        details: [
            "Programs go to ~/.local/bin, units to ~/.local/share/systemd/user, and a configuration to",
            "~/.config/fourlines if there is none. The socket is enabled and started, and the daemon with it",
            "whenever somebody connects. Once installed, it is the way to upgrade: the daemon is started again,",
            "clients wait meanwhile.",
        ],
        options: [model, dryRun, replace], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        let (document, surroundings) = try self.document(invocation)
        let writer = FileWriter(invocation.console, isDry: invocation.arguments.has(dryRun))
        let programs = try ProgramPair.ours(otherwiseIn: document.programFolder)
        let wanted = try invocation.arguments.text(model.name)
        let configuration = try self.configuration(of: document, programs.daemon.path, model: wanted)
        let manager = UserManager()
        try end(
            holderOf: document, configuration, manager, invocation, isAllowed: invocation.arguments.has(replace),
            isDry: writer.isDry)
        let installation = Installation(document: document, configuration: configuration, writer: writer)
        let change = try installation.placeFiles(
            programs, model: wanted, version: manager?.version, surroundings: surroundings)
        guard let manager else {
            return try invocation.console.write(
                """
                No service manager runs for this user, so nothing was started. Where one does:
                  systemctl --user enable --now \(document.socket)

                """)
        }
        if !writer.isDry { try installation.start(change, manager) }
        try invocation.console.write(installation.report(surroundings, manager))
    }

    /// The document that an invocation names.
    static func document(
        _ invocation: Invocation
    ) throws(ClientError) -> (InstalledDocument, DocumentLocations.Surroundings) {
        guard !invocation.arguments.has("--socket") else {
            throw .usage("the document is meant by its name, --name NAME; --socket has no place here")
        }
        let surroundings = try invocation.surroundings()
        let inherited = surroundings.variable("FOURLINES_NAME").flatMap { $0.isEmpty ? nil : $0 }
        let name = try invocation.arguments.text("--name") ?? inherited
        return (try InstalledDocument(name: name, in: surroundings), surroundings)
    }

    /// What the daemon will be; a model that contradicts the configuration is refused.
    private static func configuration(
        of document: InstalledDocument, _ program: String, model: String?
    ) throws(ClientError) -> DaemonConfiguration {
        let configuration = try DaemonConfiguration(of: program, name: document.name)
        guard let model, model != configuration.model else { return configuration }
        guard let own = document.locations.configurations.first, Installation.isThere(own) else {
            return try DaemonConfiguration(of: program, name: document.name, model: model)
        }
        throw ClientError(.refused, "\(own) says Model=\(configuration.model), and not \(model): change it there")
    }

    /// Ends a daemon that was started by hand, or refuses.
    private static func end(
        holderOf document: InstalledDocument, _ configuration: DaemonConfiguration, _ manager: UserManager?,
        _ invocation: Invocation, isAllowed: Bool, isDry: Bool
    ) throws(ClientError) {
        var holder = DocumentHolder(stateFolder: configuration.stateFolder)
        if holder == nil, try manager?.isActive(document.socket) != true {
            holder = DocumentHolder(socket: document.locations.socket)
        }
        guard let holder, try manager?.property("MainPID", of: document.service) != "\(holder.process)" else { return }
        guard isAllowed else {
            throw ClientError(
                .refused,
                "\(document.designation) is held by process \(holder.process), which was started by hand: stop it, or"
                    + " let “--replace” do that")
        }
        try invocation.console.write("\(isDry ? "would stop" : "stopping") process \(holder.process)\n")
        if !isDry { try holder.end() }
    }
}
