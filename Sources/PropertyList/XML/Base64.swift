/// The base64 of property lists.
enum Base64 {
    /// What `values` has for the padding: CoreFoundation counts it as a zero and drops the bytes that are too many.
    private static let padding: UInt8 = 64

    /// The value of each character; `padding`, and over it what is skipped.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 128, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        values[Int(UInt8(ascii: "="))] = padding
        return values
    }()

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Decodes up to the next `<` or the end, as CoreFoundation does: ASCII that is not base64 is skipped, and an
    /// unfinished group of four at the end is dropped.
    ///
    /// - Returns: false at a byte over 7F, which is refused; `position` is where the decoding ended.
    static func decode(_ bytes: [UInt8], from position: inout Int, to output: inout [UInt8]) -> Bool {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        output.append(contentsOf: repeatElement(0, count: (end - position) / 4 * 3))
        var index = position
        let count = decode(bytes.span, &index, end, into: output.mutableSpan, table: values.span)
        output.removeLast(output.count - count)
        position = index
        return index == end
    }

    /// Decodes a part; answers how many bytes that gives, and leaves `index` at its end or at a byte over 7F.
    private static func decode(
        _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, into output: consuming MutableSpan<UInt8>,
        table: Span<UInt8>
    ) -> Int {
        var written = 0
        var group: UInt32 = 0
        var count = 0
        var equals = 0
        while index < end {
            // Mostly four characters of base64 follow each other.
            while count == 0, end - index >= 4 {
                let first = UInt32(table[Int(bytes[index])])
                let second = UInt32(table[Int(bytes[index + 1])])
                let third = UInt32(table[Int(bytes[index + 2])])
                let fourth = UInt32(table[Int(bytes[index + 3])])
                guard first | second | third | fourth < 64 else { break }
                output[written] = UInt8(truncatingIfNeeded: first << 2 | second >> 4)
                output[written + 1] = UInt8(truncatingIfNeeded: second << 4 | third >> 2)
                output[written + 2] = UInt8(truncatingIfNeeded: third << 6 | fourth)
                written += 3
                index += 4
                equals = 0
            }
            guard index < end else { break }
            let byte = bytes[index]
            if byte >= 0x80 { break }
            index += 1
            let value = table[Int(byte)]
            if value <= padding {
                equals = value == padding ? equals + 1 : 0
                group = group << 6 | UInt32(value & 63)
                count += 1
                guard count == 4 else { continue }
                output[written] = UInt8(truncatingIfNeeded: group >> 16)
                written += 1
                if equals < 2 {
                    output[written] = UInt8(truncatingIfNeeded: group >> 8)
                    written += 1
                }
                if equals < 1 {
                    output[written] = UInt8(truncatingIfNeeded: group)
                    written += 1
                }
                count = 0
            } else if !isSpace(byte) {
                equals = 0
            }
        }
        return written
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
