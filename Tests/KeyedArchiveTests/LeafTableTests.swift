import Testing

@testable import KeyedArchive

@Suite("The table of leaves")
struct LeafTableTests {
    private func slot(_ text: String, origin: UInt32 = 0) -> Slot { slot(.string(text), origin: origin) }

    private func slot(_ value: Slot, origin: UInt32) -> Slot {
        var slot = value
        slot.origin = origin
        return slot
    }

    /// A leaf of each way in which leaves are found.
    private static let values: [Slot] = [.string("a"), .integer(7), .integer(0), .integer(1 << 40), .integer(-7)]

    @Test("equal leaves of one kind and width are one")
    func equal() {
        var table = LeafTable()
        let token = table.token(of: slot("a"))
        #expect(table.token(of: slot("a")) == token)
        #expect(table.token(of: slot("b")) != token)
    }

    @Test("leaves of another kind or width are others")
    func kinds() {
        var table = LeafTable()
        let slots: [Slot] = [
            .integer(1), .real32(1), .real64(1), .boolean(true), .string("1"), .data([0x31]), .date(1),
            .integer(low: 1, high: 0, width: 16), .integer(low: 1, high: 0, width: 2),
            .integer(low: 1, high: 1, width: 16), .uid(1, width: 1), .uid(1, width: 4), .null, .nil,
        ]
        let tokens = slots.map { table.token(of: $0) }
        #expect(Set(tokens).count == slots.count)
        #expect(slots.map { table.token(of: $0) } == tokens)
    }

    @Test("leaves that were apart in the source stay apart, and a new one joins the first", arguments: values)
    func apart(value: Slot) {
        var table = LeafTable()
        let first = table.token(of: slot(value, origin: 3))
        let second = table.token(of: slot(value, origin: 7))
        #expect(first != second)
        #expect(table.token(of: value) == first)
        #expect(table.token(of: slot(value, origin: 7)) == second)
        #expect(table.token(of: slot(value, origin: 9)) != first)
    }

    @Test("a new leaf that came first becomes the first of the source's", arguments: values, [false, true])
    func adopted(value: Slot, isFirst: Bool) {
        var table = LeafTable()
        if !isFirst { _ = table.token(of: slot("other")) }
        let new = table.token(of: value)
        #expect(table.token(of: slot(value, origin: 3)) == new)
        #expect(table.token(of: slot(value, origin: 7)) != new)
        #expect(table.token(of: value) == new)
    }

    @Test("an origin is not believed where the value is another")
    func foreign() {
        var table = LeafTable()
        let first = table.token(of: slot("a", origin: 3))
        let other = table.token(of: slot("b", origin: 3))
        #expect(other != first)
        #expect(table.slots[other].text == "b")
        #expect(table.token(of: slot("a", origin: 3)) == first)
    }

    @Test("many leaves, with long values that differ only in the middle")
    func many() {
        var table = LeafTable()
        var tokens: [Int] = []
        for index in 0..<5000 { tokens.append(table.token(of: .integer(Int64(index)))) }
        var long = [UInt8](repeating: 0, count: 10_000)
        for index in 0..<200 {
            long[5000] = UInt8(index)
            tokens.append(table.token(of: .data(long)))
        }
        #expect(Set(tokens).count == tokens.count)
        #expect((0..<5000).allSatisfy { table.token(of: .integer(Int64($0))) == tokens[$0] })
    }
}
