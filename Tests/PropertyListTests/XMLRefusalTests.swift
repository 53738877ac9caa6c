import FourLinesPropertyList
import Testing

@Suite struct XMLRefusalTests {
    static let files: [(String, String, Int)] = [
        ("</plist> where a value was expected in line 1", "<plist></plist>", 7),
        ("an empty <plist/> in line 1", "<plist/>", 0),
        ("the end of the file where a tag was expected in line 1", "<plist>", 7),
        ("the end of the file where a tag was expected in line 2", "<array>\n", 8),
        ("more than one property list in line 1", "<true/><true/>", 7),
        ("more than one property list in line 2", "<plist><true/></plist>\nx", 23),
        ("something else where </plist> was expected in line 1", "<plist><true/><true/></plist>", 14),
        ("something else where </plist> was expected in line 1", "<plist><true/>x</plist>", 14),
        ("<plist> inside of a property list in line 1", "<plist><plist><true/></plist></plist>", 7),
        ("<plist> inside of a property list in line 1", "<array><plist><true/></plist></array>", 7),
        ("text where a tag was expected in line 1", "<array>x</array>", 7),
        ("text where a tag was expected in line 1", "<array>&amp;</array>", 7),
        ("</dict> where </array> was expected in line 2", "<array>\r</dict>", 8),
        ("something else where </string> was expected in line 1", "<string>a</key>", 9),
        ("something else where </string> was expected in line 1", "<string>a<b/></string>", 9),
        ("the unknown element foo in line 3", "<array>\r\n\n<foo/></array>", 10),
        ("the unknown element Array in line 1", "<Array/>", 0),
        ("the unknown element strings in line 1", "<strings/>", 0),
        (
            "the unknown element \(String(repeating: "x", count: 32)) in line 1",
            "<\(String(repeating: "x", count: 99))/>", 0
        ),
        ("a malformed tag in line 1", "<>", 0),
        ("a malformed tag in line 1", "<array></array x>", 7),
        ("a malformed tag in line 1", "<array></array/>", 7),
        ("a tag without end in line 1", "<array <true/></array>", 0),
        ("a tag without end in line 1", "<array", 0),
        ("a quotation without end in line 1", "<array a=\"b></array>", 9),
        ("a value where a key was expected in line 1", "<dict><true/></dict>", 6),
        ("a value where a key was expected in line 1", "<dict><key>CF$UID</key><integer>1</integer><true/></dict>", 43),
        ("a key without a value in line 1", "<dict><key>a</key></dict>", 18),
        ("a key without a value in line 1", "<dict><key>CF$UID</key></dict>", 23),
        ("an empty <integer/> in line 1", "<integer/>", 0),
        ("an empty <real/> in line 1", "<real/>", 0),
        ("an empty <date/> in line 1", "<date/>", 0),
        ("a malformed <integer> in line 1", "<integer></integer>", 9),
        ("a malformed <integer> in line 1", "<integer>-</integer>", 10),
        ("a malformed <integer> in line 1", "<integer>0x</integer>", 11),
        ("a malformed <integer> in line 1", "<integer>12a</integer>", 11),
        ("a malformed <integer> in line 1", "<integer>1 </integer>", 10),
        ("a malformed <integer> in line 1", "<integer>1.5</integer>", 10),
        ("a malformed <integer> in line 1", "<integer>&#49;</integer>", 9),
        ("an integer of more than 64 bits in line 1", "<integer>18446744073709551616</integer>", 9),
        ("an integer of more than 64 bits in line 1", "<integer>-9223372036854775809</integer>", 9),
        ("an integer of more than 64 bits in line 1", "<integer>0x10000000000000000</integer>", 9),
        ("a malformed <real> in line 1", "<real></real>", 6),
        ("a malformed <real> in line 1", "<real>1.5 </real>", 6),
        ("a malformed <real> in line 1", "<real>0x1p3</real>", 6),
        ("a malformed <real> in line 1", "<real>1e</real>", 6),
        ("a malformed <real> in line 1", "<real>.</real>", 6),
        ("a malformed <real> in line 1", "<real>-nan</real>", 6),
        ("a malformed <real> in line 1", "<real>nan(5)</real>", 6),
        ("a malformed <date> in line 1", "<date>2010-08-04</date>", 6),
        ("a malformed <date> in line 1", "<date>2010-08-04T16:01:03.5Z</date>", 6),
        ("a malformed <date> in line 1", "<date>2010-08-04T16:01:03+02:00</date>", 6),
        ("a malformed <date> in line 1", "<date> 2010-08-04T16:01:03Z</date>", 6),
        ("a malformed <date> in line 1", "<date>2010-8-04T16:01:03Z</date>", 6),
        ("a malformed <date> in line 1", "<date>+2010-08-04T16:01:03Z</date>", 6),
        ("something else where </date> was expected in line 1", "<date>2010-08-04T16:01:03Z </date>", 26),
        ("a <date> that no calendar has in line 1", "<date>2010-02-29T16:01:03Z</date>", 6),
        ("a <date> that no calendar has in line 1", "<date>2010-13-01T16:01:03Z</date>", 6),
        ("a <date> that no calendar has in line 1", "<date>2010-00-01T16:01:03Z</date>", 6),
        ("a <date> that no calendar has in line 1", "<date>2010-01-01T24:01:03Z</date>", 6),
        ("a byte in <data> that is not ASCII in line 1", "<data>AQé</data>", 8),
        ("something else where </data> was expected in line 1", "<data>AQ<!-- --></data>", 8),
        ("something else where </true> was expected in line 1", "<true>x</true>", 6),
        ("text without end in line 1", "<string>abc", 8),
        ("an unknown reference in line 1", "<string>&nbsp;</string>", 8),
        ("an unknown reference in line 1", "<string>& </string>", 8),
        ("an unknown reference in line 1", "<string>&;</string>", 8),
        ("an unknown reference in line 1", "<string>&LT;</string>", 8),
        ("a malformed character reference in line 1", "<string>&#;</string>", 8),
        ("a malformed character reference in line 1", "<string>&#x;</string>", 8),
        ("a malformed character reference in line 1", "<string>&#xG;</string>", 8),
        ("a malformed character reference in line 1", "<string>&#-1;</string>", 8),
        ("a malformed character reference in line 1", "<string>&#+1;</string>", 8),
        ("a malformed character reference in line 1", "<string>&#x+1;</string>", 8),
        ("a malformed character reference in line 1", "<string>&#4294967296;</string>", 8),
        ("a reference to no character in line 1", "<string>&#xD800;</string>", 8),
        ("a reference to no character in line 1", "<string>&#x110000;</string>", 8),
        ("a CDATA section without end in line 1", "<string><![CDATA[a]]</string>", 8),
        ("something else where </string> was expected in line 1", "<string><![cdata[a]]></string>", 8),
        ("a comment without end in line 2", "\n<!-- a --", 1),
        ("a comment without end in line 1", "<!--->", 0),
        ("a processing instruction without end in line 1", "<?xml", 0),
        ("a document type without end in line 1", "<!DOCTYPE plist", 0),
        ("a document type without end in line 1", "<!DOCTYPE plist [ <!ELEMENT a ANY>", 16),
        (
            "an entity declaration, which is not supported, in line 1", "<!DOCTYPE plist [<!ENTITY a \"b\">]><true/>",
            17
        ),
        ("an entity declaration, which is not supported, in line 1", "<!DOCTYPE plist [ %a; ]><true/>", 18),
        ("no declaration in the document type in line 1", "<!DOCTYPE plist [x]><true/>", 17),
        ("the encoding windows-1252 is not supported", "<?xml version=\"1.0\" encoding=\"windows-1252\"?><true/>", 30),
        ("the encoding utf-16 is not supported", "<?xml version=\"1.0\" encoding='UTF-16'?><true/>", 30),
        ("a byte that is not ASCII, which the file claims to be", "<?xml encoding='ascii'?><string>é</string>", 32),
    ]

