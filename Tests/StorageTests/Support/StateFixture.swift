import FourLinesDocument
import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesStorage

/// A state folder of a test's own, removed with all that is in it when the value goes.
final class StateFixture {
    let path: String
    let model: Model

    init() throws {
        let base = try Paths.resolve(Environment.value("TMPDIR") ?? "/tmp")
        path = base + "/storage-tests-" + String(RandomBytes.number(), radix: 36)
        _ = try Paths.makeFolders(path + "/state")
        model = try #require(try ModelLibrary.model(named: "four-lines"))
    }

    deinit {
        if let child = try? ChildProcess.start("rm", ["-rf", path]) { _ = try? child.wait() }
    }

    var plan: Storage.Plan {
        Storage.Plan(folder: path + "/state", archive: "data.archive", model: model, socket: "/nowhere")
    }

    func open(_ files: any FileSystem = SystemFiles()) throws -> (storage: Storage, recovery: Recovery) {
        try Storage.open(plan, files: files)
    }

    /// A document of the model with some first line.
    func document(_ line: String) throws -> Document {
        var document = Document(default: model)
        try document.setElement(0, of: KeyPath("lines".utf8), to: Array(line.utf8))
        _ = document.commit(.init(time: 0, client: "", command: "lset"))
        return document
    }

    var names: [String] { get throws { try FileDescriptor.openFolder(path + "/state").names().sorted() } }

    func read(_ name: String) throws -> [UInt8] { try Paths.read(path + "/state/" + name, limit: 1 << 20) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let file = try FileDescriptor.openFolder(path + "/state").open(name, [.writing, .create, .truncate])
        try file.writeAll(bytes)
    }

    /// The first line of the archive as a new start would restore it.
    func restoredLine() throws -> String {
        let (_, recovery) = try open()
        return try firstLine(of: recovery.document)
    }
}

/// The first line of a document.
func firstLine(of document: Document) throws -> String {
    String(decoding: try document.value(at: KeyPath("lines.0".utf8)) ?? [], as: UTF8.self)
}
