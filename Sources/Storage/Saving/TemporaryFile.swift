import FourLinesLinux

/// The file beside the archive to which a save is written; it is made when the first bytes come.
final class TemporaryFile {
    /// The name that it has at present.
    var name: String
    /// The first failure; nothing is written after it.
    private(set) var failure: StorageError?

    private let target: ArchiveTarget
    private let files: any FileSystem
    /// What is done between the parts of a long file.
    private let interlude: @Sendable () -> Void
    private var file: FileHandle?
    private var digest = DigestComputation()
    private var size: Int64 = 0
    private var writtenBack: Int64 = 0

    /// How much is written before the system is asked to write it back, in bytes: journal syncs wait no longer.
    private static let writeBackStep = 4 << 20

    init(_ target: ArchiveTarget, interlude: @escaping @Sendable () -> Void) {
        self.target = target
        self.interlude = interlude
        files = target.files
        name = target.name + ".tmp." + String(files.random(), radix: 36)
    }

    /// Takes bytes from the encoder; answers whether more are wanted.
    func take(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        digest.update(bytes, range)
        return write(bytes, range)
    }

    /// The digest of what was taken and of what is left.
    func digest(with rest: [UInt8]) -> Digest {
        digest.update(rest)
        return digest.digest
    }

    /// Writes what the encoder has left, syncs, closes, and answers the status of the file.
    func finish(_ rest: [UInt8]) throws(StorageError) -> FileStatus {
        _ = write(rest, 0..<rest.count)
        if let failure { throw failure }
        guard let file else { throw StorageError(.inputOutput, "an archive without bytes") }
        self.file = nil
        do throws(Errno) {
            try files.synchronize(file)
            return try files.status(of: file)
        } catch { throw .failed("sync", path, error) }
    }

    /// Removes the file, if it was made; a failure leaves it to the next sweep.
    func remove() {
        guard size > 0 || file != nil else { return }
        file = nil
        try? files.unlink(name, in: target.folder)
    }

    private var path: String { target.folderPath + "/" + name }

    private func write(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard failure == nil else { return false }
        do throws(Errno) {
            let file = try openFile()
            var position = range.lowerBound
            while position < range.upperBound {
                // One long value comes in one piece: the disk is to work while the rest is copied.
                let end = min(range.upperBound, position + Self.writeBackStep - Int(size - writtenBack))
                let count = try files.write(file, bytes, position..<end, at: size)
                guard count > 0 else { throw Errno.noSpace }
                position += count
                size += Int64(count)
                if Int(size - writtenBack) >= Self.writeBackStep {
                    try files.writeBack(file, writtenBack..<size)
                    writtenBack = size
                    interlude()
                }
            }
            return true
        } catch {
            failure = .failed("write", path, error)
            return false
        }
    }

    private func openFile() throws(Errno) -> FileHandle {
        if let file { return file }
        let made = try files.open(name, in: target.folder, [.writing, .create, .exclusive])
        file = made
        return made
    }
}
