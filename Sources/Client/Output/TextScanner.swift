/// Walks through bytes that should be text: UTF-8, in which a lone surrogate may stand in its three-byte form.
struct TextScanner {
    /// What stands at a place.
    enum Unit: Equatable {
        /// A Unicode scalar value.
        case scalar(Unicode.Scalar)
        /// A surrogate without its other half.
        case surrogate(UInt16)
        /// A byte that belongs to no character.
        case malformed(UInt8)
    }

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether all of the bytes are text.
    static func isText(_ bytes: [UInt8]) -> Bool {
        var scanner = TextScanner(bytes)
        while let unit = scanner.next() {
            if case .malformed = unit { return false }
        }
        return true
    }

    /// The next unit; nil at the end.
    mutating func next() -> Unit? {
        guard index < bytes.count else { return nil }
        let first = bytes[index]
        let length: Int
        switch first {
        case 0..<0x80:
            index += 1
            return .scalar(Unicode.Scalar(first))
        // The first bytes of the Unicode Standard's table 3-7; 0xC0 and 0xC1 would be overlong.
        case 0xc2...0xdf: length = 2
        case 0xe0...0xef: length = 3
        case 0xf0...0xf4: length = 4
        default: return malformed(first)
        }
        guard bytes.count - index >= length else { return malformed(first) }
        var value = UInt32(first) & (0x7f >> UInt32(length))
        for byte in bytes[(index + 1)..<(index + length)] {
            guard byte & 0xc0 == 0x80 else { return malformed(first) }
            value = value << 6 | UInt32(byte & 0x3f)
        }
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
        guard value >= least else { return malformed(first) }
        if (0xd800...0xdfff).contains(value) {
            index += length
            return .surrogate(UInt16(truncatingIfNeeded: value))
        }
        guard let scalar = Unicode.Scalar(value) else { return malformed(first) }
        index += length
        return .scalar(scalar)
    }

    private mutating func malformed(_ byte: UInt8) -> Unit {
        index += 1
        return .malformed(byte)
    }
}
