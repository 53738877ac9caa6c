import FourLinesLinux
package import KeyedArchive

/// A document that could be neither archived nor journaled, written to another folder.
package enum RescueArchive {
    /// Writes an archive there.
    ///
    /// - Parameters:
    ///   - archive: what is written.
    ///   - name: the archive's own name.
    ///   - folder: where it is written; made if it is not there.
    ///   - files: the file system.
    /// - Returns: its path.
    /// - Throws: `StorageError`.
    package static func write(
        _ archive: Archive, _ name: String, in folder: String, files: any FileSystem = SystemFiles()
    ) throws(StorageError) -> String {
        let bytes: [UInt8]
        do { bytes = try archive.encode() } catch {
            throw StorageError(.inputOutput, "cannot archive the document: \(error)")
        }
        let rescued = "\(name).rescue-\(FileStamp.text(files.wallClock))"
        do throws(Errno) {
            _ = try files.makeFolders(folder)
            let handle = try files.openFolder(folder)
            let file = try files.open(rescued, in: handle, [.writing, .create, .exclusive])
            var position = 0
            while position < bytes.count {
                let count = try files.write(file, bytes, position..<bytes.count, at: Int64(position))
                guard count > 0 else { throw Errno.noSpace }
                position += count
            }
            try files.synchronize(file)
            try files.synchronize(handle)
        } catch { throw .failed("write", folder + "/" + rescued, error) }
        return folder + "/" + rescued
    }

    /// The paths of the archives that were rescued under a name.
    package static func find(_ name: String, in folder: String, files: any FileSystem = SystemFiles()) -> [String] {
        guard let handle = try? files.openFolder(folder), let names = try? files.names(in: handle) else { return [] }
        return names.filter { $0.hasPrefix("\(name).rescue-") }.sorted().map { folder + "/" + $0 }
    }
}
