import CLinux
import Glibc

/// Facts of the calling process, and what it can do to itself.
package enum CurrentProcess {
    /// The process id.
    package static var id: Int32 {
        getpid()
    }

    /// The real user id.
    package static var user: UInt32 {
        getuid()
    }

    /// The effective user id: who new files belong to, and whom peers see.
    package static var effectiveUser: UInt32 {
        geteuid()
    }

    /// The name of the machine; empty if it has none that is UTF-8.
    package static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 257)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
        return String(validating: buffer.prefix { $0 != 0 }, as: UTF8.self) ?? ""
    }

    /// How many files may be open at once, `RLIMIT_NOFILE`.
    package static var openFileLimit: Int {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        // Without a limit sysconf(3) answers -1.
        return limit > 0 ? limit : .max
    }

    /// The working folder's path.
    ///
    /// - Throws: `.noSuchFileOrFolder` when it was removed.
    package static func folder() throws(Errno) -> String {
        try Paths.resolve(".")
    }

    /// The path of the program's file.
    package static func executable() throws(Errno) -> String {
        try Paths.resolve("/proc/self/exe")
    }

    /// Sets the permission bits that files made from now on do not get.
    ///
    /// - Returns: the bits before.
    @discardableResult
    package static func setUmask(_ mode: FileMode) -> FileMode {
        FileMode(rawValue: umask(mode.rawValue))
    }

    /// Ends the process at once with an exit code.
    ///
    /// Nothing is flushed: there is nothing of ours to flush.
    package static func exit(_ code: Int32) -> Never {
        _exit(code)
    }

    /// When a process started, in a form that differs for a later process with the same id.
    ///
    /// - Returns: the ticks since boot and the first part of the boot's id, `8841-5f3c0e12`; nil when there is no such
    ///   process.
    package static func startText(of process: Int32 = id) -> String? {
        // Without /proc, or with the process gone, there is nothing to say; why does not matter.
        guard let bytes = try? Paths.read("/proc/\(process)/stat", limit: 65_536),
            // Field 2 is the program's name in parentheses and may hold blanks and parentheses itself; field 22 is the
            // start time, proc_pid_stat(5).
            let nameEnd = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[(nameEnd + 1)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 19, let ticks = String(validating: fields[19], as: UTF8.self) else { return nil }
        let boot = (try? Paths.read("/proc/sys/kernel/random/boot_id", limit: 4096)) ?? []
        return ticks + "-" + String(decoding: boot.prefix(8), as: UTF8.self)
    }
}
