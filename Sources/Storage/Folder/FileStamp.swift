/// Times in the names of files that are set aside.
enum FileStamp {
    /// A time as `20261130T063100Z`.
    ///
    /// - Parameter nanoseconds: since 1970-01-01 UTC.
    /// - Returns: the time in whole seconds, UTC.
    static func text(_ nanoseconds: Int64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        let days = seconds / 86_400
        let (year, month, day) = civil(days)
        let rest = seconds % 86_400
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(year)\(two(month))\(two(day))T\(two(rest / 3600))\(two(rest / 60 % 60))\(two(rest % 60))Z"
    }

    /// The date of a day counted from 1970-01-01, in the Gregorian calendar.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Years begin in March here, so that the leap day is the last of its year; 719468 days lie between 0000-03-01
        // and 1970-01-01.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
