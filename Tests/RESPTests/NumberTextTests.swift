import FourLinesRESP
import Testing

@Suite("Numbers are read as Redis reads them")
struct NumberTextTests {
    @Test(
        "Integers",
        arguments: [
            ("0", 0), ("1", 1), ("-1", -1), ("10", 10), ("9223372036854775807", Int64.max),
            ("-9223372036854775808", Int64.min), ("1234567890123456789", 1_234_567_890_123_456_789),
        ])
    func integers(_ text: String, _ value: Int64) {
        #expect(NumberText.integer([UInt8](text.utf8)) == value)
    }

    @Test(
        "No integers",
        arguments: [
            "", "-", "+1", "01", "00", "-0", "-01", " 1", "1 ", "1.0", "1e3", "0x1", "a", "--1", "9223372036854775808",
            "-9223372036854775809", "18446744073709551616", "99999999999999999999", "100000000000000000000",
        ])
    func noIntegers(_ text: String) {
        #expect(NumberText.integer([UInt8](text.utf8)) == nil)
    }

    @Test("Integers within an array")
    func range() {
        #expect(NumberText.integer([UInt8]("a42b".utf8), 1..<3) == 42)
        #expect(NumberText.integer([UInt8]("a42b".utf8), 1..<4) == nil)
        #expect(NumberText.integer([UInt8]("a42b".utf8), 1..<1) == nil)
    }

    @Test(
        "Reals",
        arguments: [
            ("0", 0), ("1.5", 1.5), ("+1.5", 1.5), ("-.5", -0.5), ("5.", 5), ("1e3", 1000), ("1E-3", 0.001),
            ("007", 7), ("inf", Double.infinity), ("-Infinity", -Double.infinity), ("0x10", 16), ("1e-400", 0),
            ("0.1", 0.1),
        ])
    func reals(_ text: String, _ value: Double) {
        #expect(NumberText.real([UInt8](text.utf8)) == value)
    }

    @Test(
        "No reals",
        arguments: [
            "", " 1", "1 ", "1x", "1.5.5", "e5", ".", "-", "1e", "1e400", "-1e400", "inff", "1,5", "\u{661}", "1\0",
            String(repeating: "1", count: 6_000),
        ])
    func noReals(_ text: String) {
        #expect(NumberText.real([UInt8](text.utf8)) == nil)
    }

    @Test("Nan is read in any case")
    func nan() {
        #expect(NumberText.real([UInt8]("nan".utf8))?.isNaN == true)
        #expect(NumberText.real([UInt8]("-NaN".utf8))?.isNaN == true)
    }
}
