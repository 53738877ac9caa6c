import FourLinesLinux
import Testing

@Suite struct TimeTests {
    @Test("The monotonic clock goes on, and agrees with itself in microseconds")
    func monotonic() {
        let first = MonotonicTime.now
        let second = MonotonicTime.now
        #expect(second >= first)
        #expect(first.microseconds == first.nanoseconds / 1000)
        #expect((first + .milliseconds(5)) - first == .milliseconds(5))
    }

    @Test("The wall clock is in this century")
    func wall() {
        #expect(WallClock.seconds > 1_700_000_000)
        #expect(WallClock.seconds < 4_102_444_800)
    }

    @Test("Local times are converted both ways by the time zone's rules")
    func local() async {
        await #expect(processExitsWith: .success) {
            try Environment.set("TZ", to: "CET-1CEST,M3.5.0,M10.5.0/3")
            let summer = LocalTime(year: 2025, month: 7, day: 1, hour: 14)
            let winter = LocalTime(year: 2025, month: 1, day: 1, hour: 13)
            for (seconds, time) in [(1_751_371_200 as Int64, summer), (1_735_732_800, winter)] {
                #expect(time.secondsSince1970 == seconds)
                #expect(LocalTime(secondsSince1970: seconds) == time)
            }
        }
    }

    @Test("Times that do not exist are refused")
    func missing() async {
        #expect(LocalTime(year: 2025, month: 2, day: 30).secondsSince1970 == nil)
        #expect(LocalTime(year: 2025, month: 13, day: 1).secondsSince1970 == nil)
        #expect(LocalTime(year: .max, month: 1, day: 1).secondsSince1970 == nil)
        await #expect(processExitsWith: .success) {
            try Environment.set("TZ", to: "CET-1CEST,M3.5.0,M10.5.0/3")
            let leftOut = LocalTime(year: 2025, month: 3, day: 30, hour: 2, minute: 30)
            guard leftOut.secondsSince1970 == nil else { CurrentProcess.exit(1) }
        }
    }
}
