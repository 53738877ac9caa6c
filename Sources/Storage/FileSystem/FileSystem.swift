package import FourLinesLinux

/// Every system call of the storage, so that tests can let any of them fail or stop the world around it.
///
/// Names are relative to a folder's handle; a name that is a symlink is not followed, except where it says so.
package protocol FileSystem: Sendable {
    /// The path without symlinks, realpath(3).
    func resolve(_ path: String) throws(Errno) -> String
    /// Makes a folder and its missing parents, 0700; answers the paths that were made, from the top.
    func makeFolders(_ path: String) throws(Errno) -> [String]
    /// Opens a folder by its path.
    func openFolder(_ path: String) throws(Errno) -> FileHandle
    /// Opens a file of a folder; new ones are 0600.
    func open(_ name: String, in folder: FileHandle, _ options: OpenOptions) throws(Errno) -> FileHandle
    /// The status of an open file or folder.
    func status(of file: FileHandle) throws(Errno) -> FileStatus
    /// The status of a name in a folder, or nil if there is none.
    func status(of name: String, in folder: FileHandle) throws(Errno) -> FileStatus?
    /// The names in a folder.
    func names(in folder: FileHandle) throws(Errno) -> [String]
    /// Reads into a range of a buffer, at an offset; answers 0 at the end of the file.
    func read(_ file: FileHandle, into buffer: inout [UInt8], _ range: Range<Int>, at offset: Int64) throws(Errno)
        -> Int
    /// Writes at an offset; may write less than it was given.
    func write(_ file: FileHandle, _ bytes: [UInt8], _ range: Range<Int>, at offset: Int64) throws(Errno) -> Int
    /// Syncs content and metadata of a file, or the entries of a folder.
    func synchronize(_ file: FileHandle) throws(Errno)
    /// Syncs the content of a file, and what of its metadata is needed to read it.
    func synchronizeData(_ file: FileHandle) throws(Errno)
    /// Cuts or extends a file.
    func resize(_ file: FileHandle, to size: Int64) throws(Errno)
    /// Starts writing a range back, so that a later sync has less to do.
    func writeBack(_ file: FileHandle, _ range: Range<Int64>) throws(Errno)
    /// Renames within a folder.
    func rename(_ name: String, to newName: String, in folder: FileHandle, _ rule: RenameRule) throws(Errno)
    /// Gives a file of a folder a second name there.
    func link(_ name: String, to newName: String, in folder: FileHandle) throws(Errno)
    /// Removes a name of a folder.
    func unlink(_ name: String, in folder: FileHandle) throws(Errno)
    /// Takes the lock of an open file or folder, flock(2); answers false if somebody else has it.
    func tryLock(_ file: FileHandle) throws(Errno) -> Bool
    /// Nanoseconds since 1970-01-01 UTC.
    var wallClock: Int64 { get }
    /// The clock that is never set.
    var now: MonotonicTime { get }
    /// A random number, for names, seeds and the identity of a history.
    func random() -> UInt64
    /// The rules that hold: all of them, except where a test leaves one out.
    var rules: StorageRules { get }
    /// How large a segment is made, in bytes; at least the 1,024 of its head.
    var segmentSize: Int64 { get }
}

/// An open file or folder; it is closed when the last reference goes.
package final class FileHandle: Sendable {
    /// The file, where it is a real one.
    let file: OpenFile?
    /// Tells handles apart where they are not.
    package let number: Int

    package init(_ file: OpenFile?, number: Int = 0) {
        self.file = file
        self.number = number
    }
}
