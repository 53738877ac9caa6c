import Glibc

/// A moment of the clock that is never set and does not run while the machine sleeps, `CLOCK_MONOTONIC`.
package struct MonotonicTime: Comparable, Hashable, Sendable {
    /// Nanoseconds since an unknown moment, the same for all processes until the next boot.
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The present moment.
    package static var now: MonotonicTime {
        MonotonicTime(nanoseconds: read(CLOCK_MONOTONIC))
    }

    /// The number that systemd wants as `MONOTONIC_USEC`, sd_notify(3).
    package var microseconds: Int64 {
        nanoseconds / 1000
    }

    /// The moment so much later; the end of time if it does not fit.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return MonotonicTime(nanoseconds: overflow ? (duration.nanoseconds < 0 ? .min : .max) : sum)
    }

    /// The time from a moment to another.
    package static func - (end: MonotonicTime, start: MonotonicTime) -> Duration {
        .nanoseconds(end.nanoseconds &- start.nanoseconds)
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The time-out for poll and epoll_wait: rounded up, so that nobody wakes before the deadline; at most an hour.
    func milliseconds(until deadline: MonotonicTime) -> Int32 {
        guard deadline > self else { return 0 }
        let (left, overflow) = deadline.nanoseconds.subtractingReportingOverflow(nanoseconds)
        let hour: Int64 = 3_600_000
        return Int32(overflow ? hour : min(hour, (left - 1) / 1_000_000 + 1))
    }
}

/// Nanoseconds of a clock; those that are asked for cannot fail.
func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    guard unsafe clock_gettime(clock, &time) == 0 else { fatalError("clock_gettime failed: \(Errno.current)") }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

extension Duration {
    /// Whole nanoseconds, the largest or smallest number if they do not fit.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        guard overflow || carry else { return sum }
        return seconds < 0 ? .min : .max
    }
}
