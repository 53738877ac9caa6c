import FourLinesDocument
import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesClient

/// Runs over real files: `FOURLINES_CORPUS=FOLDER swift test --disable-xctest --filter FileCorpusTests`.
@Suite("fourlines file on real files", .enabled(if: FileCorpus.folder != nil), .serialized)
struct FileCorpusTests {
    @Test("The corpus is whole")
    func whole() {
        #expect(FileCorpus.archives.count == 104)
        #expect(FileCorpus.malformed.count == 124)
    }

    @Test(
        "Every archive is sound and shown, each path that is shown leads to its value", arguments: FileCorpus.archives)
    func shown(path: String) throws {
        for arguments in [["check"], ["check", "--json"], ["show"], ["show", "--json"]] {
            let program = Program()
            #expect(program.run((["file"] + arguments + [path]).map { Array($0.utf8) }) == .success)
            #expect(!program.output.isEmpty)
        }
        let document = try ArchiveFile.read(Array(path.utf8), Program().console).document()
        for node in FileCorpus.nodes(of: document) where node.isReachable {
            #expect(document.find(PathBytes(node.path))?.slot == node.node.slot)
        }
    }

    @Test("A value of every archive is changed and changed back; plistlib sees that change and no other")
    func edited() throws {
        let folder = try FileFolder()
        var names: [String] = []
        for (index, path) in FileCorpus.archives.enumerated() {
            let console = Program().console
            let old = try ArchiveFile.read(Array(path.utf8), console)
            guard let (key, text) = FileCorpus.change(in: old.document()) else { continue }
            let bytes = try Paths.read(path, limit: 1 << 30)
            let file = try folder.write("\(index)", bytes)
            let program = Program()
            let before = try #require(old.document().find(PathBytes(key)).flatMap { old.document().leaf(of: $0) })
            #expect(
                program.run(["file", "set", file].map { Array($0.utf8) } + [key, Array("--".utf8), text]) == .success)
            #expect(program.console.complaints.isEmpty)
            let new = try ArchiveFile.read(Array(file.utf8), console).document()
            #expect(new.find(PathBytes(key)).flatMap { new.leaf(of: $0) }.map { LeafText.bytes(of: $0) } == text)
            names += [path, file + ".new"]
            _ = try folder.write("\(index).new", folder.read("\(index)"))
            let back = LeafText.bytes(of: before)
            #expect(
                program.run(["file", "set", file].map { Array($0.utf8) } + [key, Array("--".utf8), back]) == .success)
            let isApart = FileCorpus.apart.contains { path.hasSuffix($0) }
            if old.archive.source?.isCanonical == true, !isApart {
                #expect(try folder.read("\(index)") == bytes, "\(path)")
            }
        }
        print("changed a value in \(names.count / 2) files")
        #expect(names.count / 2 == 89)
        try judge(names, in: folder)
    }

    /// Has plistlib compare pairs of files: each has to differ in one value.
    private func judge(_ names: [String], in folder: FileFolder) throws {
        let script = try folder.write("judge.py", Array(FileCorpus.judge.utf8))
        guard let python = try? ChildProcess.start("python3", ["-c", "pass"]), try python.wait().isSuccess else {
            return
        }
        let result = try ChildProcess.start("python3", [script] + names).wait()
        #expect(result.isSuccess)
    }

    @Test("A malformed file is unsound, or sound and shown, in a moment", arguments: FileCorpus.malformed)
    func malformed(path: String) throws {
        let clock = ContinuousClock()
        for command in ["check", "show"] {
            let program = Program()
            var code = ExitCode.success
            let time = clock.measure { code = program.run("file", command, path) }
            #expect(code == .success || code == .unsound)
            #expect(code == .success || command == "check" || program.complaint.contains("is not sound: "))
            #expect(time < FileCorpus.moment)
        }
    }

    @Test("Every archive goes to JSON and back, and to XML or is refused with a word", arguments: FileCorpus.archives)
    func converted(path: String) throws {
        let folder = try FileFolder()
        let program = Program()
        let file = try ArchiveFile.read(Array(path.utf8), program.console)
        #expect(
            program.run("file", "convert", path, "--to", file.form.rawValue, "-o", folder.path + "/own") == .success)
        #expect(try folder.read("own") == Paths.read(path, limit: 1 << 30))
        #expect(program.run("file", "convert", path, "--to", "json", "-o", folder.path + "/json") == .success)
        let again = try ArchiveFile.read(Array((folder.path + "/json").utf8), program.console)
        #expect(FileCorpus.text(of: again.document()) == FileCorpus.text(of: file.document()))
        let code = program.run("file", "convert", path, "--to", "archive-xml", "-o", folder.path + "/xml")
        #expect(code == .success || code == .refused)
    }
}

