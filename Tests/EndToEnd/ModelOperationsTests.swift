import Foundation
import FourLinesLinux
import FourLinesRESP
import Testing

@Suite("What the five programs do, with their files")
struct ModelOperationsTests {
    private static let models =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path + "/config/models"

    /// A folder with an example under its own name: of the shared ones, if they are at hand, or else ours.
    private func folder(_ name: String) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.makeFolder("state")
        let shared = Shared.folder.map { $0 + "/examples" }
        try folder.write("state/" + name, contents(of: (shared ?? ModelsTests.examples) + "/" + name))
        return folder
    }

    private func judge(_ script: String, _ arguments: String...) throws -> String {
        let run = try Run("python3", ["-c", "import plistlib, sys\n" + script] + arguments)
        #expect(run.isSuccess, "\(run.errors)")
        return run.text
    }

    @Test("staff is saved and loaded as XML and as an archive, and each form takes the other", .needs("python3"))
    func staff() throws {
        let archive = try folder("staff.archi")
        let daemon = try DaemonProcess(in: archive, ["--model", "staff"])
        let dialogue = try Dialogue(with: daemon)
        #expect(try dialogue.ask("SET", "nickName", "<Kim> & Ko") == .ok)
        let xml = try dialogue.ask("EXPORT", "plist-xml").bytes

        // The program's XML form is a state file of its own, too.
        let plain = try folder("staff.plist")
        let other = try DaemonProcess(in: plain, ["--model", "staff", "--archive", "staff.plist"])
        let speaker = try Dialogue(with: other)
        #expect(try speaker.ask("GET", "email") == .bulk(Array("kim@example.org".utf8)))
        #expect(try speaker.ask("SET", "phone", "1") == .ok)
        #expect(try speaker.ask("UNDO").elements.count == 10)
        #expect(try speaker.reply(to: [Array("IMPORT".utf8), Array("plist-xml".utf8), xml]) == .ok)
        #expect(try speaker.ask("SET", "position", "manager") == .ok)
        let back = try speaker.ask("EXPORT", "archive").bytes
        #expect(try other.terminate() == .exited(0))
        let script = "print(sorted(plistlib.load(open(sys.argv[1], 'rb')).items()))"
        #expect(
            try judge(script, plain("state/staff.plist"))
                == "[('email', 'kim@example.org'), ('nickName', '<Kim> & Ko'), ('phone', '555-0100'), "
                + "('position', 'manager'), ('sex', 'f')]\n")
        #expect(try plain.read("state/staff.plist").starts(with: Array("<?xml".utf8)))

        #expect(try dialogue.reply(to: [Array("IMPORT".utf8), Array("archive".utf8), back]) == .ok)
        #expect(
            try dialogue.ask("HGETALL", "").elements.compactMap(\.text) == [
                "nickName", "<Kim> & Ko", "email", "kim@example.org", "phone", "555-0100", "sex", "f", "position",
                "manager",
            ])
        #expect(try daemon.terminate() == .exited(0))
        #expect(try archive.read("state/staff.archi") == back)
    }

    @Test("a killed daemon's XML document has every acknowledged edit, and a damaged one its generation")
    func plainRecovery() throws {
        let folder = try folder("staff.plist")
        for round in 1...3 {
            let daemon = try DaemonProcess(in: folder, ["--model", "staff", "--archive", "staff.plist"])
            let dialogue = try Dialogue(with: daemon)
            if round > 1 { #expect(try dialogue.ask("GET", "sex").text == "round \(round - 1)") }
            if round == 2 { #expect(try dialogue.ask("SAVE") == .ok) }
            #expect(try dialogue.ask("SET", "sex", "round \(round)") == .ok)
            try daemon.process.send(.kill)
            _ = try daemon.end()
        }
        let whole = try folder.read("state/staff.plist")
        try folder.write("state/staff.plist", Array(whole.dropLast(30)))
        let daemon = try DaemonProcess(in: folder, ["--model", "staff", "--archive", "staff.plist"])
        #expect(daemon.log.contains("is damaged"))
        let dialogue = try Dialogue(with: daemon)
        #expect(try dialogue.ask("GET", "sex").text == "round 3")
        #expect(try daemon.ask("INFO document").contains("format:plist-xml"))
        #expect(try daemon.terminate() == .exited(0))
        #expect(try folder.read("state/staff.plist").starts(with: Array("<?xml".utf8)))
    }

    @Test("the picture is switched and switched back", .needs("python3"))
    func picture() throws {
        let folder = try folder("archivingFile")
        let daemon = try DaemonProcess(in: folder, ["--model", "profile"])
        let dialogue = try Dialogue(with: daemon)
        let pictures = try ["boy", "gemini"].map { try contents(of: Self.models + "/profile/\($0).png") }
        #expect(try dialogue.reply(to: [Array("SET".utf8), Array("image".utf8), pictures[1]]) == .ok)
        #expect(try dialogue.ask("SAVE") == .ok)
        let script = """
            archive = plistlib.load(open(sys.argv[1], 'rb'))
            objects = archive['$objects']
            root = objects[archive['$top']['ArchivingDataKey'].data]
            print(objects[root['ImageKey'].data] == open(sys.argv[2], 'rb').read())
            """
        #expect(try judge(script, folder("state/archivingFile"), Self.models + "/profile/gemini.png") == "True\n")
        #expect(try dialogue.ask("DEL", "image") == .integer(1))
        #expect(try dialogue.ask("GET", "image").bytes == pictures[0])
        #expect(try daemon.terminate() == .exited(0))
        #expect(try judge(script, folder("state/archivingFile"), Self.models + "/profile/boy.png") == "True\n")
    }

    @Test(
        "the roster is printed in full, an athlete added, and the shared list stays one through edits, saves, kills",
        .needs("python3"))
    func roster() throws {
        let folder = try folder("roster.archive")
        var daemon = try DaemonProcess(in: folder, ["--model", "roster"])
        var dialogue = try Dialogue(with: daemon)
        let shown = try dialogue.ask("SHOW", "").elements
        #expect(shown.count == 4 && shown[0].text == "athletes" && shown[2].text == "rank")
        let names = shown[1].elements.map { $0.elements[1].text }
        #expect(
            names == [
                "John Doe", "Jane Doe", "Shaun White", "Jeff Beck", "Eric Clapton", "Angus Young", "Flavius Josephus",
            ])
        #expect(shown[1].elements[6].elements.map(\.text).contains("phoneNumber"))
        #expect(try dialogue.ask("ADD", "athletes", "name", "Ann Cotton", "scoreCard.bestTime", "1:00") == .integer(7))
        #expect(try dialogue.ask("GET", "athletes.7.eligible") == .bulk(Array("true".utf8)))
        #expect(try dialogue.ask("RPUSH", "athletes.7.scoreCard.allTimes", "own") == .integer(1))
        for round in 1...4 {
            #expect(try dialogue.ask("LSET", "athletes.\(round).scoreCard.allTimes", "1", "round \(round)") == .ok)
            if round % 2 == 0 {
                #expect(try dialogue.ask("SAVE") == .ok)
                #expect(try daemon.terminate() == .exited(0))
            } else {
                try daemon.process.send(.kill)
                _ = try daemon.end()
            }
            daemon = try DaemonProcess(
                in: folder, round == 3 ? ["--archive", "roster.archive"] : ["--model", "roster"])
            dialogue = try Dialogue(with: daemon)
            for athlete in 0..<7 {
                let times = try dialogue.ask("LRANGE", "athletes.\(athlete).scoreCard.allTimes", "0", "-1")
                #expect(times.elements.map(\.text) == ["21:32:21", "round \(round)", "16:11:32"])
            }
        }
        #expect(try daemon.terminate() == .exited(0))
        let script = """
            archive = plistlib.load(open(sys.argv[1], 'rb'))
            objects = archive['$objects']
            root = objects[archive['$top']['root'].data]
            athletes = [objects[uid.data] for uid in objects[root['athletes'].data]['NS.objects']]
            lists = [objects[athlete['scoreCard'].data]['allTimes'].data for athlete in athletes]
            print(len(athletes), len(set(lists)), lists.count(lists[0]), objects[athletes[7]['name'].data])
            """
        #expect(try judge(script, folder("state/roster.archive")) == "8 2 7 Ann Cotton\n")
    }

    @Test("a note is found by its date, changed and removed by it, and no two have the same")
    func notes() throws {
        let folder = try folder("NotesList.archive")
        let daemon = try DaemonProcess(in: folder, ["--model", "notes"])
        let dialogue = try Dialogue(with: daemon)
        func index(_ date: String) throws -> [Reply] { try dialogue.ask("FIND", "", "date", date).elements }
        #expect(try dialogue.ask("ADD", "", "date", "1999-12-31T23:59:59.5Z", "content", "old") == .integer(2))
        #expect(try index("2000-01-01T00:59:59.5+01:00") == [.integer(2)])
        #expect(try dialogue.ask("SET", "2.content", "new") == .ok)
        let taken = try dialogue.ask("SET", "2.date", "2010-08-04T16:01:03Z").text ?? ""
        #expect(taken.hasPrefix("ERR the key is taken: 2.date would be “2010-08-04T16:01:03Z”"))
        #expect(try dialogue.ask("SET", "2.date", "2010-08-06T00:00:00Z") == .ok)
        #expect(try index("1999-12-31T23:59:59.5Z") == [])
        #expect(try index("2010-08-06T00:00:00Z") == [.integer(2)])
        #expect(try dialogue.ask("DEL", "2") == .integer(1))
        #expect(try index("2010-08-06T00:00:00Z") == [])
        for _ in 0..<4 { #expect(try dialogue.ask("UNDO").elements.count == 10) }
        #expect(try dialogue.ask("SAVE") == .ok)
        let before = try contents(of: ModelsTests.examples + "/NotesList.archive")
        #expect(try folder.read("state/NotesList.archive") == before)
    }
}
