import Foundation
import FourLinesPropertyList
import Testing

@testable import KeyedArchive

@Suite("Keyed archives as plain property lists, and back")
struct FlatteningTests {
    /// An archive whose root is made by a function.
    private func archive(key: Text = "root", _ make: (inout GraphEditor) -> Slot) -> Archive {
        var editor = GraphEditor(.emptyArchive())
        let root = make(&editor)
        guard let top = editor.graph.top else { return Archive(graph: editor.graph) }
        let field = Container.Field(key: editor.intern(key), rank: 0, slot: root)
        editor.apply(.field(of: top, position: 0, old: nil, new: field))
        return Archive(graph: editor.graph)
    }

    private func text(_ text: String) -> Slot { .string(text, isReference: true) }

    private func dictionary(_ entries: [(Slot, Slot)], _ editor: inout GraphEditor) -> Slot {
        let keys = editor.inlineArray(entries.map(\.0))
        let values = editor.inlineArray(entries.map(\.1))
        return editor.object(chain: ["NSDictionary", "NSObject"], [("NS.keys", keys), ("NS.objects", values)])
    }

    /// The property list as Foundation reads it, and the losses.
    private func flatten(_ archive: Archive) throws -> (list: Any, losses: [String]) {
        let (bytes, losses) = try archive.encode(as: .plist)
        let list = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        let (xml, _) = try archive.encode(as: .plistXML)
        let other = try unsafe PropertyListSerialization.propertyList(from: Data(xml), format: nil)
        #expect((list as? NSObject)?.isEqual(other) == true)
        return (list, losses)
    }

    @Test("Values, arrays and dictionaries become themselves, without a loss")
    func plain() throws {
        let archive = archive { editor in
            let date = editor.object(chain: ["NSDate", "NSObject"], [("NS.time", .real64(302_630_463))])
            let list = editor.array([text("a"), .integer(-1, isReference: true), .boolean(true, isReference: true)])
            return dictionary(
                [
                    (text("date"), date), (text("list"), list), (text("real"), .real64(2.5, isReference: true)),
                    (text("data"), .data([1, 2], isReference: true)),
                ], &editor)
        }
        let (list, losses) = try flatten(archive)
        #expect(losses.isEmpty)
        let expected: NSDictionary = [
            "date": Date(timeIntervalSinceReferenceDate: 302_630_463), "list": ["a", -1, true] as [Any], "real": 2.5,
            "data": Data([1, 2]),
        ]
        #expect((list as? NSDictionary) == expected)
    }

