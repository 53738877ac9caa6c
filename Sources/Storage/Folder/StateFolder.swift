import FourLinesLinux

/// The folder of a document's state: 0700, ours, and locked by one process at a time.
package struct StateFolder: Sendable {
    /// The file that says which process has the folder.
    static let lockName = "fourlines.lock"

    /// The path.
    package let path: String
    let handle: FileHandle
    let files: any FileSystem

    /// Opens a folder.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - files: the file system.
    ///   - making: whether it is made, with its missing parents, if it is not there.
    /// - Throws: `StorageError`, of kind `permission` if the folder is not safe.
    package init(path: String, files: any FileSystem, making: Bool) throws(StorageError) {
        self.path = path
        self.files = files
        var made: [String] = []
        if making {
            do { made = try files.makeFolders(path) } catch {
                throw .failed("make the state folder", path, error, .cannotCreate)
            }
        }
        do { handle = try files.openFolder(path) } catch {
            throw .failed("open the state folder", path, error, .cannotCreate)
        }
        let status: FileStatus
        do { status = try files.status(of: handle) } catch { throw .failed("look at", path, error) }
        guard status.user == CurrentProcess.effectiveUser else {
            throw StorageError(.permission, "the state folder \(path) belongs to user \(status.user)")
        }
        guard !status.mode.isWritableByOthers else {
            throw StorageError(
                .permission, "the state folder \(path) is writable by others (mode \(status.mode)); chmod go-w it")
        }
        try Self.synchronize(made, files)
    }

    /// Syncs the parents of folders that were made, so that these are there after a power cut.
    private static func synchronize(_ made: [String], _ files: any FileSystem) throws(StorageError) {
        for path in made {
            guard let parent = Paths.split(path)?.folder else { continue }
            do { try files.synchronize(files.openFolder(parent)) } catch {
                throw .failed("sync the folder", parent, error)
            }
        }
    }

    /// Takes the folder for this process, until it ends.
    ///
    /// - Parameter socket: the path of the process's socket, for the one who finds the lock.
    /// - Throws: `StorageError`, of kind `alreadyRunning`, which names the process, if another one has it.
    package func lock(socket: String) throws(StorageError) {
        let isOurs: Bool
        do { isOurs = try files.tryLock(handle) } catch { throw .failed("lock the state folder", path, error) }
        guard isOurs else {
            throw StorageError(.alreadyRunning, "the document in \(path) is already held by \(holder())")
        }
        let text = """
            process \(CurrentProcess.id)
            host \(CurrentProcess.hostName)
            socket \(socket)
            started \(FileStamp.text(files.wallClock))

            """
        let name = path + "/" + Self.lockName
        do {
            // A pipe would be waited for.
            if let found = try files.status(of: Self.lockName, in: handle), found.kind != .regular {
                throw StorageError(.cannotCreate, "\(name) is not a regular file; it was left alone")
            }
            let file = try files.open(Self.lockName, in: handle, [.writing, .create, .truncate])
            _ = try files.write(file, Array(text.utf8), 0..<text.utf8.count, at: 0)
        } catch let error as StorageError {
            throw error
        } catch let error as Errno {
            throw .failed("write", name, error, .cannotCreate)
        } catch { fatalError("an error of no kind that a file system has: \(error)") }
    }

    /// Removes a name, if somebody has not removed it already.
    func remove(_ name: String) throws(Errno) {
        do throws(Errno) { try files.unlink(name, in: handle) } catch {
            guard error == .noSuchFileOrFolder else { throw error }
        }
    }

    /// The process that has the folder, in words.
    private func holder() -> String {
        guard let file = try? files.open(Self.lockName, in: handle, .reading) else { return "another process" }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = (try? files.read(file, into: &buffer, 0..<buffer.count, at: 0)) ?? 0
        let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
        guard let process = lines.first(where: { $0.hasPrefix("process ") }) else { return "another process" }
        let socket = lines.first { $0.hasPrefix("socket ") }.map { " (\($0))" } ?? ""
        return String(process) + socket
    }
}
