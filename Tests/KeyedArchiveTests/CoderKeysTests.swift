import Testing

@testable import KeyedArchive

@Suite("The keys of a graph")
struct CoderKeysTests {
    @Test("a text has one key, however often it is asked for")
    func oneKey() {
        var keys = CoderKeys()
        let first = keys.key("a")
        #expect(keys.key("b") != first)
        #expect(keys.key("a") == first)
        #expect(keys.count == 2)
        #expect(keys[first] == "a")
        #expect(keys.find("a") == first)
        #expect(keys.find("c") == nil)
        #expect(keys.has(first))
        #expect(!keys.has(CoderKey(2)))
    }

    @Test("texts are told apart by their code units")
    func codeUnits() {
        var keys = CoderKeys()
        #expect(keys.key(Text("\u{E9}")) != keys.key(Text("e\u{301}")))
    }

    @Test("copies of one text in a file are one key in several variants")
    func variants() {
        var keys = CoderKeys()
        let first = keys.key("a", origin: 5)
        let second = keys.key("a", origin: 9)
        let third = keys.key("a", origin: 11)
        #expect(first.key == second.key)
        #expect([first.variant, second.variant, third.variant] == [0, 1, 2])
        #expect(keys.key("a", origin: 5) == (first.key, 0))
        for (variant, origin) in [(0, 5), (1, 9), (2, 11)] as [(UInt16, UInt32)] {
            var field = Container.Field(key: first.key, rank: 0, slot: .nil)
            field.variant = variant
            #expect(keys.slot(of: field).origin == origin)
            #expect(keys.slot(of: field) == .string("a"))
        }
    }

    @Test("a key that is no text is itself")
    func other() {
        var keys = CoderKeys()
        let key = keys.key(other: .integer(7), description: "7")
        #expect(keys[key] == "7")
        #expect(keys.isOther(key))
        #expect(keys.find("7") == nil)
        #expect(keys.key("7") != key)
        #expect(keys.slot(of: Container.Field(key: key, rank: 0, slot: .nil)) == .integer(7))
    }
}