    @Test("Objects become dictionaries of their fields; each class that is lost is said once")
    func objects() throws {
        let archive = archive { editor in
            let children = (0..<3).map { number in
                editor.object(chain: ["Child", "NSObject"], [("n", .integer(number)), ("none", .nil)])
            }
            let list = editor.array(children, chain: ["NSMutableArray", "NSArray", "NSObject"])
            let name = editor.object(
                chain: ["NSMutableString", "NSString", "NSObject"], [("NS.string", .string("Bo"))])
            return editor.object(chain: ["Parent", "NSObject"], [("children", list), ("name", name)])
        }
        let (list, losses) = try flatten(archive)
        let expected: NSDictionary = ["children": [["n": 0], ["n": 1], ["n": 2]], "name": "Bo"]
        #expect((list as? NSDictionary) == expected)
        #expect(
            Set(losses) == [
                "the class Parent, whose objects become dictionaries of their fields (once, first the root)",
                "the class NSMutableArray, whose objects become arrays (once, first at “children”)",
                "the class Child, whose objects become dictionaries of their fields (3 times, first at “children.0”)",
                "nil and NSNull: keys are left out, elements become the text “$null” (3 times, first at "
                    + "“children.0.none”)",
                "the class NSMutableString, whose objects become texts (once, first at “name”)",
            ])
    }

    @Test("Sets, URLs, UUIDs and decimal numbers become arrays, texts and numbers")
    func values() throws {
        let archive = archive { editor in
            let set = editor.array([text("a")], chain: ["NSSet", "NSObject"])
            let ordered = editor.object(
                chain: ["NSOrderedSet", "NSObject"], [("NS.object.0", text("x")), ("NS.object.1", text("y"))])
            let counted = editor.object(
                chain: ["NSCountedSet", "NSMutableSet", "NSSet", "NSObject"],
                [("NS.count", .integer(1)), ("NS.object0", text("z")), ("NS.count0", .integer(7))])
            let url = editor.object(
                chain: ["NSURL", "NSObject"], [("NS.base", .nil), ("NS.relative", text("https://example.org/"))])
            let uuid = editor.object(
                chain: ["NSUUID", "NSObject"], [("NS.uuidbytes", .data(Array(repeating: 0xAB, count: 16)))])
            let decimal = editor.object(
                chain: ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
                [
                    ("NS.exponent", .integer(-1)), ("NS.length", .integer(1)), ("NS.negative", .boolean(false)),
                    ("NS.compact", .boolean(true)), ("NS.mantissa.bo", .integer(1)),
                    ("NS.mantissa", .data([25, 0] + Array(repeating: 0, count: 14))),
                ])
            return editor.array([set, ordered, counted, url, uuid, decimal])
        }
        let (list, losses) = try flatten(archive)
        let expected: NSArray = [
            ["a"], ["x", "y"], ["z"], "https://example.org/", "ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB", 2.5,
        ]
        #expect((list as? NSArray) == expected)
        #expect(losses.count == 7)
    }

    @Test("nil keeps its place in an array, keys that are numbers become texts, and others two arrays")
    func odd() throws {
        let archive = archive { editor in
            let null = editor.object(chain: ["NSNull", "NSObject"], [])
            let numbers = dictionary(
                [(.integer(1, isReference: true), text("a")), (.integer(2, isReference: true), null)], &editor)
            let twice = dictionary([(text("1"), text("a")), (.integer(1, isReference: true), text("b"))], &editor)
            return editor.array([.nil, null, numbers, twice])
        }
        let (list, losses) = try flatten(archive)
        let expected: NSArray = [
            "$null", "$null", ["1": "a"], ["NS.keys": ["1", 1] as [Any], "NS.objects": ["a", "b"]],
        ]
        #expect((list as? NSArray) == expected)
        #expect(losses.contains { $0.contains("kind of dictionary keys") && $0.contains("first at “2”") })
        #expect(losses.contains { $0.contains("NS.keys and NS.objects") && $0.contains("first at “3”") })
        #expect(losses.contains { $0.contains("nil and NSNull") && $0.contains("3 times") })
    }

    @Test("Several top-level keys become one dictionary; another archiver and orphans are said")
    func top() throws {
        var editor = GraphEditor(.emptyArchive(archiver: "NRKeyedArchiver"))
        let top = try #require(editor.graph.top)
        for (index, name) in ["State", "version"].enumerated() {
            let field = Container.Field(
                key: editor.intern(Text(name)), rank: 0, slot: index == 0 ? text("on") : .integer(2))
            editor.apply(.field(of: top, position: index, old: nil, new: field))
        }
        let (list, losses) = try flatten(Archive(graph: editor.graph))
        #expect((list as? NSDictionary) == ["State": "on", "version": 2])
        #expect(losses.count == 2)
        #expect(losses.contains { $0.contains("archiver") } && losses.contains { $0.contains("$top") })
    }

    @Test("An object that holds itself is refused, with the path at which it does")
    func cycle() throws {
        let archive = archive { editor in
            let child = editor.object(chain: ["Child", "NSObject"], [("owner", .nil)])
            let root = editor.object(chain: ["Owner", "NSObject"], [("children", editor.array([child]))])
            if let place = child.container.flatMap({ editor.graph.place(ofField: "owner", in: $0) }),
                let change = editor.graph.replacing(place, with: root)
            {
                editor.apply(change)
            }
            return root
        }
        #expect(throws: ArchiveError.cycle(path: "children.0.owner")) { try archive.flattened() }
        #expect(throws: ArchiveError.cycle(path: "children.0.owner")) { try archive.encode(as: .plistXML) }
    }

    @Test("Shared objects become copies and are said; copies without end are refused, as is nesting too deep")
    func sharing() throws {
        let shared = archive { editor in
            let list = editor.array([text("a")])
            return editor.array([list, list])
        }
        let (list, losses) = try flatten(shared)
        #expect((list as? NSArray) == [["a"], ["a"]])
        #expect(losses == ["that objects are shared; each place gets a copy (once, first at “1”)"])
        let bomb = archive { editor in
            (0..<40).reduce(text("a")) { inner, _ in editor.array([inner, inner]) }
        }
        #expect(throws: ArchiveError.self) { try bomb.flattened() }
        let deep = archive { editor in
            (0..<100_000).reduce(text("a")) { inner, _ in editor.array([inner]) }
        }
        #expect(throws: ArchiveError.self) { try deep.flattened() }
    }

    @Test("A deep object that is met again deeper is refused too")
    func deepSharing() throws {
        let archive = archive { editor in
            let inner = (0..<300).reduce(text("a")) { inner, _ in editor.array([inner]) }
            let outer = (0..<300).reduce(inner) { inner, _ in editor.array([inner]) }
            return editor.array([inner, outer])
        }
        #expect(throws: ArchiveError.self) { try archive.flattened() }
    }

    @Test("A property list becomes an archive that Foundation opens, and comes back as it was")
    func archived() throws {
        let list: NSDictionary = [
            "text": "é", "numbers": [1, -2, 2.5, true] as [Any], "data": Data([0, 255]), "empty": [:] as NSDictionary,
            "date": Date(timeIntervalSinceReferenceDate: 12345), "deep": [[["x"]]],
        ]
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
            let plain = try Archive([UInt8](data))
            let (bytes, losses) = try plain.encode(as: .archive)
            #expect(losses.isEmpty)
            let classes: [AnyClass] = [
                NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSData.self, NSDate.self,
            ]
            let opened = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: Data(bytes))
            #expect((opened as? NSDictionary) == list)
            let again = try Archive(bytes)
            #expect(again.source?.isCanonical == true)
            let (back, second) = try again.encode(as: .plist)
            #expect(second.isEmpty)
            let read = try unsafe PropertyListSerialization.propertyList(from: Data(back), format: nil)
            #expect((read as? NSDictionary) == list)
        }
    }

    @Test("What an archive cannot hold of a property list is said")
    func archivingLosses() throws {
        let plain = try Archive(Array("<plist><array><string>$null</string></array></plist>".utf8))
        let (archive, losses) = plain.archived()
        #expect(losses.map(\.kind) == [.nilText])
        #expect(try Archive(archive.encode()).flattened().losses.map(\.kind) == [.null])
    }

    @Test("Every real file becomes a property list or is refused for a cycle", arguments: Corpus.archives)
    func corpus(file: Corpus.File) throws {
        let archive = try Archive(file.bytes)
        do {
            let (bytes, _) = try archive.encode(as: .plist)
            let list = try Archive(bytes)
            #expect(list.graph.form == .propertyList)
            _ = try list.archived().archive.encode()
        } catch ArchiveError.cycle(let path) {
            #expect(!path.isEmpty)
        }
    }
}
