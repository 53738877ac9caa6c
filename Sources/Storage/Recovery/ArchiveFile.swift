package import FourLinesLinux

/// What identifies the file that was last read or written under the archive's name.
package struct ArchiveFile: Equatable, Sendable {
    /// The content.
    package let digest: Digest
    /// The file, its size and the time of its last change.
    let identity: FileStatus.Identity
    let size: Int64
    let modificationTime: Int64

    init(_ digest: Digest, _ status: FileStatus) {
        self.digest = digest
        identity = status.identity
        size = status.size
        modificationTime = status.modificationTime
    }

    /// Whether a status is that of the same file, not written to since.
    func isSame(as status: FileStatus) -> Bool {
        identity == status.identity && size == status.size && modificationTime == status.modificationTime
    }
}
