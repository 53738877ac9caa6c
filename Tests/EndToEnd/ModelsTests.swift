import Foundation
import FourLinesLinux
import Testing

@Suite("The five programs' own operations, over the socket")
struct ModelsTests {
    /// Archives of the models that another program wrote.
    static let examples =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
        + "/Fixtures/examples"

    /// Prints where two archives differ, as Python's plistlib reads them: each value by its way from `$top`, a container
    /// that was met before by the way on which it was.
    static let judge = """
        import plistlib, sys
        def read(path):
            data = plistlib.load(open(path, 'rb'))
            if not (isinstance(data, dict) and '$objects' in data): return flat(None, data)
            return flat(data['$objects'], data['$top'])
        def flat(objects, top):
            found, met = {}, {}
            def walk(path, value):
                if isinstance(value, plistlib.UID):
                    number = value.data
                    if number == 0: found[path] = 'nil'; return
                    value = objects[number]
                    if isinstance(value, dict):
                        if '$classname' in value: found[path] = value['$classname']; return
                        if number in met: found[path] = 'as ' + met[number]; return
                        met[number] = path
                if isinstance(value, dict):
                    for key in value: walk(path + '/' + key, value[key])
                elif isinstance(value, list):
                    found[path] = 'list of %d' % len(value)
                    for index, item in enumerate(value): walk(path + '/%d' % index, item)
                elif isinstance(value, bytes): found[path] = 'data of %d' % len(value)
                else: found[path] = repr(value)
            walk('', top)
            return found
        old, new = read(sys.argv[1]), read(sys.argv[2])
        for path in sorted(set(old) | set(new)):
            if old.get(path) != new.get(path): print(path, old.get(path), '->', new.get(path))
        """

    /// A program's work: its model and file, what is said over the socket, what is answered, and what differs then.
    struct Work: Sendable, CustomTestStringConvertible {
        let model: String
        let file: String
        let conversation: [(request: String, reply: String)]
        let differences: [String]
        var testDescription: String { model }
    }

    static let works = [
        Work(
            model: "four-lines", file: "data.archive",
            conversation: [
                ("LRANGE lines 0 -1", "*4\r\n$8\r\nBuy milk\r\n$12\r\nRuf Jörg an\r\n$10\r\n🚘 4 Uhr\r\n$0\r\n\r\n"),
                ("LSET lines 3 \"call Ann\"", "+OK\r\n"),
                ("LSET lines 4 x", "-ERR index out of range: lines has 4 elements, 0 to 3, and no 4\r\n"),
                (
                    "RPUSH lines x",
                    "-ERR the list is fixed: lines has 4 elements by its model, no more and no fewer\r\n"
                ),
            ],
            differences: ["/kRootKey/kLinesKey/NS.objects/3 '' -> 'call Ann'"]),
        Work(
            model: "staff", file: "staff.archi",
            conversation: [
                ("HGET \"\" email", "$15\r\nkim@example.org\r\n"), ("SET position manager", "+OK\r\n"),
                ("HSET \"\" phone 555-0199 sex f", ":0\r\n"),
                ("KEYS *", "*5\r\n$8\r\nnickName\r\n$5\r\nemail\r\n$5\r\nphone\r\n$3\r\nsex\r\n$8\r\nposition\r\n"),
            ],
            differences: ["/staff/phone '555-0100' -> '555-0199'", "/staff/position 'engineer' -> 'manager'"]),
        Work(
            model: "notes", file: "NotesList.archive",
            conversation: [
                ("FIND \"\" date 2010-08-05T16:01:03.25Z", "*1\r\n:1\r\n"),
                ("FIND \"\" date 2010-08-05T16:01:04Z", "*0\r\n"),
                ("SET 1.content changed", "+OK\r\n"),
                ("ADD \"\" date 2024-02-29T00:00:00Z content new", ":2\r\n"),
                (
                    "ADD \"\" date 2024-02-29T01:00:00+01:00",
                    "-ERR the key is taken: 3.date would be “2024-02-29T00:00:00Z”, as that of element 2 of 4\r\n"
                ),
                ("DEL 0", ":1\r\n"), ("LLEN \"\"", ":2\r\n"),
            ],
            differences: [
                "/NotesList/NS.objects/0/content 'Welcome to MyNote.' -> 'changed'",
                "/NotesList/NS.objects/0/date/NS.time 302630463.0 -> 302716863.25",
                "/NotesList/NS.objects/1/content '第二条' -> 'new'",
                "/NotesList/NS.objects/1/date/NS.time 302716863.25 -> 730857600.0",
            ]),
        Work(
            model: "profile", file: "archivingFile",
            conversation: [
                ("STRLEN image", ":117\r\n"), ("SET image \"\\x89PNG other\"", "+OK\r\n"), ("KIND image", "+data\r\n"),
                ("SET theSlider 0.1", "+OK\r\n"), ("GET theSlider", "$3\r\n0.1\r\n"), ("SET isSwitchOn off", "+OK\r\n"),
                (
                    "SET isSwitchOn perhaps",
                    "-ERR value does not fit: isSwitchOn is of type boolean, and “perhaps” is not true or false\r\n"
                ),
            ],
            differences: [
                "/ArchivingDataKey/ImageKey data of 117 -> data of 10",
                "/ArchivingDataKey/IsSwitchOnKey True -> False",
                "/ArchivingDataKey/TheSliderKey 0.25 -> 0.10000000149011612",
            ]),
        Work(
            model: "roster", file: "roster.archive",
            conversation: [
                ("GET rank", "$1\r\n0\r\n"), ("GET athletes.-1.name", "$16\r\nFlavius Josephus\r\n"),
                ("INCR rank", ":1\r\n"), ("LSET athletes.3.scoreCard.allTimes 0 0:59", "+OK\r\n"),
                ("LINDEX athletes.0.scoreCard.allTimes 0", "$4\r\n0:59\r\n"),
                ("LPOP athletes.5.scoreCard.allTimes", "$4\r\n0:59\r\n"),
                ("LPUSH athletes.6.scoreCard.allTimes 0:58", ":3\r\n"), ("SET athletes.1.eligible no", "+OK\r\n"),
            ],
            differences: [
                "/root/athletes/NS.objects/0/scoreCard/allTimes/NS.objects/0 '21:32:21' -> '0:58'",
                "/root/athletes/NS.objects/1/eligible True -> False", "/root/rank 0 -> 1",
            ]),
    ]

