import FourLinesLinux

/// Looks for the daemon's program, and whether it is of this program's version.
struct ProgramExamination {
    /// How long the program may take to say something of itself.
    static let patience = Duration.seconds(10)
    /// How long it may take to read a document, which may be large.
    static let readingPatience = Duration.seconds(120)

    /// The path of the program; nil if there is none.
    let daemon: String?

    /// Looks beside this program, where it would be installed, and in `PATH`.
    init(installedIn folder: String, path: String?) {
        let own = (try? CurrentProcess.executable()).flatMap { Paths.split($0)?.folder }
        let folders = [own, folder].compactMap { $0 } + (path ?? "").split(separator: ":").map(String.init)
        daemon = folders.map { $0 + "/fourlinesd" }.first(where: Installation.isThere)
    }

    /// Takes a program that is known.
    init(daemon: String) { self.daemon = daemon }

    /// What the program says of itself.
    ///
    /// - Parameter patience: how long it may take.
    /// - Returns: what was found, and whether the program runs, so that it can be asked for more.
    func examine(patience: Duration = Self.patience) -> (finding: Finding, runs: Bool) {
        guard let daemon else {
            return (
                .problem(
                    "programs", "there is no program fourlinesd beside this one, in the home or in $PATH",
                    remedy: "put it beside fourlines, and call “fourlines install”"), false
            )
        }
        do throws(ClientError) {
            let run = try CommandRun.of(daemon, ["--version"], keepsErrors: true, patience: patience)
            return (Self.finding(of: daemon, run), Self.version(run) != nil)
        } catch {
            return (.problem("programs", error.message, remedy: "install it anew"), false)
        }
    }

    /// What the daemon's program has said, in one line.
    static func words(of run: CommandRun) -> String {
        let prefix = "fourlinesd: "
        let lines = run.text.split(separator: "\n").map { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : $0[...] }
        return lines.isEmpty ? "the program fourlinesd says nothing" : lines.joined(separator: "; ")
    }

    /// The version in its answer to `--version`; nil if it is no answer of fourlinesd.
    private static func version(_ run: CommandRun) -> Substring? {
        let name = "fourlinesd "
        return run.status.isSuccess && run.text.hasPrefix(name) ? run.text.dropFirst(name.count) : nil
    }

    /// What its answer to `--version` says.
    static func finding(of daemon: String, _ run: CommandRun) -> Finding {
        guard let version = version(run) else {
            return .problem("programs", "\(daemon) does not run: \(run.text)", remedy: "install it anew")
        }
        guard version == Client.version else {
            return .problem(
                "programs", "\(daemon) is of version \(version), and this program of \(Client.version)",
                remedy: "install both from one place with “fourlines install”")
        }
        return .good("programs", "fourlines and \(daemon) are of version \(version)")
    }
}
