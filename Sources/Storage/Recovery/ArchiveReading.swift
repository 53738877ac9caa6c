import FourLinesDocument
import FourLinesLinux
import KeyedArchive

/// What stands under a name beside the archive.
enum ArchiveReading: Sendable {
    case missing
    /// It cannot be read as an archive: why.
    case damaged(String, FileStatus)
    case sound(Archive, ArchiveFile)
    /// It can be read, but is nothing that is asked for: why.
    case unfit(StorageError, ArchiveFile)

    /// The largest archive that is read, in bytes.
    static let sizeLimit: Int64 = 4 << 30

    /// Reads a file of the archive's folder.
    ///
    /// - Throws: `StorageError` if the file may be sound but cannot be read.
    init(_ name: String, of target: ArchiveTarget, model: Model) throws(StorageError) {
        guard let (bytes, status) = try Self.read(name, of: target) else {
            self = .missing
            return
        }
        let path = target.folderPath + "/" + name
        guard !bytes.isEmpty else {
            self = .damaged("it is empty", status)
            return
        }
        if Archive.looksLikeXML(bytes) {
            let error = StorageError(.refused, "\(path) is an XML property list, not a binary keyed archive")
            self = .unfit(error, ArchiveFile(Digest(bytes), status))
            return
        }
        let archive: Archive
        do { archive = try Archive(bytes) } catch {
            self = .damaged(error.description, status)
            return
        }
        let file = ArchiveFile(Digest(bytes), status)
        do throws(StorageError) {
            guard archive.graph.form == .keyedArchive else {
                throw StorageError(.refused, "\(path) is a property list, but not a keyed archive")
            }
            try Self.check(archive, model, path)
            self = .sound(archive, file)
        } catch { self = .unfit(error, file) }
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

    private static func check(_ archive: Archive, _ model: Model, _ path: String) throws(StorageError) {
        let graph = archive.graph
        func refuse(_ what: String) -> StorageError {
            StorageError(.refused, "\(path) is not of the model \(model.name): \(what); it was left alone")
        }
        guard let top = graph.top, let root = graph.field(model.rootKey, of: top) else {
            throw refuse("there is no root object “\(model.rootKey)”")
        }
        guard let expected = model.rootClass else { return }
        guard let id = root.container, let name = graph.className(of: id) else {
            throw refuse("its root object is no object of the class \(expected)")
        }
        guard name == expected else {
            throw refuse("its root object is of the class \(name), not \(expected)")
        }
    }
}
