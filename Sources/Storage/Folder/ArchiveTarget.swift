import FourLinesLinux

/// Where the archive lies: the folder of its target and its name there.
///
/// The archive's name may be a symlink that we own; it is resolved once, and all that follows happens beside the
/// target, under names formed from the target's own.
package struct ArchiveTarget: Sendable {
    let folder: FileHandle
    let folderPath: String
    let name: String
    let files: any FileSystem

    /// The path of the archive, for messages.
    package var path: String { folderPath + "/" + name }

    /// The name of a whole, synced save just before the names change.
    var nextName: String { name + ".next" }

    /// Finds the target of an archive's name in a state folder.
    ///
    /// - Throws: `StorageError` of kind `refused`: a link of somebody else, or without a target.
    package init(_ archive: String, in state: StateFolder) throws(StorageError) {
        files = state.files
        let path = state.path + "/" + archive
        let status: FileStatus?
        do { status = try files.status(of: archive, in: state.handle) } catch {
            throw .failed("look at", path, error, .refused)
        }
        guard status?.kind == .symbolicLink else {
            folder = state.handle
            folderPath = state.path
            name = archive
            return
        }
        guard status?.user == CurrentProcess.effectiveUser else {
            throw StorageError(.refused, "\(path) is a symlink that belongs to somebody else")
        }
        let target: String
        do { target = try files.resolve(path) } catch {
            guard error == .noSuchFileOrFolder else { throw .failed("follow the symlink", path, error, .refused) }
            throw StorageError(.refused, "\(path) is a symlink to nothing", errno: error)
        }
        guard let parts = Paths.split(target) else {
            throw StorageError(.refused, "\(path) is a symlink to \(target), which is no file")
        }
        do { folder = try files.openFolder(parts.folder) } catch {
            throw .failed("open the folder", parts.folder, error, .refused)
        }
        folderPath = parts.folder
        name = parts.name
    }

    /// Renames a file beside the archive so that it is kept, and answers its new name.
    ///
    /// The word says why: `damaged` or `foreign`; a segment, which lies in the state folder, is `aside`.
    func setAside(_ file: String, as word: String, in state: StateFolder? = nil) throws(StorageError) -> String {
        let stamp = FileStamp.text(files.wallClock)
        let (folder, folderPath) = (state?.handle ?? folder, state?.path ?? folderPath)
        let start = state == nil ? name : file
        for counter in 0..<1000 {
            let kept = "\(start).\(word)-\(stamp)" + (counter == 0 ? "" : ".\(counter)")
            do {
                try files.rename(file, to: kept, in: folder, .noReplace)
                return kept
            } catch {
                if error == .fileExists { continue }
                guard error.isUnsupportedRename else { throw .failed("set aside", folderPath + "/" + file, error) }
            }
            // Where the system cannot refuse to replace, a second name does: link(2) never replaces one.
            do {
                try files.link(file, to: kept, in: folder)
                try files.unlink(file, in: folder)
                return kept
            } catch {
                guard error == .fileExists else { throw .failed("set aside", folderPath + "/" + file, error) }
            }
        }
        throw StorageError(.inputOutput, "cannot set aside \(folderPath)/\(file): too many files are set aside")
    }
}
