import FourLinesDocument
import FourLinesLinux
import FourLinesPropertyList
import KeyedArchive

/// A file that a command reads: what it holds, and in which form.
struct ArchiveFile {
    /// How the command line names it.
    let path: FilePath
    /// What the system knew of the file when it was read; nil for the standard input.
    let status: FileStatus?
    /// How many bytes it has.
    let size: Int
    /// The form in which it was.
    let form: FileForm
    /// What it holds.
    let archive: Archive

    /// The largest file that is read, in bytes; an archive has less than 4 GiB.
    static let longest = 4 << 30

    /// Reads a file.
    ///
    /// - Throws: `.unsound` for a file that holds no sound archive and no property list, with the place; `.inputOutput`
    ///   for one that cannot be read.
    static func read(_ operand: [UInt8], _ console: any Console) throws(ClientError) -> ArchiveFile {
        let path = try FilePath(operand)
        let (bytes, status) = try bytes(of: path, console)
        do {
            return try ArchiveFile(path, status, bytes)
        } catch {
            throw Unsoundness(error, bytes).error(of: path)
        }
    }

    /// Takes bytes for an archive or a property list, binary, XML or JSON.
    init(_ path: FilePath, _ status: FileStatus?, _ bytes: [UInt8]) throws(ArchiveError) {
        self.path = path
        self.status = status
        size = bytes.count
        archive = try Archive(anyForm: bytes)
        form = Archive.looksLikeJSON(bytes) ? .json : archive.form
    }

    /// The bytes of a file, and what the system knows of it.
    static func bytes(
        of path: FilePath, _ console: any Console
    ) throws(ClientError) -> (bytes: [UInt8], status: FileStatus?) {
        guard case .path(let name) = path else { return (try console.readInput(limit: longest), nil) }
        do throws(Errno) {
            let file = try FileDescriptor.open(name, .reading)
            let status = try file.status()
            if status.kind == .folder { throw Errno.isAFolder }
            return (try file.readToEnd(limit: longest), status)
        } catch {
            throw .file(name, "read", error)
        }
    }

    /// The document in it, which no model describes unless one is given.
    func document(_ model: Model? = nil) -> Document {
        var document = Document(archive, model: model)
        document.clock = { Double(WallClock.nanoseconds) / 1e9 - LocalDate.secondsTo2001 }
        return document
    }
}
