import FourLinesLinux

/// Puts files and folders in their places, and says so; on a dry run it only says so.
final class FileWriter {
    private let console: any Console
    /// Whether nothing is changed.
    let isDry: Bool

    /// A writer that reports to a console.
    init(_ console: any Console, isDry: Bool) {
        self.console = console
        self.isDry = isDry
    }

    /// Makes a folder with those above it, 0700, if it is not there.
    func makeFolder(_ path: String) throws(ClientError) {
        let isThere: Bool
        do { isThere = try Paths.status(path, followingLink: true)?.kind == .folder } catch {
            throw Self.failed("look at", path, error)
        }
        guard !isThere else { return }
        if !isDry {
            do { _ = try Paths.makeFolders(path) } catch { throw Self.failed("make", path, error) }
        }
        try report("made", "make", path)
    }

    /// Writes a file in one step unless it is there with these bytes.
    ///
    /// - Returns: whether it was, or on a dry run would be, changed.
    @discardableResult
    func write(_ bytes: [UInt8], to path: String, mode: FileMode) throws(ClientError) -> Bool {
        let present: [UInt8]?
        do { present = try Paths.read(path, limit: ProgramFile.limit) } catch .noSuchFileOrFolder {
            present = nil
        } catch {
            throw Self.failed("read", path, error)
        }
        guard present != bytes else { return false }
        if !isDry {
            do { try Self.replace(path, bytes, mode) } catch { throw Self.failed("write", path, error) }
        }
        try report("wrote", "write", path)
        return true
    }

    /// Removes a file if it is there.
    func remove(_ path: String) throws(ClientError) {
        do {
            guard try Paths.status(path) != nil else { return }
            if !isDry { try Paths.unlink(path) }
        } catch { throw Self.failed("remove", path, error) }
        try report("removed", "remove", path)
    }

    /// Removes a folder if it is there and empty.
    func removeEmptyFolder(_ path: String) {
        guard !isDry, let parts = Paths.split(path), let folder = try? FileDescriptor.openFolder(parts.folder) else {
            return
        }
        // One that still holds something of the user's stays.
        try? folder.removeFolder(parts.name)
    }

    private func report(_ done: String, _ planned: String, _ path: String) throws(ClientError) {
        try console.write("\(isDry ? "would \(planned)" : done) \(path)\n")
    }

    private static func replace(_ path: String, _ bytes: [UInt8], _ mode: FileMode) throws(Errno) {
        guard let parts = Paths.split(path) else { throw .invalidArgument }
        _ = try Paths.makeFolders(parts.folder)
        let folder = try FileDescriptor.openFolder(parts.folder)
        let temporary = ".\(parts.name).\(CurrentProcess.id)"
        let file = try folder.open(temporary, [.writing, .create, .exclusive, .noFollow])
        do {
            try file.writeAll(bytes)
            try file.setPermissions(mode)
            try file.synchronize()
            try folder.rename(temporary, to: parts.name)
        } catch {
            // The first error is the one that matters.
            try? folder.unlink(temporary)
            throw error
        }
        try folder.synchronize()
    }

    private static func failed(_ operation: String, _ path: String, _ error: Errno) -> ClientError {
        ClientError(.inputOutput, "cannot \(operation) \(path): \(error.message)")
    }
}