/// The real and the malformed files that `FOURLINES_CORPUS` names a folder of.
enum FileCorpus {
    static let folder = Environment.value("FOURLINES_CORPUS")
    static let archives = files(in: "archives")
    static let malformed = files(in: "malformed")

    /// The files that hold equal texts as several objects: once one of them was another text, nothing in the file says
    /// that they were apart.
    static let apart = [
        "goios/arrays.bin", "goios/arrays.xml", "goios/primitives.bin", "goios/primitives.xml",
        "scf/DateIntervalFormatter-Default.archive",
    ]

    /// How long a malformed file may take; programs that are not optimised get more.
    static var moment: Duration {
        #if DEBUG
            .seconds(10)
        #else
            .seconds(1)
        #endif
    }

    private static func files(in part: String) -> [String] {
        guard let folder else { return [] }
        let root = folder + "/" + part
        var found: [String] = []
        for group in (try? FileDescriptor.openFolder(root).names()) ?? [] where !group.hasSuffix(".tsv") {
            let names = (try? FileDescriptor.openFolder(root + "/" + group).names()) ?? []
            found += names.map { "\(root)/\(group)/\($0)" }
        }
        return found.sorted()
    }

    /// All nodes of a document.
    static func nodes(of document: Document) -> [TreeNode] {
        var walk = TreeWalk(document, census: Census(document.graph), deepest: 1000)
        var nodes: [TreeNode] = []
        for start in TreeStart.all(of: document) {
            walk.begin(start)
            while let node = walk.next() { nodes.append(node) }
        }
        return nodes
    }

    /// What is shown of a document but numbers of objects.
    static func text(of document: Document) -> [String] {
        nodes(of: document).map { node in
            var line = Array("\(String(decoding: node.path, as: UTF8.self)) \(document.kindName(of: node.node)) ".utf8)
            if case .leaf(let leaf) = node.content { line += LeafText.bytes(of: leaf) }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// A path of a document and another text for it: a string where there is one, else a number, and
    /// so on.
    static func change(in document: Document) -> (path: [UInt8], text: [UInt8])? {
        let leaves = nodes(of: document).compactMap { node -> (path: [UInt8], leaf: ArchiveLeaf)? in
            guard node.isReachable, case .leaf(let leaf) = node.content else { return nil }
            return (node.path, leaf)
        }
        func first(_ kinds: LeafKind...) -> (path: [UInt8], leaf: ArchiveLeaf)? {
            leaves.first { kinds.contains($0.leaf.kind) }
        }
        if let found = first(.string, .mutableString) { return (found.path, LeafText.bytes(of: found.leaf) + [0x21]) }
        if let found = first(.integer) { return (found.path, Array("30011".utf8)) }
        if let found = first(.real32, .real64) { return (found.path, Array("123.5".utf8)) }
        if let found = first(.date) { return (found.path, Array("2011-01-02T03:04:05Z".utf8)) }
        if let found = first(.data, .mutableData) { return (found.path, LeafText.bytes(of: found.leaf) + [0x21]) }
        if let found = first(.boolean) {
            return (found.path, Array((found.leaf.value.boolean == true ? "false" : "true").utf8))
        }
        if let found = first(.uuid) { return (found.path, Array("68753A44-4D6F-1226-9C60-0050E4C00067".utf8)) }
        return nil
    }

    /// Compares pairs of files by what their objects say, each object once, from `$top` and in order.
    static let judge = """
        import plistlib, sys

        def values(name):
            with open(name, 'rb') as file:
                list = plistlib.load(file)
            def uid(value):
                if isinstance(value, plistlib.UID): return value.data
                if isinstance(value, dict) and len(value) == 1 and 'CF$UID' in value: return value['CF$UID']
                return None
            seen, found = set(), []
            stack = [('', list['$top'])]
            while stack:
                path, value = stack.pop()
                number = uid(value)
                if number is not None:
                    value = list['$objects'][number]
                    if isinstance(value, dict):
                        if number in seen: continue
                        seen.add(number)
                if isinstance(value, dict):
                    stack += [(path + '.' + str(key), value[key]) for key in sorted(value, key=str, reverse=True)]
                elif isinstance(value, (tuple, type([]))):
                    stack += [(path + '.' + str(index), item) for index, item in reversed([*enumerate(value)])]
                else:
                    found.append((path, type(value).__name__, repr(value)))
            return found

        wrong = 0
        for old, new in zip(sys.argv[1::2], sys.argv[2::2]):
            first, second = values(old), values(new)
            count = sum(a != b for a, b in zip(first, second)) + abs(len(first) - len(second))
            if count != 1:
                wrong += 1
                print(old, 'differs in', count, 'values')
        sys.exit(1 if wrong else 0)
        """
}
