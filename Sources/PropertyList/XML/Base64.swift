/// The base64 of property lists.
enum Base64 {
    /// The value of each character; 64 for those that are skipped.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        // CoreFoundation counts the padding as a zero and drops the bytes that are too many.
        values[Int(UInt8(ascii: "="))] = 0
        return values
    }()

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Decodes up to the next `<` or the end, as CoreFoundation does: ASCII that is not base64 is skipped, and an
    /// unfinished group of four at the end is dropped.
    ///
    /// - Returns: false at a byte over 7F, which is refused; `position` is where the decoding ended.
    static func decode(_ bytes: [UInt8], from position: inout Int, to output: inout [UInt8]) -> Bool {
        let span = bytes.span
        let values = Self.values
        let table = values.span
        var index = position
        var group: UInt32 = 0
        var count = 0
        var padding = 0
        defer { position = index }
        while index < span.count {
            let byte = span[index]
            if byte == UInt8(ascii: "<") { return true }
            if byte >= 0x80 { return false }
            index += 1
            let value = table[Int(byte)]
            if value < 64 {
                padding = byte == UInt8(ascii: "=") ? padding + 1 : 0
                group = group << 6 | UInt32(value)
                count += 1
                if count == 4 {
                    output.append(UInt8(truncatingIfNeeded: group >> 16))
                    if padding < 2 { output.append(UInt8(truncatingIfNeeded: group >> 8)) }
                    if padding < 1 { output.append(UInt8(truncatingIfNeeded: group)) }
                    count = 0
                }
            } else if !isSpace(byte) {
                padding = 0
            }
        }
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    /// Appends bytes as base64 with padding.
    static func append(_ bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
        let span = bytes.span
        let letters = alphabet
        let table = letters.span
        var index = range.lowerBound
        func letter(_ group: UInt32, _ shift: UInt32) -> UInt8 { table[Int(group >> shift & 0x3F)] }
        while range.upperBound - index >= 3 {
            let group = UInt32(span[index]) << 16 | UInt32(span[index + 1]) << 8 | UInt32(span[index + 2])
            output.append(letter(group, 18))
            output.append(letter(group, 12))
            output.append(letter(group, 6))
            output.append(letter(group, 0))
            index += 3
        }
        switch range.upperBound - index {
        case 1:
            let group = UInt32(span[index]) << 16
            output.append(letter(group, 18))
            output.append(letter(group, 12))
            output.append(contentsOf: "==".utf8)
        case 2:
            let group = UInt32(span[index]) << 16 | UInt32(span[index + 1]) << 8
            output.append(letter(group, 18))
            output.append(letter(group, 12))
            output.append(letter(group, 6))
            output.append(UInt8(ascii: "="))
        default: break
        }
    }
}
