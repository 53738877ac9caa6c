import FourLinesDocument
import FourLinesLinux
import FourLinesPropertyList
import KeyedArchive

/// Archives made for the tests of `fourlines file`.
enum FileFixtures {
    /// An archive with a value of every kind, an array that two fields share, and a cycle.
    static func drafts() throws -> [UInt8] {
        var editor = GraphEditor(.emptyArchive())
        let lines = editor.array([text("call Ann"), text("a\nb \"c\""), text("")], chain: mutableArray)
        let date = editor.slot(of: .date(302_630_463.5))
        let identity = editor.slot(of: .uuid(Array(0..<16)))
        let link = editor.slot(of: .url(Array("https://example.org/a".utf8)))
        let note = editor.slot(of: .mutableString(Array("a note".utf8)))
        let child = editor.object(chain: ["Shop.Child", "NSObject"], [("kOwner", .nil), ("kName", text("Bo"))])
        let table = entries([("plain", text("x")), ("with.point", .integer(-7, isReference: true))], &editor)
        let root = editor.object(
            chain: ["Drafts", "NSObject"],
            [
                ("lines", lines), ("again", lines), ("due", date), ("id", identity), ("link", link), ("note", note),
                ("child", child), ("table", table), ("count", .integer(42)), ("half", .real32(0.1)),
                ("total", .real64(2.5)), ("done", .boolean(true)), ("photo", .data([1, 2, 254])),
                ("gone", .nil),
            ])
        // The child's owner is the root: a cycle.
        if let place = child.container.flatMap({ editor.graph.place(ofField: "kOwner", in: $0) }),
            let change = editor.graph.replacing(place, with: root)
        {
            editor.apply(change)
        }
        return try file(root, editor)
    }

    /// An archive of an array of strings.
    static func list(_ count: Int) throws -> [UInt8] {
        var editor = GraphEditor(.emptyArchive())
        let root = editor.array((0..<count).map { text("line \($0)") }, chain: mutableArray)
        return try file(root, editor)
    }

    /// An archive of a dictionary whose keys are a number, a text, and the same text again.
    static func oddKeys() throws -> [UInt8] {
        var editor = GraphEditor(.emptyArchive())
        let keys = editor.inlineArray([.integer(7, isReference: true), text("twice"), text("twice"), text("")])
        let values = editor.inlineArray([text("seven"), text("first"), text("second"), text("nameless")])
        let root = editor.object(
            chain: ["NSDictionary", "NSObject"], [("NS.keys", keys), ("NS.objects", values)])
        return try file(root, editor)
    }

    /// An array of objects of known classes, the last of which is damaged.
    static func objects() throws -> [UInt8] {
        var editor = GraphEditor(.emptyArchive())
        let indexes = editor.object(
            chain: ["NSIndexSet", "NSObject"],
            [("NSRangeCount", .integer(1)), ("NSLocation", .integer(3)), ("NSLength", .integer(5))])
        let base = editor.slot(of: .url(Array("https://example.org/a".utf8)))
        let link = editor.object(chain: ["NSURL", "NSObject"], [("NS.base", base), ("NS.relative", text("b"))])
        let locale = editor.object(chain: ["NSLocale", "NSObject"], [("NS.identifier", text("a\u{1B}[2J"))])
        let damaged = editor.object(chain: ["NSIndexSet", "NSObject"], [("NSLocation", .integer(1))])
        return try file(editor.array([indexes, link, locale, damaged]), editor)
    }

    /// A chain of objects, each in the one before.
    static func chain(_ count: Int) throws -> [UInt8] {
        var editor = GraphEditor(.emptyArchive())
        var next = Slot.nil
        for _ in 0..<count { next = editor.object(chain: ["Link", "NSObject"], [("next", next)]) }
        return try file(next, editor)
    }

    /// A plain property list of a dictionary.
    static let preferences = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>name</key>
        \t<string>Ann &amp; Bo</string>
        \t<key>sizes</key>
        \t<array>
        \t\t<integer>1</integer>
        \t\t<real>2.5</real>
        \t</array>
        </dict>
        </plist>

        """.utf8)

    private static let mutableArray: [Text] = ["NSMutableArray", "NSArray", "NSObject"]

    private static func text(_ text: String) -> Slot { .string(text, isReference: true) }

    private static func entries(_ entries: [(String, Slot)], _ editor: inout GraphEditor) -> Slot {
        let keys = editor.inlineArray(entries.map { text($0.0) })
        let values = editor.inlineArray(entries.map(\.1))
        return editor.object(
            chain: ["NSMutableDictionary", "NSDictionary", "NSObject"], [("NS.keys", keys), ("NS.objects", values)])
    }

    private static func file(_ root: Slot, _ editor: GraphEditor) throws -> [UInt8] {
        var editor = editor
        guard let top = editor.graph.top else { return [] }
        let key = editor.intern("root")
        editor.apply(
            .field(of: top, position: 0, old: nil, new: KeyedArchive.Container.Field(key: key, rank: 0, slot: root)))
        return try Archive(graph: editor.graph).encode()
    }
}

/// A folder of a test's own, removed with all that is in it when the value goes.
final class FileFolder {
    let path: String

    init() throws {
        let base = Environment.value("TMPDIR") ?? "/tmp"
        path = try Paths.resolve(base) + "/file-tests-" + String(RandomBytes.number(), radix: 36)
        _ = try Paths.makeFolders(path)
    }

    deinit {
        if let child = try? ChildProcess.start("rm", ["-rf", path]) { _ = try? child.wait() }
    }

    /// Writes a file, and answers its path.
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = try FileDescriptor.openFolder(path).open(name, [.writing, .create, .truncate], mode: 0o640)
        try file.writeAll(bytes)
        return path + "/" + name
    }

    /// The bytes of a file.
    func read(_ name: String) throws -> [UInt8] { try Paths.read(path + "/" + name, limit: 1 << 30) }

    /// The names of all files.
    var names: [String] { get throws { try FileDescriptor.openFolder(path).names().sorted() } }
}
