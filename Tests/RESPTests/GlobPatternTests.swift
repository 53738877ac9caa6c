import FourLinesRESP
import Testing

@Suite("Patterns match as in Redis")
struct GlobPatternTests {
    private func matches(_ pattern: String, _ text: String) -> Bool {
        GlobPattern([UInt8](pattern.utf8)).matches([UInt8](text.utf8))
    }

    @Test(
        "Matches",
        arguments: [
            ("*", ""), ("*", "abc"), ("", ""), ("a*", "a"), ("h?llo", "hello"), ("h*llo", "heeeello"),
            ("h[ae]llo", "hallo"), ("h[^e]llo", "hallo"), ("h[a-b]llo", "hbllo"), ("h[b-a]llo", "hallo"),
            ("a\\*b", "a*b"), ("a\\", "a\\"), ("[\\]]", "]"), ("[a\\-z]", "-"), ("[^]", "x"), ("[abc", "c"),
            ("[a-]", "a"), ("**a**", "xax"), ("*.lines", "a.b.lines"), ("l[i]nes.?", "lines.0"), ("[-]", "-"),
        ])
    func matching(_ pattern: String, _ text: String) {
        #expect(matches(pattern, text))
    }

    @Test(
        "Does not match",
        arguments: [
            ("", "a"), ("a", ""), ("?", ""), ("h?llo", "hllo"), ("h[^e]llo", "hello"), ("h[a-b]llo", "hcllo"),
            ("a\\*b", "axb"), ("[]", "a"), ("[abc", "d"), ("[a", ""), ("abc", "ABC"), ("*a", "ab"), ("a*b*c", "acb"),
        ])
    func notMatching(_ pattern: String, _ text: String) {
        #expect(!matches(pattern, text))
    }

    @Test("Random patterns match as a plain recursive matcher says")
    func reference() {
        let seed = printedSeed("patterns")
        var random = SplitMix(state: seed)
        let parts = ["*", "?", "a", "b", "[ab]", "[^a]", "\\a", "[b-c]"]
        for _ in 0..<50_000 {
            let pattern = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }
            let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in "abc".randomElement(using: &random) ?? "a"
            }
            let expected = recursive(pattern[...], text[...])
            #expect(matches(pattern.joined(), String(text)) == expected, "\(pattern) \(text), seed \(seed)")
        }
    }

    private func recursive(_ pattern: ArraySlice<String>, _ text: ArraySlice<Character>) -> Bool {
        guard let part = pattern.first else { return text.isEmpty }
        if part == "*" {
            return (text.startIndex...text.endIndex).contains { recursive(pattern.dropFirst(), text[$0...]) }
        }
        guard let letter = text.first else { return false }
        let fits =
            switch part {
            case "?": true
            case "[ab]": letter == "a" || letter == "b"
            case "[^a]": letter != "a"
            case "[b-c]": letter == "b" || letter == "c"
            case "\\a": letter == "a"
            default: part == String(letter)
            }
        return fits && recursive(pattern.dropFirst(), text.dropFirst())
    }

    @Test("Many stars against a long text are not exponential", .timeLimit(.minutes(1)))
    func hostile() {
        let text = String(repeating: "a", count: 20_000)
        #expect(!matches(String(repeating: "a*", count: 30) + "b", text))
        #expect(matches(String(repeating: "a*", count: 30), text))
    }
}
