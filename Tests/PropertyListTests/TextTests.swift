import FourLinesPropertyList
import Testing

@Suite struct UnicodeTextTests {
    static let texts: [(String, [UInt8], [UInt8])] = [
        ("ASCII", [0x61], [0x00, 0x61]),
        ("two bytes", [0xC3, 0xA9], [0x00, 0xE9]),
        ("three bytes", [0xE2, 0x82, 0xAC], [0x20, 0xAC]),
        ("four bytes", [0xF0, 0x9F, 0x98, 0x80], [0xD8, 0x3D, 0xDE, 0x00]),
        ("the last code point", [0xF4, 0x8F, 0xBF, 0xBF], [0xDB, 0xFF, 0xDF, 0xFF]),
        ("a lone high surrogate", [0xED, 0xA0, 0x80], [0xD8, 0x00]),
        ("a lone low surrogate and a letter", [0xED, 0xB0, 0x80, 0x61], [0xDC, 0x00, 0x00, 0x61]),
        ("two high surrogates", [0xED, 0xA0, 0x80, 0xED, 0xA0, 0x80], [0xD8, 0x00, 0xD8, 0x00]),
        ("nothing", [], []),
    ]

    @Test("Text and UTF-16 turn into each other", arguments: texts.indices)
    func utf16(_ index: Int) {
        let (name, text, utf16) = Self.texts[index]
        var units: [UInt8] = []
        UnicodeText.appendUTF16(text, 0..<text.count, to: &units)
        #expect(units == utf16, "\(name)")
        var back: [UInt8] = []
        UnicodeText.appendText(utf16: utf16, 0..<utf16.count, to: &back)
        #expect(back == text, "\(name)")
        #expect(UnicodeText.measure(text, 0..<text.count).units == utf16.count / 2, "\(name)")
        #expect(UnicodeText.firstMalformed(text, 0..<text.count, surrogates: true) == nil, "\(name)")
    }

    @Test("All scalars survive, and well-formedness is the standard library's")
    func allScalars() {
        var random = Random()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                [
                    0x41, 0x80, 0xBF, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xA0, 0x9F,
                    UInt8.random(in: 0...255, using: &random),
                ]
                .randomElement(using: &random) ?? 0
            }
            let isSound = String(validating: bytes, as: UTF8.self) != nil
            #expect((UnicodeText.firstMalformed(bytes, 0..<bytes.count) == nil) == isSound, "\(bytes)")
            guard isSound else { continue }
            var units: [UInt8] = []
            UnicodeText.appendUTF16(bytes, 0..<bytes.count, to: &units)
            let expected = String(decoding: bytes, as: UTF8.self).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            #expect(units == expected)
        }
    }

    @Test("A pair of surrogates in two forms of three bytes is malformed")
    func surrogatePair() {
        let pair: [UInt8] = [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]
        #expect(UnicodeText.firstMalformed(pair, 0..<6, surrogates: true) == 3)
        #expect(UnicodeText.firstMalformed(pair, 0..<3, surrogates: false) == 0)
    }

    @Test("Texts are in the order of their UTF-16 units")
    func order() {
        var random = Random()
        let parts: [[UInt8]] = ["a", "b", "é", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}", "😀"].map {
            Array($0.utf8)
        }
        // Half a pair, which may not stand before its other half.
        let all = parts + [[0xED, 0xA0, 0xBD]]
        func utf16(_ text: [UInt8]) -> [UInt8] {
            var units: [UInt8] = []
            UnicodeText.appendUTF16(text, text.indices, to: &units)
            return units
        }
        for _ in 0..<20_000 {
            let (left, right) = (
                (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in all.randomElement(using: &random) ?? [] },
                (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in all.randomElement(using: &random) ?? [] }
            )
            let order = UnicodeText.order(left, left.indices, right, right.indices)
            #expect((order == 0) == (left == right))
            #expect((order < 0) == utf16(left).lexicographicallyPrecedes(utf16(right)), "\(left) \(right)")
        }
    }

    @Test("Latin-1 becomes text")
    func latin1() {
        var text: [UInt8] = []
        UnicodeText.appendText(latin1: [0x61, 0xE9, 0xFF], 0..<3, to: &text)
        #expect(text == Array("aéÿ".utf8))
    }
}

