import FourLinesLinux
import KeyedArchive

/// Writes archives: to a temporary file, synced, then exchanged for the one that has the name.
///
/// It belongs to the file thread. A save that fails leaves the old archive whole. Between the steps the loop writes
/// the journal's part of the protocol.
final class ArchiveSaver {
    private let target: ArchiveTarget
    private let state: StateFolder
    private let files: any FileSystem
    /// What the file thread does between the parts of a long save.
    private let interlude: @Sendable () -> Void
    /// The file that was last read or written under the archive's name.
    private var current: ArchiveFile?
    /// A damaged file under the archive's name.
    private var damaged: FileStatus?
    /// The archive that came out of the last exchange, until it is a generation, and what is known of it.
    private var unplaced: (file: ArchiveFile, generation: Generation?)?
    /// Whether the present file got the archive's name for sure; otherwise the next save writes another one.
    private var isSettled = true
    /// Whether the exchange of two names was refused, so that the next save does not try again.
    private var exchanges = true
    /// Whether the last sync of the folders failed.
    private var hasUnsyncedFolder = false
    /// The save under way.
    private var temporary: TemporaryFile?

    /// A saver for the archive that a recovery has read.
    init(
        _ target: ArchiveTarget, state: StateFolder, current: ArchiveFile?, damaged: FileStatus?,
        interlude: @escaping @Sendable () -> Void
    ) {
        self.target = target
        self.state = state
        self.current = current
        self.damaged = damaged
        self.interlude = interlude
        files = target.files
    }

    /// What became of writing an archive.
    enum Written: Sendable {
        /// It has the content of the archive that is there.
        case unchanged(ArchiveFile)
        /// It lies in a temporary file.
        case ready(ArchiveFile)
    }

    /// Writes an archive to a temporary file, and syncs it.
    ///
    /// - Parameters:
    ///   - archive: what is written.
    ///   - always: whether it is written even if the archive that is there has the same content.
    /// - Returns: what became of it.
    /// - Throws: `StorageError`; nothing is left of it then.
    func write(_ archive: Archive, always: Bool) throws(StorageError) -> Written {
        let temporary = TemporaryFile(target, interlude: interlude)
        do throws(StorageError) {
            let rest: [UInt8]
            do { rest = try archive.encode { bytes, range in temporary.take(bytes, range) } } catch {
                throw StorageError(.inputOutput, "cannot archive the document: \(error)")
            }
            if let failure = temporary.failure { throw failure }
            let digest = temporary.digest(with: rest)
            if !always, isSettled, let current, digest == current.digest, try isCurrentInPlace() {
                temporary.remove()
                return .unchanged(current)
            }
            let status = try temporary.finish(rest)
            self.temporary = temporary
            return .ready(ArchiveFile(digest, status))
        } catch {
            temporary.remove()
            throw error
        }
    }

    /// Gives up the save under way.
    func giveUp() {
        temporary?.remove()
        temporary = nil
    }

    /// Whether the archive's name still leads to the file that we know.
    private func isCurrentInPlace() throws(StorageError) -> Bool {
        do {
            guard let status = try files.status(of: target.name, in: target.folder) else { return false }
            return current?.isSame(as: status) == true
        } catch { throw .failed("look at", target.path, error) }
    }

    /// What is known of the archives before the one that is written.
    struct Past: Sendable {
        /// The archive that is there.
        var present: Generation?
        /// The generations, by their order.
        var generations: [Generation?]
        /// Those that stay, whatever their age.
        var needed: Set<Digest>
    }

    /// What giving the new file the archive's name did.
    struct Replaced: Sendable {
        /// Whether the new file has the archive's name; otherwise the old one has it still.
        var isDone = true
        /// Whether the archive before it is to become a generation.
        var hasOld = false
        var notices: [String] = []
        /// Why it does not have the name, or may not have it after a power cut.
        var failure: StorageError?
        /// What is known of the generations now: an archive that a failed save had left may have become one.
        var generations: [Generation?]
    }

    /// Gives the file that was written the archive's name, and syncs the folders.
    func replace(with written: ArchiveFile, _ past: Past) -> Replaced {
        guard let temporary else { fatalError("there is no save under way") }
        self.temporary = nil
        var replaced = Replaced(generations: past.generations)
        let old = current
        do throws(StorageError) {
            try makeRoom(past, &replaced.generations)
            try replace(by: temporary, past.present, &replaced)
        } catch {
            replaced.failure = error
            // The name may have changed hands before the failure: what is there is looked at, not guessed, and where
            // it cannot be seen, nothing is removed.
            let status = try? files.status(of: target.name, in: target.folder)
            guard let status, written.isSame(as: status) else {
                if status != nil { temporary.remove() }
                replaced.isDone = false
                return replaced
            }
            if unplaced == nil, let old { unplaced = (old, past.present) }
        }
        current = written
        damaged = nil
        if replaced.failure == nil {
            do throws(StorageError) { try synchronizeFolders() } catch { replaced.failure = error }
        }
        isSettled = replaced.failure == nil
        return replaced
    }

