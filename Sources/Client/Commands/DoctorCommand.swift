import FourLinesLinux
import FourLinesSettings

/// Says what is wrong with an installation and its document, and what helps.
enum DoctorCommand {
    static let command = Command(
        name: "doctor", usage: "[--json]", summary: "Say what is wrong with a document and its daemon, and what helps.",
        examples: [
            Command.Example("doctor", "the default document"),
            Command.Example("--name work doctor", "another one"),
            Command.Example("doctor --json", "for a program"),
        ],
        details: [
            "It looks at the programs, the configuration, the folders and their rights, the archive and its",
            "journal, what was set aside, the socket, the daemon and the service; it changes nothing and starts",
            "no daemon. A note may be meant so; below it and below a problem stands what helps.",
            "",
            "The exit code is 0 without a problem, 65 if a file of the document is not sound, and 4 for any",
            "other problem.",
        ],
        options: [.json], run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(ClientError) {
        try invocation.expectNoOperands()
        let (document, surroundings) = try InstallCommand.document(invocation)
        let findings = try findings(document, surroundings, invocation)
        let problems = findings.filter { $0.level == .problem }
        if invocation.arguments.has(.json) {
            try invocation.console.write(
                .object([
                    JSONMember("problems", .integer(Int64(problems.count))),
                    JSONMember("findings", .array(findings.map(\.json))),
                ]))
        } else {
            try print(findings, invocation.console)
        }
        guard !problems.isEmpty else { return }
        let isUnsound = problems.contains { $0.isUnsoundFile }
        throw ClientError(isUnsound ? .unsound : .refused, "")
    }

    /// Examines a document and what serves it, from the programs to the service.
    static func findings(
        _ document: InstalledDocument, _ surroundings: DocumentLocations.Surroundings, _ invocation: Invocation
    ) throws(ClientError) -> [Finding] {
        let entry = try DocumentEntry(
            document.name, DocumentPlaces(surroundings), home: surroundings.home, .read())
        let programs = ProgramExamination(
            installedIn: document.programFolder, path: surroundings.variable("PATH"))
        let name = document.name.map { ["--name", $0] } ?? []
        let program = programs.examine()
        var findings = [program.finding]
        var folder = entry.locations.stateFolder
        var archive = folder + "/" + (DocumentFolder(folder).archive ?? "data.archive")
        var start: CommandRun?
        if program.runs, let daemon = programs.daemon {
            do throws(ClientError) {
                let run = try CommandRun.of(
                    daemon, ["--show-config"] + name, isQuiet: true, patience: ProgramExamination.patience)
                if run.status.isSuccess {
                    findings.append(understood(entry))
                    let configuration = try DaemonConfiguration(run.output)
                    folder = configuration.stateFolder
                    archive = folder + "/" + configuration.archive
                    if entry.state != .running {
                        start = try CommandRun.of(
                            daemon, ["--check"] + name, keepsErrors: true, patience: ProgramExamination.readingPatience)
                    }
                } else {
                    let reason = try CommandRun.of(
                        daemon, ["--show-config"] + name, keepsErrors: true, patience: ProgramExamination.patience)
                    // A path that is too long for a socket is the socket's finding.
                    if entry.socket.utf8.count <= UnixAddress.pathLimit {
                        findings.append(misunderstood(entry, reason))
                    }
                }
            } catch {
                findings.append(.problem("programs", error.message, remedy: "install it anew"))
            }
        }
        // A daemon of the service manager whose folder is gone can no longer be told by its lock.
        let runs =
            entry.state == .running
            || entry.state == .waiting && (try? UserManager()?.isActive(document.service)) == true
        let daemon = runs ? ask(entry, invocation.session) : nil
        if let path = daemon?.archive {
            archive = path
            if entry.isElsewhere { folder = Paths.split(path)?.folder ?? folder }
        }
        let ofFolder = FolderExamination.findings(folder, .read(), isServed: daemon?.archive != nil)
        findings += ofFolder
        let files = ArchiveExamination(
            archive, folders: [folder, entry.locations.rescueFolder], command: entry.target.clientCommand,
            invocation.console)
        if runs {
            findings += files.archiveFindings(isServed: daemon?.archive != nil)
        } else if let start, !ofFolder.contains(where: { $0.level == .problem }) {
            findings += files.startFindings(start)
        }
        let stranger = daemon?.isOurs == false ? SocketExamination.stranger(entry) : nil
        findings += files.generationFindings() + files.asideFindings()
        findings += SocketExamination.findings(entry, stranger: stranger)
        if stranger == nil { findings += daemon?.findings ?? [] }
        return findings + ServiceExamination(document, surroundings).findings(UserManager())
    }

    private static func understood(_ entry: DocumentEntry) -> Finding {
        let file = entry.locations.configurations.first(where: Installation.isThere)
        return .good("configuration", file.map { "\($0) is understood" } ?? "there is none, and none is needed")
    }

    private static func misunderstood(_ entry: DocumentEntry, _ run: CommandRun) -> Finding {
        let file = entry.locations.configurations.first(where: Installation.isThere)
        return .problem(
            "configuration", ProgramExamination.words(of: run),
            remedy: file.map { "change \($0), or remove it; the daemon does not start with it" }
                ?? "there is no configuration file: look at the environment; the daemon does not start with it")
    }

    /// Asks the daemon that runs.
    private static func ask(
        _ entry: DocumentEntry, _ session: Session
    ) -> (archive: String?, isOurs: Bool, findings: [Finding]) {
        do throws(ClientError) {
            let replies = try session.other(entry.target).replies(
                to: ["server", "persistence"].map { Request("INFO", $0) })
            let information = Information(replies)
            let archive = information["archive"].flatMap { $0.isEmpty ? nil : $0 }
            return (
                archive, information["fourlines_version"] != nil,
                DaemonExamination.findings(information, command: entry.target.clientCommand)
            )
        } catch {
            return (nil, false, [.problem("daemon", error.message, remedy: "look into its log, and start it again")])
        }
    }

    private static func print(_ findings: [Finding], _ console: any Console) throws(ClientError) {
        let width = findings.map(\.subject.count).max() ?? 0
        var lines = ""
        for finding in findings {
            let level = finding.level.rawValue.padded(to: 7)
            lines += "\(level)  \(finding.subject.padded(to: width))  \(TerminalText.escaped(finding.text, .line))\n"
            guard let remedy = finding.remedy else { continue }
            lines += "\(String(repeating: " ", count: width + 11))→ \(TerminalText.escaped(remedy, .line))\n"
        }
        let problems = Int64(findings.count { $0.level == .problem })
        let notes = Int64(findings.count { $0.level == .note })
        let amount = problems == 0 ? "No problem" : Wording.count(problems, "problem", "problems")
        let rest = notes == 0 ? "" : ", \(Wording.count(notes, "note", "notes"))"
        try console.write(lines + "\(amount)\(rest).\n")
    }
}

extension String {
    /// The text with blanks behind it, up to a number of characters.
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
