/// Readers of the forms of value that settings have; options of the command line are read by the same.
package enum SettingsValue {
    /// Reads a truth value: 1, yes, true, on, or 0, no, false, off, in any case.
    ///
    /// - Throws: `notBoolean`.
    package static func boolean(_ text: String) throws(SettingsFault) -> Bool {
        switch text.lowercased() {
        case "1", "yes", "true", "on": return true
        case "0", "no", "false", "off": return false
        default: throw .notBoolean(text)
        }
    }

    /// Reads a decimal integer with an optional sign.
    ///
    /// - Throws: `notInteger`; `outOfRange` for an integer outside the bounds, or of over 64 bits.
    package static func integer(
        _ text: String, in bounds: ClosedRange<Int64> = .min ... .max
    ) throws(SettingsFault) -> Int64 {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) else {
            throw .notInteger(text)
        }
        guard let value = Int64(text), bounds.contains(value) else {
            throw .outOfRange(text, minimum: bounds.lowerBound, maximum: bounds.upperBound)
        }
        return value
    }

    /// Reads a size in bytes: a decimal number, with K, M, G or T for powers of 1024; an upper-case B may follow.
    ///
    /// - Throws: `notSize`, also for a size of over 63 bits.
    package static func size(_ text: String) throws(SettingsFault) -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let shift: Int
        switch text.dropFirst(digits.count).drop(while: { $0 == " " }) {
        case "", "B": shift = 0
        case "K", "KB": shift = 10
        case "M", "MB": shift = 20
        case "G", "GB": shift = 30
        case "T", "TB": shift = 40
        default: throw .notSize(text)
        }
        guard let number = Int(digits) else { throw .notSize(text) }
        let (value, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
        guard !overflow else { throw .notSize(text) }
        return value
    }

    /// The shortest text of a size that is read as the same.
    package static func text(ofSize size: Int) -> String {
        for (unit, shift) in [("T", 40), ("G", 30), ("M", 20), ("K", 10)] where size > 0 && size % (1 << shift) == 0 {
            return "\(size >> shift)\(unit)"
        }
        return "\(size)"
    }

    /// Reads a file mode: one to four octal digits.
    ///
    /// - Throws: `notMode`.
    package static func mode(_ text: String) throws(SettingsFault) -> UInt32 {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 8 }),
            let mode = UInt32(text, radix: 8)
        else { throw .notMode(text) }
        return mode
    }

    /// Reads a time span: numbers with units, added up, as `1h 30min`, `1.5s` or `100ms`; a number alone is seconds.
    ///
    /// Units: us, ms, s, min (or m), h, d, w, and their longer names in systemd.time(7). Digits below a microsecond
    /// are dropped.
    ///
    /// - Throws: `notTimeSpan`, also for a span of over 63 bits of microseconds.
    package static func timeSpan(_ text: String) throws(SettingsFault) -> Duration {
        var rest = Array(text.utf8)[...].drop(while: Blanks.contains)
        guard !rest.isEmpty else { throw .notTimeSpan(text) }
        var total: Int64 = 0
        while !rest.isEmpty {
            guard let part = takeSpan(&rest) else { throw .notTimeSpan(text) }
            let (sum, overflow) = total.addingReportingOverflow(part)
            guard !overflow else { throw .notTimeSpan(text) }
            total = sum
            rest = rest.drop(while: Blanks.contains)
        }
        return .microseconds(total)
    }

    /// Takes a number and its unit, as microseconds; nil if there is none or it is too large.
    private static func takeSpan(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        let isDigit = { (byte: UInt8) in byte &- UInt8(ascii: "0") <= 9 }
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = rest.prefix(while: isDigit)
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(fraction.count)
        }
        guard !whole.isEmpty, let count = Int64(String(decoding: whole, as: UTF8.self)) else { return nil }
        rest = rest.drop(while: Blanks.contains)
        let name = rest.prefix { !isDigit($0) && !Blanks.contains($0) && $0 != UInt8(ascii: ".") }
        rest = rest.dropFirst(name.count)
        guard let unit = microseconds(String(decoding: name, as: UTF8.self)) else { return nil }
        let (value, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow else { return nil }
        var part: Int64 = 0
        var scale = unit
        for digit in fraction {
            // Exact: every unit is a round number of its tenths, until what is left is below a microsecond.
            part += scale * Int64(digit - UInt8(ascii: "0")) / 10
            scale /= 10
        }
        let (sum, tooLarge) = value.addingReportingOverflow(part)
        return tooLarge ? nil : sum
    }

    private static func microseconds(_ unit: String) -> Int64? {
        switch unit {
        case "us", "usec", "µs", "μs": 1
        case "ms", "msec": 1_000
        case "", "s", "sec", "second", "seconds": 1_000_000
        case "m", "min", "minute", "minutes": 60_000_000
        case "h", "hr", "hour", "hours": 3_600_000_000
        case "d", "day", "days": 86_400_000_000
        case "w", "week", "weeks": 604_800_000_000
        default: nil
        }
    }
}
