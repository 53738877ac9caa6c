import Glibc

/// The clock on the wall, which can be set and jump.
package enum WallClock {
    /// Nanoseconds since 1970-01-01T00:00:00Z, without leap seconds, `CLOCK_REALTIME`.
    package static var nanoseconds: Int64 {
        read(CLOCK_REALTIME)
    }

    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds, rounded down.
    package static var seconds: Int64 {
        nanoseconds / 1_000_000_000
    }
}
