package import FourLinesDocument
import FourLinesLinux
package import KeyedArchive
import Synchronization

/// A document's state folder, opened and locked by this process: reads the archive once, then saves.
///
/// Its methods block; they are called on the file thread.
package final class Storage: Sendable {
    /// The path of the archive, its symlink resolved.
    package let archivePath: String

    private let saver: Mutex<ArchiveSaver>
    /// The folder, whose lock is held as long as it is open.
    private let folder: StateFolder

    /// What to open, and how.
    package struct Plan: Sendable {
        /// The path of the state folder.
        package var folder: String
        /// The archive's name in it.
        package var archive: String
        /// What the document has to be.
        package var model: Model
        /// The path of the socket, for whoever finds the lock taken.
        package var socket: String

        package init(folder: String, archive: String, model: Model, socket: String) {
            self.folder = folder
            self.archive = archive
            self.model = model
            self.socket = socket
        }
    }

    private init(folder: StateFolder, target: ArchiveTarget, saver: sending ArchiveSaver) {
        self.folder = folder
        archivePath = target.path
        self.saver = Mutex(saver)
    }

    /// Opens and locks a state folder, and recovers the document.
    ///
    /// - Throws: `StorageError`; nothing was touched then, except that the folder may have been made.
    package static func open(
        _ plan: Plan, files: any FileSystem = SystemFiles()
    ) throws(StorageError) -> (storage: Storage, recovery: Recovery) {
        let folder = try StateFolder(path: plan.folder, files: files, making: true)
        try folder.lock(socket: plan.socket)
        let target = try ArchiveTarget(plan.archive, in: folder)
        let recovery = try Recovery(target, model: plan.model, settingAside: true)
        let saver = ArchiveSaver(target, state: folder, current: recovery.file)
        try saver.sweep()
        return (Storage(folder: folder, target: target, saver: saver), recovery)
    }

    /// Says what a start would find, without lock or change.
    package static func check(
        _ plan: Plan, files: any FileSystem = SystemFiles()
    ) throws(StorageError) -> Recovery {
        do {
            let folder = try StateFolder(path: plan.folder, files: files, making: false)
            return try Recovery(ArchiveTarget(plan.archive, in: folder), model: plan.model, settingAside: false)
        } catch {
            guard error.errno == .noSuchFileOrFolder, error.kind == .cannotCreate else { throw error }
            return Recovery(default: plan.model)
        }
    }

    /// Saves the document.
    ///
    /// - Throws: `StorageError`; the old archive is whole then.
    package func save(_ archive: Archive) throws(StorageError) -> ArchiveSaver.Outcome {
        try saver.withLock { (saver) throws(StorageError) in try saver.save(archive) }
    }
}
