/// The text of a UUID: 8-4-4-4-12 hexadecimal digits, RFC 9562 section 4, in upper case as Foundation writes them.
package enum UUIDText {
    private static let digits = Array("0123456789ABCDEF".utf8)
    /// The bytes before which a hyphen stands.
    private static let hyphens: Set<Int> = [4, 6, 8, 10]

    /// The text of sixteen bytes; of any other number, their digits without hyphens.
    package static func text(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if bytes.count == 16, hyphens.contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }

    /// Reads a UUID with its hyphens, in any case; nil if the text is none.
    package static func parse(_ text: [UInt8]) -> [UInt8]? {
        guard text.count == 36 else { return nil }
        var bytes: [UInt8] = []
        var index = 0
        while bytes.count < 16 {
            if hyphens.contains(bytes.count) {
                guard text[index] == UInt8(ascii: "-") else { return nil }
                index += 1
            }
            guard let high = value(text[index]), let low = value(text[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
            index += 2
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
