package import FourLinesDocument
import FourLinesLinux
import KeyedArchive

/// What a start finds in the state folder.
package struct Recovery: Sendable {
    /// The document that was restored or begun.
    package var document: Document
    /// The file that it was restored from; nil if the document is new.
    package var file: ArchiveFile?
    /// What was found and done, a sentence each, to be said loudly.
    package var notices: [String] = []

    /// The largest archive that is read, in bytes.
    static let sizeLimit: Int64 = 4 << 30

    /// The default of a model, where there is nothing.
    init(default model: Model) { document = Document(default: model) }

    /// Reads the archive, or begins the model's default if there is none.
    ///
    /// A damaged archive is set aside before anything else is done; a file that may be sound but cannot be read,
    /// or that belongs to another model, is left alone.
    ///
    /// - Parameters:
    ///   - target: where the archive lies.
    ///   - model: what the document has to be.
    ///   - settingAside: whether a damaged archive is renamed; a check only says that it would be.
    /// - Throws: `StorageError`.
    package init(_ target: ArchiveTarget, model: Model, settingAside: Bool) throws(StorageError) {
        guard let (bytes, status) = try Self.read(target) else {
            document = Document(default: model)
            return
        }
        let archive: Archive
        do { archive = try Self.decode(bytes, target.path) } catch {
            guard case .damaged(let reason) = error else { throw error.refusal }
            document = Document(default: model)
            notices.append("\(target.path) is damaged: \(reason)")
            guard settingAside else {
                notices.append("a start would set it aside and begin with the default of the model \(model.name)")
                return
            }
            let kept = try target.setAside(target.name, as: "damaged")
            notices.append(
                "it was set aside as \(target.folderPath)/\(kept); the document is the default of \(model.name)")
            return
        }
        try Self.check(archive, model, target.path)
        document = Document(archive, model: model)
        file = ArchiveFile(Digest(bytes), status)
    }

    private enum Unreadable: Error {
        case damaged(String)
        case refused(StorageError)

        var refusal: StorageError {
            switch self {
            case .damaged(let reason): StorageError(.refused, reason)
            case .refused(let error): error
            }
        }
    }

    /// The archive's bytes, or nil if there is no such name.
    private static func read(_ target: ArchiveTarget) throws(StorageError) -> (bytes: [UInt8], status: FileStatus)? {
        let (files, path) = (target.files, target.path)
        let found: FileStatus?
        do { found = try files.status(of: target.name, in: target.folder) } catch {
            throw .failed("look at", path, error, .refused)
        }
        guard let found else { return nil }
        guard found.kind == .regular else {
            throw StorageError(.refused, "\(path) is not a regular file; it was left alone")
        }
        let (file, status): (FileHandle, FileStatus)
        do {
            file = try files.open(target.name, in: target.folder, .reading)
            status = try files.status(of: file)
        } catch { throw .failed("open", path, error, .refused) }
        guard status.size < sizeLimit else {
            throw StorageError(.refused, "\(path) has \(status.size) bytes; archives over 4 GiB are not read")
        }
        do { return (try readWhole(file, size: Int(status.size), files), status) } catch {
            throw .failed("read", path, error, .refused)
        }
    }

    private static func readWhole(_ file: FileHandle, size: Int, _ files: any FileSystem) throws(Errno) -> [UInt8] {
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

    private static func decode(_ bytes: [UInt8], _ path: String) throws(Unreadable) -> Archive {
        guard !bytes.isEmpty else { throw .damaged("it is empty") }
        if Archive.looksLikeXML(bytes) {
            throw .refused(StorageError(.refused, "\(path) is an XML property list, not a binary keyed archive"))
        }
        let archive: Archive
        do { archive = try Archive(bytes) } catch { throw .damaged(error.description) }
        guard archive.graph.form == .keyedArchive else {
            throw .refused(StorageError(.refused, "\(path) is a property list, but not a keyed archive"))
        }
        return archive
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
