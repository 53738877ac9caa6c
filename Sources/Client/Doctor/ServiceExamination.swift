import FourLinesLinux
import FourLinesSettings

/// Looks at the service of a document: the files of the installation, and what the service manager says.
struct ServiceExamination {
    private let document: InstalledDocument
    private let surroundings: DocumentLocations.Surroundings
    private let subject = "service"

    init(_ document: InstalledDocument, _ surroundings: DocumentLocations.Surroundings) {
        self.document = document
        self.surroundings = surroundings
    }

    private var option: String { document.name.map { " --name \($0)" } ?? "" }

    /// Looks at it.
    ///
    /// - Parameter manager: the service manager; nil if none runs for this user.
    /// - Returns: one finding at least.
    func findings(_ manager: UserManager?) -> [Finding] {
        guard Installation.isThere(document.dropIn) else {
            return [
                .note(
                    subject, "\(document.designation) is no service: it runs while somebody runs the daemon",
                    remedy: "fourlines install\(option)")
            ]
        }
        var findings = fileFindings()
        if let manager {
            do throws(ClientError) { findings += try managerFindings(manager) } catch {
                findings.append(.problem(subject, error.message, remedy: "systemctl --user status"))
            }
        } else {
            findings.append(.note(subject, "no service manager runs for this user, so nothing starts the daemon"))
        }
        return findings.isEmpty ? [.good(subject, "\(document.socket) is installed and waits for clients")] : findings
    }

    /// What is wrong with the files of the installation.
    func fileFindings() -> [Finding] {
        var findings: [Finding] = []
        let remedy = "fourlines install\(option)"
        for name in document.unitFiles {
            let path = "\(document.unitFolder)/\(name)"
            let bytes = try? Paths.read(path, limit: 1 << 20)
            if bytes == nil {
                findings.append(.problem(subject, "the unit \(path) is missing or cannot be read", remedy: remedy))
            } else if bytes != InstalledDocument.embedded("systemd/" + name) {
                findings.append(.note(subject, "the unit \(path) is not that of this version", remedy: remedy))
            }
        }
        let program = document.programFolder + "/fourlinesd"
        if !Installation.isThere(program) {
            findings.append(
                .problem(subject, "the program \(program), which the unit starts, is missing", remedy: remedy))
        }
        let path = (surroundings.variable("PATH") ?? "").split(separator: ":").map(String.init)
        if !path.contains(document.programFolder) {
            findings.append(
                .note(
                    subject, "\(document.programFolder) is not in $PATH",
                    remedy: "add it there, or call \(document.programFolder)/fourlines"))
        }
        return findings
    }

    private func managerFindings(_ manager: UserManager) throws(ClientError) -> [Finding] {
        var findings: [Finding] = []
        for unit in [document.socket, document.service]
        where try manager.property("ActiveState", of: unit) == "failed" {
            let result = try manager.property("Result", of: unit)
            findings.append(
                .problem(
                    subject, "\(unit) has failed (\(result))",
                    remedy: "journalctl --user -u \(unit) says why; “fourlines install\(option)” starts it again"))
        }
        if findings.isEmpty, try !manager.isActive(document.socket) {
            findings.append(
                .problem(
                    subject, "\(document.socket) is not active, so no client starts the daemon",
                    remedy: "systemctl --user enable --now \(document.socket)"))
        } else if try manager.property("UnitFileState", of: document.socket) == "disabled" {
            findings.append(
                .problem(
                    subject, "\(document.socket) is not enabled, so it is gone after the next login",
                    remedy: "systemctl --user enable \(document.socket)"))
        }
        if try manager.property("NeedDaemonReload", of: document.service) == "yes" {
            findings.append(
                .note(
                    subject, "the units were changed behind the manager's back",
                    remedy: "systemctl --user daemon-reload"))
        }
        if !Installation.lingers {
            findings.append(
                .note(subject, "it runs while you are logged in", remedy: "loginctl enable-linger lets it run always"))
        }
        return findings
    }
}
