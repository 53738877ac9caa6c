import FourLinesPropertyList
import Testing

/// Damaged files: whatever the bytes are, the answer is an error or a sound result.
@Suite struct BinaryDamageTests {
    static let sound: [UInt8] = RawFile(
        [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x61, 0xD8, 0x3D], [0x10, 7], [0xA2, 7, 8], [0x4F, 0x10, 2, 1, 2],
        [0x81, 0, 9], [0x33] + RawFile.number(0x4000_0000_0000_0000, 8), [0x22, 0x3F, 0x80, 0, 0]
    ).bytes

    /// Reads everything that can be read of a file in every way that there is.
    static func exercise(_ bytes: [UInt8]) -> Bool {
        guard let view = try? BinaryPropertyList(bytes) else { return false }
        for number in 0..<min(view.objectCount, 1000) {
            guard let extent = try? view.extent(of: number) else { continue }
            // An object that has been read lies where objects may lie.
            #expect(extent.lowerBound >= 8 && extent.upperBound <= view.offsetTable)
        }
        let summary = try? PropertyListValidator.validate(view)
        if let text = try? view.xml() {
            #expect(summary != nil)
            #expect(throws: Never.self) { try BinaryPropertyList(xml: text) }
        }
        return summary != nil
    }

    @Test("The file that is damaged here is sound")
    func soundFile() {
        #expect(Self.exercise(Self.sound))
    }

    @Test("A file cut to any length is refused", arguments: 0..<sound.count)
    func truncated(_ length: Int) {
        #expect(throws: PropertyListError.self) { try BinaryPropertyList(Array(Self.sound.prefix(length))) }
    }

    @Test("A file without its first bytes is refused", arguments: 1..<sound.count)
    func beheaded(_ length: Int) {
        #expect(throws: PropertyListError.self) { try BinaryPropertyList(Array(Self.sound.dropFirst(length))) }
    }

    @Test("Every value of every byte gives an error or a sound result")
    func everyByte() {
        for index in Self.sound.indices {
            for value in 0...255 as ClosedRange<UInt8> {
                var bytes = Self.sound
                bytes[index] = value
                _ = Self.exercise(bytes)
            }
        }
    }

    @Test("Random changes give an error or a sound result")
    func mutations() throws {
        var random = Random()
        for _ in 0..<3000 {
            var bytes = Bool.random(using: &random) ? Self.sound : try random.tree().encoded()
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                default: bytes[index] = [0, 1, 8, 0x0F, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                }
            }
            _ = Self.exercise(bytes)
        }
    }

    @Test("Random bytes behind the magic give an error or a sound result")
    func noise() {
        var random = Random()
        for _ in 0..<3000 {
            let count = Int.random(in: 0...120, using: &random)
            var bytes = Array("bplist00".utf8) + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            // A trailer that fits now and then, so that the objects are reached.
            if count > 50 {
                bytes += [0, 0, 0, 0, 0, 0, 1, 1] + RawFile.number(20, 8) + RawFile.number(0, 8)
                bytes += RawFile.number(UInt64(bytes.count - 24 - 20), 8)
            }
            _ = Self.exercise(bytes)
        }
    }
}
