import FourLinesLinux
import Testing

@Suite struct PathTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test("The folders that were made are answered from the top, those that were there are not")
    func makeFolders() throws {
        let path = temporary.path + "/a/b/c"
        #expect(
            try Paths.makeFolders(path) == [temporary.path + "/a", temporary.path + "/a/b", temporary.path + "/a/b/c"])
        #expect(try Paths.makeFolders(path).isEmpty)
        #expect(try Paths.status(path)?.mode == .ownerFolder)
    }

    @Test("A file in the way of a folder is an error, a link to a folder is not")
    func inTheWay() throws {
        try temporary.write("file", "")
        #expect(failure { _ = try Paths.makeFolders(temporary.path + "/file/sub") } == .notAFolder)
        #expect(failure { _ = try Paths.makeFolders(temporary.path + "/file") } == .notAFolder)
        #expect(failure { _ = try Paths.makeFolders("relative/path") } == .invalidArgument)
        try temporary.openFolder().makeFolder("real")
        try temporary.openFolder().makeSymbolicLink("link", to: "real")
        #expect(try Paths.makeFolders(temporary.path + "/link/x") == [temporary.path + "/link/x"])
        try temporary.openFolder().makeSymbolicLink("dangling", to: "nowhere")
        #expect(failure { _ = try Paths.makeFolders(temporary.path + "/dangling") } == .fileExists)
    }

    @Test("Links are resolved to the end; one without a target and a circle are errors")
    func resolve() throws {
        let folder = try temporary.openFolder()
        try temporary.write("file", "")
        try folder.makeSymbolicLink("one", to: "two")
        try folder.makeSymbolicLink("two", to: "./file")
        try folder.makeSymbolicLink("dangling", to: "missing")
        try folder.makeSymbolicLink("circle", to: "circle")
        #expect(try Paths.resolve(temporary.path + "/one") == temporary.path + "/file")
        #expect(failure { _ = try Paths.resolve(temporary.path + "/dangling") } == .noSuchFileOrFolder)
        #expect(failure { _ = try Paths.resolve(temporary.path + "/circle") } == .tooManySymbolicLinks)
    }

    @Test(
        "A path is split into folder and name",
        arguments: [
            ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b/", "a", "b"), ("//a//b//", "//a", "b"),
            ("/ä/ö", "/ä", "ö"),
        ])
    func split(path: String, folder: String, name: String) {
        #expect(Paths.split(path)?.folder == folder)
        #expect(Paths.split(path)?.name == name)
    }

    @Test("A path without a last component cannot be split", arguments: ["", "/", "///", ".", "a/..", ".."])
    func noName(path: String) {
        #expect(Paths.split(path) == nil)
    }
}
