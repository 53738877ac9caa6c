/// Text as bytes of UTF-8 in which a lone surrogate stands as its three-byte form, and UTF-16 to and from it.
///
/// Property lists hold UTF-16 with lone surrogates now and then; Swift's `String` cannot. Texts are compared by
/// these bytes, never by canonical equivalence.
package enum UnicodeText {
    /// What a text needs in a binary property list: the number of UTF-16 units, and whether all are ASCII.
    package struct Measure: Equatable, Sendable {
        /// The number of UTF-16 units.
        package let units: Int
        /// Whether every unit is under 0x80.
        package let isASCII: Bool
    }

    /// Measures a text in our form.
    package static func measure(_ bytes: [UInt8], _ range: Range<Int>) -> Measure {
        let span = bytes.span
        var high: UInt8 = 0
        for index in range { high |= span[index] }
        if high < 0x80 { return Measure(units: range.count, isASCII: true) }
        var units = 0
        for index in range {
            let byte = span[index]
            // Every lead byte is a unit, and a lead of four bytes is two.
            if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
        }
        return Measure(units: units, isASCII: false)
    }

    /// Appends a text in our form as big-endian UTF-16.
    package static func appendUTF16(_ bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
        let span = bytes.span
        var index = range.lowerBound
        func continuation(_ position: Int) -> UInt32 {
            position < range.upperBound ? UInt32(span[position] & 0x3F) : 0
        }
        while index < range.upperBound {
            let lead = span[index]
            var scalar: UInt32
            switch lead {
            case 0..<0x80:
                scalar = UInt32(lead)
                index += 1
            case 0..<0xE0:
                scalar = UInt32(lead & 0x1F) << 6 | continuation(index + 1)
                index += 2
            case 0..<0xF0:
                scalar = UInt32(lead & 0x0F) << 12 | continuation(index + 1) << 6 | continuation(index + 2)
                index += 3
            default:
                scalar = UInt32(lead & 0x07) << 18 | continuation(index + 1) << 12
                scalar |= continuation(index + 2) << 6 | continuation(index + 3)
                index += 4
                let offset = scalar &- 0x10000
                let highUnit = 0xD800 | offset >> 10 & 0x3FF
                output.append(UInt8(truncatingIfNeeded: highUnit >> 8))
                output.append(UInt8(truncatingIfNeeded: highUnit))
                scalar = 0xDC00 | offset & 0x3FF
            }
            output.append(UInt8(truncatingIfNeeded: scalar >> 8))
            output.append(UInt8(truncatingIfNeeded: scalar))
        }
    }

    /// Appends big-endian UTF-16 (an even number of bytes) as text in our form.
    package static func appendText(utf16 bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
        let span = bytes.span
        var index = range.lowerBound
        while index + 1 < range.upperBound {
            var scalar = UInt32(span[index]) << 8 | UInt32(span[index + 1])
            index += 2
            if scalar & 0xFC00 == 0xD800, index + 1 < range.upperBound {
                let low = UInt32(span[index]) << 8 | UInt32(span[index + 1])
                if low & 0xFC00 == 0xDC00 {
                    scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
                    index += 2
                }
            }
            append(scalar, to: &output)
        }
    }

    /// Appends Latin-1 as text in our form.
    package static func appendText(latin1 bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
        for index in range { append(UInt32(bytes[index]), to: &output) }
    }

    /// Appends a code point, which may be a lone surrogate.
    package static func append(_ scalar: UInt32, to output: inout [UInt8]) {
        func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case 0..<0x80: output.append(UInt8(truncatingIfNeeded: scalar))
        case 0..<0x800:
            output.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            output.append(continuation(0))
        case 0..<0x10000:
            output.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            output.append(continuation(6))
            output.append(continuation(0))
        default:
            output.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            output.append(continuation(12))
            output.append(continuation(6))
            output.append(continuation(0))
        }
    }

    /// The offset of the first byte that is not well-formed UTF-8, or nil.
    ///
    /// With `surrogates` a lone surrogate in its three-byte form is allowed, as in our own texts. A high surrogate
    /// directly before a low one never is: together they have a form of four bytes.
    package static func firstMalformed(_ bytes: [UInt8], _ range: Range<Int>, surrogates: Bool = false) -> Int? {
        let span = bytes.span
        var high: UInt8 = 0
        for index in range { high |= span[index] }
        if high < 0x80 { return nil }
        var index = range.lowerBound
        let end = range.upperBound
        var afterHighSurrogate = false
        while index < end {
            let lead = span[index]
            if lead < 0x80 {
                index += 1
                afterHighSurrogate = false
                continue
            }
            // The well-formed byte sequences of table 3-7 of the Unicode standard.
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch lead {
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, surrogates ? 0x80...0xBF : 0x80...0x9F)
            case 0xE1...0xEF: length = 3
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            case 0xF1...0xF3: length = 4
            default: return index
            }
            guard end - index >= length, second.contains(span[index + 1]) else { return index }
            if length > 2 {
                for position in (index + 2)..<(index + length) where span[position] & 0xC0 != 0x80 { return index }
            }
            let isSurrogate = lead == 0xED && span[index + 1] >= 0xA0
            let isHigh = isSurrogate && span[index + 1] < 0xB0
            if isSurrogate, !isHigh, afterHighSurrogate { return index }
            afterHighSurrogate = isHigh
            index += length
        }
        return nil
    }
}
