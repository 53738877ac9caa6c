import FourLinesLinux
package import KeyedArchive

/// Writes archives: to a temporary file, synced, then exchanged for the one that has the name.
///
/// It belongs to the file thread. A save that fails leaves the old archive whole.
package final class ArchiveSaver {
    /// What a save did.
    package enum Outcome: Sendable, Equatable {
        /// The content was that of the archive already; nothing was written.
        case unchanged
        /// The archive was replaced: its size in bytes, and what was said of it.
        case saved(bytes: Int, notices: [String])
    }

    private let target: ArchiveTarget
    private let state: StateFolder
    private let files: any FileSystem
    /// The file that was last read or written under the archive's name.
    private var current: ArchiveFile?
    /// Whether the exchange of two names was refused, so that the next save does not try again.
    private var exchanges = true

    /// A saver for the archive that a recovery has read.
    package init(_ target: ArchiveTarget, state: StateFolder, current: ArchiveFile?) {
        self.target = target
        self.state = state
        self.current = current
        files = target.files
    }

    /// Saves an archive.
    ///
    /// - Throws: `StorageError`; the old archive is whole then, under its name.
    package func save(_ archive: Archive) throws(StorageError) -> Outcome {
        let temporary = TemporaryFile(target)
        do { return try save(archive, to: temporary) } catch {
            temporary.remove()
            throw error
        }
    }

    private func save(_ archive: Archive, to temporary: TemporaryFile) throws(StorageError) -> Outcome {
        let rest: [UInt8]
        do { rest = try archive.encode { bytes, range in temporary.take(bytes, range) } } catch {
            throw StorageError(.inputOutput, "cannot archive the document: \(error)")
        }
        if let failure = temporary.failure { throw failure }
        let digest = temporary.digest(with: rest)
        if digest == current?.digest, try isCurrentInPlace() {
            temporary.remove()
            return .unchanged
        }
        let status = try temporary.finish(rest)
        let notices = try replace(by: temporary)
        current = ArchiveFile(digest, status)
        try synchronizeFolders()
        return .saved(bytes: Int(digest.length), notices: notices)
    }

    /// Whether the archive's name still leads to the file that we know.
    private func isCurrentInPlace() throws(StorageError) -> Bool {
        do {
            guard let status = try files.status(of: target.name, in: target.folder) else { return false }
            return current?.isSame(as: status) == true
        } catch { throw .failed("look at", target.path, error) }
    }

    /// Removes what a save that was cut short has left.
    ///
    /// To be called under the lock.
    package func sweep() throws(StorageError) {
        do {
            for name in try files.names(in: target.folder) where name.hasPrefix(target.name + ".tmp.") {
                try files.unlink(name, in: target.folder)
            }
        } catch { throw .failed("sweep", target.folderPath, error) }
    }

    // MARK: - Names

    private var nextName: String { target.name + ".next" }

    private func rename(_ name: String, to newName: String, _ rule: RenameRule) throws(StorageError) -> Bool {
        do {
            try files.rename(name, to: newName, in: target.folder, rule)
            return true
        } catch {
            switch (rule, error) {
            case (.noReplace, .fileExists), (.exchange, .noSuchFileOrFolder): return false
            case (_, .busy):
                throw StorageError(
                    .inputOutput,
                    "cannot replace \(target.path): it is a mount point of its own; mount its folder instead",
                    errno: error)
            case (.exchange, _) where error.isUnsupportedRename, (.noReplace, _) where error.isUnsupportedRename:
                exchanges = false
                return false
            default: throw .failed("rename", "\(target.folderPath)/\(name) to \(newName)", error)
            }
        }
    }

    /// Gives the new file the archive's name; answers what there is to say.
    private func replace(by temporary: TemporaryFile) throws(StorageError) -> [String] {
        _ = try rename(temporary.name, to: nextName, .replace)
        temporary.name = nextName
        // Somebody may make or remove the archive between two calls: a few rounds, then it is an error.
        for _ in 0..<4 where exchanges {
            if try rename(nextName, to: target.name, .exchange) { return try disposeOfOld() }
            guard exchanges else { break }
            if try rename(nextName, to: target.name, .noReplace) { return [] }
        }
        return try replaceWithoutExchange()
    }

    /// What came out of the exchange under the name `A.next`: the file that we know goes, any other one is kept.
    private func disposeOfOld() throws(StorageError) -> [String] {
        let status: FileStatus?
        do { status = try files.status(of: nextName, in: target.folder) } catch {
            throw .failed("look at", target.folderPath + "/" + nextName, error)
        }
        guard let status else { return [] }
        if current?.isSame(as: status) == true {
            do { try files.unlink(nextName, in: target.folder) } catch {
                throw .failed("remove", target.folderPath + "/" + nextName, error)
            }
            return []
        }
        let kept = try target.setAside(nextName, as: "foreign")
        return ["somebody replaced \(target.path); that file was set aside as \(kept)"]
    }

    /// A plain rename over the archive, where names cannot be exchanged.
    private func replaceWithoutExchange() throws(StorageError) -> [String] {
        var notices: [String] = []
        let status: FileStatus?
        do { status = try files.status(of: target.name, in: target.folder) } catch {
            throw .failed("look at", target.path, error)
        }
        if let status, current?.isSame(as: status) != true {
            let kept = try target.setAside(target.name, as: "foreign")
            notices.append("somebody replaced \(target.path); that file was set aside as \(kept)")
        }
        _ = try rename(nextName, to: target.name, .replace)
        return notices
    }

    private func synchronizeFolders() throws(StorageError) {
        do { try files.synchronize(target.folder) } catch {
            throw .failed("sync the folder", target.folderPath, error)
        }
        guard state.path != target.folderPath else { return }
        do { try files.synchronize(state.handle) } catch { throw .failed("sync the folder", state.path, error) }
    }
}
