import FourLinesLinux

/// Looks at the state folder: whether it is ours alone, and whether what is written there lasts.
enum FolderExamination {
    private static let subject = "state folder"

    /// File systems in memory.
    private static let volatile: Set<String> = ["tmpfs", "ramfs"]
    /// File systems of other machines, on which locks and exchanges of names depend on those.
    private static let remote: Set<String> = ["nfs", "nfs4", "cifs", "smb3", "9p", "afs", "ceph", "fuse.sshfs"]

    /// Looks at a folder.
    ///
    /// - Parameters:
    ///   - path: the folder's.
    ///   - mounts: the file systems.
    ///   - isServed: whether a daemon runs that has said it keeps its archive there.
    ///   - access: judges the rights.
    /// - Returns: one finding at least.
    static func findings(
        _ path: String, _ mounts: MountTable, isServed: Bool = false, access: AccessExamination = AccessExamination()
    ) -> [Finding] {
        let word = Wording.shellWord(path)
        let status: FileStatus?
        do { status = try Paths.status(path, followingLink: true) } catch {
            return [
                .problem(subject, "\(path) cannot be looked at: \(error.message)", remedy: "look at who may enter it")
            ]
        }
        guard let status else {
            if isServed {
                return [
                    .problem(
                        subject, "\(path) is gone, though a daemon serves the document in it",
                        remedy:
                            "“fourlines export --to archive -o FILE” keeps what the daemon holds; then end it, and put \(path) back"
                    )
                ]
            }
            if let fault = access.fault(ofFolder: path) {
                return [.problem(subject, fault.text + ", so the daemon cannot start", remedy: fault.remedy)]
            }
            return [.note(subject, "there is no \(path) yet; the daemon makes it")] + fileSystem(path, mounts)
        }
        guard status.kind == .folder else {
            return [
                .problem(subject, "\(path) is no folder, so the daemon cannot start", remedy: "move it elsewhere")
            ]
        }
        guard status.user == CurrentProcess.effectiveUser else {
            return [
                .problem(
                    subject, "\(path) belongs to the user with the id \(status.user), so the daemon does not start",
                    remedy: "as that user: move it, or give it to you with chown")
            ]
        }
        guard access.mayLook(into: path) else {
            return [
                .problem(
                    subject, "\(path) may not be read by you, so the daemon does not start",
                    remedy: "chmod 700 \(word)")
            ]
        }
        var findings: [Finding] = []
        if status.mode.isWritableByOthers {
            findings.append(
                .problem(
                    subject, "\(path) is writable by others, so the daemon does not start", remedy: "chmod 700 \(word)"
                ))
        } else if status.mode.isOpenToOthers {
            findings.append(.note(subject, "others may look into \(path)", remedy: "chmod 700 \(word)"))
        }
        findings += fileSystem(path, mounts)
        if !findings.contains(where: { $0.level == .problem }) {
            if let fault = access.fault(ofFolder: path) {
                findings.append(
                    .problem(subject, fault.text + ", so the daemon can keep no edit", remedy: fault.remedy))
            }
            if let fault = access.fault(ofLock: path + "/fourlines.lock") {
                findings.append(
                    .problem(subject, fault.text + ", so the daemon cannot start", remedy: fault.remedy))
            }
        }
        return findings.isEmpty ? [.good(subject, "\(path) is yours alone")] : findings
    }

    private static func fileSystem(_ path: String, _ mounts: MountTable) -> [Finding] {
        let resolved = (try? Paths.resolve(path)) ?? path
        guard let (kind, isReadOnly) = mounts.fileSystem(of: resolved) else { return [] }
        if isReadOnly {
            return [
                .problem(
                    subject, "\(path) lies on a file system that cannot be written",
                    remedy: "mount it for writing, or set StateFolder= in the configuration")
            ]
        }
        if volatile.contains(kind) {
            return [
                .problem(
                    subject, "\(path) lies in memory (\(kind)): it is gone when the machine starts again",
                    remedy: "set StateFolder= in the configuration to a folder on a disk")
            ]
        }
        guard remote.contains(kind) else { return [] }
        return [
            .note(
                subject, "\(path) lies on a file system of another machine (\(kind)): what lasts depends on that",
                remedy: "StateFolder= in the configuration can name a folder on a disk of this machine")
        ]
    }
}
