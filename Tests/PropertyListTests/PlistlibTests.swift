import Foundation
import FourLinesPropertyList
import Testing

/// Python's plistlib as a judge: it reads our XML as it reads our binary form, and we read both of its forms alike.
@Suite struct PlistlibTests {
    static let script = """
        import pathlib, plistlib, sys

        def shown(value):
            # Types and the bits of reals count; a UID in XML is a dictionary to plistlib.
            if isinstance(value, dict):
                if list(value) == ["CF$UID"] and isinstance(value["CF$UID"], int):
                    return repr(plistlib.UID(value["CF$UID"]))
                return "{" + ",".join(repr(k) + ":" + shown(v) for k, v in sorted(value.items())) + "}"
            if isinstance(value, list):
                return "[" + ",".join(shown(v) for v in value) + "]"
            return repr(value)

        def plain(value):
            # What plistlib can write as XML: no UIDs, and line feeds for all line ends.
            if isinstance(value, dict):
                return {plain(k): plain(v) for k, v in value.items()}
            if isinstance(value, list):
                return [plain(v) for v in value]
            if isinstance(value, plistlib.UID):
                return value.data
            if isinstance(value, str):
                return value.replace("\\r\\n", "\\n").replace("\\r", "\\n")
            return value

        folder = pathlib.Path(sys.argv[1])
        for binary in sorted(folder.glob("*.ours.bplist")):
            stem = binary.name.split(".")[0]
            value = plistlib.loads(binary.read_bytes())
            text = plistlib.loads((folder / (stem + ".ours.xml")).read_bytes(), fmt=plistlib.FMT_XML)
            if shown(value) != shown(text):
                sys.exit(stem + ": " + shown(value) + " is not " + shown(text))
            for form, name in ((plistlib.FMT_XML, "xml"), (plistlib.FMT_BINARY, "bplist")):
                written = plistlib.dumps(plain(value), fmt=form, sort_keys=False)
                (folder / (stem + ".theirs." + name)).write_bytes(written)
        """

    /// Where python3 is, or nil: then there is no judge, which only a CI run must not accept.
    static let python: String? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    static let isRequired = ProcessInfo.processInfo.environment["CI"] == "true"

    @Test("plistlib and we read each other's files alike", .enabled(if: python != nil || isRequired))
    func agreement() throws {
        let python = try #require(Self.python, "CI needs python3")
        let folder = FileManager.default.temporaryDirectory.appending(path: "plistlib-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var random = Random()
        let count = 200
        for number in 0..<count {
            let view = try BinaryPropertyList(random.tree().encoded())
            try Data(view.bytes).write(to: folder.appending(path: "\(number).ours.bplist"))
            try Data(view.xml()).write(to: folder.appending(path: "\(number).ours.xml"))
        }
        let script = folder.appending(path: "judge.py")
        try Data(Self.script.utf8).write(to: script)
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [script.path, folder.path]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(said)")
        for number in 0..<count {
            let text = try Data(contentsOf: folder.appending(path: "\(number).theirs.xml"))
            let binary = try Data(contentsOf: folder.appending(path: "\(number).theirs.bplist"))
            #expect(try Tree(BinaryPropertyList(xml: Array(text))) == Tree(BinaryPropertyList(Array(binary))))
        }
    }
}
