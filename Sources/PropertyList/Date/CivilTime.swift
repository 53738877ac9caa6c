/// A calendar date and time of day in UTC: the proleptic Gregorian calendar, with a year 0 before year 1.
///
/// All arithmetic is exact, in whole seconds since 2001-01-01 00:00 UTC, the epoch of property lists. Leap seconds do
/// not count, as everywhere in POSIX time.
package struct CivilTime: Equatable, Sendable {
    /// The year: 0 is 1 BC.
    package let year: Int64
    /// The month, from 1 to 12.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int
    /// The hour, from 0 to 23.
    package let hour: Int
    /// The minute, from 0 to 59.
    package let minute: Int
    /// The second, from 0 to 60: 60 is a leap second and means the second after it.
    package let second: Int

    /// The largest distance from 2001 in seconds that is turned into a date: about 190,000,000,000 years.
    package static let limit: Int64 = 6_000_000_000_000_000_000

    private static let secondsADay: Int64 = 86_400
    private static let yearsACycle: Int64 = 400
    private static let daysACycle: Int64 = 146_097
    /// From 0000-03-01, where the computation has its origin, to 2001-01-01.
    private static let daysToEpoch: Int64 = 730_791

    /// Checks a date.
    ///
    /// - Returns: nil if there is no such day or no such time, or if it is farther away than `limit`.
    package init?(year: Int64, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year) else { return nil }
        guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
        guard year.magnitude < 190_000_000_000 else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The date of a number of seconds since 2001-01-01 00:00 UTC, or nil if it is beyond `limit`.
    package init?(secondsSince2001 seconds: Int64) {
        guard seconds.magnitude <= Self.limit.magnitude else { return nil }
        let (sinceEpoch, secondOfDay) = Self.floored(seconds, Self.secondsADay)
        // Years are counted from March, so that the leap day is the last of its year, and in cycles of 400 years.
        let (cycle, dayOfCycle) = Self.floored(sinceEpoch + Self.daysToEpoch, Self.daysACycle)
        let leapDays = dayOfCycle / 1460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
        let yearOfCycle = (dayOfCycle - leapDays) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        // March to January have 153 days in each five months.
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        self.day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        self.month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        self.year = cycle * Self.yearsACycle + yearOfCycle + (monthFromMarch < 10 ? 0 : 1)
        self.hour = Int(secondOfDay / 3600)
        self.minute = Int(secondOfDay / 60 % 60)
        self.second = Int(secondOfDay % 60)
    }

    /// The seconds since 2001-01-01 00:00 UTC.
    package var secondsSince2001: Int64 {
        let yearFromMarch = month > 2 ? year : year - 1
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let (cycle, yearOfCycle) = Self.floored(yearFromMarch, Self.yearsACycle)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfCycle = 365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        let days = cycle * Self.daysACycle + dayOfCycle - Self.daysToEpoch
        return days * Self.secondsADay + Int64(hour * 3600 + minute * 60 + second)
    }

    /// The whole seconds of a date, rounded down, or nil if it is no number or beyond `limit`.
    ///
    /// Without `rounded(_:)`, which would need the C library's mathematics.
    static func wholeSeconds(_ date: Double) -> Int64? {
        guard date.magnitude <= Double(limit) else { return nil }
        let towardsZero = Int64(date)
        return Double(towardsZero) > date ? towardsZero - 1 : towardsZero
    }

    /// How many days a month has.
    package static func days(inMonth month: Int, of year: Int64) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func floored(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
