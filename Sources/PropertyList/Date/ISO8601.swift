/// Dates of property lists as text: ISO 8601 in UTC, such that every double comes back bit for bit.
///
/// A date is a double of seconds since 2001-01-01 00:00 UTC; `nan`, `inf` and `-inf` are dates too, and so are
/// numbers beyond `CivilTime.limit`, which stand as the plain number of seconds, as no calendar has them.
package enum ISO8601 {
    /// Why a text is not a date.
    package enum Failure: Error, Equatable, Sendable {
        /// It has not the form `2010-08-04T16:01:03Z`: the offset of the first byte that does not fit.
        case badSyntax(offset: Int)
        /// It says no zone (`Z` or `+02:00`), so that its moment is unknown.
        case zoneMissing
        /// The calendar has no such day, or the day no such time.
        case noSuchDate
    }

    // MARK: Text

    /// The text of a date: with `Z`, and with the shortest fraction that reads back as the same double.
    ///
    /// Years from 0000 to 9999 have four digits, later ones a plus sign and five or more, those before 0000 a minus
    /// sign and four or more.
    package static func text(_ date: Double) -> String {
        if date.isNaN { return "nan" }
        if date.isInfinite { return date < 0 ? "-inf" : "inf" }
        guard let whole = CivilTime.wholeSeconds(date), let civil = CivilTime(secondsSince2001: whole) else {
            return date.description
        }
        var output: [UInt8] = []
        appendYear(civil.year, to: &output)
        for (separator, value) in [
            ("-", civil.month), ("-", civil.day), ("T", civil.hour), (":", civil.minute), (":", civil.second),
        ] {
            output.append(contentsOf: separator.utf8)
            appendTwoDigits(value, to: &output)
        }
        if Double(whole) != date {
            output.append(UInt8(ascii: "."))
            var digits = fractionDigits(of: date.magnitude)
            if date < 0 { complement(&digits) }
            output.append(contentsOf: digits)
        }
        output.append(UInt8(ascii: "Z"))
        return String(decoding: output, as: UTF8.self)
    }

    static func appendTwoDigits(_ value: Int, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    }

    private static func appendYear(_ year: Int64, to output: inout [UInt8]) {
        if year < 0 { output.append(UInt8(ascii: "-")) }
        if year > 9999 { output.append(UInt8(ascii: "+")) }
        let digits = String(year.magnitude)
        for _ in digits.utf8.count..<max(4, digits.utf8.count) { output.append(UInt8(ascii: "0")) }
        output.append(contentsOf: digits.utf8)
    }

    /// The digits behind the point in the shortest decimal number that reads back as `value`.
    ///
    /// The number's whole part is that of the double: the next whole number is a double itself, and nearer to every
    /// decimal number that reaches it.
    private static func fractionDigits(of value: Double) -> [UInt8] {
        var digits: [UInt8] = []
        var wholeDigits = 0
        var exponent = 0
        let text = Array(value.description.utf8)
        var index = 0
        var isBehindPoint = false
        while index < text.count, text[index] != UInt8(ascii: "e") {
            if text[index] == UInt8(ascii: ".") {
                isBehindPoint = true
            } else {
                digits.append(text[index])
                if !isBehindPoint { wholeDigits += 1 }
            }
            index += 1
        }
        if index < text.count { exponent = Int(String(decoding: text[(index + 1)...], as: UTF8.self)) ?? 0 }
        let point = wholeDigits + exponent
        var fraction =
            point < 0
            ? [UInt8](repeating: UInt8(ascii: "0"), count: -point) + digits : Array(digits.dropFirst(point))
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        return fraction
    }

    /// Turns the digits of a fraction f into those of 1 - f; f is not 0 and has no zero at its end.
    private static func complement(_ digits: inout [UInt8]) {
        let sum = UInt8(ascii: "0") + UInt8(ascii: "9")
        for index in digits.indices { digits[index] = sum - digits[index] }
        if let last = digits.indices.last { digits[last] += 1 }
    }

    // MARK: Reading

    /// Reads a date.
    ///
    /// Besides what `text(_:)` writes: another zone as `+02:00` or `+0200`, a small `t` or `z`, a blank for the `T`,
    /// a comma for the point, and a leap second, which is the second after it.
    package static func date(_ text: String) throws(Failure) -> Double {
        let bytes = Array(text.utf8)
        return try date(bytes, 0..<bytes.count)
    }

    /// Reads a date from bytes.
    package static func date(_ bytes: [UInt8], _ range: Range<Int>) throws(Failure) -> Double {
        if let special = RealText.special(bytes, range) { return special }
        if let seconds = RealText.parse(bytes, range), seconds.magnitude > Double(CivilTime.limit) { return seconds }
        var cursor = Cursor(bytes: bytes, start: range.lowerBound, end: range.upperBound)
        let year = try cursor.year()
        try cursor.expect("-")
        let month = try cursor.twoDigits()
        try cursor.expect("-")
        let day = try cursor.twoDigits()
        if cursor.isAtEnd { throw .zoneMissing }
        try cursor.expect("T", "t", " ")
        let hour = try cursor.twoDigits()
        try cursor.expect(":")
        let minute = try cursor.twoDigits()
        try cursor.expect(":")
        let second = try cursor.twoDigits()
        let fraction = try cursor.fraction()
        if cursor.isAtEnd { throw .zoneMissing }
        let offset = try cursor.zone()
        guard cursor.isAtEnd else { throw cursor.unexpected }
        guard
            let civil = CivilTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { throw .noSuchDate }
        return seconds(civil.secondsSince2001 - Int64(offset), fraction: Array(bytes[fraction]))
    }

    /// The double nearest to the exact sum of whole seconds and a fraction.
    private static func seconds(_ whole: Int64, fraction: [UInt8]) -> Double {
        var digits = fraction
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        if digits.isEmpty { return Double(whole) }
        if whole >= 0 {
            return Double("\(whole)." + String(decoding: digits, as: UTF8.self)) ?? Double(whole)
        }
        complement(&digits)
        return Double("-\((whole + 1).magnitude)." + String(decoding: digits, as: UTF8.self)) ?? Double(whole)
    }
}

