import FourLinesSettings
import Testing

/// A file as a list of lines that tests compare: `[Name]@line`, `Key=Value@line`.
private func outline(_ text: String) throws(SettingsError) -> [String] {
    try SettingsFile(parsing: [UInt8](text.utf8)).sections.flatMap { section in
        ["[\(section.name)]@\(section.line)"] + section.entries.map { "\($0.key)=\($0.value)@\($0.line)" }
    }
}

struct SoundFile: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var outline: [String]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ outline: [String]) {
        self.name = name
        self.text = text
        self.outline = outline
    }

    static let all: [SoundFile] = [
        .init("nothing", "", []),
        .init("comments and blank lines only", "# a\n; b\n\n  # c\n \t\n", []),
        .init("assignments in order", "[A]\nx=1\ny=2\nx=3\n", ["[A]@1", "x=1@2", "y=2@3", "x=3@4"]),
        .init("a section of several words", "[Class FourLines]\nField=a b\n", ["[Class FourLines]@1", "Field=a b@2"]),
        .init(
            "repeated sections stay apart", "[A]\nx=1\n[B]\n[A]\nx=2", ["[A]@1", "x=1@2", "[B]@3", "[A]@4", "x=2@5"]),
        .init("white space around", "  [A]\t\n  x \t=  1 2 \t\r\n", ["[A]@1", "x=1 2@2"]),
        .init("equals signs in the value", "[A]\nx=a=b\n", ["[A]@1", "x=a=b@2"]),
        .init("an empty value", "[A]\nx=\n", ["[A]@1", "x=@2"]),
        .init("a comment sign in a value", "[A]\nx=1 # 2\n", ["[A]@1", "x=1 # 2@2"]),
        .init("a continued line", "[A]\nx=a\\\n  b\\\nc\ny=1\n", ["[A]@1", "x=a b c@2", "y=1@5"]),
        .init("comments within a continued line", "[A]\nx=a\\\n# no\n; no\n  b\n", ["[A]@1", "x=a b@2"]),
        .init("a comment is not continued", "[A]\n# a\\\nx=1\n", ["[A]@1", "x=1@3"]),
        .init("an empty line ends a continued line", "[A]\nx=a\\\n\ny=1\n", ["[A]@1", "x=a@2", "y=1@4"]),
        .init("an even number of backslashes", "[A]\nx=a\\\\\ny=1\n", ["[A]@1", "x=a\\\\@2", "y=1@3"]),
        .init("three backslashes", "[A]\nx=a\\\\\\\nb\n", ["[A]@1", "x=a\\\\ b@2"]),
        .init("a backslash before the end of the file", "[A]\nx=a\\", ["[A]@1", "x=a@2"]),
        .init("a key on one line, its value on the next", "[A]\nx \\\n = \\\n 1", ["[A]@1", "x=1@2"]),
        .init("a blank behind a backslash is no continuation", "[A]\nx=a\\ \ny=1", ["[A]@1", "x=a\\@2", "y=1@3"]),
        .init("a byte order mark", "\u{feff}[A]\nx=1", ["[A]@1", "x=1@2"]),
        .init("text beyond ASCII", "[A]\nx=naïve 🚗\n", ["[A]@1", "x=naïve 🚗@2"]),
    ]
}

