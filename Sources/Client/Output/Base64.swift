/// Bytes as text, RFC 4648 section 4.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text of the bytes, with padding.
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group = 0
            for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[index + offset]) : 0) }
            for position in 0..<4 {
                let isPadding = position > count
                output.append(isPadding ? UInt8(ascii: "=") : alphabet[group >> (18 - 6 * position) & 63])
            }
            index += 3
        }
        return output
    }

    /// The bytes that a text with its padding says; nil if it is none.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var (group, digits, padding) = (0, 0, 0)
        for character in text {
            if character == UInt8(ascii: "=") {
                padding += 1
            } else {
                guard padding == 0, let value = alphabet.firstIndex(of: character) else { return nil }
                group |= value << (18 - 6 * digits)
            }
            digits += 1
            guard digits == 4 else { continue }
            guard padding <= 2 else { return nil }
            output += (0..<(3 - padding)).map { UInt8(truncatingIfNeeded: group >> (16 - 8 * $0)) }
            (group, digits) = (0, 0)
            // Nothing may follow a padded group.
            if padding > 0 { padding = 3 }
        }
        return digits == 0 ? output : nil
    }
}
