import FourLinesDocument
import FourLinesLinux
import KeyedArchive

/// What stands under a name beside the archive.
enum ArchiveReading: Sendable {
    case missing
    /// It cannot be read as an archive: why.
    case damaged(String, FileStatus)
    /// It can be used, with the model that it gets.
    case sound(Archive, Model?, ArchiveFile)
    /// It can be read, but is nothing that is asked for: why.
    case unfit(StorageError, ArchiveFile)

    /// The digest of what was read; nil where nothing could be.
    var digest: Digest? {
        switch self {
        case .sound(_, _, let file), .unfit(_, let file): file.digest
        case .missing, .damaged: nil
        }
    }

    /// The largest archive that is read, in bytes.
    static let sizeLimit: Int64 = 4 << 30

    /// Reads a file of the archive's folder.
    ///
    /// - Throws: `StorageError` if the file may be sound but cannot be read.
    init(_ name: String, of target: ArchiveTarget, _ choice: ModelChoice) throws(StorageError) {
        guard let (bytes, status) = try Self.read(name, of: target) else {
            self = .missing
            return
        }
        guard !bytes.isEmpty else {
            self = .damaged("it is empty", status)
            return
        }
        let archive: Archive
        do { archive = try Archive(bytes) } catch {
            self = .damaged(error.description, status)
            return
        }
        let file = ArchiveFile(Digest(bytes), status)
        do { self = .sound(archive, try choice.model(of: archive), file) } catch {
            let reason = "\(target.folderPath)/\(name) is \(error); it was left alone"
            self = .unfit(StorageError(.refused, reason), file)
        }
    }

    /// A file's bytes, or nil if there is no such name.
    private static func read(
        _ name: String, of target: ArchiveTarget
    ) throws(StorageError) -> (bytes: [UInt8], status: FileStatus)? {
        let (files, path) = (target.files, target.folderPath + "/" + name)
        let found: FileStatus?
        do { found = try files.status(of: name, in: target.folder) } catch {
            throw .failed("look at", path, error, .refused)
        }
        guard let found else { return nil }
        guard found.kind == .regular else {
            throw StorageError(.refused, "\(path) is not a regular file; it was left alone")
        }
        let (file, status): (FileHandle, FileStatus)
        do {
            file = try files.open(name, in: target.folder, .reading)
            status = try files.status(of: file)
        } catch { throw .failed("open", path, error, .refused) }
        guard status.size < sizeLimit else {
            throw StorageError(.refused, "\(path) has \(status.size) bytes; archives over 4 GiB are not read")
        }
        do { return (try readWhole(file, size: Int(status.size), files), status) } catch {
            // What a disk cannot read at present may be sound all the same.
            guard files.rules.contains(.refuseUnreadable) else { return ([], status) }
            throw .failed("read", path, error, .refused)
        }
    }

    /// Everything that a file holds.
    static func readWhole(_ file: FileHandle, size: Int, _ files: any FileSystem) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < size {
            let read = try files.read(file, into: &bytes, count..<size, at: Int64(count))
            guard read > 0 else { break }
            count += read
        }
        bytes.removeSubrange(count...)
        return bytes
    }
}
