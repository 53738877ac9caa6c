import FourLinesDocument
package import FourLinesLinux

/// Says that an archive with a digest is the document at a revision.
package struct Checkpoint: Equatable, Sendable {
    /// The revision of the document that the archive holds.
    package let revision: UInt64
    /// The archive's content.
    package let digest: Digest
    /// The file: its inode, its size and the time of its last change in nanoseconds since 1970.
    package let inode: UInt64
    package let size: Int64
    package let modificationTime: Int64

    package init(revision: UInt64, digest: Digest, inode: UInt64, size: Int64, modificationTime: Int64) {
        self.revision = revision
        self.digest = digest
        self.inode = inode
        self.size = size
        self.modificationTime = modificationTime
    }

    init(revision: UInt64, _ file: ArchiveFile) {
        self.init(
            revision: revision, digest: file.digest, inode: file.identity.inode, size: file.size,
            modificationTime: file.modificationTime)
    }

    /// Whether a file is the one that the checkpoint was written for, as far as the system says.
    ///
    /// The device does not count: it may have another number after the next boot.
    func isFile(_ status: FileStatus) -> Bool {
        status.identity.inode == inode && status.size == size && status.modificationTime == modificationTime
    }
}

/// What is known of a generation: an archive that was replaced, and is kept beside the present one.
package struct Generation: Equatable, Sendable {
    package let digest: Digest
    /// The revision of the document that it holds.
    package let revision: UInt64
    /// When it was saved, in nanoseconds since 1970-01-01 UTC.
    package let time: Int64

    package init(digest: Digest, revision: UInt64, time: Int64) {
        self.digest = digest
        self.revision = revision
        self.time = time
    }

    /// What an archive is when another one has its name.
    init(_ checkpoint: Checkpoint) {
        self.init(digest: checkpoint.digest, revision: checkpoint.revision, time: checkpoint.modificationTime)
    }
}

extension RecordWriter {
    mutating func digest(_ digest: Digest) {
        word(digest.length)
        word(digest.first)
        word(digest.second)
    }
}

extension RecordReader {
    mutating func digest() throws(RecordFault) -> Digest {
        Digest(length: try word(), first: try word(), second: try word())
    }
}