    @Test(
        "What is no sound XML property list is refused, with the reason, the line and the offset",
        arguments: files.indices)
    func refused(_ index: Int) {
        let (what, file, offset) = Self.files[index]
        #expect(throws: PropertyListError(.badXML(what), offset: offset), "\(file)") {
            try BinaryPropertyList(xml: Array(file.utf8))
        }
    }

    @Test("What does not begin as XML is no property list", arguments: ["", " ", "a<true/>", "bplist00", "{a=b;}"])
    func notXML(_ file: String) {
        #expect(throws: PropertyListError(.notAPropertyList, offset: 0)) {
            try BinaryPropertyList(xml: Array(file.utf8))
        }
    }

    @Test(
        "Malformed UTF-8 is refused where it stands",
        arguments: [
            ([0xFF], 0), ([0x61, 0xC3], 1), ([0xC0, 0x80], 0), ([0xED, 0xA0, 0x80], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
            ([0x26, 0x61, 0x6D, 0x70, 0x3B, 0xE2, 0x82], nil),
        ] as [([UInt8], Int?)])
    func malformedUTF8(_ bytes: [UInt8], _ offset: Int?) {
        let file = Array("<string>".utf8) + bytes + Array("</string>".utf8)
        do {
            _ = try BinaryPropertyList(xml: file)
            Issue.record("accepted")
        } catch {
            #expect(error.reason == .badXML("malformed UTF-8 in line 1"))
            if let offset { #expect(error.offset == 8 + offset) }
        }
    }

    @Test("UTF-16 has whole pairs, and errors in it have the offset of the file")
    func utf16() {
        func file(_ units: [UInt16]) -> [UInt8] { ([0xFEFF] + units).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
        let lone = file(Array("<string>".utf16) + [0xD800] + Array("</string>".utf16))
        #expect(throws: PropertyListError(.badXML("a lone surrogate"), offset: 18)) {
            try BinaryPropertyList(xml: lone)
        }
        #expect(throws: PropertyListError(.badXML("half a UTF-16 unit at the end"), offset: 16)) {
            try BinaryPropertyList(xml: file(Array("<true/>".utf16)) + [0])
        }
        #expect(throws: PropertyListError(.badXML("the unknown element foo in line 2"), offset: 40)) {
            try BinaryPropertyList(xml: file(Array("<array>\n<!-- 😀 --><foo/></array>".utf16)))
        }
        #expect(throws: PropertyListError(.badXML("the encoding UTF-32 is not supported"), offset: 0)) {
            try BinaryPropertyList(xml: [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x3C])
        }
    }

    static let whole = XMLParserTests.file(
        """
        <dict>
        <key>CF$UID</key><integer>1</integer><key>a&amp;</key><array><dict><key>CF$UID</key><integer>2</integer></dict>
        <string>é<![CDATA[<]]>&#x1F600;</string><data>AQID</data><date>2010-08-04T16:01:03Z</date><real>1.5</real>
        <true/><false></false><!-- c --><?p i?></array></dict>
        """)

    @Test("A file cut anywhere is refused")
    func truncated() {
        let file = Array(Self.whole.utf8)
        #expect(throws: Never.self) { try BinaryPropertyList(xml: file) }
        // The last line break may go.
        for length in 0..<(file.count - 1) {
            #expect(throws: PropertyListError.self) { try BinaryPropertyList(xml: Array(file.prefix(length))) }
        }
    }

    @Test("Every value of every byte gives an error or a sound result")
    func everyByte() throws {
        let file = Array(Self.whole.utf8)
        for index in file.indices {
            for value in [0, 9, 0x22, 0x26, 0x2F, 0x30, 0x3B, 0x3C, 0x3E, 0x3F, 0x5D, 0x61, 0x80, 0xED, 0xFF] as [UInt8]
            {
                var bytes = file
                bytes[index] = value
                guard let view = try? BinaryPropertyList(xml: bytes) else { continue }
                #expect(throws: Never.self) { try PropertyListValidator.validate(view) }
            }
        }
    }

    @Test("Random changes give an error or a sound result")
    func mutations() throws {
        var random = Random()
        let pieces = [
            "<", ">", "</", "/>", "&", ";", "<dict>", "</dict>", "<key>CF$UID</key>", "<!--", "-->", "<![CDATA[", "]]>",
            "<?", "?>", "<!DOCTYPE [", "\u{0}", "é",
        ]
        for _ in 0..<2000 {
            var bytes = Array(Self.whole.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: index)
                default:
                    let end = Int.random(in: index...bytes.count, using: &random)
                    bytes.removeSubrange(index..<min(end, index + 20))
                }
            }
            guard let view = try? BinaryPropertyList(xml: bytes) else { continue }
            #expect(throws: Never.self) { try PropertyListValidator.validate(view) }
        }
    }
}
