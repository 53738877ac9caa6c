import Glibc

/// Operations on paths, for what has no folder descriptor yet.
package enum Paths {
    /// The absolute path without symbolic links, `.` and `..`, realpath(3).
    ///
    /// - Throws: `.noSuchFileOrFolder` for a path or a link that leads nowhere, `.tooManySymbolicLinks` for a circle.
    package static func resolve(_ path: String) throws(Errno) -> String {
        let path = try terminated(path)
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard unsafe realpath(path, &buffer) != nil else { throw Errno.current }
        guard let text = String(validating: buffer.prefix { $0 != 0 }, as: UTF8.self) else {
            throw .illegalByteSequence
        }
        return text
    }

    /// What the system knows of a file, by default of a symbolic link as such.
    ///
    /// - Parameters:
    ///   - path: absolute, or relative to the working folder.
    ///   - followingLink: whether a symbolic link at the end is followed.
    /// - Returns: nil when nothing is there.
    /// - Throws: `.notAFolder`, `.permissionDenied`, `.tooManySymbolicLinks` on the way.
    package static func status(_ path: String, followingLink: Bool = false) throws(Errno) -> FileStatus? {
        try FileDescriptor.statusAt(AT_FDCWD, path, followingLink ? 0 : AT_SYMLINK_NOFOLLOW)
    }

    /// Makes a folder and those above it that are missing.
    ///
    /// - Parameters:
    ///   - path: an absolute path.
    ///   - mode: the permissions of each folder that is made, less the bits of the process's umask.
    /// - Returns: the folders that were made, from the top: each one's parent is to be synchronized if it must last.
    /// - Throws: `.notAFolder` or `.fileExists` when something else is in the way; what was made before stays.
    package static func makeFolders(_ path: String, mode: FileMode = .ownerFolder) throws(Errno) -> [String] {
        guard path.utf8.first == UInt8(ascii: "/") else { throw .invalidArgument }
        var made: [String] = []
        var current = ""
        for component in path.split(separator: "/") {
            current += "/" + component
            let name = try terminated(current)
            do {
                _ = try retrying { unsafe mkdir(name, mode.rawValue) }
                made.append(current)
            } catch {
                // What is there already is often in a place where mkdir answers otherwise than "exists": a file system
                // that is read-only, a folder of somebody else.
                guard let status = try status(current, followingLink: true) else { throw error }
                guard status.kind == .folder else { throw error == .fileExists ? .notAFolder : error }
            }
        }
        return made
    }

    /// The path of the folder that holds a path, and the last component.
    ///
    /// - Returns: nil when there is no last component: the root folder, `.` and `..`, the empty path.
    package static func split(_ path: String) -> (folder: String, name: String)? {
        var bytes = path.utf8[...]
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        let name = bytes.suffix(
            from: bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? bytes.startIndex)
        guard let text = String(name), !text.isEmpty, text != ".", text != ".." else { return nil }
        var folder = bytes[..<name.startIndex]
        while folder.count > 1, folder.last == UInt8(ascii: "/") { folder.removeLast() }
        return (folder.isEmpty ? "." : String(folder) ?? ".", text)
    }

    /// Reads a file up to a limit in bytes.
    ///
    /// - Throws: `.fileTooLarge` when there is more than the limit.
    package static func read(_ path: String, limit: Int) throws(Errno) -> [UInt8] {
        try FileDescriptor.open(path, .reading).readToEnd(limit: limit)
    }

    /// Removes a name, unlink(2).
    package static func unlink(_ path: String) throws(Errno) {
        let path = try terminated(path)
        _ = try retrying { unsafe Glibc.unlink(path) }
    }

    /// Sets the permission bits; follows a symbolic link, chmod(2).
    package static func setPermissions(_ mode: FileMode, _ path: String) throws(Errno) {
        let path = try terminated(path)
        _ = try retrying { unsafe chmod(path, mode.rawValue) }
    }
}
