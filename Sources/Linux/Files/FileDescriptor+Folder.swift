import CLinux
import Glibc

/// Operations on a folder's own descriptor: names are looked up in this folder, whatever becomes of its path.
///
/// A name may be a relative path, too; an absolute path would leave the folder. Symbolic links at the last component
/// are never followed, except by `open` without `noFollow`.
extension FileDescriptor {
    /// Opens a folder by its path; relative to the working folder if it is not absolute.
    package static func openFolder(_ path: String) throws(Errno) -> FileDescriptor {
        try open(path, [.folder])
    }

    /// Opens a file by its path; relative to the working folder if it is not absolute.
    ///
    /// A file that is made gets the permissions `mode`, less the bits of the process's umask.
    package static func open(
        _ path: String, _ options: OpenOptions, mode: FileMode = .ownerFile
    ) throws(Errno) -> FileDescriptor {
        try openAt(AT_FDCWD, path, options, mode)
    }

    /// Opens a file of this folder, openat(2).
    ///
    /// A file that is made gets the permissions `mode`, less the bits of the process's umask.
    package func open(
        _ name: String, _ options: OpenOptions, mode: FileMode = .ownerFile
    ) throws(Errno) -> FileDescriptor {
        try Self.openAt(raw, name, options, mode)
    }

    private static func openAt(
        _ folder: CInt, _ name: String, _ options: OpenOptions, _ mode: FileMode
    ) throws(Errno) -> FileDescriptor {
        let name = try terminated(name)
        return FileDescriptor(
            owning: try retrying { unsafe clinux_openat(folder, name, options.rawValue, mode.rawValue) })
    }

    /// Makes a folder in this one, mkdirat(2).
    package func makeFolder(_ name: String, mode: FileMode = .ownerFolder) throws(Errno) {
        let name = try terminated(name)
        _ = try retrying { unsafe mkdirat(raw, name, mode.rawValue) }
    }

    /// Renames a file within this folder, in one step.
    ///
    /// - Throws: for the rules `exchange` and `noReplace` an error with `isUnsupportedRename` where they do not work.
    package func rename(_ name: String, to newName: String, _ rule: RenameRule = .replace) throws(Errno) {
        try rename(name, to: newName, in: self, rule)
    }

    /// Renames a file of this folder into another one, in one step.
    ///
    /// - Throws: `.crossDevice` between file systems; for the rules `exchange` and `noReplace` an error with
    ///   `isUnsupportedRename` where they do not work.
    package func rename(
        _ name: String, to newName: String, in folder: borrowing FileDescriptor, _ rule: RenameRule = .replace
    ) throws(Errno) {
        let (name, newName) = (try terminated(name), try terminated(newName))
        let (from, to) = (raw, folder.raw)
        _ = try retrying { unsafe clinux_renameat2(from, name, to, newName, rule.flags) }
    }

    /// Removes a name; the file itself goes with its last name and the last descriptor, unlinkat(2).
    package func unlink(_ name: String) throws(Errno) {
        let name = try terminated(name)
        _ = try retrying { unsafe unlinkat(raw, name, 0) }
    }

    /// Removes an empty folder, unlinkat(2).
    package func removeFolder(_ name: String) throws(Errno) {
        let name = try terminated(name)
        _ = try retrying { unsafe unlinkat(raw, name, AT_REMOVEDIR) }
    }

    /// What the system knows of a name, of a symbolic link as such, fstatat(2).
    ///
    /// - Returns: nil when nothing bears the name.
    package func status(of name: String) throws(Errno) -> FileStatus? {
        try Self.statusAt(raw, name, AT_SYMLINK_NOFOLLOW)
    }

    static func statusAt(_ folder: CInt, _ name: String, _ flags: Int32) throws(Errno) -> FileStatus? {
        let name = try terminated(name)
        var buffer = stat()
        do {
            _ = try retrying { unsafe fstatat(folder, name, &buffer, flags) }
        } catch .noSuchFileOrFolder {
            return nil
        }
        return FileStatus(buffer)
    }

    /// What a symbolic link of this folder says, readlinkat(2).
    ///
    /// - Throws: `.invalidArgument` if it is not a symbolic link, `.illegalByteSequence` if its text is not UTF-8.
    package func readLink(_ name: String) throws(Errno) -> String {
        let name = try terminated(name)
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = try retrying { unsafe readlinkat(raw, name, &buffer, buffer.count) }
        guard let text = String(validating: buffer[..<count], as: UTF8.self) else { throw .illegalByteSequence }
        return text
    }

    /// Makes a symbolic link in this folder, symlinkat(2).
    package func makeSymbolicLink(_ name: String, to target: String) throws(Errno) {
        let (name, target) = (try terminated(name), try terminated(target))
        _ = try retrying { unsafe symlinkat(target, raw, name) }
    }

    /// Gives a file of this folder a second name, which must be free, linkat(2).
    package func link(
        _ name: String, to newName: String, in folder: borrowing FileDescriptor
    ) throws(Errno) {
        let (name, newName) = (try terminated(name), try terminated(newName))
        let (from, to) = (raw, folder.raw)
        _ = try retrying { unsafe linkat(from, name, to, newName, 0) }
    }

    /// Whether the process may do something with a file of this folder, by its effective ids, faccessat(2).
    ///
    /// - Returns: false when permission is missing or the file system is read-only.
    package func permits(_ access: FileAccess, _ name: String) throws(Errno) -> Bool {
        let name = try terminated(name)
        do {
            _ = try retrying { unsafe faccessat(raw, name, access.rawValue, AT_EACCESS) }
            return true
        } catch .permissionDenied {
            return false
        } catch .readOnlyFileSystem {
            return false
        }
    }

    /// The names in this folder without `.` and `..`, in no particular order.
    ///
    /// Names that are not UTF-8 are left out: nothing of ours has one, and this layer could not say them.
    package func names() throws(Errno) -> [String] {
        // A descriptor of its own, because the position in a folder is shared by duplicates.
        let folder = try open(".", [.folder])
        var names: [String] = []
        var buffer = [UInt8](repeating: 0, count: 32_768)
        while true {
            let count = Int(try retrying { unsafe clinux_getdents(folder.raw, &buffer, buffer.count) })
            if count == 0 { return names }
            // struct dirent64 of getdents64(2): inode and position of 8 bytes each, the record's length in 2, the kind
            // in 1, and the name with its NUL.
            var start = 0
            while start < count {
                let length = recordLength(buffer, start + 16)
                let record = buffer[start..<start + length]
                let name = record.dropFirst(19).prefix { $0 != 0 }
                if let name = String(validating: name, as: UTF8.self), name != ".", name != ".." {
                    names.append(name)
                }
                start += length
            }
        }
    }
}

/// Two bytes in the machine's own order.
private func recordLength(_ bytes: [UInt8], _ offset: Int) -> Int {
    let little = UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
    return Int(UInt16(littleEndian: little))
}
