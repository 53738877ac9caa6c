import CLinux
import Glibc

/// The environment variables of the process.
///
/// The C library's environment is not safe to change while another thread reads it: change it before threads start.
package enum Environment {
    /// The value of a variable; nil if it is not set or not UTF-8.
    package static func value(_ name: String) -> String? {
        guard let name = try? terminated(name), let text = unsafe getenv(name) else { return nil }
        return unsafe String(validatingCString: text)
    }

    /// All variables as `NAME=value`, in the order of the environment; those that are not UTF-8 are left out.
    package static var all: [String] {
        var entries: [String] = []
        guard var next = unsafe clinux_environment() else { return [] }
        // The list ends with a null pointer, environ(7).
        while let entry = unsafe next.pointee {
            if let text = unsafe String(validatingCString: entry) { entries.append(text) }
            unsafe next += 1
        }
        return entries
    }

    /// Sets a variable.
    ///
    /// - Throws: `.invalidArgument` for a name that is empty or holds `=`.
    package static func set(_ name: String, to value: String) throws(Errno) {
        let (name, value) = (try terminated(name), try terminated(value))
        _ = try retrying { unsafe setenv(name, value, 1) }
    }

    /// Removes a variable; one that is not set is no error.
    package static func remove(_ name: String) throws(Errno) {
        let name = try terminated(name)
        _ = try retrying { unsafe unsetenv(name) }
    }

    /// The home folder: `HOME` if it is an absolute path, else what the user database says.
    package static var homeFolder: String? {
        if let home = value("HOME"), home.utf8.first == UInt8(ascii: "/") { return home }
        return homeFolder(of: CurrentProcess.user)
    }

    /// The home folder of a user in the user database, getpwuid_r(3).
    package static func homeFolder(of user: UInt32) -> String? {
        var buffer = [CChar](repeating: 0, count: 1024)
        while true {
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            // The texts of the entry lie in the buffer, which therefore must not move before they are read.
            let (error, home) = unsafe buffer.withUnsafeMutableBufferPointer { room -> (Int32, String?) in
                guard let start = room.baseAddress else { return (EINVAL, nil) }
                let error = unsafe getpwuid_r(user, &entry, start, room.count, &found)
                guard error == 0, unsafe found != nil, let folder = unsafe entry.pw_dir else { return (error, nil) }
                return (0, unsafe String(validatingCString: folder))
            }
            guard error == ERANGE, buffer.count < 1 << 20 else { return home }
            buffer = [CChar](repeating: 0, count: buffer.count * 2)
        }
    }
}
