import Foundation
import FourLinesLinux
import Testing

@Suite("Only the daemon's own user is served")
struct PeerTests {
    /// A user and group that is nobody in particular.
    private static let stranger: UInt32 = 34_567
    private static let become = ["setpriv", "--reuid=\(stranger)", "--regid=\(stranger)", "--clear-groups"]

    /// A folder that everybody can enter, so that only the daemon's own look at its peers keeps anybody out.
    private func openFolder() throws -> TestFolder {
        let folder = try TestFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        return folder
    }

    /// Copies the daemon to where every user can read it.
    ///
    /// A program of its own copies: were the copy open for writing here, a process that another test starts at that
    /// moment would hold it open, and it could not be run.
    private func copyProgram(to folder: TestFolder) throws -> String {
        #expect(try Run("cp", [Binaries.daemon, folder("fourlinesd")]).isSuccess)
        return folder("fourlinesd")
    }

    /// Opens a daemon's socket to everybody and connects as a user; answers what the daemon says to a PING.
    private func ping(_ daemon: DaemonProcess, as prefix: [String] = []) throws -> String {
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: daemon.socket)
        let line = prefix + ["socat", "-", "UNIX-CONNECT:" + daemon.socket]
        return try Run(line[0], Array(line.dropFirst()), input: Array("PING\n".utf8)).text
    }

    /// Connects as a user and only reads; answers whether the daemon refuses, which it does unasked.
    private func refuses(_ daemon: DaemonProcess, _ prefix: [String]) throws -> Bool {
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: daemon.socket)
        let line = prefix + ["socat", "-T5", "-u", "UNIX-CONNECT:" + daemon.socket, "-"]
        return try Run(line[0], Array(line.dropFirst())).text.hasPrefix("-NOPERM")
    }

    /// A daemon that the stranger runs, from a copy of the program that it can read.
    private func strangersDaemon(_ wrapper: [String]) throws -> DaemonProcess {
        let folder = try openFolder()
        let program = try copyProgram(to: folder)
        try folder.makeFolder("own")
        let owner = try Run("chown", ["\(Self.stranger)", folder("own")])
        #expect(owner.isSuccess)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder("own"))
        // The folder of the socket is made by the test: the daemon's own would be closed to others.
        let line = [program, "--state-dir", folder("own/state"), "--socket", folder("own/s")]
        return try DaemonProcess(in: folder, instead: Self.become + wrapper + line, socket: "own/s")
    }

    @Test("Another user is refused", .needsRoot, .needs("socat"))
    func anotherUser() throws {
        let daemon = try DaemonProcess(in: openFolder())
        #expect(try ping(daemon) == "+PONG\r\n")
        #expect(try refuses(daemon, Self.become))
        #expect(daemon.log.contains("user=\(Self.stranger)"))
    }

    @Test("Root may speak with a user's daemon, a third user may not", .needsRoot, .needs("socat"))
    func root() throws {
        let daemon = try strangersDaemon([])
        #expect(try ping(daemon) == "+PONG\r\n")
        #expect(try ping(daemon, as: Self.become) == "+PONG\r\n")
        #expect(try refuses(daemon, ["setpriv", "--reuid=34568", "--regid=34568", "--clear-groups"]))
    }

    @Test(
        "In a user namespace of the daemon's own root and all others are refused", .needsRoot, .needs("socat"),
        .enabled(if: Requirement.hasUserNamespaces, "no user namespaces here"))
    func namespace() throws {
        let daemon = try strangersDaemon([
            "unshare", "-U", "--map-user=\(Self.stranger)", "--map-group=\(Self.stranger)",
        ])
        #expect(try ping(daemon, as: Self.become) == "+PONG\r\n")
        #expect(try refuses(daemon, []))
        #expect(try refuses(daemon, ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]))
    }

    @Test("rule 17, an archive that its user cannot read is refused and left alone", .needsRoot)
    func unreadable() throws {
        let folder = try openFolder()
        let program = try copyProgram(to: folder)
        try folder.makeFolder("state")
        try folder.write("state/data.archive", ExampleArchive.bytes)
        #expect(try Run("chown", ["-R", "\(Self.stranger)", folder("state")]).isSuccess)
        #expect(try Run("chmod", ["0", folder("state/data.archive")]).isSuccess)
        let line = [program, "--state-dir", folder("state"), "--socket", folder("state/s")]
        let run = try Run(
            "setpriv", Array(Self.become.dropFirst()) + line,
            environment: DaemonProcess.environment(home: folder.path))
        #expect(run.code == 65, "\(run.errors)")
        #expect(run.errors.contains("data.archive"))
        #expect(try folder.read("state/data.archive") == ExampleArchive.bytes)
    }
}
