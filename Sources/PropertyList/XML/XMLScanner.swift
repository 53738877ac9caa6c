/// The tokens of an XML property list: prolog, tags and text, by the rules of CoreFoundation's reader
/// (CFPropertyList.c), and where that is laxer than the XML standard without need, by the standard.
struct XMLScanner {
    /// The elements of a property list; the raw value is the name's ASCII, the first character highest.
    enum Element: UInt64 {
        case plist = 0x70_6C69_7374
        case array = 0x61_7272_6179
        case dictionary = 0x6469_6374
        case key = 0x6B_6579
        case string = 0x7374_7269_6E67
        case data = 0x6461_7461
        case date = 0x6461_7465
        case integer = 0x69_6E74_6567_6572
        case real = 0x7265_616C
        case `true` = 0x7472_7565
        case `false` = 0x66_616C_7365

        /// The name as it stands in the file.
        var name: String {
            let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: rawValue >> UInt64(8 * $0)) }
            return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
        }
    }

    /// A tag.
    enum Tag: Equatable {
        case open(Element)
        /// A tag that ends with `/>`.
        case empty(Element)
        case close(Element)
    }

    let source: XMLSource
    /// The text; a copy of what `source` holds, as an access through it costs.
    let bytes: [UInt8]
    /// The byte that is read next.
    var position: Int
    /// What the last text was put together in, if it did not stand in the file as it is.
    private(set) var scratch: [UInt8] = []

    init(_ source: XMLSource) {
        self.source = source
        self.bytes = source.bytes
        self.position = source.start
    }

    var isAtEnd: Bool { position >= bytes.count }

    func failure(_ what: String, at place: Int? = nil) -> PropertyListError {
        let place = min(place ?? position, bytes.count)
        return PropertyListError(
            .badXML("\(what) in line \(source.line(of: place))"), offset: source.fileOffset(of: place))
    }

    // MARK: Between tags

    static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 9 || byte == 13 }

    mutating func skipBlanks() {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }

    func looking(at text: String) -> Bool { bytes[min(position, bytes.count)...].starts(with: text.utf8) }

    /// Skips blanks, comments and processing instructions.
    mutating func skipMiscellany() throws(PropertyListError) {
        while true {
            skipBlanks()
            guard try skipCommentOrInstruction() else { return }
        }
    }

    private mutating func skipCommentOrInstruction() throws(PropertyListError) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "<"), isMarkup else { return false }
        if looking(at: "<!--") {
            try skip(4, through: "-->", "a comment without end")
        } else if looking(at: "<?") {
            try skip(2, through: "?>", "a processing instruction without end")
        } else {
            return false
        }
        return true
    }

    /// Skips what begins here, `count` bytes and all up to the text that ends it.
    private mutating func skip(_ count: Int, through end: String, _ problem: String) throws(PropertyListError) {
        let start = position
        position = min(position + count, bytes.count)
        while true {
            // All that is skipped ends with this character.
            guard let last = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
                throw failure(problem, at: start)
            }
            position = last + 1
            if position - start >= count + end.utf8.count,
                bytes[..<position].suffix(end.utf8.count).elementsEqual(end.utf8)
            {
                return
            }
        }
    }

    /// Skips the prolog: what may stand before the root element, the document type among it.
    mutating func skipProlog() throws(PropertyListError) {
        try skipMiscellany()
        guard looking(at: "<!DOCTYPE") else { return }
        let start = position
        position += "<!DOCTYPE".utf8.count
        while true {
            guard !isAtEnd else { throw failure("a document type without end", at: start) }
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted()
            case UInt8(ascii: "["): try skipInternalSubset()
            case UInt8(ascii: ">"):
                position += 1
                return try skipMiscellany()
            default: position += 1
            }
        }
    }

    private mutating func skipQuoted() throws(PropertyListError) {
        let quote = bytes[position]
        let start = position
        repeat {
            position += 1
            guard !isAtEnd else { throw failure("a quotation without end", at: start) }
        } while bytes[position] != quote
        position += 1
    }

    /// Skips the declarations that stand in the document type itself.
    ///
    /// Entities are refused: they are what lets a small file grow without bound, and no property list needs them.
    private mutating func skipInternalSubset() throws(PropertyListError) {
        let start = position
        position += 1
        while true {
            try skipMiscellany()
            guard !isAtEnd else { throw failure("a document type without end", at: start) }
            if bytes[position] == UInt8(ascii: "]") {
                position += 1
                return
            }
            guard !looking(at: "<!ENTITY"), bytes[position] != UInt8(ascii: "%") else {
                throw failure("an entity declaration, which is not supported,")
            }
            guard looking(at: "<!") else { throw failure("no declaration in the document type") }
            while !isAtEnd, bytes[position] != UInt8(ascii: ">") {
                if bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") {
                    try skipQuoted()
                } else {
                    position += 1
                }
            }
            position += 1
        }
    }

    // MARK: Tags

    /// Reads the tag that has to stand here.
    mutating func tag() throws(PropertyListError) -> Tag {
        guard !isAtEnd else { throw failure("the end of the file where a tag was expected") }
        guard bytes[position] == UInt8(ascii: "<") else { throw failure("text where a tag was expected") }
        let start = position
        position += 1
        let isClosing = !isAtEnd && bytes[position] == UInt8(ascii: "/")
        if isClosing { position += 1 }
        var name: UInt64 = 0
        let nameStart = position
        while position < bytes.count, Self.isName(bytes[position]) {
            name = name << 8 | UInt64(bytes[position])
            position += 1
        }
        guard position - nameStart <= 8, let element = Element(rawValue: name) else {
            let shown = String(decoding: bytes[nameStart..<min(position, nameStart + 32)], as: UTF8.self)
            throw failure(shown.isEmpty ? "a malformed tag" : "the unknown element \(shown)", at: start)
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ">") {
            position += 1
            return isClosing ? .close(element) : .open(element)
        }
        return try endOfTag(element, isClosing: isClosing, from: start)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        !isBlank(byte) && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "<")
    }

    /// Skips blanks and attributes; property lists use none of them but the version of `<plist>`.
    private mutating func endOfTag(_ element: Element, isClosing: Bool, from start: Int) throws(PropertyListError)
        -> Tag
    {
        while !isAtEnd {
            switch bytes[position] {
            case UInt8(ascii: ">"):
                let isEmpty = bytes[position - 1] == UInt8(ascii: "/")
                guard !isClosing || !isEmpty else { throw failure("a malformed tag", at: start) }
                position += 1
                return isClosing ? .close(element) : isEmpty ? .empty(element) : .open(element)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                try skipQuoted()
            case UInt8(ascii: "<"):
                throw failure("a tag without end", at: start)
            case let byte:
                guard !isClosing || Self.isBlank(byte) else { throw failure("a malformed tag", at: start) }
                position += 1
            }
        }
        throw failure("a tag without end", at: start)
    }

    /// Reads the end tag of an element whose content has been read.
    mutating func closing(_ element: Element) throws(PropertyListError) {
        let start = position
        guard !isAtEnd else { throw failure("the end of the file where </\(element.name)> was expected") }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "<"),
            bytes[position + 1] == UInt8(ascii: "/"),
            try tag() == .close(element)
        else {
            throw failure("something else where </\(element.name)> was expected", at: start)
        }
    }

    // MARK: Text

    /// Reads text up to the next tag, with references and CDATA sections resolved.
    ///
    /// - Returns: the range in `bytes`, or nil if the text had to be put together in `scratch`.
    mutating func text() throws(PropertyListError) -> Range<Int>? {
        let start = position
        skipPlainText()
        guard !isAtEnd else { throw failure("text without end", at: start) }
        if bytes[position] == UInt8(ascii: "<"), !isMarkup {
            try checkUTF8(bytes, start..<position, at: start)
            return start..<position
        }
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: bytes[start..<position])
        while true {
            guard !isAtEnd else { throw failure("text without end", at: start) }
            if bytes[position] == UInt8(ascii: "&") {
                try reference()
            } else if looking(at: "<![CDATA[") {
                let section = position
                try skip(9, through: "]]>", "a CDATA section without end")
                scratch.append(contentsOf: bytes[(section + 9)..<(position - 3)])
            } else if try !skipCommentOrInstruction() {
                break
            }
            let run = position
            skipPlainText()
            scratch.append(contentsOf: bytes[run..<position])
        }
        try checkUTF8(scratch, 0..<scratch.count, at: start)
        return nil
    }

    /// Whether the `<` here begins something else than a tag.
    private var isMarkup: Bool {
        position + 1 < bytes.count
            && (bytes[position + 1] == UInt8(ascii: "!") || bytes[position + 1] == UInt8(ascii: "?"))
    }

    private mutating func skipPlainText() {
        position = Self.endOfPlainText(bytes, from: position)
    }

    private static func endOfPlainText(_ bytes: [UInt8], from start: Int) -> Int {
        let span = bytes.span
        var index = start
        while index < span.count, span[index] != UInt8(ascii: "<"), span[index] != UInt8(ascii: "&") { index += 1 }
        return index
    }

    private func checkUTF8(_ text: [UInt8], _ range: Range<Int>, at start: Int) throws(PropertyListError) {
        guard let malformed = UnicodeText.firstMalformed(text, range) else { return }
        throw failure("malformed UTF-8", at: start + malformed - range.lowerBound)
    }

    /// Resolves a reference: one of the five entities of XML, or a number of a character.
    private mutating func reference() throws(PropertyListError) {
        let start = position
        let end = bytes[start..<min(bytes.count, start + 16)].firstIndex(of: UInt8(ascii: ";")) ?? start
        let name = bytes[start..<end].dropFirst()
        guard let first = name.first else { throw failure("an unknown reference", at: start) }
        position = end + 1
        if first != UInt8(ascii: "#") {
            switch String(decoding: name, as: UTF8.self) {
            case "lt": scratch.append(UInt8(ascii: "<"))
            case "gt": scratch.append(UInt8(ascii: ">"))
            case "amp": scratch.append(UInt8(ascii: "&"))
            case "apos": scratch.append(UInt8(ascii: "'"))
            case "quot": scratch.append(UInt8(ascii: "\""))
            default: throw failure("an unknown reference", at: start)
            }
            return
        }
        let isHexadecimal = name.dropFirst().first == UInt8(ascii: "x")
        let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
        // The initialiser would take a sign.
        guard digits.utf8.first.map({ $0 >= UInt8(ascii: "0") }) == true,
            let value = UInt32(digits, radix: isHexadecimal ? 16 : 10)
        else { throw failure("a malformed character reference", at: start) }
        guard Unicode.Scalar(value) != nil else { throw failure("a reference to no character", at: start) }
        UnicodeText.append(value, to: &scratch)
    }
}