    // MARK: - Names

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

    private func replace(
        by temporary: TemporaryFile, _ present: Generation?, _ replaced: inout Replaced
    ) throws(StorageError) {
        let next = files.rules.contains(.nextName) ? target.nextName : temporary.name
        if next != temporary.name { _ = try rename(temporary.name, to: next, .replace) }
        temporary.name = next
        // Somebody may make or remove the archive between two calls: a few rounds, then it is an error.
        for _ in 0..<4 where exchanges {
            if try rename(next, to: target.name, .exchange) { return try judgeOld(next, present, &replaced) }
            guard exchanges else { break }
            let first: RenameRule = files.rules.contains(.firstReplacesNothing) ? .noReplace : .replace
            if try rename(next, to: target.name, first) { return }
        }
        guard !exchanges else {
            throw StorageError(
                .inputOutput, "cannot replace \(target.path): somebody makes and removes it all the time")
        }
        try replaceWithoutExchange(by: temporary, present, &replaced)
    }

    /// Frees the name `A.next`: where a save that failed behind the exchange has left the archive before it, that
    /// becomes a generation; anything else is set aside.
    private func makeRoom(_ past: Past, _ known: inout [Generation?]) throws(StorageError) {
        let next = target.nextName
        let status: FileStatus?
        do { status = try files.status(of: next, in: target.folder) } catch {
            throw .failed("look at", target.folderPath + "/" + next, error)
        }
        if let status {
            if let unplaced, unplaced.file.isSame(as: status), files.rules.contains(.keepGeneration) {
                try GenerationFiles.rotate(next, unplaced.generation, &known, needed: past.needed, target)
            } else {
                _ = try target.setAside(next, as: "foreign")
            }
        }
        unplaced = nil
        // An exchange that survived a power cut without this would give the archive's name to what was there.
        if status != nil || hasUnsyncedFolder { try synchronizeFolders() }
    }

    /// What the archive was that came out of the exchange: the one that we know becomes a generation, any other one
    /// is set aside.
    private func judgeOld(
        _ name: String, _ present: Generation?, _ replaced: inout Replaced
    ) throws(StorageError) {
        let status: FileStatus?
        do { status = try files.status(of: name, in: target.folder) } catch {
            throw .failed("look at", target.folderPath + "/" + name, error)
        }
        guard let status else { return }
        if let current, current.isSame(as: status) {
            unplaced = (current, present)
            replaced.hasOld = true
            return
        }
        let isDamaged = damaged?.isSameContent(as: status) == true
        guard files.rules.contains(isDamaged ? .keepDamaged : .keepForeign) else {
            return unlinkIgnoringFailure(name)
        }
        let kept = try target.setAside(name, as: isDamaged ? "damaged" : "foreign")
        replaced.notices.append(
            isDamaged
                ? "the damaged archive was set aside as \(target.folderPath)/\(kept)"
                : "somebody replaced \(target.path); that file was set aside as \(target.folderPath)/\(kept)")
    }

    /// A copy of the old archive, then a plain rename over it, where names cannot be exchanged.
    ///
    /// The copy has the name that the old archive itself has behind an exchange, so that a start finds it there.
    private func replaceWithoutExchange(
        by temporary: TemporaryFile, _ present: Generation?, _ replaced: inout Replaced
    ) throws(StorageError) {
        if temporary.name == target.nextName {
            let name = TemporaryFile(target, interlude: interlude).name
            _ = try rename(target.nextName, to: name, .replace)
            temporary.name = name
        }
        let found: FileStatus?
        do { found = try files.status(of: target.name, in: target.folder) } catch {
            throw .failed("look at", target.path, error)
        }
        if let found {
            let copy = TemporaryFile(target, interlude: interlude)
            let status = try self.copy(found, to: copy)
            if let current, current.isSame(as: found) {
                _ = try rename(copy.name, to: target.nextName, .replace)
                unplaced = (ArchiveFile(current.digest, status), present)
                replaced.hasOld = true
            } else {
                let isDamaged = damaged?.isSameContent(as: found) == true
                let kept = try target.setAside(copy.name, as: isDamaged ? "damaged" : "foreign")
                replaced.notices.append("\(target.path) was set aside as \(target.folderPath)/\(kept)")
            }
        }
        _ = try rename(temporary.name, to: target.name, .replace)
    }

