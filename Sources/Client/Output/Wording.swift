import FourLinesLinux

/// Amounts, times and names as a person writes them.
enum Wording {
    /// `1 change`, `3 changes`.
    static func count(_ count: Int64, _ singular: String, _ plural: String) -> String {
        "\(count) \(count == 1 ? singular : plural)"
    }

    /// A time span in its two largest units: `12 seconds`, `2 hours 5 minutes`, `1 day`.
    static func duration(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        guard seconds > 0 else {
            return count(max(0, duration.nanoseconds / 1_000_000), "millisecond", "milliseconds")
        }
        let units: [(size: Int64, singular: String, plural: String)] = [
            (86_400, "day", "days"), (3600, "hour", "hours"), (60, "minute", "minutes"), (1, "second", "seconds"),
        ]
        var rest = seconds
        var parts: [String] = []
        for unit in units {
            let amount = rest / unit.size
            rest %= unit.size
            // Two neighbouring units: a day and four seconds is a day.
            if amount > 0 { parts.append(count(amount, unit.singular, unit.plural)) }
            if !parts.isEmpty, amount == 0 || parts.count == 2 { break }
        }
        return parts.joined(separator: " ")
    }

    /// A moment in local time: `2026-11-30 06:40:13`.
    static func moment(secondsSince1970 seconds: Int64) -> String {
        guard let time = LocalTime(secondsSince1970: seconds) else { return "\(seconds) seconds after 1970" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let day = "\(time.year)-\(two(time.month))-\(two(time.day))"
        return "\(day) \(two(time.hour)):\(two(time.minute)):\(two(time.second))"
    }

    /// A text as one word of a shell command, in quotes if it needs them.
    static func shellWord(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "/"), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "+"):
                    true
                default: false
                }
            }
        guard !isPlain else { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
