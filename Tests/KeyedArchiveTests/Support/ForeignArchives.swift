import Testing

@testable import KeyedArchive

/// Sound files in forms that Apple's writer never gives, for readers that must not care and a writer that must.
enum ForeignArchives {
    /// A file, and what is special in it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    static let all: [Sample] = [
        Sample(name: "other key order, wide references", bytes: reordered(referenceSize: 3, offsetSize: 5, gap: [])),
        Sample(name: "gaps between objects", bytes: reordered(referenceSize: 1, offsetSize: 2, gap: [0xFF, 0x51])),
        Sample(name: "shared inline arrays", bytes: shared),
        Sample(name: "no $null, a $null placeholder, entries of one object", bytes: odd),
        Sample(name: "duplicate keys and keys that are no texts", bytes: keys),
        Sample(name: "unreferenced objects, one without a meaning", bytes: unreferenced),
        Sample(name: "a plain property list", bytes: plain),
        Sample(name: "a plain property list with shared parts", bytes: plainShared),
    ]

    /// The skeleton of an archive: its own dictionary with foreign key order, `$top` first.
    private struct Builder {
        var file = Fixture()
        var entries: [Int] = []
        var top: [(Int, Int)] = []
        var extra: [(Int, Int)] = []
        private var uids: [Int: Int] = [:]

        /// Begins a file whose top object is reserved at number 0.
        init() { file.add(.null) }

        mutating func text(_ text: String) -> Int { file.add(.ascii(text)) }

        mutating func uid(_ uid: Int) -> Int {
            if let known = uids[uid] { return known }
            let number = file.add(.uid(UInt64(uid), width: 2))
            uids[uid] = number
            return number
        }

        @discardableResult
        mutating func entry(_ object: Fixture.Object) -> Int {
            entries.append(file.add(object))
            return entries.count - 1
        }

        mutating func dictionary(_ fields: [(String, Int)]) -> Fixture.Object {
            .dictionary(fields.map { (text($0.0), $0.1) })
        }

        mutating func finish() -> Fixture {
            let objects = file.add(.array(entries))
            let top = file.add(.dictionary(self.top))
            let fields = [
                (text("$top"), top), (text("$objects"), objects), (text("$archiver"), text("NRKeyedArchiver")),
                (text("$version"), file.add(.integer(100_000, width: 8))),
            ]
            file.objects[0] = .dictionary(extra + fields)
            return file
        }
    }

    private static func record(_ name: String, in builder: inout Builder) -> Int {
        let chain = builder.file.add(.array([builder.text(name), builder.text("NSObject")]))
        let object = builder.dictionary([("$classes", chain), ("$classname", builder.text(name))])
        return builder.entry(object)
    }

    /// An object with leaves inline and by UID, whose `$class` comes first; extra keys beside `$top`.
    private static func reordered(referenceSize: Int, offsetSize: Int, gap: [UInt8]) -> [UInt8] {
        var builder = Builder()
        builder.entry(.ascii("$null"))
        let record = record("Foreign", in: &builder)
        let first = builder.entry(.ascii("first"))
        let second = builder.entry(.ascii("first"))
        let wide = builder.entry(.utf16([0x6E, 0xEF, 0xD83D, 0xDE97, 0xD800]))
        let number = builder.entry(.integer(5, width: 16))
        let list = builder.file.add(.array([builder.uid(first), builder.uid(second), builder.uid(wide)]))
        let object = builder.dictionary([
            ("$class", builder.uid(record)), ("list", list), ("count", builder.file.add(.integer(3, width: 4))),
            ("half", builder.file.add(.real32(0.5))), ("number", builder.uid(number)), ("nil", builder.uid(0)),
            ("flag", builder.file.add(.boolean(true))), ("blob", builder.file.add(.data([1, 2, 3]))),
        ])
        let root = builder.entry(object)
        builder.top = [(builder.text("root"), builder.uid(root)), (builder.text("version"), builder.file.add(.null))]
        builder.extra = [(builder.text("extra"), builder.text("kept"))]
        var file = builder.finish()
        (file.referenceSize, file.offsetSize, file.gap) = (referenceSize, offsetSize, gap)
        return file.bytes
    }

    /// One inline array and one inline dictionary that two objects and `$top` name.
    private static var shared: [UInt8] {
        var builder = Builder()
        builder.entry(.ascii("$null"))
        let record = record("Sharing", in: &builder)
        let text = builder.entry(.ascii("once"))
        let inner = builder.file.add(.array([builder.uid(text), builder.text("inline")]))
        let outer = builder.file.add(.array([inner, inner]))
        let fields = builder.dictionary([("array", inner), ("text", builder.text("same"))])
        let both = builder.file.add(fields)
        let one = builder.dictionary([("a", outer), ("b", both), ("$class", builder.uid(record))])
        let first = builder.entry(one)
        let two = builder.dictionary([("a", outer), ("b", both), ("c", inner), ("$class", builder.uid(record))])
        let second = builder.entry(two)
        builder.top = [
            (builder.text("root"), builder.uid(first)), (builder.text("other"), builder.uid(second)),
            (builder.text("inline"), inner),
        ]
        return builder.finish().bytes
    }

    /// UID 0 is a string like any other, a placeholder stands elsewhere, and two entries are one object.
    private static var odd: [UInt8] {
        var builder = Builder()
        builder.entry(.ascii("not nil"))
        let record = record("Odd", in: &builder)
        let null = builder.entry(.ascii("$null"))
        let twin = builder.entry(.ascii("twin"))
        builder.entries.append(builder.entries[twin])
        let list = builder.file.add(
            .array([
                builder.uid(0), builder.uid(null), builder.uid(twin), builder.uid(twin + 1), builder.uid(twin),
            ]))
        let object = builder.dictionary([("NS.objects", list), ("$class", builder.uid(record))])
        let root = builder.entry(object)
        builder.top = [(builder.text("root"), builder.uid(root))]
        return builder.finish().bytes
    }

    /// One key twice, copies of a key's text, and integers as keys.
    private static var keys: [UInt8] {
        var builder = Builder()
        builder.entry(.ascii("$null"))
        let record = record("Keys", in: &builder)
        let text = builder.entry(.ascii("text"))
        let seven = builder.file.add(.integer(7, width: 1))
        let key = builder.text("key")
        let copy = builder.text("key")
        let plain = builder.file.add(
            .dictionary([(seven, builder.uid(text)), (key, builder.uid(0)), (copy, builder.text("second"))]))
        let root = builder.entry(
            .dictionary([(copy, plain), (key, builder.text("after")), (builder.text("$class"), builder.uid(record))]))
        builder.top = [(builder.text("root"), builder.uid(root))]
        return builder.finish().bytes
    }

    /// Entries that no UID names, and objects that no container names, one of which is of no known kind.
    private static var unreferenced: [UInt8] {
        var builder = Builder()
        builder.entry(.ascii("$null"))
        builder.file.add(.raw([0xF7, 0x01, 0x02]))
        let record = record("Rest", in: &builder)
        builder.entry(.ascii("orphan"))
        let text = builder.entry(.ascii("text"))
        builder.file.add(.array([builder.uid(text)]))
        let object = builder.dictionary([("text", builder.uid(text)), ("$class", builder.uid(record))])
        let root = builder.entry(object)
        builder.entry(builder.dictionary([("lost", builder.uid(text)), ("$class", builder.uid(record))]))
        builder.top = [(builder.text("root"), builder.uid(root))]
        return builder.finish().bytes
    }

    /// Every kind of value, by a writer that puts the top object last.
    private static var plain: [UInt8] {
        var file = Fixture()
        let names = ["text", "count", "when", "flag", "list", "uid", "blob", "half"].map { file.add(.ascii($0)) }
        let list = file.add(.array([file.add(.ascii("a")), file.add(.ascii("a")), file.add(.null)]))
        let values = [
            file.add(.utf16([0xE9])), file.add(.integer(.max, width: 8)), file.add(.date(.nan)),
            file.add(.boolean(false)), list, file.add(.uid(9, width: 4)), file.add(.data([])),
            file.add(.real64(0.25)),
        ]
        file.top = file.add(.dictionary(Array(zip(names, values))))
        file.referenceSize = 2
        return file.bytes
    }

    private static var plainShared: [UInt8] {
        var file = Fixture()
        file.add(.null)
        let text = file.add(.ascii("text"))
        let inner = file.add(.dictionary([(text, text)]))
        let middle = file.add(.array([inner, inner, text]))
        file.objects[0] = .array([middle, inner, middle, file.add(.set([text]))])
        return file.bytes
    }
}
