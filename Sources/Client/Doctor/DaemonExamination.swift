/// Finds out of the daemon's own figures whether it keeps what it is told.
enum DaemonExamination {
    private static let subject = "daemon"

    /// What its figures say.
    ///
    /// - Parameters:
    ///   - information: the sections server and persistence.
    ///   - command: how a command of this program begins that is about the document.
    /// - Returns: one finding at least.
    static func findings(_ information: Information, command: String = "fourlines") -> [Finding] {
        var findings: [Finding] = []
        if let version = information["fourlines_version"], version != Client.version {
            findings.append(
                .problem(
                    subject, "it is of version \(version), and this program of \(Client.version)",
                    remedy: "start the daemon again from the same installation: “fourlines install” does both"))
        }
        if let error = information["save_error"], !error.isEmpty {
            findings.append(
                .problem(
                    subject, "the last attempt to save failed: \(error)",
                    remedy: "make room or rights for it; it tries again by itself, and “\(command) save” at once"))
        }
        if let error = information["journal_error"], !error.isEmpty {
            findings.append(
                .problem(
                    subject, "it refuses edits, which it could not keep: \(error)",
                    remedy: "make room or rights for it, then “\(command) save”"))
        }
        if let recovery = information["last_recovery"], recovery.contains("damaged") || recovery.contains("aside") {
            findings.append(.note(subject, "when it started: \(recovery)"))
        }
        guard findings.isEmpty else { return findings }
        let process = information["process_id"].map { ", process \($0)," } ?? ""
        let mode = information["journal_sync"].flatMap { $0 == "always" ? nil : $0 }
        guard let mode else { return [.good(subject, "it runs\(process) and keeps every edit")] }
        return [
            .note(
                subject, "it runs\(process) and may lose its last edits in a power cut (journal-sync \(mode))",
                remedy: "JournalSync=always in the configuration keeps them")
        ]
    }
}