struct UnsoundFile: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var error: SettingsError
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ error: SettingsError) {
        self.init(name, [UInt8](text.utf8), error)
    }

    init(_ name: String, _ bytes: [UInt8], _ error: SettingsError) {
        self.name = name
        self.bytes = bytes
        self.error = error
    }

    static let all: [UnsoundFile] = [
        .init("neither", "[A]\nx=1\n\nhello\n", SettingsError(.missingEquals, line: 4, section: "A")),
        .init("neither, before a section", "hello\n", SettingsError(.missingEquals, line: 1)),
        .init("before a section", "# c\nx=1\n", SettingsError(.outsideSection, line: 2, key: "x")),
        .init("no key", "[A]\n =1\n", SettingsError(.missingKey, line: 2, section: "A")),
        .init("an open section", "[A\n", SettingsError(.malformedSection, line: 1)),
        .init("an empty section", "[]\n", SettingsError(.malformedSection, line: 1)),
        .init("bytes behind a section", "[A] x\n", SettingsError(.malformedSection, line: 1)),
        .init(
            "a fault in a continued line has its first number", "[A]\na\\\nb\n",
            SettingsError(.missingEquals, line: 2, section: "A")),
        .init("not UTF-8", [UInt8]("[A]\nx=".utf8) + [0xff, 0x0a], SettingsError(.notUTF8, line: 2, section: "A")),
        .init("a NUL", "[A]\nx=a\0b\n", SettingsError(.nul, line: 2, section: "A")),
        .init(
            "too large", [UInt8](repeating: 0x0a, count: SettingsFile.maximumLength + 1),
            SettingsError(.fileTooLarge(limit: SettingsFile.maximumLength))),
    ]
}

@Suite("Settings files are read by systemd.syntax(7)")
struct SettingsFileTests {
    @Test("Sound files", arguments: SoundFile.all)
    func sound(_ file: SoundFile) throws {
        #expect(try outline(file.text) == file.outline)
    }

    @Test("Unsound files are refused with the place", arguments: UnsoundFile.all)
    func unsound(_ file: UnsoundFile) {
        #expect(throws: file.error) { try SettingsFile(parsing: file.bytes) }
    }

    @Test("A file of the largest size is read")
    func largest() throws {
        let file = try SettingsFile(parsing: [UInt8](repeating: 0x0a, count: SettingsFile.maximumLength))
        #expect(file.sections.isEmpty)
    }

    @Test("The limit of a line counts its continuations")
    func lineLimit() throws {
        let fits = [UInt8]("[A]\nx=34\\\n6789\n".utf8)
        #expect(try SettingsFile(parsing: fits, lineLimit: 9).sections[0].entries[0].value == "34 6789")
        let long = [UInt8]("[A]\nx=34\\\n67890\n".utf8)
        #expect(throws: SettingsError(.lineTooLong(limit: 9), line: 2)) {
            try SettingsFile(parsing: long, lineLimit: 9)
        }
    }

    @Test("The last value of a key holds, and an empty one resets a list")
    func values() throws {
        let text = "[A]\nx=1\nx=2\nl=a\nl=b\nl=\nl=c\nl=d\n[B]\nx=9\n[A]\n"
        let file = try SettingsFile(parsing: [UInt8](text.utf8))
        #expect(file.sections[0].last("x")?.value == "2")
        #expect(file.sections[0].last("y") == nil)
        #expect(file.sections[0].list("l").map(\.value) == ["c", "d"])
        #expect(file.sections[0].list("y").isEmpty)
        #expect(file.sections(named: "A").map(\.line) == [1, 11])
    }

    @Test("Damaged files give an error or a file, never a trap")
    func mutations() {
        let seed = UInt64.random(in: 0 ... .max)
        print("damaged settings: seed \(seed)")
        var state = seed
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % bound
        }
        let telling = [UInt8]("[]=\\#;\n\r \"'xu\0".utf8) + [0xff, 0xc3]
        let texts = SoundFile.all.map(\.text)
        for _ in 0..<20_000 {
            var bytes = [UInt8](texts[random(texts.count)].utf8)
            for _ in 0...random(4) { bytes.insert(telling[random(telling.count)], at: random(bytes.count + 1)) }
            guard let file = try? SettingsFile(parsing: bytes) else { continue }
            for entry in file.sections.flatMap(\.entries) {
                _ = try? entry.read(SettingsWords.split)
                _ = try? entry.read(SettingsValue.timeSpan)
                _ = try? entry.read(SettingsValue.size)
                #expect(!entry.key.isEmpty, "\(bytes), seed \(seed)")
            }
        }
    }
}
