import FourLinesLinux
import Synchronization

@testable import FourLinesStorage

/// The file system, in which any call can be made to fail.
final class FaultyFiles: FileSystem {
    /// A call that is about to be made.
    struct Call: Sendable {
        let operation: String
        let name: String
        var rule: RenameRule?
    }

    private let system = SystemFiles()
    private let state: Mutex<(calls: [Call], fault: @Sendable (Call) -> Errno?)>

    /// A file system whose calls fail with what a function answers for them.
    init(_ fault: @escaping @Sendable (Call) -> Errno? = { _ in nil }) {
        state = Mutex(([], fault))
    }

    /// The calls so far that could fail.
    var calls: [Call] { state.withLock { $0.calls } }

    /// Lets other calls fail from now on.
    func fail(_ fault: @escaping @Sendable (Call) -> Errno?) {
        state.withLock { $0 = ([], fault) }
    }

    private func call(_ operation: String, _ name: String, _ rule: RenameRule? = nil) throws(Errno) {
        let error = state.withLock { state in
            let call = Call(operation: operation, name: name, rule: rule)
            state.calls.append(call)
            return state.fault(call)
        }
        if let error { throw error }
    }

    func resolve(_ path: String) throws(Errno) -> String {
        try call("resolve", path)
        return try system.resolve(path)
    }

    func makeFolders(_ path: String) throws(Errno) -> [String] {
        try call("makeFolders", path)
        return try system.makeFolders(path)
    }

    func openFolder(_ path: String) throws(Errno) -> FileHandle {
        try call("openFolder", path)
        return try system.openFolder(path)
    }

    func open(_ name: String, in folder: FileHandle, _ options: OpenOptions) throws(Errno) -> FileHandle {
        try call("open", name)
        return try system.open(name, in: folder, options)
    }

    func status(of file: FileHandle) throws(Errno) -> FileStatus {
        try call("fstat", "")
        return try system.status(of: file)
    }

    func status(of name: String, in folder: FileHandle) throws(Errno) -> FileStatus? {
        try call("status", name)
        return try system.status(of: name, in: folder)
    }

    func names(in folder: FileHandle) throws(Errno) -> [String] {
        try call("names", "")
        return try system.names(in: folder)
    }

    func read(
        _ file: FileHandle, into buffer: inout [UInt8], _ range: Range<Int>, at offset: Int64
    ) throws(Errno) -> Int {
        try call("read", "")
        return try system.read(file, into: &buffer, range, at: offset)
    }

    func write(
        _ file: FileHandle, _ bytes: [UInt8], _ range: Range<Int>, at offset: Int64
    ) throws(Errno) -> Int {
        try call("write", "")
        // A short write is no failure: the rest has to follow.
        return try system.write(file, bytes, range.prefix(100), at: offset)
    }

    func synchronize(_ file: FileHandle) throws(Errno) {
        try call("synchronize", "")
        try system.synchronize(file)
    }

    func writeBack(_ file: FileHandle, _ range: Range<Int64>) throws(Errno) {
        try call("writeBack", "")
        try system.writeBack(file, range)
    }

    func rename(
        _ name: String, to newName: String, in folder: FileHandle, _ rule: RenameRule
    ) throws(Errno) {
        try call("rename", name, rule)
        try system.rename(name, to: newName, in: folder, rule)
    }

    func link(_ name: String, to newName: String, in folder: FileHandle) throws(Errno) {
        try call("link", name)
        try system.link(name, to: newName, in: folder)
    }

    func unlink(_ name: String, in folder: FileHandle) throws(Errno) {
        try call("unlink", name)
        try system.unlink(name, in: folder)
    }

    func tryLock(_ file: FileHandle) throws(Errno) -> Bool {
        try call("tryLock", "")
        return try system.tryLock(file)
    }

    var wallClock: Int64 { system.wallClock }
}

extension RenameRule {
    /// Whether a file system without renameat2(2) refuses it.
    var isExtended: Bool { self != .replace }
}
