import Testing

@testable import KeyedArchive

@Suite("The order of keys")
struct KeyOrderTests {
    @Test(
        "hashes are CoreFoundation's",
        arguments: [
            ("$class", 0xf9926_4d35_af40), ("root", 0x8_c1db_0148), ("NS.keys", 0x36c2_d895_0b15_2b92), ("", 0),
        ] as [(String, UInt64)])
    func hashes(text: String, hash: UInt64) {
        #expect(KeyOrder.hash(Text(text)) == hash)
    }

    @Test("of a text of over 96 units the ends and the middle count")
    func longTexts() {
        let plain = String(repeating: "a", count: 200)
        func changed(at index: Int) -> Text {
            var units = Array(plain.utf8)
            units[index] = UInt8(ascii: "b")
            return Text(bytes: units)
        }
        let hash = KeyOrder.hash(Text(plain))
        for index in [0, 31, 84, 115, 168, 199] { #expect(KeyOrder.hash(changed(at: index)) != hash) }
        for index in [32, 83, 116, 167] { #expect(KeyOrder.hash(changed(at: index)) == hash) }
    }

    @Test("units beyond ASCII count as UTF-16")
    func wideUnits() {
        // One unit u: (1 * 257 + u), then its shift by one, which is three times that.
        #expect(KeyOrder.hash(Text("\u{E9}")) == 3 * (257 + 0xE9))
        // A character beyond the BMP is two units: ((2 * 257 + u0) * 257 + u1) * 5.
        let two = (2 * 257 + 0xD83D) * 257 + 0xDE97
        #expect(KeyOrder.hash(Text("\u{1F697}")) == UInt64(5 * two))
    }

    @Test(
        "the classes of Foundation have the orders that Apple's files have",
        arguments: [
            (["NS.keys", "NS.objects", "$class"], ["NS.keys", "NS.objects", "$class"]),
            (["NS.objects", "$class"], ["NS.objects", "$class"]),
            (["$classname", "$classes"], ["$classname", "$classes"]),
            (["$classname", "$classes", "$classhints"], ["$classname", "$classes", "$classhints"]),
            (["NS.time", "$class"], ["NS.time", "$class"]),
            (["NS.base", "NS.relative", "$class"], ["NS.base", "$class", "NS.relative"]),
            (["NS.uuidbytes", "$class"], ["NS.uuidbytes", "$class"]),
            (["NS.string", "$class"], ["$class", "NS.string"]),
            (["NS.data", "$class"], ["NS.data", "$class"]),
            (["NS.special", "NS.rectval", "$class"], ["NS.rectval", "$class", "NS.special"]),
            (
                ["NS.special", "NS.rangeval.length", "NS.rangeval.location", "$class"],
                ["NS.rangeval.length", "NS.rangeval.location", "NS.special", "$class"]
            ),
            (["NSDomain", "NSCode", "NSUserInfo", "$class"], ["NSCode", "NSUserInfo", "NSDomain", "$class"]),
            (["NS.identifier", "$class"], ["$class", "NS.identifier"]),
            (["NS.name", "NS.data", "$class"], ["NS.name", "NS.data", "$class"]),
            (
                ["NSString", "NSAttributes", "NSAttributeInfo", "$class"],
                ["NSString", "NSAttributeInfo", "NSAttributes", "$class"]
            ),
            (
                ["NSRangeCount", "NSLocation", "NSLength", "$class"],
                ["NSLocation", "$class", "NSRangeCount", "NSLength"]
            ),
            (["NSRangeCount", "NSRangeData", "$class"], ["NSRangeCount", "$class", "NSRangeData"]),
        ] as [([String], [String])])
    func orders(encoded: [String], written: [String]) {
        #expect(KeyOrder.order(encoded.map { Text($0) }).map { encoded[$0] } == written)
    }

    @Test("every order is a permutation, over all sizes of the table")
    func permutations() {
        for count in [0, 1, 3, 4, 6, 7, 11, 12, 19, 20, 52, 53, 700, 31_324, 31_325] {
            let order = KeyOrder.order((0..<count).map { Text("key \($0)") })
            #expect(order.sorted() == Array(0..<count))
        }
        let many = KeyOrder.order((0..<31_325).map { Text("key \($0)") })
        #expect(many == Array(0..<31_325))
    }
}
