import Foundation
import FourLinesLinux
import Testing

@Suite("One daemon a document, and one socket")
struct SocketTests {
    @Test("The second daemon on a state folder exits with 75 and names the first's process")
    func twoDaemons() throws {
        let first = try DaemonProcess(archive: ExampleArchive.bytes)
        let second = try DaemonProcess(in: first.folder, ["--socket", first.folder("other")], serving: false)
        #expect(try second.end() == .exited(75))
        #expect(second.log.contains("process \(first.id)"), "\(second.log)")
        #expect(try first.lines() == ExampleArchive.lines)
    }

    @Test("A socket that is served is left alone by a daemon of another document")
    func liveSocket() throws {
        let first = try DaemonProcess(archive: ExampleArchive.bytes)
        let second = try DaemonProcess(in: first.folder, ["--state-dir", first.folder("other")], serving: false)
        #expect(try second.end() == .exited(69))
        #expect(second.log.contains(first.socket))
        #expect(try first.lines() == ExampleArchive.lines)
    }

    @Test("A socket that kill -9 has left is replaced")
    func staleSocket() throws {
        let first = try DaemonProcess(archive: ExampleArchive.bytes)
        try first.process.send(.kill)
        _ = try first.end()
        #expect(try Paths.status(first.socket)?.kind == .socket)
        #expect(try DaemonProcess(in: first.folder).lines() == ExampleArchive.lines)
    }

    @Test("What is no socket is not replaced", arguments: ["file", "folder", "link"])
    func notASocket(kind: String) throws {
        let folder = try TestFolder()
        switch kind {
        case "file": try folder.write("s", [1, 2, 3])
        case "folder": try folder.makeFolder("s")
        default: try FileManager.default.createSymbolicLink(atPath: folder("s"), withDestinationPath: "nothing")
        }
        let before = try stamp(of: folder("s"))
        let daemon = try DaemonProcess(in: folder, serving: false)
        #expect(try daemon.end() == .exited(69))
        #expect(try stamp(of: folder("s")) == before)
    }

    @Test("A socket's path that is too long is said with its length")
    func longPath() throws {
        let folder = try TestFolder()
        let path = folder(String(repeating: "x", count: 120))
        let daemon = try DaemonProcess(in: folder, ["--socket", path], serving: false)
        #expect(try daemon.end() == .exited(69))
        #expect(daemon.log.contains("\(path.utf8.count) bytes"), "\(daemon.log)")
    }

    @Test("A path of 107 bytes is served")
    func longestPath() throws {
        let folder = try TestFolder()
        let path = folder(String(repeating: "x", count: 107 - folder.path.utf8.count - 1))
        let daemon = try DaemonProcess(in: folder, ["--socket", path], serving: false)
        #expect(try daemon.logs("in another terminal"))
        #expect(try Conversation(path, with: daemon).lines() == ["", "", "", ""])
    }

    @Test("The socket goes when the daemon ends")
    func removed() throws {
        let daemon = try DaemonProcess()
        #expect(try daemon.terminate() == .exited(0))
        #expect(try Paths.status(daemon.socket) == nil)
    }

    @Test("A socket that was removed is bound again at SIGHUP")
    func boundAgain() throws {
        let daemon = try DaemonProcess(archive: ExampleArchive.bytes)
        try Paths.unlink(daemon.socket)
        try daemon.process.send(.hangup)
        try daemon.waitUntilServing()
        #expect(try daemon.lines() == ExampleArchive.lines)
    }

    @Test("A daemon whose socket somebody else has taken archives and ends")
    func takenOver() throws {
        let daemon = try DaemonProcess()
        try daemon.connect().setLine(0, "kept")
        try Paths.unlink(daemon.socket)
        try daemon.folder.write("s", [1])
        try daemon.process.send(.hangup)
        #expect(try daemon.end() == .exited(0))
        #expect(try daemon.folder.read("s") == [1])
        try Paths.unlink(daemon.socket)
        #expect(try DaemonProcess(in: daemon.folder).lines()[0] == "kept")
    }

    @Test("Clients that never leave cannot keep the document from being archived", arguments: [64, 200])
    func tooManyClients(limit: Int) throws {
        let folder = try TestFolder()
        let line = ["sh", "-c", "ulimit -n \(limit) && exec \"$@\"", "sh"] + DaemonProcess.line(in: folder)
        let daemon = try DaemonProcess(in: folder, instead: line)
        let first = try daemon.connect()
        try first.setLine(0, "kept")
        let others = try (0..<limit).map { _ in try daemon.connect() }
        #expect(try others[limit - 1].rest() == "-ERR max number of clients reached\r\n")
        try first.save()
        try first.setLine(0, "kept too")
        #expect(daemon.log.split(separator: "\n").filter { $0.contains("clients are connected") }.count == 1)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try DaemonProcess(in: folder).lines()[0] == "kept too")
    }
}
