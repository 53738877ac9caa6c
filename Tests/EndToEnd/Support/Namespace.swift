import FourLinesLinux
import Testing

/// A mount namespace of a test's own, in which a daemon runs.
enum Namespace {
    /// A daemon in a namespace in which a shell script has been run first; `$0` is the test's folder in it.
    static func daemon(
        in folder: TestFolder, _ script: String, _ options: [String] = [], serving: Bool = true
    ) throws -> DaemonProcess {
        let unshare = [
            "unshare", Requirement.isRoot ? "-m" : "-Urm", "sh", "-ec", script + "\nexec \"$@\"", folder.path,
        ]
        return try DaemonProcess(
            in: folder, instead: unshare + DaemonProcess.line(in: folder) + options, serving: serving)
    }
}

extension DaemonProcess {
    /// The path of a name in the test's folder as the daemon sees it, in its namespace.
    func inside(_ name: String) -> String { "/proc/\(id)/root\(folder(name))" }

    /// Runs a shell script in the daemon's namespaces; `$0` is the test's folder.
    func within(_ script: String) throws -> Run {
        let spaces = Requirement.isRoot ? ["-m"] : ["-U", "-m", "--preserve-credentials"]
        return try Run("nsenter", ["-t", "\(id)"] + spaces + ["sh", "-ec", script, folder.path])
    }

    /// What INFO says in a line.
    func information(_ key: String) throws -> String {
        let client = try connect()
        try client.request("INFO", "persistence")
        let lines = String(decoding: try client.bulk(), as: UTF8.self).split(separator: "\r\n")
        return lines.first { $0.hasPrefix(key + ":") }.map { String($0.dropFirst(key.utf8.count + 1)) } ?? "missing"
    }

    /// Sends SIGKILL, and starts again on what is left.
    func killed(_ options: [String] = []) throws -> DaemonProcess {
        try process.send(.kill)
        _ = try end()
        return try DaemonProcess(in: folder, options)
    }
}

extension Trait where Self == ConditionTrait {
    /// The test needs a mount namespace of its own.
    static var needsMounts: ConditionTrait {
        .enabled(
            if: Requirement.isStrict || Requirement.hasMounts || Requirement.hasUserMounts,
            "nothing can be mounted here")
    }
}

extension Requirement {
    /// Whether a user may mount something in namespaces of his own.
    static let hasUserMounts =
        has("unshare")
        && (try? Run("unshare", ["-Urm", "mount", "-t", "tmpfs", "none", "/mnt"]))?.isSuccess == true
}
