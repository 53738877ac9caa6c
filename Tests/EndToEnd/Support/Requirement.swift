import FourLinesLinux
import Testing

/// What a test needs of the machine: without it the test is skipped, but in continuous integration it fails.
enum Requirement {
    /// Whether everything has to be there.
    static let isStrict = Environment.value("CI") == "true"

    /// Whether a program is in PATH.
    static func has(_ program: String) -> Bool {
        (Environment.value("PATH") ?? "").split(separator: ":").contains { folder in
            (try? Paths.status("\(folder)/\(program)", followingLink: true)) != nil
        }
    }

    /// Whether Python has the package redis.
    static let hasRedisPackage = has("python3") && (try? Run("python3", ["-c", "import redis"]))?.isSuccess == true

    static let isRoot = CurrentProcess.effectiveUser == 0

    /// Whether processes may have a user namespace of their own here.
    static let hasUserNamespaces = has("unshare") && (try? Run("unshare", ["-U", "true"]))?.isSuccess == true

    /// Whether file systems may be mounted in a namespace of a test's own.
    static let hasMounts =
        isRoot && has("unshare")
        && (try? Run("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]))?.isSuccess == true
}

extension Trait where Self == ConditionTrait {
    /// The test needs programs that are not ours.
    static func needs(_ programs: String...) -> ConditionTrait {
        let missing = programs.filter { !Requirement.has($0) }
        return .enabled(
            if: Requirement.isStrict || missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
    }

    /// The test needs the Python package redis.
    static var needsRedisPackage: ConditionTrait {
        .enabled(if: Requirement.isStrict || Requirement.hasRedisPackage, "Python has no package redis")
    }

    /// The test needs another user than its own, and the right to become it.
    static var needsRoot: ConditionTrait {
        .enabled(if: Requirement.isRoot && Requirement.has("setpriv"), "only root can be somebody else")
    }
}
