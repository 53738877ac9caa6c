import Foundation
import FourLinesRESP
import Testing

@testable import FourLinesClient

@Suite struct JSONTests {
    private func written(_ value: JSONValue) -> String { String(decoding: JSONWriter.bytes(value), as: UTF8.self) }

    @Test("Strings: what must be escaped is, what a terminal would act on too, and bytes are in base64")
    func strings() {
        let cases: [([UInt8], String)] = [
            (Array("naïve 🚗".utf8), "\"naïve 🚗\""),
            (Array("\"\\/\n\r\t".utf8), #""\"\\/\n\r\t""#),
            (Array("\0\u{1b}\u{7f}\u{9b}".utf8), #""\u0000\u001B\u007F\u009B""#),
            (Array("\u{202e}\u{2028}".utf8), #""\u202E\u2028""#),
            ([0xed, 0xa0, 0x80], #""\uD800""#),
            ([0x61, 0xff], #"{"base64":"Yf8="}"#),
            ([], "\"\""),
        ]
        for (bytes, text) in cases { #expect(written(.string(bytes)) == text) }
    }

    @Test("Base64 with and without padding")
    func base64() {
        for (text, encoded) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
        ] {
            #expect(Base64.encode(Array(text.utf8)) == Array(encoded.utf8))
        }
    }

    @Test("Replies of every kind")
    func replies() {
        let cases: [(Reply, String)] = [
            (.null, "null"), (.simple("OK"), "\"OK\""), (.integer(.min), "-9223372036854775808"),
            (.double(1.5), "1.5"), (.double(.infinity), "\"inf\""), (.double(1e300), "1e+300"),
            (.boolean(true), "true"), (.bigNumber("123456789012345678901234567890"), "123456789012345678901234567890"),
            (.error("ERR no"), #"{"error":"ERR no"}"#), (.verbatim(format: "txt", text: [0x61]), "\"a\""),
            (.array([.integer(1), .array([])]), "[1,[]]"), (.set([.integer(1)]), "[1]"), (.push([.null]), "[null]"),
            (.map([ReplyMapEntry(.bulk([0x61]), .integer(1))]), #"{"a":1}"#),
            (.map([ReplyMapEntry(.integer(1), .integer(2))]), "[[1,2]]"),
            (
                .map([ReplyMapEntry(.bulk([0x61]), .null), ReplyMapEntry(.simple("a"), .null)]),
                #"[["a",null],["a",null]]"#
            ),
        ]
        for (reply, text) in cases { #expect(written(JSONValue(reply)) == text) }
    }

    @Test("What is written is read by another reader as the same", arguments: [11, 12, 13])
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let value = Self.value(depth: 4, &random)
            let bytes = JSONWriter.bytes(value)
            let read = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(Self.equal(value, read), "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    private static func value(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &random))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
        case 3, 4: return .text(text(&random))
        case 5: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth - 1, &random) })
        default:
            return .object(
                (0..<Int.random(in: 0...3, using: &random)).map {
                    JSONMember("\($0)" + text(&random), value(depth: depth - 1, &random))
                })
        }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let limit: UInt32 = Bool.random(using: &random) ? 0xff : 0x10ffff
            if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }

    private static func equal(_ value: JSONValue, _ read: Any) -> Bool {
        switch (value, read) {
        case (.null, is NSNull): true
        case (.boolean(let value), let read as NSNumber): value == read.boolValue
        case (.integer(let value), let read as NSNumber): value == read.int64Value
        case (.string(let bytes), let read as String): bytes == Array(read.utf8)
        case (.array(let elements), let read as [Any]):
            elements.count == read.count && zip(elements, read).allSatisfy { equal($0, $1) }
        case (.object(let members), let read as [String: Any]):
            members.count == read.count
                && members.allSatisfy { member in
                    read[String(decoding: member.name, as: UTF8.self)].map { equal(member.value, $0) } ?? false
                }
        default: false
        }
    }
}
