import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesClient

@Suite("fourlines file set, unset and edit")
struct FileEditTests {
    @Test(
        "A value keeps its kind, and changing it back gives the old bytes",
        arguments: [
            ("lines.0", "call Bo", "call Ann"), ("due", "2011-01-02T03:04:05Z", "2010-08-04T16:01:03.5Z"),
            ("id", "68753A44-4D6F-1226-9C60-0050E4C00067", "00010203-0405-0607-0809-0A0B0C0D0E0F"),
            ("link", "http://localhost/", "https://example.org/a"), ("note", "", "a note"),
            ("table.with\\.point", "8", "-7"), ("count", "0", "42"), ("half", "0.25", "0.1"), ("total", "inf", "2.5"),
            ("done", "false", "true"), ("child.kOwner.lines.1", "x", "a\nb \"c\""),
        ])
    func setting(path: String, new: String, old: String) throws {
        let folder = try FileFolder()
        let bytes = try FileFixtures.drafts()
        let file = try folder.write("a", bytes)
        let program = Program()
        #expect(program.run("file", "set", file, path, "--", new) == .success)
        #expect(program.run("file", "get", file, path) == .success)
        #expect(program.output == new + "\n")
        #expect(try folder.read("a") != bytes)
        #expect(program.run("file", "set", file, path, "--", old) == .success)
        #expect(try folder.read("a") == bytes)
        #expect(program.console.complaints.isEmpty)
        #expect(try folder.names == ["a"])
    }

