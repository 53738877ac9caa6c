import FourLinesDocument
import KeyedArchive
import Testing

@testable import FourLinesClient

@Suite("fourlines file check and convert")
struct FileCheckTests {
    @Test("A sound archive: what it consists of")
    func sound() throws {
        let folder = try FileFolder()
        let bytes = try FileFixtures.drafts()
        let file = try folder.write("a", bytes)
        let program = Program()
        #expect(program.run("file", "check", file) == .success)
        #expect(
            program.output == """
                \(file): sound
                  form       keyed archive, binary
                  size       \(bytes.count) bytes
                  archiver   NSKeyedArchiver
                  top keys   root
                  objects    26; the file's table has 122, of which 3 are copies or leftovers
                  classes    Drafts, NSDate, NSMutableArray, NSMutableDictionary, NSMutableString, NSURL, NSUUID, Shop.Child
                  orphans    none
                  canonical  yes: as Apple's writer writes it, also after an edit

                """)
        let json = Program()
        #expect(json.run("file", "check", file, "--json") == .success)
        #expect(
            json.output.contains(
                #""isSound":true,"form":"archive","size":\#(bytes.count),"archiver":"NSKeyedArchiver""#))
    }

    @Test(
        "What is not sound: where and why, and code 65",
        arguments: [
            ("empty", [], "too short", "the file is empty: copy it again"),
            (
                "zip", Array("PK\u{3}\u{4}....".utf8), "neither a binary nor an XML property list",
                "it is a ZIP file: unpack it first, the archive may be in it"
            ),
            (
                "text", Array("hello".utf8), "neither a binary nor an XML property list",
                "an archive begins with “bplist00” or “<?xml”"
            ),
            ("xml", Array("<plist><dict>".utf8), "", "look at that place with a text editor"),
            ("json", Array("{\"a\":".utf8), "not the JSON of an archive", ""),
        ] as [(String, [UInt8], String, String)])
    func unsound(name: String, bytes: [UInt8], problem: String, advice: String) throws {
        let folder = try FileFolder()
        let file = try folder.write(name, bytes)
        let program = Program()
        #expect(program.run("file", "check", file) == .unsound)
        #expect(program.output.hasPrefix("\(file): not sound\n  problem  "))
        if name != "empty" { #expect(program.output.contains(problem)) }
        #expect(program.output.contains("  advice   \(advice)"))
        #expect(program.console.complaints.isEmpty)
        let json = Program()
        #expect(json.run("file", "check", file, "--json") == .unsound)
        #expect(json.output.contains(#""isSound":false,"problem":"#))
        let show = Program()
        #expect(show.run("file", "show", file) == .unsound)
        #expect(show.output.isEmpty)
        #expect(show.complaint.hasPrefix("\(file) is not sound: "))
    }

    @Test("Every cut of a file is unsound, and never shown")
    func cuts() throws {
        let bytes = try FileFixtures.drafts()
        for count in stride(from: 0, to: bytes.count, by: 7) {
            let program = Program()
            program.console.input = Array(bytes.prefix(count))
            #expect(program.run("file", "check", "-") == .unsound)
        }
    }

    @Test(
        "A file that is not there, and a folder",
        arguments: [("/no/such/file", "No such file or directory"), ("/", "Is a directory")])
    func unreadable(path: String, reason: String) {
        let program = Program()
        #expect(program.run("file", "check", path) == .inputOutput)
        #expect(program.complaint == "“\(path)” cannot be read: \(reason)")
    }

    @Test("An archive goes to XML and JSON and back, byte for byte", arguments: ["archive-xml", "json"])
    func roundTrip(form: String) throws {
        let folder = try FileFolder()
        let bytes = try FileFixtures.drafts()
        let file = try folder.write("a", bytes)
        let program = Program()
        #expect(program.run("file", "convert", file, "--to", form, "-o", folder.path + "/b") == .success)
        #expect(
            program.run("file", "convert", folder.path + "/b", "--to", "archive", "-o", folder.path + "/c") == .success)
        #expect(try folder.names == ["a", "b", "c"])
        if form == "json" {
            #expect(try folder.read("c") == bytes)
            #expect(program.console.complaints.isEmpty)
        } else {
            // XML has no 32-bit reals, which is said.
            #expect(program.console.complaints == ["fourlines: not kept: a 32-bit real becomes a 64-bit one"])
        }
        let shown = Program()
        #expect(shown.run("file", "get", folder.path + "/c", "lines.1") == .success)
        #expect(shown.output == "a\nb \"c\"\n")
    }

