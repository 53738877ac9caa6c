package import FourLinesDocument
import FourLinesLinux
import KeyedArchive

/// Opens a document's state folder.
package enum Storage {
    /// What to open, and how.
    package struct Plan: Sendable {
        /// The path of the state folder.
        package var folder: String
        /// The archive's name in it.
        package var archive: String
        /// What the document has to be.
        package var model: ModelChoice
        /// The form of a state file that is made new; nil for the model's.
        package var format: Model.Format?
        /// The path of the socket, for whoever finds the lock taken.
        package var socket: String

        package init(folder: String, archive: String, model: ModelChoice, socket: String) {
            self.folder = folder
            self.archive = archive
            self.model = model
            self.socket = socket
        }
    }

    /// Whether a name in a state folder is one that the storage gives to other files than the archive.
    package static func isReserved(_ name: String) -> Bool {
        if name == StateFolder.lockName || name.hasSuffix(".next") { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 2 && ["journal", "tmp"].contains(parts[parts.count - 2])
            || parts.contains { $0.hasPrefix("aside-") }
    }

    /// A state folder that is open and locked, and what was found in it.
    package struct Opened: Sendable {
        /// What was found.
        package let recovery: Recovery
        /// The path of the archive, its symlink resolved.
        package let archivePath: String
        let archive: String
        let state: StateFolder
        let side: ThreadConfined<ArchiveSide>
        let urgent: UrgentWork
    }

    /// Opens and locks a state folder, and reads what is in it; on the file thread.
    ///
    /// - Throws: `StorageError`; nothing was touched then, except that the folder may have been made.
    package static func open(
        _ plan: Plan, files: any FileSystem = SystemFiles()
    ) throws(StorageError) -> Opened {
        let folder = try StateFolder(path: plan.folder, files: files, making: true)
        try folder.lock(socket: plan.socket)
        let target = try ArchiveTarget(plan.archive, in: folder)
        var recovery = try Recovery(target, plan, in: folder)
        let urgent = UrgentWork()
        let side = ArchiveSide(plan, state: folder, target: target, recovery: recovery) { urgent.drain() }
        try side.saver.clean(&recovery)
        return Opened(
            recovery: recovery, archivePath: target.path, archive: plan.archive, state: folder,
            side: ThreadConfined(handingOver: side), urgent: urgent)
    }

    /// Says what a start would find, without lock or change.
    package static func check(
        _ plan: Plan, files: any FileSystem = SystemFiles()
    ) throws(StorageError) -> Recovery {
        do {
            let folder = try StateFolder(path: plan.folder, files: files, making: false)
            let target = try ArchiveTarget(plan.archive, in: folder)
            return try Recovery(target, plan, in: folder)
        } catch {
            guard error.errno == .noSuchFileOrFolder, error.kind == .cannotCreate else { throw error }
            return Recovery(defaultOf: plan, files: files)
        }
    }
}

extension Storage.Plan {
    /// The document of somebody who has none yet; without a model it is an archive with nothing in it.
    var newDocument: Document {
        guard let model = model.modelOfNew else { return Document(Archive(graph: .emptyArchive()), model: nil) }
        return Document(default: model, format: format)
    }

    /// A file of the archive's folder, of a model that may be chosen.
    func read(_ name: String, of target: ArchiveTarget) throws(StorageError) -> ArchiveReading {
        try ArchiveReading(name, of: target, model)
    }
}

extension Recovery {
    /// What was done, in words.
    package var summary: String {
        var text = "restored from \(origin)"
        if replayed > 0 { text += ", \(replayed) edits from the journal" }
        return text
    }
}
