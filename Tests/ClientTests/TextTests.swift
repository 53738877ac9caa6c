import Testing

@testable import FourLinesClient

@Suite struct TextTests {
    struct Case: Sendable {
        let bytes: [UInt8]
        let block: String
        let line: String
        let quoted: String

        init(_ bytes: [UInt8], _ block: String, _ line: String? = nil, _ quoted: String? = nil) {
            self.bytes = bytes
            self.block = block
            self.line = line ?? block
            self.quoted = quoted ?? line ?? block
        }

        init(_ text: String, _ block: String, _ line: String? = nil, _ quoted: String? = nil) {
            self.init(Array(text.utf8), block, line, quoted)
        }
    }

    static let cases: [Case] = [
        Case("naïve 🚗 日本", "naïve 🚗 日本"),
        Case("👨‍👩‍👧", "👨‍👩‍👧"),
        Case("a\nb\tc", "a\nb\tc", "a\\nb\\tc"),
        Case("\r", "\\r"),
        Case("\0", "\\u{0}"),
        Case("\u{1b}[31m", "\\u{1b}[31m"),
        Case("\u{7}\u{8}", "\\u{7}\\u{8}"),
        Case("\u{7f}", "\\u{7f}"),
        Case("\u{80}\u{9b}\u{9f}\u{a0}", "\\u{80}\\u{9b}\\u{9f}\u{a0}"),
        Case("\u{61c}\u{200e}\u{200f}", "\\u{61c}\\u{200e}\\u{200f}"),
        Case("\u{202a}\u{202e}", "\\u{202a}\\u{202e}"),
        Case("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
        Case("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        Case("\u{200d}\u{2027}\u{202f}\u{2065}\u{206a}", "\u{200d}\u{2027}\u{202f}\u{2065}\u{206a}"),
        Case("a\"\\n", "a\"\\n", "a\"\\n", "a\\\"\\\\n"),
        Case([0xed, 0xa0, 0x80], "\\u{d800}"),
        Case([0xed, 0xbf, 0xbf, 0x61], "\\u{dfff}a"),
        Case([0xff, 0x61], "\\xffa"),
        Case([0xc0, 0x80], "\\xc0\\x80"),
        Case([0xe0, 0x80, 0x80], "\\xe0\\x80\\x80"),
        Case([0xf0, 0x8f, 0xbf, 0xbf], "\\xf0\\x8f\\xbf\\xbf"),
        Case([0xf4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"),
        Case([0xf5, 0x80], "\\xf5\\x80"),
        Case([0xe2, 0x82], "\\xe2\\x82"),
        Case([0xe2, 0x61], "\\xe2a"),
    ]

    @Test("What is shown is safe", arguments: cases)
    func escaping(example: Case) {
        func text(_ layout: TerminalText.Layout) -> String {
            String(decoding: TerminalText.escaped(example.bytes, layout), as: UTF8.self)
        }
        #expect(Array(text(.block).utf8) == Array(example.block.utf8))
        #expect(Array(text(.line).utf8) == Array(example.line.utf8))
        #expect(Array(text(.quoted).utf8) == Array(example.quoted.utf8))
    }

    @Test("Nothing unsafe is left of any bytes", arguments: [1, 2, 3, 4])
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let text = TerminalText.escaped(bytes, .line)
            let string = String(validating: text, as: UTF8.self)
            #expect(string != nil, "seed \(seed), bytes \(bytes)")
            #expect(
                string?.unicodeScalars.contains { TerminalText.isUnsafe($0) } == false, "seed \(seed), bytes \(bytes)")
            #expect(
                TextScanner.isText(bytes) == !(string ?? "").contains("\\x") || bytes.contains(UInt8(ascii: "\\")),
                "seed \(seed), bytes \(bytes)")
        }
    }

    @Test(
        "A third of a word may be wrong",
        arguments: [
            ("sho", "show"), ("shwo", "show"), ("gte", "get"), ("stat", "status"), ("sta", nil), ("x", nil), ("", nil),
            ("callx", "call"),
            ("statsu", "status"), (String(repeating: "a", count: 100_000), nil),
        ])
    func spelling(word: String, expected: String?) {
        #expect(Spelling.nearest(to: word, among: ["show", "get", "call", "status"]) == expected)
    }

    @Test("A bare number is digits without a leading zero")
    func numbers() {
        let numbers: [(String, Int?)] = [
            ("1", 1), ("0", 0), ("42", 42), ("01", nil), ("", nil), ("-1", nil), ("+1", nil), ("1.0", nil), ("١", nil),
            ("9223372036854775807", .max), ("9223372036854775808", .max), ("1 ", nil),
        ]
        for (text, number) in numbers { #expect(Address.bareNumber(Array(text.utf8)) == number, "\(text)") }
    }

    @Test(
        "Time spans in two units",
        arguments: [
            (Duration.milliseconds(20), "20 milliseconds"), (.seconds(1), "1 second"), (.seconds(60), "1 minute"),
            (.seconds(61), "1 minute 1 second"), (.seconds(86_404), "1 day"), (.seconds(90_000), "1 day 1 hour"),
            (.seconds(3661), "1 hour 1 minute"), (.zero, "0 milliseconds"), (.seconds(-5), "0 milliseconds"),
        ])
    func durations(duration: Duration, text: String) {
        #expect(Wording.duration(duration) == text)
    }

    @Test(
        "A word for the shell",
        arguments: [("a/b-c.d_1", "a/b-c.d_1"), ("a b", "'a b'"), ("", "''"), ("it's", #"'it'\''s'"#), ("$x", "'$x'")])
    func shell(text: String, word: String) {
        #expect(Wording.shellWord(text) == word)
    }

    @Test("The kernel's form of arguments")
    func kernelArguments() {
        #expect(ProgramArguments.split([0x61, 0, 0, 0xff, 0], count: 3) == [[0x61], [], [0xff]])
        #expect(ProgramArguments.split([0x61, 0], count: 2) == nil)
        #expect(ProgramArguments.split([0x61], count: 1) == nil)
        #expect(ProgramArguments.split([], count: 0) == nil)
    }
}