    @Test(
        "plistlib sees exactly the edited objects changed", .needs("python3"), arguments: works)
    func edits(work: Work) throws {
        let folder = try TestFolder()
        let original = try contents(of: Self.examples + "/" + work.file)
        try folder.makeFolder("state")
        try folder.write("state/" + work.file, original)
        let daemon = try DaemonProcess(in: folder, ["--model", work.model])
        for (request, reply) in work.conversation { #expect(try daemon.ask(request) == reply, "\(request)") }
        #expect(try daemon.terminate() == .exited(0))
        let run = try Run("python3", ["-c", Self.judge, Self.examples + "/" + work.file, folder("state/" + work.file)])
        #expect(run.text.split(separator: "\n").map(String.init) == work.differences, "\(run.errors)")
        let again = try DaemonProcess(in: folder, ["--model", work.model])
        #expect(try again.terminate() == .exited(0))
    }

    @Test("a fresh document of each model is its default, and one file from the next start on")
    func fresh() throws {
        for (model, file, request, reply) in [
            ("staff", "staff.archi", "STRLEN email", ":0\r\n"), ("notes", "NotesList.archive", "LLEN \"\"", ":1\r\n"),
            ("profile", "archivingFile", "GET theSlider", "$3\r\n0.5\r\n"),
            ("roster", "roster.archive", "LLEN athletes", ":7\r\n"),
            ("dictionary", "dictionary.archive", "DBSIZE", ":0\r\n"),
        ] {
            let daemon = try DaemonProcess(["--model", model])
            #expect(try daemon.ask(request) == reply, "\(model)")
            #expect(try daemon.ask("SAVE") == "+OK\r\n")
            let folder = daemon.folder
            #expect(try daemon.terminate() == .exited(0))
            #expect(try folder.read("state/" + file).starts(with: Array("bplist00".utf8)), "\(model)")
            let again = try DaemonProcess(in: folder, ["--model", model])
            #expect(try again.ask(request) == reply, "\(model)")
        }
    }

    @Test("a model of the user's own is read from its file, and a wrong one refused with line and reason")
    func ownModel() throws {
        let folder = try TestFolder()
        let head = "[Model]\nName=own\nFile=own.archive\nRootKey=root\nRoot=Own\n[Class Own]\nChain=Own NSObject\n"
        try folder.write("own.model", Array((head + "Field=count type=integer default=7\n").utf8))
        let daemon = try DaemonProcess(in: folder, ["--model", folder("own.model")])
        #expect(try daemon.ask("GET count") == "$1\r\n7\r\n")
        #expect(try daemon.terminate() == .exited(0))
        try folder.write("wrong.model", Array((head + "Field=count type=number\n").utf8))
        let wrong = try DaemonProcess(in: folder, ["--model", folder("wrong.model")], serving: false)
        #expect(try wrong.end() == .exited(78))
        #expect(wrong.log.contains("line 8, [Class Own] Field: neither a type nor a class of this model: number"))
        let missing = try DaemonProcess(in: folder, ["--model", "nothing"], serving: false)
        #expect(try missing.end() == .exited(78))
        #expect(missing.log.contains("there are dictionary, four-lines, notes, profile, roster, staff"))
    }
}
