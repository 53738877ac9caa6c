import FourLinesRESP
import Testing

@testable import FourLinesClient

@Suite struct ReplyTextTests {
    static let replies: [(Reply, readable: String, plain: String)] = [
        (.simple("OK"), "OK\n", "OK\n"),
        (.error("ERR no\u{1b}"), "(error) ERR no\\u{1b}\n", "ERR no\u{1b}\n"),
        (.integer(-3), "(integer) -3\n", "-3\n"),
        (.bulk(Array("a\"\n".utf8)), "\"a\\\"\\n\"\n", "a\"\n\n"),
        (.null, "(nil)\n", "\n"),
        (.double(0.5), "(double) 0.5\n", "0.5\n"),
        (.boolean(false), "(false)\n", "false\n"),
        (.bigNumber("99"), "(integer) 99\n", "99\n"),
        (.verbatim(format: "txt", text: Array("a:1\r\nb:2\r\n".utf8)), "a:1\nb:2\n", "a:1\r\nb:2\r\n\n"),
        (.array([]), "(empty array)\n", ""),
        (.set([]), "(empty set)\n", ""),
        (.push([]), "(empty push)\n", ""),
        (.map([]), "(empty hash)\n", ""),
        (.set([.integer(1)]), "1~ (integer) 1\n", "1\n"),
        (
            .array([.integer(1), .array([.null, .array([])]), .bulk([0x78])]),
            "1) (integer) 1\n2) 1) (nil)\n   2) (empty array)\n3) \"x\"\n", "1\n\nx\n"
        ),
        (
            .map([
                ReplyMapEntry(.bulk([0x61]), .integer(1)), ReplyMapEntry(.bulk([0x62]), .array([.null, .null])),
                ReplyMapEntry(.bulk([0x63]), .map([])),
            ]),
            "1# \"a\" => (integer) 1\n2# \"b\" => \n   1) (nil)\n   2) (nil)\n3# \"c\" => (empty hash)\n",
            "a\n1\nb\n\n\nc\n"
        ),
    ]

    @Test("For a person and for a program")
    func forms() {
        for (reply, readable, plain) in Self.replies {
            #expect(String(decoding: ReplyText.readable(reply), as: UTF8.self) == readable)
            #expect(String(decoding: ReplyText.plain(reply), as: UTF8.self) == plain)
        }
    }

    @Test("Numbers of a long list are aligned")
    func alignment() {
        let text = String(decoding: ReplyText.readable(.array(Array(repeating: .null, count: 10))), as: UTF8.self)
        #expect(text.hasPrefix(" 1) (nil)\n"))
        #expect(text.hasSuffix("\n10) (nil)\n"))
    }
}
