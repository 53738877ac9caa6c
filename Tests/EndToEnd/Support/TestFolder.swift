import Foundation
import FourLinesLinux

/// A folder of a test's own, with a short path, removed with all that is in it when the value goes.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        // A socket's path may have 107 bytes, so a long TMPDIR is no place for it.
        let wanted = Environment.value("TMPDIR") ?? "/tmp"
        let base = wanted.utf8.count < 50 ? wanted : "/tmp"
        path = base + "/fl-" + String(RandomBytes.number(), radix: 36)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a name in the folder.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Makes a folder, with its parents.
    func makeFolder(_ name: String, mode: Int = 0o700) throws {
        try FileManager.default.createDirectory(
            atPath: self(name), withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
    }

    /// Writes a file.
    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    }

    func read(_ name: String) throws -> [UInt8] { try contents(of: self(name)) }
}

/// The bytes of a file.
func contents(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

/// The names in a folder, in order.
func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

/// What tells whether a file was touched.
func stamp(of path: String) throws -> [Int64] {
    guard let status = try Paths.status(path) else { return [] }
    return [Int64(bitPattern: status.identity.inode), status.size, status.modificationTime]
}
