import Testing

@testable import KeyedArchive

@Suite("A slot")
struct SlotTests {
    @Test(
        "an integer has the width that Apple's writer gives it",
        arguments: [
            (0, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4), (4_294_967_295, 4), (4_294_967_296, 8), (-1, 8),
            (.max, 8), (.min, 8),
        ] as [(Int64, UInt8)])
    func widths(value: Int64, width: UInt8) {
        #expect(Slot.integer(value).width == width)
        #expect(Slot.integer(value).integer == Int128(value))
    }

    @Test("an unsigned integer over the range of Int64 has 16 bytes")
    func unsigned() {
        #expect(Slot.unsigned(.max).width == 16)
        #expect(Slot.unsigned(.max).integer == Int128(UInt64.max))
        #expect(Slot.unsigned(7) == .integer(7))
    }

    @Test("16 bytes hold a signed number, and small ones stay wide")
    func wide() {
        #expect(Slot.integer(low: 0, high: 1, width: 16).integer == Int128(1) << 64)
        #expect(Slot.integer(low: .max, high: .max, width: 16).integer == -1)
        #expect(Slot.integer(low: 2, high: 0, width: 16).integer == 2)
        #expect(Slot.integer(low: 2, high: 0, width: 16) != .integer(2))
    }

    @Test("narrow integers are unsigned, of 8 bytes signed")
    func signs() {
        #expect(Slot.integer(low: 0xFF, high: 0, width: 1).integer == 255)
        #expect(Slot.integer(low: .max, high: .max, width: 8).integer == -1)
    }

    @Test("texts are equal by their code units, never canonically")
    func texts() {
        #expect(Slot.string("\u{E9}") != .string("e\u{301}"))
        #expect(Slot.string("a") == .string("a"))
        #expect(Slot.string("a") != .data([0x61]))
        #expect(Slot.string("a") != .string("a", isReference: true))
        #expect(Slot.string("a").holdsSameValue(as: .string("a", isReference: true)))
    }

    @Test("slices of one file are compared by what they hold")
    func slices() {
        let file = Array("abcabc".utf8)
        let first = Slot.slice(.string, of: file, 0..<3, isReference: false, origin: 1)
        let second = Slot.slice(.string, of: file, 3..<6, isReference: false, origin: 2)
        #expect(first == second)
        #expect(first == .string("abc"))
        #expect(first.bytes == Array("abc".utf8))
        #expect(first != .slice(.string, of: file, 1..<4, isReference: false, origin: 1))
    }

    @Test("reals keep every bit")
    func reals() {
        #expect(Slot.real64(-0.0) != .real64(0.0))
        #expect(Slot.real64(.nan) == .real64(.nan))
        #expect(Slot.real32(0.1).real == Double(Float(0.1)))
        #expect(Slot.real32(0.1).real32 == 0.1)
        #expect(Slot.real64(0.1).real32 == nil)
        #expect(Slot.date(7).real == 7)
    }

    @Test("is as small as it was meant to be")
    func size() {
        #expect(MemoryLayout<Slot>.size <= 24)
        #expect(MemoryLayout<Slot>.stride == 24)
    }
}
