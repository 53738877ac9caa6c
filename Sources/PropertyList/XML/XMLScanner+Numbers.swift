extension XMLScanner {
    /// Reads the content of `<integer>` and its end tag: a decimal or, after `0x`, hexadecimal number of at most 64
    /// bits with an optional sign, blanks before it and after the sign, and nothing else.
    ///
    /// - Returns: the halves of the number in 128 bits.
    mutating func integer() throws(PropertyListError) -> (low: UInt64, high: UInt64) {
        let start = position
        skipControls()
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative || byte == UInt8(ascii: "+") {
            position += 1
            skipControls()
        }
        var radix: UInt64 = 10
        if byte == UInt8(ascii: "0"), position + 1 < bytes.count, bytes[position + 1] | 0x20 == UInt8(ascii: "x") {
            radix = 16
            position += 2
        }
        let first = position
        var value: UInt64 = 0
        while let digit = byte.flatMap(Self.digit), digit < radix {
            let (product, overflow) = value.multipliedReportingOverflow(by: radix)
            let (sum, carry) = product.addingReportingOverflow(digit)
            guard !overflow, !carry, !isNegative || sum <= 1 << 63 else {
                throw failure("an integer of more than 64 bits", at: start)
            }
            value = sum
            position += 1
        }
        guard position > first, byte == UInt8(ascii: "<") else { throw failure("a malformed <integer>") }
        try closing(.integer)
        return isNegative && value != 0 ? (0 &- value, .max) : (value, 0)
    }

    /// Reads the content of `<real>` and its end tag.
    mutating func real() throws(PropertyListError) -> Double {
        let start = position
        skipControls()
        let range = try text()
        let value: Double?
        if let range {
            value = RealText.parse(bytes, range) ?? RealText.special(bytes, range)
        } else {
            let all = 0..<scratch.count
            value = RealText.parse(scratch, all) ?? RealText.special(scratch, all)
        }
        guard let value else { throw failure("a malformed <real>", at: start) }
        try closing(.real)
        return value
    }

    /// Reads the content of `<date>` and its end tag, in the one form that CoreFoundation reads: a year of any
    /// length, with a minus sign before the year 0, and no fraction.
    ///
    /// - Returns: the seconds since 2001-01-01 UTC.
    mutating func date() throws(PropertyListError) -> Int64 {
        let start = position
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var year: Int64 = 0
        let first = position
        while let digit = byte.flatMap(Self.digit), digit < 10, position - first < 10 {
            year = 10 * year + Int64(digit)
            position += 1
        }
        var parts: [Int] = []
        if position > first {
            for separator in [
                UInt8(ascii: "-"), UInt8(ascii: "-"), UInt8(ascii: "T"), UInt8(ascii: ":"), UInt8(ascii: ":"),
            ]
            where byte == separator {
                position += 1
                guard let tens = byte.flatMap(Self.digit), tens < 10 else { break }
                position += 1
                guard let ones = byte.flatMap(Self.digit), ones < 10 else { break }
                position += 1
                parts.append(Int(10 * tens + ones))
            }
        }
        guard parts.count == 5, byte == UInt8(ascii: "Z") else { throw failure("a malformed <date>", at: start) }
        position += 1
        guard
            let civil = CivilTime(
                year: isNegative ? -year : year, month: parts[0], day: parts[1], hour: parts[2], minute: parts[3],
                second: parts[4])
        else { throw failure("a <date> that no calendar has", at: start) }
        try closing(.date)
        return civil.secondsSince2001
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// CoreFoundation takes every control character for a blank here.
    private mutating func skipControls() {
        while let byte, byte <= 32 { position += 1 }
    }

    /// The value of a hexadecimal digit.
    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