    @Test(
        "An archive goes to a plain property list and back; what is not kept is said",
        arguments: ["plist", "plist-xml"])
    func plain(form: String) throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.list(3))
        let program = Program()
        #expect(program.run("file", "convert", file, "--to", form, "-o", folder.path + "/b") == .success)
        #expect(
            program.console.complaints == [
                "fourlines: not kept: the class NSMutableArray, whose objects become arrays (once, first the root)"
            ])
        let shown = Program()
        #expect(shown.run("file", "get", folder.path + "/b", "2") == .success)
        #expect(shown.output == "line 2\n")
        let back = Program()
        #expect(
            back.run("file", "convert", folder.path + "/b", "--to", "archive", "-o", folder.path + "/c") == .success)
        #expect(back.console.complaints.isEmpty)
        let document = try ArchiveFile.read(Array((folder.path + "/c").utf8), back.console).document()
        #expect(document.graph.form == .keyedArchive)
        #expect(document.root.map { document.kindName(of: $0) } == "NSArray")
        #expect(document.find(PathBytes(Array("2".utf8))).flatMap { document.leaf(of: $0) }?.kind == .string)
    }

    @Test("An archive whose objects hold each other is no property list; nothing is written")
    func cycle() throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.drafts())
        let program = Program()
        #expect(program.run("file", "convert", file, "--to", "plist", "-o", folder.path + "/b") == .refused)
        #expect(program.complaint.contains("“child.kOwner”"))
        #expect(try folder.names == ["a"])
    }

    @Test("A file keeps its bytes in its own form")
    func own() throws {
        let folder = try FileFolder()
        // Layout that no writer of ours gives.
        let bytes = Array(
            String(decoding: FileFixtures.preferences, as: UTF8.self).split(separator: "\t").joined().utf8)
        let file = try folder.write("a", bytes)
        let program = Program()
        #expect(program.run("file", "convert", file, "--to", "plist-xml", "-o", "-") == .success)
        #expect(program.console.output == bytes)
        let canonical = Program()
        #expect(canonical.run("file", "convert", file, "--to", "plist-xml", "--canonical", "-o", "-") == .success)
        #expect(canonical.console.output == FileFixtures.preferences)
    }

    @Test(
        "What cannot be converted",
        arguments: [
            (["--to", "plist", "-o"], ExitCode.usage), (["--to", "plist"], .usage), (["-o", "-"], .usage),
            (["--to", "plst", "-o", "-"], .usage), (["--to", "json", "--canonical", "-o", "-"], .usage),
            (["--to", "plist", "-o", "-", "--backup"], .usage),
            (["--to", "plist", "-o", "/no/such/folder/x"], .inputOutput),
        ])
    func refusals(arguments: [String], code: ExitCode) throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.preferences)
        let program = Program()
        #expect(program.run((["file", "convert", file] + arguments).map { Array($0.utf8) }) == code)
        #expect(!program.complaint.isEmpty)
        #expect(program.output.isEmpty)
    }

    @Test("Bytes that are no text do not go to a terminal")
    func terminal() throws {
        let folder = try FileFolder()
        let file = try folder.write("a", FileFixtures.drafts())
        let program = Program()
        program.console.outputIsTerminal = true
        #expect(program.run("file", "convert", file, "--to", "archive", "-o", "-") == .usage)
        #expect(program.run("file", "get", file, "photo") == .usage)
        #expect(program.output.isEmpty)
    }

    @Test("The family names its commands")
    func family() {
        let program = Program()
        #expect(program.run("file") == .usage)
        #expect(program.complaint == "what is to be done is missing: show, get, set, unset, edit, check, convert")
        #expect(program.run("file", "sohw", "a") == .usage)
        #expect(program.console.complaints.contains("fourlines: there is no command “file” “sohw”; did you mean show?"))
    }

    @Test("Each command of the family has help of its own", arguments: FileCommand.command.family.map(\.lastWord))
    func help(name: String) throws {
        let command = try #require(FileCommand.command.family.first { $0.lastWord == name })
        let program = Program()
        #expect(program.run("file", name, "--help") == .success)
        #expect(program.output.hasPrefix("fourlines file \(name): "))
        for option in command.options { #expect(program.output.contains("  \(option.usage) ")) }
        for example in command.examples { #expect(program.output.contains("fourlines \(example.line)")) }
        #expect(program.output.split(separator: "\n").allSatisfy { $0.count <= 115 })
    }
}
