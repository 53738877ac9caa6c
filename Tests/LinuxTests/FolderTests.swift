import FourLinesLinux
import Testing

@Suite struct FolderTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test("A symbolic link is not opened with noFollow")
    func noFollow() throws {
        let folder = try temporary.openFolder()
        try temporary.write("target", "x")
        try folder.makeSymbolicLink("link", to: "target")
        #expect(failure { _ = try folder.open("link", [.reading, .noFollow]) } == .tooManySymbolicLinks)
        #expect(failure { _ = try folder.open("link", [.writing, .create, .exclusive]) } == .fileExists)
        #expect(try folder.open("link", .reading).readToEnd(limit: 10) == [120])
        #expect(try folder.readLink("link") == "target")
        #expect(try folder.status(of: "link")?.kind == .symbolicLink)
        #expect(failure { _ = try folder.readLink("target") } == .invalidArgument)
    }

    @Test("Two files change names in one step")
    func exchange() throws {
        let folder = try temporary.openFolder()
        try temporary.write("a", "first")
        try temporary.write("b", "second")
        try folder.rename("a", to: "b", .exchange)
        #expect(try temporary.read("a") == "second")
        #expect(try temporary.read("b") == "first")
        #expect(failure { try folder.rename("a", to: "missing", .exchange) } == .noSuchFileOrFolder)
    }

    @Test("A rename that must not replace leaves both files alone")
    func noReplace() throws {
        let folder = try temporary.openFolder()
        try temporary.write("a", "first")
        try temporary.write("b", "second")
        #expect(failure { try folder.rename("a", to: "b", .noReplace) } == .fileExists)
        #expect(try temporary.read("a") == "first")
        #expect(try temporary.read("b") == "second")
        try folder.rename("a", to: "c", .noReplace)
        #expect(try temporary.read("c") == "first")
    }

    @Test("A plain rename replaces, also across folders")
    func replace() throws {
        let folder = try temporary.openFolder()
        try temporary.write("a", "first")
        try folder.makeFolder("sub")
        let sub = try folder.open("sub", [.folder, .noFollow])
        try temporary.write("sub/b", "second")
        try folder.rename("a", to: "b", in: sub)
        #expect(try temporary.read("sub/b") == "first")
        #expect(try folder.names() == ["sub"])
    }

    @Test("Only the answers of a file system that does not know a rule count as unsupported")
    func unsupported() {
        #expect(Errno.invalidArgument.isUnsupportedRename)
        #expect(Errno.notImplemented.isUnsupportedRename)
        #expect(!Errno.busy.isUnsupportedRename)
        #expect(!Errno.fileExists.isUnsupportedRename)
    }

    @Test("All names of a large folder are listed, each once, and a second time too")
    func names() throws {
        let folder = try temporary.openFolder()
        let expected = Set((0..<2000).map { "name-with-some-length-\($0)" })
        for name in expected { _ = try folder.open(name, [.writing, .create]) }
        for _ in 0..<2 {
            let names = try folder.names()
            #expect(names.count == expected.count)
            #expect(Set(names) == expected)
        }
    }

    @Test("A second name leads to the same file and must be free")
    func link() throws {
        let folder = try temporary.openFolder()
        try temporary.write("a", "first")
        try temporary.write("taken", "")
        try folder.link("a", to: "b", in: folder)
        #expect(try folder.status(of: "a")?.linkCount == 2)
        #expect(try folder.status(of: "a")?.identity == folder.status(of: "b")?.identity)
        #expect(failure { try folder.link("a", to: "taken", in: folder) } == .fileExists)
    }

    @Test("Folders are made and removed; a full one is not")
    func folders() throws {
        let folder = try temporary.openFolder()
        try folder.makeFolder("sub", mode: 0o700)
        #expect(try folder.status(of: "sub")?.mode == .ownerFolder)
        try temporary.write("sub/file", "")
        #expect(failure { try folder.removeFolder("sub") } == .folderNotEmpty)
        #expect(failure { try folder.unlink("sub") } == .isAFolder)
        try folder.unlink("sub/file")
        try folder.removeFolder("sub")
        #expect(try folder.names().isEmpty)
        #expect(failure { _ = try FileDescriptor.openFolder("/dev/null") } == .notAFolder)
    }

    @Test("Permission to enter, read and write is told without trying")
    func access() throws {
        let folder = try temporary.openFolder()
        try temporary.write("a", "")
        #expect(try folder.permits([.read, .write], "a"))
        #expect(try !folder.permits(.execute, "a"))
        #expect(failure { _ = try folder.permits(.read, "missing") } == .noSuchFileOrFolder)
    }
}
