import FourLinesSettings
import Testing

@Suite("Values are split into words as systemd splits them")
struct SettingsWordsTests {
    @Test(
        "Words",
        arguments: [
            ("", []), ("  \t ", []), ("a", ["a"]), (" a\tb  c ", ["a", "b", "c"]),
            (
                "Field=lines key=kLinesKey type=array of=string count=4",
                ["Field=lines", "key=kLinesKey", "type=array", "of=string", "count=4"]
            ),
            ("default=\"a b\" 'c d'", ["default=a b", "c d"]), ("\"\" ''", ["", ""]), ("a\"b\"c'd'", ["abcd"]),
            ("\"it's\" 'say \"x\"'", ["it's", "say \"x\""]),
            (#"\a\b\f\n\r\t\v\\\"\'\s"#, ["\u{7}\u{8}\u{c}\n\r\t\u{b}\\\"' "]),
            (#"'\x41\101' "\u00e9\U0001F697""#, ["AA", "é🚗"]), (#"\xc3\xa9"#, ["é"]),
        ] as [(String, [String])])
    func words(_ value: String, _ words: [String]) throws {
        #expect(try SettingsWords.split(value) == words)
    }

    @Test(
        "Faults",
        arguments: [
            ("\"a", .unbalancedQuote), ("a 'b", .unbalancedQuote), ("a\\", .invalidEscape("\\")),
            (#"a\ b"#, .invalidEscape(#"\ "#)), (#"\q"#, .invalidEscape(#"\q"#)), (#"\x4"#, .invalidEscape(#"\x4"#)),
            (#"\x4g"#, .invalidEscape(#"\x4g"#)),
            (#"\x00"#, .invalidEscape(#"\x00"#)), (#"\000"#, .invalidEscape(#"\000"#)),
            (#"\189"#, .invalidEscape(#"\18"#)), (#"\400"#, .invalidEscape(#"\4"#)),
            (#"\ud800"#, .invalidEscape(#"\ud800"#)), (#"\U00110000"#, .invalidEscape(#"\U00110000"#)),
            (#"\xff"#, .escapesNotUTF8),
        ] as [(String, SettingsFault)])
    func faults(_ value: String, _ fault: SettingsFault) {
        #expect(throws: fault) { try SettingsWords.split(value) }
    }
}