extension ISO8601 {
    /// Reads the parts of a date one after another.
    private struct Cursor {
        private let bytes: [UInt8]
        private let start: Int
        private let end: Int
        private var position: Int

        init(bytes: [UInt8], start: Int, end: Int) {
            self.bytes = bytes
            self.start = start
            self.end = end
            self.position = start
        }

        var isAtEnd: Bool { position == end }

        var unexpected: Failure { .badSyntax(offset: position - start) }

        private var next: UInt8? { position < end ? bytes[position] : nil }

        private func digit(at position: Int) -> Int? {
            guard position < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else { return nil }
            return Int(bytes[position] - UInt8(ascii: "0"))
        }

        mutating func expect(_ characters: Unicode.Scalar...) throws(Failure) {
            guard let next, characters.contains(where: { $0.value == UInt32(next) }) else { throw unexpected }
            position += 1
        }

        mutating func twoDigits() throws(Failure) -> Int {
            guard let tens = digit(at: position) else { throw unexpected }
            guard let ones = digit(at: position + 1) else { throw .badSyntax(offset: position + 1 - start) }
            position += 2
            return 10 * tens + ones
        }

        /// Four digits, or a sign and four to twelve.
        mutating func year() throws(Failure) -> Int64 {
            let sign = next == UInt8(ascii: "-") ? -1 : next == UInt8(ascii: "+") ? 1 : 0
            if sign != 0 { position += 1 }
            let first = position
            var year: Int64 = 0
            while let digit = digit(at: position), position - first < (sign == 0 ? 4 : 12) {
                year = 10 * year + Int64(digit)
                position += 1
            }
            guard position - first >= 4 else { throw unexpected }
            // ISO 8601 has one year 0, without a minus sign.
            guard sign >= 0 || year != 0 else { throw .noSuchDate }
            return sign < 0 ? -year : year
        }

        /// A point or a comma and digits, or nothing.
        mutating func fraction() throws(Failure) -> Range<Int> {
            guard let next, next == UInt8(ascii: ".") || next == UInt8(ascii: ",") else { return position..<position }
            position += 1
            let first = position
            while digit(at: position) != nil { position += 1 }
            guard position > first else { throw unexpected }
            return first..<position
        }

        /// `Z`, or the seconds that the zone is ahead of UTC.
        mutating func zone() throws(Failure) -> Int {
            guard let next else { throw .zoneMissing }
            switch next {
            case UInt8(ascii: "Z"), UInt8(ascii: "z"):
                position += 1
                return 0
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                position += 1
                let hours = try twoDigits()
                if self.next == UInt8(ascii: ":") { position += 1 }
                let minutes = try twoDigits()
                guard hours < 24, minutes < 60 else { throw .noSuchDate }
                return (next == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
            default: throw unexpected
            }
        }
    }
}
