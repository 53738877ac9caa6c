import Glibc

/// What the system knows of a file, stat(2).
package struct FileStatus: Equatable, Sendable {
    /// What a file is.
    package enum Kind: Equatable, Sendable {
        case regular
        case folder
        case symbolicLink
        case socket
        case pipe
        case device
    }

    /// What tells one file from all others that exist at the same time.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let inode: UInt64

        package init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    package let identity: Identity
    package let kind: Kind

    /// The permission bits, with set-user-id, set-group-id and the sticky bit.
    package let mode: FileMode

    /// The owner's user id.
    package let user: UInt32

    /// How many names the file has; 0 when it was removed.
    package let linkCount: UInt64

    /// In bytes.
    package let size: Int64

    /// The time of the last change of the data, in nanoseconds since 1970.
    package let modificationTime: Int64

    /// A status that was not asked of the system, for file systems that stand in for it.
    package init(
        identity: Identity, kind: Kind, mode: FileMode, user: UInt32, linkCount: UInt64, size: Int64,
        modificationTime: Int64
    ) {
        self.identity = identity
        self.kind = kind
        self.mode = mode
        self.user = user
        self.linkCount = linkCount
        self.size = size
        self.modificationTime = modificationTime
    }

    init(_ buffer: stat) {
        identity = Identity(device: UInt64(buffer.st_dev), inode: UInt64(buffer.st_ino))
        mode = FileMode(rawValue: buffer.st_mode & 0o7777)
        user = buffer.st_uid
        linkCount = UInt64(buffer.st_nlink)
        size = Int64(buffer.st_size)
        let (seconds, nanoseconds) = (Int64(buffer.st_mtim.tv_sec), Int64(buffer.st_mtim.tv_nsec))
        // A file system may hold any 64-bit number of seconds; beyond the year 2262 the time is only "very late".
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        modificationTime = overflow ? (seconds < 0 ? .min : .max) : scaled &+ nanoseconds
        switch buffer.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .symbolicLink
        case S_IFSOCK: kind = .socket
        case S_IFIFO: kind = .pipe
        default: kind = .device
        }
    }
}