    /// Copies the archive; answers the status of the copy, which is synced.
    private func copy(_ status: FileStatus, to copy: TemporaryFile) throws(StorageError) -> FileStatus {
        do {
            let file = try files.open(target.name, in: target.folder, .reading)
            let bytes = try ArchiveReading.readWhole(file, size: Int(status.size), files)
            return try copy.finish(bytes)
        } catch {
            copy.remove()
            guard let failure = error as? StorageError else {
                throw StorageError(.inputOutput, "cannot copy \(target.path): \(error)")
            }
            throw failure
        }
    }

    private func synchronizeFolders() throws(StorageError) {
        hasUnsyncedFolder = true
        do { try files.synchronize(target.folder) } catch {
            throw .failed("sync the folder", target.folderPath, error)
        }
        if state.path != target.folderPath {
            do { try files.synchronize(state.handle) } catch { throw .failed("sync the folder", state.path, error) }
        }
        hasUnsyncedFolder = false
    }

    // MARK: - Behind a save

    /// What is done when a save is durable, or before the first one.
    struct Aftermath: Sendable {
        /// What is known of the generations that are there.
        var generations: [Generation?] = []
        /// Those that stay, whatever their age.
        var neededGenerations: Set<Digest> = []
        /// Segments that nothing needs any more.
        var segments: [String] = []
        /// Segments that are cut to what they hold, and how long that is.
        var trims: [(FileHandle, Int64)] = []
        /// Segments that are set aside.
        var setAside: [String] = []
        var notices: [String] = []
    }

    /// Rotates the generations, then removes and sets aside segments.
    ///
    /// - Parameter aftermath: what there is to do; then, behind a failure too, what is left of it, what is known of the
    ///   generations, and what there is to say.
    /// - Throws: `StorageError`; what was not done is done behind the next save.
    func tidy(_ aftermath: inout Aftermath) throws(StorageError) {
        if let unplaced {
            if files.rules.contains(.keepGeneration) {
                try GenerationFiles.rotate(
                    target.nextName, unplaced.generation, &aftermath.generations, needed: aftermath.neededGenerations,
                    target)
            } else {
                unlinkIgnoringFailure(target.nextName)
            }
            self.unplaced = nil
            try synchronizeFolders()
        }
        for (file, size) in aftermath.trims {
            // They only take more room than they need if this fails.
            try? files.resize(file, to: size)
        }
        aftermath.trims = []
        while let name = aftermath.setAside.first {
            let kept = try target.setAside(name, as: "aside", in: state)
            aftermath.setAside.removeFirst()
            aftermath.notices.append("\(state.path)/\(name) was set aside as \(kept)")
        }
        do {
            while let name = aftermath.segments.first {
                try state.remove(name)
                aftermath.segments.removeFirst()
            }
        } catch { throw .failed("remove a segment of the journal in", state.path, error) }
    }

    /// Deals with what an earlier process has left: its temporary files, and `A.next`.
    ///
    /// To be called under the lock, before the first save.
    func clean(_ recovery: inout Recovery) throws(StorageError) {
        switch recovery.leftover {
        case .none: break
        case .foreign where !files.rules.contains(.keepForeignNext): unlinkIgnoringFailure(target.nextName)
        case .foreign:
            let kept = try target.setAside(target.nextName, as: "foreign")
            recovery.notices.append("nobody knows \(target.folderPath)/\(target.nextName); it was set aside as \(kept)")
        case .sweep: unlinkIgnoringFailure(target.nextName)
        case .generation where !files.rules.contains(.keepNext): unlinkIgnoringFailure(target.nextName)
        case .generation(let generation):
            try GenerationFiles.rotate(
                target.nextName, generation, &recovery.generations, needed: recovery.neededGenerations, target)
        }
        // On a full disk the first save needs the room of what was made ahead and never used.
        for segment in recovery.journal.segments where segment.isEmpty { try? state.remove(segment.name) }
        do {
            for name in try files.names(in: target.folder) where name.hasPrefix(target.name + ".tmp.") {
                // Only files are made under such a name.
                guard try files.status(of: name, in: target.folder)?.kind == .regular else { continue }
                try files.unlink(name, in: target.folder)
            }
        } catch { throw .failed("sweep", target.folderPath, error) }
    }

    /// What is only in the way, and is met again by the next start.
    private func unlinkIgnoringFailure(_ name: String) { try? files.unlink(name, in: target.folder) }
}
