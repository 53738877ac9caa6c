package import FourLinesLinux

/// What identifies the file that was last read or written under the archive's name.
package struct ArchiveFile: Equatable, Sendable {
    /// The content.
    package let digest: Digest
    /// What the system says of the file.
    let status: FileStatus

    init(_ digest: Digest, _ status: FileStatus) {
        self.digest = digest
        self.status = status
    }

    var identity: FileStatus.Identity { status.identity }
    var size: Int64 { status.size }
    /// In nanoseconds since 1970.
    var modificationTime: Int64 { status.modificationTime }

    /// Whether a status is that of the same file, not written to since.
    func isSame(as status: FileStatus) -> Bool { self.status.isSameContent(as: status) }
}

extension FileStatus {
    /// Whether it is that of the same file, not written to since, as far as the system says.
    func isSameContent(as other: FileStatus) -> Bool {
        identity == other.identity && size == other.size && modificationTime == other.modificationTime
    }
}
