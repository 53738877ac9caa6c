import FourLinesLinux
import FourLinesSettings
import Testing

@testable import FourLinesClient

@Suite("fourlines documents")
struct DocumentsTests {
    /// A home with files, and what is computed from it.
    private func places(_ files: [String]) throws -> (DocumentPlaces, FileFolder) {
        let home = try FileFolder()
        for file in files {
            let path = home.path + "/" + file
            _ = try Paths.makeFolders(Paths.split(path)?.folder ?? "")
            try FileDescriptor.open(path, [.writing, .create]).writeAll(Array("[Storage]\nStateFolder=/else\n".utf8))
        }
        let surroundings = DocumentLocations.Surroundings(
            variable: { $0 == "XDG_RUNTIME_DIR" ? home.path + "/run" : nil }, home: home.path, user: 1000,
            isPrivateFolder: { _ in false })
        return (DocumentPlaces(surroundings), home)
    }

    @Test(
        "A document is known by its state folder, its socket, its configuration or its unit",
        arguments: [
            ([], []), ([".local/state/fourlines/data.archive"], [nil]),
            ([".local/state/fourlines@b/x", ".local/state/fourlines@a/x", ".local/state/other/x"], ["a", "b"]),
            (["run/fourlines/socket", "run/fourlines@c/socket", "run/fourlines@d/lock"], [nil, "c"]),
            ([".config/fourlines/fourlinesd.conf", ".config/fourlines@e/fourlinesd.conf"], ["e"]),
            (
                [
                    ".local/share/systemd/user/fourlinesd.service.d/fourlines.conf",
                    ".local/share/systemd/user/fourlinesd@f.service.d/fourlines.conf",
                ], [nil, "f"]
            ),
            ([".local/state/fourlines@a b/x"], []),
        ] as [([String], [String?])])
    func names(files: [String], expected: [String?]) throws {
        #expect(try places(files).0.names() == expected)
    }

    @Test("The configuration says where the state folder is")
    func configured() throws {
        let (places, home) = try places([".config/fourlines@e/fourlinesd.conf"])
        #expect(try places.locations("e").stateFolder == "/else")
        #expect(try places.locations("f").stateFolder == home.path + "/.local/state/fourlines@f")
    }

    @Test("The sockets that are listened on are those with the flag")
    func sockets() {
        let text = """
            Num       RefCount Protocol Flags    Type St Inode Path
            00000000ad18ba42: 00000002 00000000 00010000 0001 01 6578896 /run/a b/socket
            00000000ad18ba43: 00000003 00000000 00000000 0001 03 6578897 /run/c/socket
            00000000ad18ba44: 00000003 00000000 00010000 0001 03 6578898

            """
        #expect(SystemSockets(text).listening == ["/run/a b/socket"])
    }

    @Test(
        "The archive's name is what its journal says, or what it usually is",
        arguments: [
            (["staff.plist", "staff.plist.journal.3", "data.archive"], "staff.plist"),
            (["x.archive", "data.archive", "data.archive.1", "fourlines.lock"], "data.archive"),
            (["roster.archive", "roster.archive.1"], "roster.archive"), (["fourlines.lock"], nil),
        ] as [([String], String?)])
    func archive(names: [String], expected: String?) {
        #expect(DocumentFolder(names: names).archive == expected)
    }

    @Test("Without a document that is said, and no option says which one is meant")
    func nothing() {
        let program = Program()
        #expect(program.run("documents", "--json") == .nothing)
        #expect(program.output == "[]\n")
        #expect(program.run("documents", "--name", "a") == .usage)
        #expect(program.daemon.requests.isEmpty)
    }
}
