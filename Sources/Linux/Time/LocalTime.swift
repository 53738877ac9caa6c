import CLinux

/// A date and time of day in the time zone of the process, `TZ` or the system's.
package struct LocalTime: Equatable, Sendable {
    package var year: Int
    /// From 1.
    package var month: Int
    /// From 1.
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The local time of a moment given in seconds since 1970; nil if the year does not fit the C library's type.
    package init?(secondsSince1970 seconds: Int64) {
        var parts = clinux_local_time()
        guard unsafe clinux_local_time(seconds, &parts) != 0 else { return nil }
        self.init(
            year: Int(parts.year), month: Int(parts.month), day: Int(parts.day), hour: Int(parts.hour),
            minute: Int(parts.minute), second: Int(parts.second))
    }

    /// The moment in seconds since 1970.
    ///
    /// Of a time that comes twice, when clocks are set back, one of the two; nil for a time that does not exist, as the
    /// hour left out when clocks are set forward or the 30th of February.
    package var secondsSince1970: Int64? {
        guard (-1_000_000_000...1_000_000_000).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        var parts = clinux_local_time(
            year: Int64(year), month: Int32(month), day: Int32(day), hour: Int32(hour), minute: Int32(minute),
            second: Int32(second))
        let moment = unsafe clinux_from_local_time(&parts)
        // mktime(3) moves what does not exist to something that does, and its error, -1, is also a moment.
        guard LocalTime(secondsSince1970: moment) == self else { return nil }
        return moment
    }
}