    @Test("Data comes from a file or the input byte for byte, a text loses its last line break")
    func input() throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.drafts())
        let program = Program()
        program.console.input = Array("x\n".utf8)
        #expect(program.run("file", "set", file, "photo", "--stdin") == .success)
        #expect(program.run("file", "set", file, "note", "--stdin") == .success)
        program.console.files["t"] = Array("y\n".utf8)
        #expect(program.run("file", "set", file, "lines.2", "--file", "t", "--raw") == .success)
        #expect(program.run("file", "get", file, "photo") == .success)
        #expect(program.run("file", "get", file, "note") == .success)
        #expect(program.run("file", "get", file, "lines.2", "--raw") == .success)
        #expect(program.output == "x\nx\ny\n")
    }

    @Test(
        "What does not fit is refused, and nothing is written",
        arguments: [
            (
                "count", "x", ExitCode.refused,
                "value does not fit: count is of type integer, and “x” is not an integer of 64 bits"
            ),
            (
                "due", "soon", .refused,
                "value does not fit: due is of type date, and “soon” is not a date as 2010-08-04T16:01:03Z, or now"
            ),
            (
                "lines", "x", .refused,
                "Operation against a key holding the wrong kind of value: lines is a list, not a string"
            ),
            ("lines.3", "x", .nothing, "there is no “3” in “lines”, which has the elements 0 to 2"),
            ("child.x", "x", .nothing, "there is no “x” in “child”: kName, kOwner"),
        ])
    func refusals(path: String, text: String, code: ExitCode, complaint: String) throws {
        let folder = try FileFolder()
        let bytes = try FileFixtures.drafts()
        let file = try folder.write("a", bytes)
        let program = Program()
        #expect(program.run("file", "set", file, path, text) == code)
        #expect(program.complaint == complaint)
        #expect(try folder.read("a") == bytes)
        #expect(try folder.names == ["a"])
    }

    @Test(
        "A command line that cannot be understood",
        arguments: [
            ([], "FILE is missing"), (["a"], "PATH is missing"),
            (["a", "p"], "the text is missing: TEXT, --stdin or --file PATH"),
            (["a", "p", "call", "Ann"], "TEXT is one argument, quote it: fourlines file set a p 'call Ann'"),
            (["a", "p", "x", "--stdin"], "TEXT, --stdin and --file exclude each other"),
            (["a", "p", "x", "--raw"], "--raw belongs to --stdin and --file; TEXT is taken as it is"),
            (["-", "p", "--stdin"], "the standard input cannot be both the file and the text"),
            (["a", "p", "-x"], "there is no option “-x” here; a text that begins with a hyphen goes behind --"),
            (
                ["a", "p", "x", "--socket", "s"],
                "--socket is for commands that talk to the daemon; “file set” works on a file"
            ),
        ])
    func usage(arguments: [String], complaint: String) {
        let program = Program()
        #expect(program.run((["file", "set"] + arguments).map { Array($0.utf8) }) == .usage)
        #expect(program.complaint == complaint)
        #expect(program.console.complaints.last == "“fourlines file set --help” says more")
    }

    @Test("--backup keeps the old file, and never overwrites a backup; the permissions stay")
    func backup() throws {
        let folder = try FileFolder()
        let bytes = try FileFixtures.drafts()
        let file = try folder.write("a", bytes)
        let program = Program()
        #expect(program.run("file", "set", file, "count", "1", "--backup") == .success)
        let second = try folder.read("a")
        #expect(program.run("file", "set", file, "count", "2", "--backup") == .success)
        #expect(try folder.names == ["a", "a~", "a~2"])
        #expect(try folder.read("a~") == bytes)
        #expect(try folder.read("a~2") == second)
        #expect(try Paths.status(file)?.mode == 0o640)
        #expect(program.run("file", "set", file, "count", "2", "--backup") == .success)
        #expect(try folder.names.count == 3)
    }

    @Test("A symbolic link stays, and its target is replaced")
    func link() throws {
        let folder = try FileFolder()
        let bytes = try FileFixtures.drafts()
        _ = try folder.write("a", bytes)
        try FileDescriptor.openFolder(folder.path).makeSymbolicLink("l", to: "a")
        let program = Program()
        #expect(program.run("file", "set", folder.path + "/l", "count", "1") == .success)
        #expect(try Paths.status(folder.path + "/l")?.kind == .symbolicLink)
        #expect(try folder.read("a") != bytes)
    }

    @Test("The standard input goes to the standard output, with the change")
    func streams() throws {
        let program = Program()
        program.console.input = FileFixtures.preferences
        #expect(program.run("file", "set", "-", "name", "Cy") == .success)
        #expect(program.output.contains("<string>Cy</string>"))
        #expect(program.run("file", "set", "-", "name", "Cy", "--backup") == .usage)
    }

    @Test("What is not sound is never replaced")
    func unsound() throws {
        let folder = try FileFolder()
        let bytes = Array(try FileFixtures.drafts().dropLast())
        let file = try folder.write("a", bytes)
        for arguments in [["set", file, "count", "1"], ["unset", file, "count"], ["edit", file]] {
            let program = Program()
            #expect(program.run((["file"] + arguments).map { Array($0.utf8) }) == .unsound)
            #expect(program.complaint.hasPrefix("\(file) is not sound: "))
        }
        #expect(try folder.read("a") == bytes)
    }

    @Test(
        "unset takes out a key, an element, a field",
        arguments: [
            ("table.plain", "table", "table  NSMutableDictionary, 1 entry\n  table.with\\.point  integer  -7\n"),
            (
                "lines.-3", "lines",
                "lines  NSMutableArray, 2 elements, shared (#2)\n  lines.0  string  \"a\\nb \\\"c\\\"\"\n  lines.1  string  \"\"\n"
            ),
            ("child.kOwner", "child", "child  Shop.Child, 1 field\n  child.kName  string  \"Bo\"\n"),
        ])
    func unsetting(path: String, parent: String, shown: String) throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.drafts())
        let program = Program()
        #expect(program.run("file", "unset", file, "--", path) == .success)
        #expect(program.run("file", "show", file, parent) == .success)
        #expect(program.output == shown)
        let check = Program()
        #expect(check.run("file", "check", file) == .success)
        #expect(check.output.contains("canonical  yes"))
    }

    @Test(
        "unset refuses the root and a part of a value",
        arguments: [
            ("", ExitCode.refused, "the root cannot be taken away: without it there is no archive"),
            ("$top.root", .refused, "the root cannot be taken away: without it there is no archive"),
            ("due.NS\\.time", .refused, "“due.NS\\.time” is a part of the date that holds it, which needs it"),
            ("nothing.x", .nothing, ""),
        ])
    func unsettable(path: String, code: ExitCode, complaint: String) throws {
        let folder = try FileFolder()
        let bytes = try FileFixtures.drafts()
        let file = try folder.write("a", bytes)
        let program = Program()
        #expect(program.run("file", "unset", file, path) == code)
        if !complaint.isEmpty { #expect(program.complaint == complaint) }
        #expect(try folder.read("a") == bytes)
    }

    @Test("A sheet says what was changed, and a line that is none is named")
    func sheet() throws {
        let file = try ArchiveFile(.path("a"), nil, FileFixtures.drafts())
        let sheet = try EditSheet(file.document(), [], title: "a", writer: "set")
        let text = String(decoding: sheet.text, as: UTF8.self)
        #expect(text.contains("\nlines.1 = \"a\\nb \\\"c\\\"\"\n"))
        #expect(text.contains("\nphoto = base64:AQL+\n"))
        #expect(text.contains("\ndue = 2010-08-04T16:01:03.5Z\n"))
        #expect(text.contains("\n# gone: nil\n"))
        #expect(!text.contains("\nagain"))
        #expect(try sheet.changes(in: sheet.text).isEmpty)
        let edited = "count = 7\nlines.0=\"\\ud83d\\ude98\"\n\n# count = 8\nphoto = base64:AA==\ntable.new = x\n"
        #expect(
            try sheet.changes(in: Array(edited.utf8)) == [
                .init(line: 1, path: Array("count".utf8), text: Array("7".utf8)),
                .init(line: 2, path: Array("lines.0".utf8), text: Array("🚘".utf8)),
                .init(line: 5, path: Array("photo".utf8), text: [0]),
                .init(line: 6, path: Array("table.new".utf8), text: Array("x".utf8)),
            ])
        for (line, complaint) in [
            ("count", "line 1 is not of the form “path = value”"),
            ("note = \"x", "line 1: the text in quotes has no end, or an escape that is none"),
            ("photo = base64:A", "line 1: what follows “base64:” is not base64"),
        ] {
            #expect(throws: ClientError(.refused, complaint)) { try sheet.changes(in: Array(line.utf8)) }
        }
    }

    @Test("A value whose key cannot stand in a line is mentioned")
    func sheetKeys() throws {
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>#hash</key><string>a</string><key>two&#10;lines</key><string>b</string>
            <key>plain</key><string>c</string></dict></plist>
            """
        let file = try ArchiveFile(.path("a"), nil, Array(list.utf8))
        let sheet = try EditSheet(file.document(), [], title: "a", writer: "set")
        let lines = String(decoding: sheet.text, as: UTF8.self).split(separator: "\n").dropFirst(3).sorted()
        let reason = "string, whose key cannot stand in a line; “set” writes it"
        #expect(lines == ["# #hash: \(reason)", "# two\\nlines: \(reason)", "plain = \"c\""])
    }

    @Test("An editor's text is given to the command, and its folder is gone afterwards")
    func editor() throws {
        let folder = try FileFolder()
        var seen: [UInt8] = []
        try TextEditor(command: "sed -i s/a/b/", below: folder.path).edit(Array("a\n".utf8), name: "t.txt") {
            (edited) throws(ClientError) in
            seen = edited
        }
        #expect(seen == Array("b\n".utf8))
        for (command, complaint) in [
            ("exit 3;", "the editor ended with code 3; nothing was written"),
            (
                "no-such-editor",
                "there is no editor “no-such-editor”: set $VISUAL or $EDITOR; nothing was written"
            ),
        ] {
            #expect(throws: ClientError(.inputOutput, complaint)) {
                try TextEditor(command: command, below: folder.path).edit([], name: "t") { (_) throws(ClientError) in }
            }
        }
        #expect(try folder.names.isEmpty)
    }

    @Test("What a person wrote is kept where the editor ends badly, and where it is too large")
    func keptText() throws {
        for (command, name, size) in [
            ("f() { echo precious > \"$1\"; exit 3; }; f", "t", 9),
            ("f() { echo precious > \"$1\"; kill -TERM $$; }; f", "t", 9),
            ("f() { echo precious > \"$1.swp\"; exit 1; }; f", "t.swp", 9),
            ("truncate -s 2G", "t", 2 << 30),
        ] {
            let folder = try FileFolder()
            let error = #expect(throws: ClientError.self) {
                try TextEditor(command: command, below: folder.path).edit(Array("a".utf8), name: "t") {
                    (_) throws(ClientError) in
                }
            }
            let kept = try #require(try folder.names.first)
            let place = folder.path + "/" + kept + (name == "t" ? "/t" : "")
            #expect(error?.message.hasSuffix("; nothing was written, your text is in \(place)") == true)
            #expect(try Paths.status(folder.path + "/" + kept)?.mode == 0o700)
            #expect(try Paths.status("\(folder.path)/\(kept)/\(name)")?.size == Int64(size))
        }
    }

    @Test(
        "A text is kept where the edit fails; without an answer nobody knows whether it was made",
        arguments: [
            (ExitCode.refused, "no; nothing was written, your text is in "),
            (.unavailable, "no; it is not known whether anything was written, your text is in "),
        ])
    func failedEdit(code: ExitCode, complaint: String) throws {
        let folder = try FileFolder()
        let error = #expect(throws: ClientError.self) {
            try TextEditor(command: "echo b >", below: folder.path).edit([], name: "t") { (_) throws(ClientError) in
                throw ClientError(code, "no")
            }
        }
        let kept = try #require(try folder.names.first)
        #expect(error == ClientError(code, complaint + "\(folder.path)/\(kept)/t"))
        #expect(try folder.read(kept + "/t") == Array("b\n".utf8))
    }
}
