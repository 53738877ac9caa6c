import FourLinesLinux

/// A folder of a test's own, removed with all that is in it when the value goes.
final class TemporaryFolder {
    let path: String

    init() throws {
        let base = Environment.value("TMPDIR") ?? "/tmp"
        path = try Paths.resolve(base) + "/linux-tests-" + String(RandomBytes.number(), radix: 36)
        _ = try Paths.makeFolders(path)
    }

    deinit {
        if let child = try? ChildProcess.start("rm", ["-rf", path]) { _ = try? child.wait() }
    }

    func openFolder() throws -> FileDescriptor {
        try .openFolder(path)
    }

    func write(_ name: String, _ text: String) throws {
        let file = try openFolder().open(name, [.writing, .create, .truncate])
        try file.writeAll(Array(text.utf8))
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Paths.read(path + "/" + name, limit: 1 << 20), as: UTF8.self)
    }
}

/// The error that a piece of code throws, nil if it throws none.
func failure(_ body: () throws -> Void) -> Errno? {
    do {
        try body()
        return nil
    } catch {
        return error as? Errno
    }
}