@Suite struct NumberTextTests {
    @Test(
        "Integers of 128 bits are written in decimal",
        arguments: [
            0, 9, 10, -1, Int128(UInt64.max), Int128(UInt64.max) + 1, 10_000_000_000_000_000_000, Int128(Int64.min),
            Int128(Int64.min) - 1, .max, .min, -10_000_000_000_000_000_000,
            100_000_000_000_000_000_000_000_000_000_000_000_000,
        ] as [Int128])
    func integers(_ value: Int128) {
        var text: [UInt8] = []
        IntegerText.append(
            low: UInt64(truncatingIfNeeded: value), high: UInt64(truncatingIfNeeded: value >> 64), to: &text)
        #expect(String(decoding: text, as: UTF8.self) == "\(value)")
    }

    @Test("Integers of 128 bits are those of the standard library")
    func randomIntegers() {
        var random = Random()
        for _ in 0..<2000 {
            let (low, high) = (random.next() >> (random.next() % 64), random.next() >> (random.next() % 64))
            var text: [UInt8] = []
            IntegerText.append(low: low, high: high, to: &text)
            let value = Int128(truncatingIfNeeded: UInt128(high) << 64 | UInt128(low))
            #expect(String(decoding: text, as: UTF8.self) == "\(value)")
        }
    }

    static func percent17G(_ value: Double) -> String {
        var text: [UInt8] = []
        RealText.appendPercent17G(value, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    @Test(
        "Reals have seventeen digits, as printf gives them",
        arguments: [
            (0, "0"), (-0.0, "-0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.10000000000000001"), (100, "100"),
            (1e16, "10000000000000000"), (1e17, "1e+17"), (123_456_789_012_345_680, "1.2345678901234568e+17"),
            (0.0001, "0.0001"), (0.00001, "1.0000000000000001e-05"), (1e-7, "9.9999999999999995e-08"),
            (.leastNonzeroMagnitude, "4.9406564584124654e-324"), (2.2250738585072014e-308, "2.2250738585072014e-308"),
            (1.7976931348623157e308, "1.7976931348623157e+308"), (1e22, "1e+22"), (1e23, "9.9999999999999992e+22"),
            (0.5, "0.5"), (1.0 / 3, "0.33333333333333331"),
            // Ties: exactly half of the last digit goes to the even neighbour.
            (1234567890123456.25, "1234567890123456.2"), (1234567890123456.75, "1234567890123456.8"),
            (0.000244140625, "0.000244140625"),
            (1.000000000000000055511151231257827, "1"), (99999999999999999.0, "1e+17"),
            (2_251_799_813_685_249.5, "2251799813685249.5"), (0.30000000000000004, "0.30000000000000004"),
        ] as [(Double, String)])
    func reals(_ value: Double, _ text: String) {
        #expect(Self.percent17G(value) == text)
    }

    @Test("Seventeen digits read back as the same real")
    func realsReadBack() {
        var random = Random()
        for round in 0..<20_000 {
            let value =
                round % 2 == 0 ? Double(bitPattern: random.next()) : Double.random(in: -1e9...1e9, using: &random)
            guard value.isFinite else { continue }
            let text = Array(Self.percent17G(value).utf8)
            #expect(RealText.parse(text, 0..<text.count)?.bitPattern == value.bitPattern)
            let shortest = Array(value.description.utf8)
            #expect(RealText.parse(shortest, 0..<shortest.count)?.bitPattern == value.bitPattern)
        }
    }

    @Test("Short decimal numbers are read as the standard library reads them")
    func shortReals() {
        var random = Random()
        for _ in 0..<20_000 {
            let digits = String(random.next() % 1_000_000_000_000_000)
            let point = Int.random(in: 0...digits.count, using: &random)
            let text = digits.prefix(point) + "." + digits.dropFirst(point)
            let bytes = Array(text.utf8)
            #expect(RealText.parse(bytes, 0..<bytes.count) == Double("0" + text + "0"))
        }
    }

    @Test(
        "What is no number is none",
        arguments: ["", ".", "-", "+", "e5", "1e", "1e+", "1.2.3", "0x10", "1 ", " 1", "nan", "inf", "--1", "1,5", "٣"])
    func noNumbers(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(RealText.parse(bytes, 0..<bytes.count) == nil)
    }
}
