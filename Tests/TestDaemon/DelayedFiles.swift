import FourLinesLinux
import FourLinesStorage
import Glibc
import Synchronization

/// The file system, with a restore and saves that take long, or saves that fail.
struct DelayedFiles: FileSystem {
    private static let isRestored = Atomic(false)

    private let files = SystemFiles()
    private let restoring: UInt32
    private let saving: UInt32
    private let failing: Bool

    init(restoring: UInt32, saving: UInt32, failing: Bool) {
        self.restoring = restoring
        self.saving = saving
        self.failing = failing
    }

    func resolve(_ path: String) throws(Errno) -> String { try files.resolve(path) }

    func makeFolders(_ path: String) throws(Errno) -> [String] { try files.makeFolders(path) }

    func openFolder(_ path: String) throws(Errno) -> FileHandle {
        // The first thing that a restore does; others may follow.
        if Self.isRestored.exchange(true, ordering: .relaxed) == false { sleep(restoring) }
        return try files.openFolder(path)
    }

    func open(_ name: String, in folder: FileHandle, _ options: OpenOptions) throws(Errno) -> FileHandle {
        // Only a save makes a file of this kind.
        if options.contains(.create), name.contains(".tmp.") {
            sleep(saving)
            if failing { throw .noSpace }
        }
        return try files.open(name, in: folder, options)
    }

    func status(of file: FileHandle) throws(Errno) -> FileStatus { try files.status(of: file) }

    func status(of name: String, in folder: FileHandle) throws(Errno) -> FileStatus? {
        try files.status(of: name, in: folder)
    }

    func names(in folder: FileHandle) throws(Errno) -> [String] { try files.names(in: folder) }

    func read(
        _ file: FileHandle, into buffer: inout [UInt8], _ range: Range<Int>, at offset: Int64
    ) throws(Errno) -> Int {
        try files.read(file, into: &buffer, range, at: offset)
    }

    func write(_ file: FileHandle, _ bytes: [UInt8], _ range: Range<Int>, at offset: Int64) throws(Errno) -> Int {
        try files.write(file, bytes, range, at: offset)
    }

    func synchronize(_ file: FileHandle) throws(Errno) { try files.synchronize(file) }

    func synchronizeData(_ file: FileHandle) throws(Errno) { try files.synchronizeData(file) }

    func resize(_ file: FileHandle, to size: Int64) throws(Errno) { try files.resize(file, to: size) }

    func writeBack(_ file: FileHandle, _ range: Range<Int64>) throws(Errno) { try files.writeBack(file, range) }

    func rename(_ name: String, to newName: String, in folder: FileHandle, _ rule: RenameRule) throws(Errno) {
        try files.rename(name, to: newName, in: folder, rule)
    }

    func link(_ name: String, to newName: String, in folder: FileHandle) throws(Errno) {
        try files.link(name, to: newName, in: folder)
    }

    func unlink(_ name: String, in folder: FileHandle) throws(Errno) { try files.unlink(name, in: folder) }

    func tryLock(_ file: FileHandle) throws(Errno) -> Bool { try files.tryLock(file) }

    var wallClock: Int64 { files.wallClock }

    var now: MonotonicTime { files.now }

    func random() -> UInt64 { files.random() }

    var rules: StorageRules { files.rules }

    var segmentSize: Int64 { files.segmentSize }
}
