import FourLinesLinux

/// Takes back what `install` did, but for the state and the configuration.
enum UninstallCommand {
    static let command = Command(
        name: "uninstall", usage: "[--dry-run]",
        summary: "Stop the daemon and its socket, and remove what install wrote.",
        examples: [Command.Example("uninstall --name work", "the document “work” only")],
        details: [
            "The state folder with the archive and the configuration stay. The programs and the common units",
            "go with the last document that is installed.",
        ],
        options: [InstallCommand.dryRun], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        let (document, _) = try InstallCommand.document(invocation)
        let writer = FileWriter(invocation.console, isDry: invocation.arguments.has(InstallCommand.dryRun))
        guard Installation.isThere(document.dropIn) else {
            throw .nothing("\(document.designation) is not installed: there is no \(document.dropIn)")
        }
        let manager = UserManager()
        if let manager, !writer.isDry {
            // The socket first: the daemon would be started again by the next client.
            try manager.perform("disable", "--now", document.socket)
            try manager.perform("stop", document.service)
        }
        try writer.remove(document.dropIn)
        if let folder = Paths.split(document.dropIn)?.folder { writer.removeEmptyFolder(folder) }
        let others = try self.others(document)
        if !others.contains(where: { ($0 == nil) == (document.name == nil) }) {
            for name in document.unitFiles { try writer.remove("\(document.unitFolder)/\(name)") }
        }
        if others.isEmpty {
            for name in ["fourlines", "fourlinesd"] { try writer.remove("\(document.programFolder)/\(name)") }
        }
        if !writer.isDry { try manager?.perform("daemon-reload") }
        try invocation.console.write("The state folder and the configuration are left as they are.\n")
    }

    /// The names of the other documents that are installed, nil among them for the default one.
    private static func others(_ document: InstalledDocument) throws(ClientError) -> [String?] {
        let names: [String]
        do { names = try FileDescriptor.openFolder(document.unitFolder).names() } catch {
            throw ClientError(.inputOutput, "cannot read \(document.unitFolder): \(error.message)")
        }
        return names.compactMap { folder -> String?? in
            guard folder.hasPrefix("fourlinesd"), folder.hasSuffix(".service.d"),
                folder != document.service + ".d",
                Installation.isThere("\(document.unitFolder)/\(folder)/fourlines.conf")
            else { return nil }
            let name = folder.dropFirst("fourlinesd".count).dropLast(".service.d".count)
            return .some(name.isEmpty ? nil : String(name.dropFirst()))
        }
    }
}
