import Foundation
import FourLinesLinux
import FourLinesRESP
import Testing

@Suite("EXPORT and IMPORT")
struct ExchangeTests {
    static let forms = ["archive", "archive-xml", "plist", "plist-xml", "json"]

    /// The documents that a file of each form comes from and goes to.
    static let documents = [
        "data.archive", "data.plist", "staff.archi", "staff.plist", "NotesList.archive", "archivingFile",
        "roster.archive",
    ]

    private func serve(_ name: String, _ options: [String] = []) throws -> DaemonProcess {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        try folder.write("state/" + name, contents(of: ModelsTests.examples + "/" + name))
        return try DaemonProcess(in: folder, ["--archive", name] + options)
    }

    private func export(_ form: String, _ dialogue: Dialogue) throws -> [UInt8] {
        let reply = try dialogue.ask("EXPORT", form)
        return reply.bytes.isEmpty ? try dialogue.ask("EXPORT", form, "LOSSY").bytes : reply.bytes
    }

    @Test("A file of each form, imported again, is the same document, in the document's own file", arguments: documents)
    func roundTrip(name: String) throws {
        let daemon = try serve(name)
        let dialogue = try Dialogue(with: daemon)
        _ = try dialogue.ask("HELLO", "3")
        let before = try dialogue.ask("SHOW", "").sorted
        for form in Self.forms {
            let isWhole = try dialogue.ask("EXPORT", form)
            let bytes = try export(form, dialogue)
            #expect(!bytes.isEmpty, "\(form)")
            #expect(try dialogue.reply(to: [Array("IMPORT".utf8), Array(form.utf8), bytes]) == .ok, "\(form)")
            if !isWhole.bytes.isEmpty { #expect(try dialogue.ask("SHOW", "").sorted == before, "\(form)") }
            guard case .map = try dialogue.ask("UNDO") else {
                Issue.record("\(form) is not undone")
                continue
            }
            #expect(try dialogue.ask("SHOW", "").sorted == before, "\(form)")
        }
        #expect(try dialogue.ask("SAVE") == .ok)
        #expect(try daemon.folder.read("state/" + name) == contents(of: ModelsTests.examples + "/" + name))
    }

    @Test("What a form does not show is named, unless the model makes it again")
    func losses() throws {
        let roster = try Dialogue(with: serve("roster.archive"))
        let refusal = try roster.ask("EXPORT", "plist").text ?? ""
        #expect(refusal.hasPrefix("LOSSY the form does not show all of the document: that objects are shared"))
        #expect(refusal.hasSuffix("EXPORT plist LOSSY gives the rest"))
        #expect(try roster.ask("EXPORT", "plist", "lossy").bytes.starts(with: Array("bplist00".utf8)))
        let profile = try Dialogue(with: serve("archivingFile"))
        #expect(try profile.ask("EXPORT", "archive-xml").text?.hasPrefix("LOSSY ") == true)
        #expect(try profile.ask("EXPORT", "plist-xml").text?.hasPrefix("<?xml") == true)
    }

    @Test("A plain list is the one that plistlib reads", .needs("python3"))
    func plain() throws {
        let daemon = try serve("staff.archi")
        let bytes = try Dialogue(with: daemon).ask("EXPORT", "plist-xml").bytes
        #expect(bytes == (try contents(of: ModelsTests.examples + "/staff.plist")))
    }

    /// A file that is refused: for which document, as what, and why.
    struct Refused: Sendable, CustomTestStringConvertible {
        let document: String
        let form: String
        let bytes: [UInt8]
        let reason: String
        init(_ document: String, _ form: String, _ text: String, _ reason: String) {
            (self.document, self.form, self.reason) = (document, form, reason)
            bytes =
                text.hasPrefix("@")
                ? (try? contents(of: ModelsTests.examples + "/" + text.dropFirst())) ?? [] : Array(text.utf8)
        }
        var testDescription: String { "\(document) \(form) \(reason)" }
    }

    @Test(
        "A file that does not fit is refused, and changes nothing",
        arguments: [
            Refused("data.archive", "yaml", "", "ERR unknown format: “yaml” is none of archive, archive-xml, plist,"),
            Refused("data.archive", "archive", "", "ERR the file is not sound: "),
            Refused("data.archive", "archive", "bplist00", "ERR the file is not sound: "),
            Refused("data.archive", "json", "{", "ERR the file is not sound: not the JSON of an archive"),
            Refused("data.archive", "archive", "@data.plist", "ERR the file is of another form: it is plist-xml, not"),
            Refused(
                "data.archive", "archive", "@staff.archi", "ERR the file is of another model: it is not of the model"),
            Refused(
                "staff.plist", "archive", "@data.archive", "ERR the file is of another model: it is not of the model"),
            Refused("staff.archi", "plist-xml", "@data.plist", "“” is no dictionary"),
            Refused("data.archive", "json", "[1, 2, 3, 4]", "“lines.0” is of the kind integer, not string"),
            Refused("data.archive", "json", "[\"a\", \"b\", \"c\"]", "“lines” has 3 elements, not 4"),
            Refused(
                "staff.archi", "json", "{\"nick\": \"a\"}", "the root has a key “nick”, and Staff has no such field"),
            Refused("staff.archi", "json", "{\"sex\": 1}", "“sex” is of the kind integer, not string"),
            Refused(
                "roster.archive", "json", "{\"athletes\": [{\"name\": []}]}", "“athletes.0.name” is of the kind list"),
            Refused(
                "staff.archi", "json", "{\"sex\": \"$null\"}", "“sex” is the text “$null”, which in a keyed archive is"),
            Refused("staff.plist", "json", "{\"sex\": \"\\u0001\"}", "ERR the document's own file cannot hold it: "),
            Refused(
                "staff.archi", "json", "{\"sex\": \"a\", \"sex\": \"b\"}",
                "the key “sex” stands in this object already, where each stands once (offset 13)"),
            Refused("roster.archive", "json", "{\"rank\": 1e999}", "too large for a real of 64 bits (offset 9)"),
            Refused(
                "roster.archive", "json", "{\"rank\": 18446744073709551616}",
                "“rank” is an integer of more than 64 bits"),
        ])
    func refused(_ refused: Refused) throws {
        let daemon = try serve(refused.document)
        let dialogue = try Dialogue(with: daemon)
        let before = try dialogue.ask("SHOW", "")
        let reply = try dialogue.reply(to: [Array("IMPORT".utf8), Array(refused.form.utf8), refused.bytes])
        guard case .error(let text) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(text.contains(refused.reason.replacing("“” is", with: "the root is")), "\(text)")
        #expect(try dialogue.ask("SHOW", "") == before)
        #expect(try dialogue.ask("REVISION").text?.hasSuffix("-0") == true)
    }

    @Test("Files that are nested deep are refused or taken, and the daemon goes on")
    func deep() throws {
        let text = "<?xml version=\"1.0\"?><plist version=\"1.0\">"
        func nested(_ count: Int, _ open: String, _ inner: String, _ close: String) -> String {
            String(repeating: open, count: count) + inner + String(repeating: close, count: count)
        }
        for model in ["dictionary", "roster"] {
            let daemon = try DaemonProcess(["--model", model])
            let dialogue = try Dialogue(with: daemon)
            for depth in [30, 100, 400, 600, 3000, 100_000] {
                for (form, file) in [
                    ("json", nested(depth, "{\"a\":", "1", "}")),
                    ("json", "{\"a\":" + nested(depth, "[", "", "]") + "}"),
                    ("plist-xml", text + nested(depth, "<dict><key>a</key>", "<true/>", "</dict>") + "</plist>"),
                ] {
                    let reply = try dialogue.ask("IMPORT", form, file)
                    if reply != .ok { #expect(reply.text?.hasPrefix("ERR the file is ") == true, "\(depth) \(reply)") }
                    #expect(
                        (reply == .ok) == (model == "dictionary" && depth <= 400), "\(model) \(form) \(depth) \(reply)")
                }
            }
            #expect(try daemon.terminate() == .exited(0))
        }
    }

    @Test("An import is one edit with its name; the fields that a plain file lacks have their defaults")
    func oneEdit() throws {
        let daemon = try serve("staff.archi")
        let dialogue = try Dialogue(with: daemon)
        #expect(try dialogue.ask("IMPORT", "json", "{\"email\": \"x@example.org\"}") == .ok)
        #expect(try dialogue.ask("REVISION").text?.hasSuffix("-1") == true)
        #expect(try dialogue.ask("GET", "email") == .bulk(Array("x@example.org".utf8)))
        #expect(try dialogue.ask("GET", "nickName") == .bulk([]))
        let history = try dialogue.ask("HISTORY")
        #expect("\(history.elements)".contains("\(Reply.bulk(Array("import".utf8)))"))
        #expect(try dialogue.ask("UNDO").elements.count == 10)
        #expect(try dialogue.ask("GET", "nickName") == .bulk(Array("kim".utf8)))
        #expect(try dialogue.ask("REDO").elements.count == 10)
        #expect(try dialogue.ask("GET", "nickName") == .bulk([]))
    }

    @Test("A file over the limit of its own is refused, before and behind")
    func limit() throws {
        let folder = try TestFolder()
        try folder.write("conf", Array("[Storage]\nTransferSize=300\n".utf8))
        let daemon = try DaemonProcess(in: folder, ["--config", folder("conf")])
        let dialogue = try Dialogue(with: daemon)
        let long = String(repeating: "x", count: 400)
        let refusal = "ERR the file is too large: over 300 bytes, which TransferSize= allows"
        #expect(try dialogue.ask("IMPORT", "json", "[\"\(long)\",\"\",\"\",\"\"]") == .error(refusal))
        #expect(try dialogue.ask("EXPORT", "plist").bytes.isEmpty == false)
        #expect(try dialogue.ask("LSET", "lines", "0", long) == .ok)
        #expect(try dialogue.ask("EXPORT", "plist") == .error(refusal))
        #expect(try dialogue.ask("EXPORT", "json") == .error(refusal))
        #expect(try dialogue.ask("LLEN", "lines") == .integer(4))
    }

    @Test("Others read and edit while a large file is read; a client that has gone leaves the document as it was")
    func meanwhile() throws {
        let daemon = try DaemonProcess(["--model", "dictionary"])
        let (dialogue, other) = (try Dialogue(with: daemon), try Dialogue(with: daemon))
        let file = "{" + (0..<60_000).map { "\"key\($0)\": \"value \($0)\"" }.joined(separator: ",") + "}"
        try dialogue.send([Array("IMPORT".utf8), Array("json".utf8), Array(file.utf8)])
        #expect(try other.ask("SET", "mine", "1") == .ok)
        #expect(try dialogue.next() == .ok)
        #expect(try other.ask("DBSIZE") == .integer(60_000))
        #expect(try other.ask("UNDO").elements.count == 10)
        #expect(try other.ask("KEYS", "*") == .array([.bulk(Array("mine".utf8))]))
        do {
            let gone = try Dialogue(with: daemon)
            try gone.send([Array("IMPORT".utf8), Array("json".utf8), Array(file.utf8)])
        }
        #expect(try other.ask("SET", "mine", "2") == .ok)
        let size = try other.ask("DBSIZE")
        #expect(size == .integer(1) || size == .integer(60_000))
    }

    @Test("SIGTERM within an import ends the daemon, and the file is in the archive if it was acknowledged")
    func terminated() throws {
        let folder = try TestFolder()
        for round in 0..<4 {
            let daemon = try DaemonProcess(in: folder, ["--model", "dictionary"])
            let dialogue = try Dialogue(with: daemon)
            let filler = (0..<20_000).map { "\"key\($0)\": \"value\"" }.joined(separator: ",")
            try dialogue.send([
                Array("IMPORT".utf8), Array("json".utf8), Array("{\"round\": \"\(round)\", \(filler)}".utf8),
            ])
            _ = try daemon.process.wait(timeout: .milliseconds(100 * round))
            #expect(try daemon.terminate() == .exited(0))
            let reply = try? dialogue.next()
            let again = try Dialogue(with: DaemonProcess(in: folder, ["--model", "dictionary"]))
            if reply == .ok { #expect(try again.ask("GET", "round").text == "\(round)") }
            #expect(try again.ask("PING") == .simple("PONG"))
        }
    }

    @Test("A kill at any moment of an import leaves the document before it or the one behind it")
    func killed() throws {
        let folder = try TestFolder()
        let seed = UInt64(20_261_130)
        var random = SeededRandom(seed)
        var (old, new) = (0, 0)
        var acknowledged = 0
        for round in 1...12 {
            let daemon = try DaemonProcess(in: folder, ["--model", "dictionary"])
            let dialogue = try Dialogue(with: daemon)
            if round > 1 {
                let present = Int(try dialogue.ask("GET", "round").text ?? "") ?? 0
                #expect(present == round - 1 || present == acknowledged, "seed \(seed) round \(round): \(present)")
                if present == round - 1 { new += 1 } else { old += 1 }
                acknowledged = present
            }
            #expect(try dialogue.ask("SET", "before", "\(round)") == .ok)
            let filler = (0..<3000).map { "\"key\($0)\": \"value \(round)\"" }.joined(separator: ",")
            let file = "{\"round\": \"\(round)\", \"before\": \"\(round)\", \(filler)}"
            try dialogue.send([Array("IMPORT".utf8), Array("json".utf8), Array(file.utf8)])
            if round % 4 == 0 {
                #expect(try dialogue.next() == .ok)
                acknowledged = round
            } else {
                _ = try daemon.process.wait(timeout: .milliseconds(Int.random(in: 0...60, using: &random)))
            }
            try daemon.process.send(.kill)
            _ = try daemon.end()
        }
        print("kills within an import, seed \(seed): \(old) times the document before it, \(new) times the one behind")
        let daemon = try DaemonProcess(in: folder, ["--model", "dictionary"])
        #expect(try Dialogue(with: daemon).ask("GET", "before").text == "12")
    }

    @Test(
        "No malformed file gets in, whatever it is said to be, and the daemon goes on",
        .enabled(if: Shared.folder != nil, "FOURLINES_SHARED names no folder"))
    func malformed() throws {
        let daemon = try DaemonProcess()
        let dialogue = try Dialogue(with: daemon)
        #expect(try dialogue.ask("LSET", "lines", "0", "kept") == .ok)
        let before = try dialogue.ask("SHOW", "")
        let known = [
            "ERR the file is not sound: ", "ERR the file is of another form: ", "ERR the file is of another model: ",
        ]
        var reasons: [String: Int] = [:]
        for file in Shared.malformed {
            for form in Self.forms {
                guard
                    case .error(let text) = try dialogue.reply(to: [Array("IMPORT".utf8), Array(form.utf8), file.bytes])
                else {
                    Issue.record("\(file.name) was taken as \(form)")
                    continue
                }
                let reason = known.first { text.hasPrefix($0) }
                #expect(reason != nil, "\(file.name) as \(form): \(text)")
                reasons[reason ?? text, default: 0] += 1
            }
        }
        print("malformed files: \(Shared.malformed.count), refused as \(reasons)")
        #expect(Shared.malformed.count >= 120)
        #expect(try dialogue.ask("SHOW", "") == before)
        #expect(try dialogue.ask("REVISION").text?.hasSuffix("-1") == true)
        #expect(try daemon.terminate() == .exited(0))
    }
}
