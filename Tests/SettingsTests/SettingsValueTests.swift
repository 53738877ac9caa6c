import FourLinesSettings
import Testing

@Suite("Values have the forms of systemd")
struct SettingsValueTests {
    @Test("Truth values", arguments: ["1", "yes", "true", "on", "YES", "On"])
    func yes(_ text: String) throws {
        #expect(try SettingsValue.boolean(text))
    }

    @Test("Untruth values", arguments: ["0", "no", "false", "off", "No", "OFF"])
    func no(_ text: String) throws {
        #expect(try !SettingsValue.boolean(text))
    }

    @Test("No truth values", arguments: ["", "2", "maybe", " yes", "yes "])
    func notBoolean(_ text: String) {
        #expect(throws: SettingsFault.notBoolean(text)) { try SettingsValue.boolean(text) }
    }

    @Test("Integers", arguments: [("0", 0), ("-7", -7), ("+7", 7), ("9223372036854775807", Int64.max)])
    func integers(_ text: String, _ value: Int64) throws {
        #expect(try SettingsValue.integer(text) == value)
    }

    @Test("No integers", arguments: ["", "-", "1.5", "0x1", " 1", "1 ", "ten", "--1"])
    func notInteger(_ text: String) {
        #expect(throws: SettingsFault.notInteger(text)) { try SettingsValue.integer(text) }
    }

    @Test("Integers out of bounds", arguments: ["0", "11", "-1", "9223372036854775808"])
    func outOfRange(_ text: String) {
        #expect(throws: SettingsFault.outOfRange(text, minimum: 1, maximum: 10)) {
            try SettingsValue.integer(text, in: 1...10)
        }
    }

    @Test(
        "Sizes",
        arguments: [
            ("0", 0), ("512", 512), ("1K", 1024), ("2M", 2 << 20), ("1G", 1 << 30), ("1T", 1 << 40), ("64 M", 64 << 20),
            ("5B", 5), ("5KB", 5120),
        ])
    func sizes(_ text: String, _ value: Int) throws {
        #expect(try SettingsValue.size(text) == value)
    }

    @Test(
        "No sizes",
        arguments: ["", "K", "-1", "1k", "1.5M", "1 2", "9223372036854775807K", "99999999999999999999", "٣"])
    func notSize(_ text: String) {
        #expect(throws: SettingsFault.notSize(text)) { try SettingsValue.size(text) }
    }

    @Test("Modes", arguments: [("0", 0), ("600", 0o600), ("0600", 0o600), ("7777", 0o7777)] as [(String, UInt32)])
    func modes(_ text: String, _ value: UInt32) throws {
        #expect(try SettingsValue.mode(text) == value)
    }

    @Test("No modes", arguments: ["", "8", "0o600", "00600", "-1", "+600", "u=rw"])
    func notMode(_ text: String) {
        #expect(throws: SettingsFault.notMode(text)) { try SettingsValue.mode(text) }
    }

    @Test(
        "Time spans",
        arguments: [
            ("5", .seconds(5)), ("0", .zero), ("5s", .seconds(5)), ("2min", .seconds(120)),
            ("100ms", .milliseconds(100)), ("1h 30min", .seconds(5400)), ("1h30min", .seconds(5400)),
            ("1.5s", .milliseconds(1500)), ("0.25h", .seconds(900)), ("7us", .microseconds(7)),
            ("1.0000001s", .seconds(1)), ("2 h", .seconds(7200)), ("1d 1w", .seconds(691_200)),
            ("3 seconds", .seconds(3)), ("5 5", .seconds(10)), (" 1m ", .seconds(60)), ("2µs", .microseconds(2)),
        ] as [(String, Duration)])
    func timeSpans(_ text: String, _ value: Duration) throws {
        #expect(try SettingsValue.timeSpan(text) == value)
    }

    @Test(
        "No time spans",
        arguments: [
            "", " ", "s", "-1", "5x", "1.s", ".5s", "1,5s", "9223372036854775807s", "99999999999999999999us",
            "9223372036854775807us 1us", "1.5.5s",
        ])
    func notTimeSpan(_ text: String) {
        #expect(throws: SettingsFault.notTimeSpan(text)) { try SettingsValue.timeSpan(text) }
    }

    @Test("An entry adds its place to the reason, and the error is one sentence")
    func place() {
        let entry = SettingsEntry(section: "Journal", key: "Sync", value: "maybe", line: 7)
        let expected = SettingsError(.notBoolean("maybe"), line: 7, section: "Journal", key: "Sync")
        #expect(throws: expected) { try entry.read(SettingsValue.boolean) }
        #expect(
            expected.description
                == "line 7, [Journal] Sync: “maybe” is not a truth value: yes, no, true, false, on, off, 1 or 0")
        #expect(SettingsError(.nul, line: 3).description == "line 3: the line holds a NUL")
        #expect(SettingsError(.unbalancedQuote).description == "a quote is not closed")
        #expect(SettingsError(.missingEquals, section: "A").description.hasPrefix("[A]: "))
    }
}
