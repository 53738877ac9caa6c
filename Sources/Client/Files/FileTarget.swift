import FourLinesLinux

/// A file that is to be made or replaced in one step: whoever looks finds the old one or the new one, and a new one that
/// lasts.
///
/// A symbolic link is followed, so that it stays; the permissions of the old file are kept.
struct FileTarget {
    /// How the command line names it.
    let name: String
    private let folder: OpenFile
    private let folderPath: String
    private let file: String
    private let old: FileStatus?
    private let mode: FileMode

    static let backup = Option("--backup", "Keep the old file beside the new one: as FILE~, or FILE~2 and so on.")

    /// Finds the file that a path leads to.
    ///
    /// - Parameters:
    ///   - name: the path; nothing has to be there.
    ///   - mode: the permissions of a file that is made anew.
    /// - Throws: `.refused` for what is no file, or belongs to somebody else; `.inputOutput` for a folder that is not
    ///   there or may not be written.
    init(_ name: String, mode: FileMode = 0o644) throws(ClientError) {
        self.name = name
        do throws(Errno) {
            let resolved = try Paths.status(name, followingLink: true) == nil ? name : Paths.resolve(name)
            guard let parts = Paths.split(resolved) else { throw Errno.isAFolder }
            folder = OpenFile(try FileDescriptor.openFolder(parts.folder))
            (folderPath, file) = (parts.folder, parts.name)
            old = try folder.descriptor.status(of: file)
        } catch {
            throw .file(name, "written", error)
        }
        self.mode = old?.mode ?? mode
        guard let old else { return }
        switch old.kind {
        case .regular: break
        case .symbolicLink: throw ClientError(.refused, "“\(name)” is a symbolic link to nothing")
        case .folder: throw .file(name, "written", .isAFolder)
        case .socket, .pipe, .device: throw ClientError(.refused, "“\(name)” is no regular file")
        }
        guard old.user == CurrentProcess.effectiveUser else {
            throw ClientError(
                .refused, "“\(name)” belongs to another user, and would be yours if it were replaced: copy it first")
        }
    }

    /// Whether a path leads to something that is written to as it comes: a pipe or a device.
    static func isStream(_ name: String) -> Bool {
        switch (try? Paths.status(name, followingLink: true))??.kind {
        case .pipe, .device: true
        default: false
        }
    }

    /// Replaces the file.
    ///
    /// - Parameters:
    ///   - seen: the file that the new content was made from; if another one is there by now, nothing is written.
    ///   - keepsOld: whether the old file stays under another name.
    ///   - write: writes the new content, piece by piece.
    /// - Returns: the name under which the old file stays, if it does.
    /// - Throws: what `write` throws, `.conflict` if another file is there, `.inputOutput` for a failure of the system;
    ///   the old file is still there then.
    @discardableResult
    func replace(
        seen: FileStatus?, keepsOld: Bool, _ write: (FileOutput) throws(ClientError) -> Void
    ) throws(ClientError) -> String? {
        let temporary = file + ".tmp." + String(RandomBytes.number(), radix: 36)
        do {
            try make(temporary, write)
            if let seen { try check(seen) }
            let backup = keepsOld && old != nil ? try keepOld() : nil
            try move(temporary)
            return backup
        } catch {
            try? folder.descriptor.unlink(temporary)
            throw error
        }
    }

    private func make(_ temporary: String, _ write: (FileOutput) throws(ClientError) -> Void) throws(ClientError) {
        do {
            let file = OpenFile(try folder.descriptor.open(temporary, [.writing, .create, .exclusive], mode: mode))
            let output = FileOutput(file, name)
            try write(output)
            try output.finish()
            // The umask may have taken bits away that the old file has.
            if old != nil { try file.descriptor.setPermissions(mode) }
            try file.descriptor.synchronize()
        } catch let error as ClientError {
            throw error
        } catch let error as Errno {
            throw .file(name, "written", error)
        } catch {
            throw ClientError(.inputOutput, "“\(name)” cannot be written: \(error)")
        }
    }

    private func check(_ seen: FileStatus) throws(ClientError) {
        let present = try? folder.descriptor.status(of: file)
        guard let present, present.identity == seen.identity, present.size == seen.size,
            present.modificationTime == seen.modificationTime
        else {
            throw ClientError(.conflict, "“\(name)” was changed by another program meanwhile; nothing was written")
        }
    }

    /// Gives the old file a second name, which no other file has.
    private func keepOld() throws(ClientError) -> String {
        for number in 1...999 {
            let backup = file + "~" + (number == 1 ? "" : String(number))
            do {
                try folder.descriptor.link(file, to: backup, in: folder.descriptor)
                return folderPath == "." ? backup : folderPath + "/" + backup
            } catch .fileExists {
                continue
            } catch {
                // A file system without second names: the gap between the two renames is all that is lost by it.
                guard error == .notPermitted || error == .notSupported else {
                    throw .file(name, "kept as \(backup)", error)
                }
                do {
                    try folder.descriptor.rename(file, to: backup, .noReplace)
                    return folderPath == "." ? backup : folderPath + "/" + backup
                } catch .fileExists {
                    continue
                } catch {
                    throw .file(name, "kept as \(backup)", error)
                }
            }
        }
        throw ClientError(.refused, "“\(name)” has 999 backups already; remove some")
    }

    private func move(_ temporary: String) throws(ClientError) {
        do {
            try folder.descriptor.rename(temporary, to: file)
            try folder.descriptor.synchronize()
        } catch {
            throw .file(name, "replaced", error)
        }
    }
}
