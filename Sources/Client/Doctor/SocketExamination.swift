import FourLinesLinux

/// Looks at the socket: whether it can be there, and who listens.
enum SocketExamination {
    private static let subject = "socket"

    /// Who listens at a socket that has not answered as a daemon; nil if it may be one all the same.
    static func stranger(_ entry: DocumentEntry) -> String? {
        guard entry.isElsewhere, let holder = DocumentHolder(socket: entry.socket),
            let bytes = try? Paths.read("/proc/\(holder.process)/comm", limit: 64)
        else { return nil }
        let name = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
        // A manager listens in the name of a daemon.
        guard name != "fourlinesd", name != "systemd" else { return nil }
        return "the program “\(name)” (process \(holder.process))"
    }

    /// Looks at the socket of a document.
    ///
    /// - Parameters:
    ///   - entry: the document.
    ///   - stranger: who listens there, if it is no daemon of ours.
    ///   - access: judges the rights.
    /// - Returns: one finding at least.
    static func findings(
        _ entry: DocumentEntry, stranger: String? = nil, access: AccessExamination = AccessExamination()
    ) -> [Finding] {
        let path = entry.socket
        let length = path.utf8.count
        guard length <= UnixAddress.pathLimit else {
            return [
                .problem(
                    subject, "the path \(path) has \(length) bytes, and \(UnixAddress.pathLimit) are the most",
                    remedy: "set $XDG_RUNTIME_DIR to a shorter one, or Path= in [Socket] of the configuration")
            ]
        }
        var findings: [Finding] = []
        if let folder = Paths.split(path)?.folder, let status = (try? Paths.status(folder, followingLink: true)) ?? nil
        {
            if status.user != CurrentProcess.effectiveUser {
                findings.append(
                    .problem(
                        subject, "its folder \(folder) belongs to the user with the id \(status.user)",
                        remedy: "as that user: remove it, or use another --socket"))
            } else if status.mode.isWritableByOthers {
                findings.append(
                    .problem(
                        subject, "its folder \(folder) is writable by others, who could put a daemon of theirs there",
                        remedy: "chmod 700 \(Wording.shellWord(folder))"))
            }
        }
        let status = (try? Paths.status(path)) ?? nil
        if let status, status.kind != .socket {
            findings.append(
                .problem(subject, "\(path) is no socket, and the daemon leaves it alone", remedy: "move it elsewhere"))
        } else if status != nil, entry.state == .stopped {
            findings.append(.note(subject, "nobody listens at \(path); the next daemon takes its place"))
        }
        if let stranger {
            findings.append(
                .problem(
                    subject, "\(stranger) listens at \(path), which is no daemon of ours, so none can start there",
                    remedy: "end it, or set Path= in [Socket] of the configuration"))
        }
        // Where somebody listens the place is taken, and nothing has to be made.
        if entry.state == .stopped, !findings.contains(where: { $0.level == .problem }),
            let fault = Paths.split(path).flatMap({ access.fault(ofFolder: $0.folder) })
                ?? access.fault(ofLock: path + ".lock")
        {
            findings.append(.problem(subject, fault.text + ", so the daemon cannot start", remedy: fault.remedy))
        }
        guard findings.isEmpty else { return findings }
        switch entry.state {
        case .running: return [.good(subject, "the daemon listens at \(path)")]
        case .waiting: return [.good(subject, "the service manager listens at \(path), and starts the daemon")]
        case .stopped:
            return [.note(subject, "no daemon runs for \(entry.designation)", remedy: entry.target.startCommand)]
        }
    }
}
