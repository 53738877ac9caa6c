import FourLinesLinux

/// Looks for the daemon's program, and whether it is of this program's version.
struct ProgramExamination {
    /// The path of the program; nil if there is none.
    let daemon: String?

    /// Looks beside this program, where it would be installed, and in `PATH`.
    init(installedIn folder: String, path: String?) {
        let own = (try? CurrentProcess.executable()).flatMap { Paths.split($0)?.folder }
        let folders = [own, folder].compactMap { $0 } + (path ?? "").split(separator: ":").map(String.init)
        daemon = folders.map { $0 + "/fourlinesd" }.first(where: Installation.isThere)
    }

    /// What the program says of itself.
    func findings() -> [Finding] {
        guard let daemon else {
            return [
                .problem(
                    "programs", "there is no program fourlinesd beside this one, in the home or in $PATH",
                    remedy: "put it beside fourlines, and call “fourlines install”")
            ]
        }
        do throws(ClientError) {
            let run = try CommandRun.of(daemon, ["--version"], keepsErrors: true)
            return [Self.finding(of: daemon, run)]
        } catch {
            return [.problem("programs", error.message, remedy: "install it anew")]
        }
    }

    /// What the daemon's program has said, in one line.
    static func words(of run: CommandRun) -> String {
        let prefix = "fourlinesd: "
        let lines = run.text.split(separator: "\n").map { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : $0[...] }
        return lines.isEmpty ? "the program fourlinesd says nothing" : lines.joined(separator: "; ")
    }

    /// What its answer to `--version` says.
    static func finding(of daemon: String, _ run: CommandRun) -> Finding {
        let name = "fourlinesd "
        guard run.status.isSuccess, run.text.hasPrefix(name) else {
            return .problem("programs", "\(daemon) does not run: \(run.text)", remedy: "install it anew")
        }
        let version = run.text.dropFirst(name.count)
        guard version == Client.version else {
            return .problem(
                "programs", "\(daemon) is of version \(version), and this program of \(Client.version)",
                remedy: "install both from one place with “fourlines install”")
        }
        return .good("programs", "fourlines and \(daemon) are of version \(version)")
    }
}
