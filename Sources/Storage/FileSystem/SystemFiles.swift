package import FourLinesLinux

/// The file system itself.
package struct SystemFiles: FileSystem {
    package init() {}

    private func open(_ handle: FileHandle) throws(Errno) -> OpenFile {
        guard let file = handle.file else { throw .badDescriptor }
        return file
    }

    package func resolve(_ path: String) throws(Errno) -> String { try Paths.resolve(path) }

    package func makeFolders(_ path: String) throws(Errno) -> [String] { try Paths.makeFolders(path) }

    package func openFolder(_ path: String) throws(Errno) -> FileHandle {
        FileHandle(OpenFile(try FileDescriptor.openFolder(path)))
    }

    package func open(_ name: String, in folder: FileHandle, _ options: OpenOptions) throws(Errno) -> FileHandle {
        FileHandle(OpenFile(try open(folder).descriptor.open(name, options.union(.noFollow))))
    }

    package func status(of file: FileHandle) throws(Errno) -> FileStatus { try open(file).descriptor.status() }

    package func status(of name: String, in folder: FileHandle) throws(Errno) -> FileStatus? {
        try open(folder).descriptor.status(of: name)
    }

    package func names(in folder: FileHandle) throws(Errno) -> [String] { try open(folder).descriptor.names() }

    package func read(
        _ file: FileHandle, into buffer: inout [UInt8], _ range: Range<Int>, at offset: Int64
    ) throws(Errno) -> Int {
        try open(file).descriptor.read(into: &buffer, range, at: offset)
    }

    package func write(
        _ file: FileHandle, _ bytes: [UInt8], _ range: Range<Int>, at offset: Int64
    ) throws(Errno) -> Int {
        try open(file).descriptor.write(bytes, range, at: offset)
    }

    package func synchronize(_ file: FileHandle) throws(Errno) { try open(file).descriptor.synchronize() }

    package func synchronizeData(_ file: FileHandle) throws(Errno) {
        try open(file).descriptor.synchronizeData()
    }

    package func resize(_ file: FileHandle, to size: Int64) throws(Errno) {
        try open(file).descriptor.resize(to: size)
    }

    package func writeBack(_ file: FileHandle, _ range: Range<Int64>) throws(Errno) {
        try open(file).descriptor.writeBack(range, waiting: false)
    }

    package func rename(
        _ name: String, to newName: String, in folder: FileHandle, _ rule: RenameRule
    ) throws(Errno) {
        try open(folder).descriptor.rename(name, to: newName, rule)
    }

    package func link(_ name: String, to newName: String, in folder: FileHandle) throws(Errno) {
        let folder = try open(folder)
        try folder.descriptor.link(name, to: newName, in: folder.descriptor)
    }

    package func unlink(_ name: String, in folder: FileHandle) throws(Errno) {
        try open(folder).descriptor.unlink(name)
    }

    package func tryLock(_ file: FileHandle) throws(Errno) -> Bool { try open(file).descriptor.tryLock() }

    package var wallClock: Int64 { WallClock.nanoseconds }

    package var now: MonotonicTime { .now }

    package func random() -> UInt64 { RandomBytes.number() }
}
