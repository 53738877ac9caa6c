import FourLinesLinux

/// Finds out whether the daemon could make and write the files that it needs, by the rights of this user.
struct AccessExamination {
    /// Whether this user may do something with a file that is there.
    private let permits: (FileAccess, String) -> Bool

    /// Prepares an examination; without a judge of rights the system is asked.
    init(permits: @escaping (FileAccess, String) -> Bool = Self.system) {
        self.permits = permits
    }

    /// Why nothing can be written in a folder, which may have to be made first; nil if it can.
    func fault(ofFolder path: String) -> (text: String, remedy: String)? {
        guard let status = status(path) else {
            // The daemon makes what is missing, so the nearest folder that is there decides.
            guard let parent = Paths.split(path)?.folder, parent != path else { return nil }
            return fault(ofFolder: parent).map { ("\(path) cannot be made: " + $0.text, $0.remedy) }
        }
        guard status.kind == .folder else { return ("\(path) is no folder", "move it elsewhere") }
        guard permits([.write, .execute], path) else {
            return (
                "\(path) may not be written by you", "look at who may write there: ls -ld \(Wording.shellWord(path))"
            )
        }
        return nil
    }

    /// Whether a folder that is there may be entered and its names be read.
    func mayLook(into path: String) -> Bool { permits([.read, .execute], path) }

    /// Why the daemon cannot take a file for its lock; nil if it can.
    func fault(ofLock path: String) -> (text: String, remedy: String)? {
        // A link is not followed by the daemon either.
        guard let status = (try? Paths.status(path)) ?? nil else { return nil }
        guard status.kind == .regular else { return ("\(path) is no regular file", "move it elsewhere") }
        guard permits([.read, .write], path) else {
            return ("\(path) may not be written by you", "chmod 600 \(Wording.shellWord(path))")
        }
        return nil
    }

    private func status(_ path: String) -> FileStatus? { (try? Paths.status(path, followingLink: true)) ?? nil }

    /// Asks the system; what it does not tell is no reason for an alarm.
    private static func system(_ access: FileAccess, _ path: String) -> Bool {
        (try? FileDescriptor.openFolder("/").permits(access, path)) ?? true
    }
}
