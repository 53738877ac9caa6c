import FourLinesDocument
import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesStorage

/// A state folder of a test's own, removed with all that is in it when the value goes.
final class StateFixture {
    private let path: String
    private let model: Model
    /// How often the state folder was changed for a new one.
    private var number = 0

    /// The path of the state folder.
    var state: String { path + "/state\(number)" }

    init() throws {
        let base = try Paths.resolve(Environment.value("TMPDIR") ?? "/tmp")
        path = base + "/storage-tests-" + String(RandomBytes.number(), radix: 36)
        _ = try Paths.makeFolders(path + "/state0")
        model = try #require(try ModelLibrary.model(named: "four-lines"))
    }

    deinit {
        if let child = try? ChildProcess.start("rm", ["-rf", path]) { _ = try? child.wait() }
    }

    /// Takes a new state folder.
    ///
    /// A process that another test starts holds the lock of the old one from its fork to its exec.
    func renew() throws {
        number += 1
        _ = try Paths.makeFolders(state)
    }

    var plan: Storage.Plan {
        Storage.Plan(folder: state, archive: "data.archive", model: model, socket: "/nowhere")
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

    var names: [String] { get throws { try FileDescriptor.openFolder(state).names().sorted() } }

    func read(_ name: String) throws -> [UInt8] { try Paths.read(state + "/" + name, limit: 1 << 20) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let file = try FileDescriptor.openFolder(state).open(name, [.writing, .create, .truncate])
        try file.writeAll(bytes)
    }

    /// The first line of the archive as a start would restore it.
    func restoredLine() throws -> String {
        try firstLine(of: Storage.check(plan).document)
    }
}

/// The first line of a document.
func firstLine(of document: Document) throws -> String {
    String(decoding: try document.value(at: KeyPath("lines.0".utf8)) ?? [], as: UTF8.self)
}
