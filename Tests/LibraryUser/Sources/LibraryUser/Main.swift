import KeyedArchive

/// Uses the library as a package of somebody else does, and ends with 1 if something is not as documented.
@main
enum Main {
    static func main() throws {
        let bytes = try Examples.build()
        try Examples.look(bytes)
        try Examples.ask(bytes)
        let document = try ArchiveDocument(bytes)
        check(try document.bytes() == bytes, "an unchanged archive keeps its bytes")
        check(document.isKeyedArchive && document.topKeys == ["root"], "the archive is one, with a root")
        check(document.root?.classes == ["Person", "NSObject"], "the root has its classes")
        check(document["born"]?.value == .date(302_630_463), "a date is a date")
        check(document["born"]?.summary == "2010-08-04T16:01:03Z", "and is said as one")
        check(Examples.identities(document).count == 3, "three objects")

        let changed = try ArchiveDocument(try Examples.change(document))
        check(changed["name"]?.value == .text("Bo"), "the name was changed")
        check(changed["lines"]?.children.map(\.value) == [.text("call Ann"), .text("one"), .text("two")], "the lines")
        check(changed["draft"] == nil, "the field is gone")
        check(document["name"]?.value == .text("Ann"), "a copy is a snapshot")

        check(try Examples.flatten(document).count == 1, "the class is lost")
        let list = try ArchiveDocument(try document.bytes(as: .propertyList).bytes)
        check(!list.isKeyedArchive && list["lines.1"]?.value == .text("two"), "a plain list")
        for format in ArchiveFormat.allCases {
            let other = try ArchiveDocument(try document.bytes(as: format).bytes)
            check(other["lines.1"]?.value == .text("two"), "\(format)")
        }
        try failures(document)
        try everyValue()
    }

    /// What cannot be done is said, and changes nothing.
    private static func failures(_ document: ArchiveDocument) throws {
        var document = document
        let before = try document.bytes()
        check(fails(.nothing(path: "no.such")) { try document.set("no.such", to: .null) }, "no such path")
        check(fails(.nothing(path: "lines.7")) { try document.insert(.null, into: "lines", at: 7) }, "no such index")
        check(fails(.unfit(path: "", reason: "the root cannot be taken away")) { try document.remove("") }, "the root")
        check(
            fails(.unfit(path: "name", reason: "a UUID has sixteen bytes")) {
                try document.set("name", to: .uuid([1]))
            }, "no UUID")
        check(try document.bytes() == before, "nothing was changed")
        do {
            _ = try ArchiveDocument([1, 2, 3])
            check(false, "three bytes are no archive")
        } catch {
            guard case .unsound = error else { return check(false, "\(error)") }
        }
    }

    /// Every kind of value is made, found again, and taken back to the same bytes.
    private static func everyValue() throws {
        let values: [(String, ArchiveValue)] = [
            ("text", .text("é")), ("mutableText", .mutableText("a")), ("data", .data([0, 255])), ("date", .date(0.5)),
            ("integer", .integer(-1)), ("unsigned", .unsigned(.max)), ("real", .real(2.5)), ("float", .float(0.1)),
            ("boolean", .boolean(true)), ("url", .url("https://example.org/")),
            ("uuid", .uuid(Array(0..<16))), ("null", .null), ("array", .array([.integer(1), .text("x")])),
            ("set", .set([.text("s")])), ("orderedSet", .orderedSet([.text("o"), .text("p")])),
            ("dictionary", .dictionary([.init("key", .real(1))])),
            ("object", .object(classes: ["Child", "NSObject"], fields: [.init("n", .integer(1))])),
        ]
        let root = ArchiveValue.object(classes: ["Parent", "NSObject"], fields: [.init("first", .text("1"))])
        let start = try ArchiveDocument(try ArchiveDocument(root: root).bytes())
        let bytes = try start.bytes()
        for (name, value) in values {
            var document = start
            try document.set(name, to: value)
            let again = try ArchiveDocument(try document.bytes())
            if again[name]?.kind == .value { check(again[name]?.value == value, name) }
            check(again[name] != nil, name)
            document = again
            try document.remove(name)
            check(try document.bytes() == bytes, "\(name) taken back")
        }
        var sets = try ArchiveDocument(root: .orderedSet([.text("a"), .text("b")]))
        try sets.insert(.text("c"), into: "", at: 1)
        try sets.remove("0")
        check(sets.root?.children.map(\.value) == [.text("c"), .text("b")], "an ordered set")
    }

    private static func fails(_ expected: ArchiveFailure, _ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch { return error as? ArchiveFailure == expected }
    }

    private static func check(_ condition: Bool, _ what: String) {
        guard !condition else { return }
        print("not as documented: \(what)")
        fatalError("\(what)")
    }
}
