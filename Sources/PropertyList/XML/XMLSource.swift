/// The text of an XML document as UTF-8, whatever the encoding of its file, and the way back to the file's offsets.
struct XMLSource {
    /// The encodings that are read; the XML standard asks for no others than UTF-8 and UTF-16.
    private enum Encoding {
        case utf8
        case latin1
        /// The units begin behind a byte order mark of two bytes, or at 0.
        case utf16(start: Int)
    }

    /// The document in UTF-8, not yet checked to be well formed.
    let bytes: [UInt8]
    /// Where the text begins: behind a byte order mark.
    let start: Int
    private let encoding: Encoding

    /// Whether a file may be XML: its first character is `<`, in an encoding that can be told from the first bytes.
    static func isLikely(_ file: [UInt8]) -> Bool {
        let blanks: [UInt8] = [0, 9, 10, 13, 32, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        return file.first { !blanks.contains($0) } == UInt8(ascii: "<")
    }

    /// Finds the encoding by the byte order mark, by a zero beside the first character, or by the XML declaration.
    init(_ file: [UInt8]) throws(PropertyListError) {
        let head = file.prefix(4)
        if head.starts(with: [0xEF, 0xBB, 0xBF]) {
            (bytes, start, encoding) = (file, 3, .utf8)
        } else if head.elementsEqual([0, 0, 0xFE, 0xFF]) || head.elementsEqual([0xFF, 0xFE, 0, 0]) {
            throw PropertyListError(.badXML("the encoding UTF-32 is not supported"), offset: 0)
        } else if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0, UInt8(ascii: "<")]) {
            let first = head.first == 0 ? 0 : 2
            bytes = try Self.utf8(utf16: file, from: first, highByte: 0)
            (start, encoding) = (0, .utf16(start: first))
        } else if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [UInt8(ascii: "<"), 0]) {
            let first = head.first == 0xFF ? 2 : 0
            bytes = try Self.utf8(utf16: file, from: first, highByte: 1)
            (start, encoding) = (0, .utf16(start: first))
        } else {
            start = 0
            let declared = Self.declaredEncoding(file)
            switch declared.name {
            case "", "utf-8", "utf8":
                (bytes, encoding) = (file, .utf8)
            case "us-ascii", "ascii":
                if let offset = file.firstIndex(where: { $0 >= 0x80 }) {
                    throw PropertyListError(
                        .badXML("a byte that is not ASCII, which the file claims to be"), offset: offset)
                }
                (bytes, encoding) = (file, .utf8)
            case "iso-8859-1", "latin1":
                var text: [UInt8] = []
                text.reserveCapacity(file.count + file.count / 16)
                UnicodeText.appendText(latin1: file, 0..<file.count, to: &text)
                (bytes, encoding) = (text, .latin1)
            default:
                throw PropertyListError(
                    .badXML("the encoding \(declared.name) is not supported"), offset: declared.offset)
            }
        }
    }

    /// The offset in the file of the byte at a position of the text.
    func fileOffset(of position: Int) -> Int {
        switch encoding {
        case .utf8: position
        case .latin1: UnicodeText.measure(bytes, 0..<position).units
        case .utf16(let start): start + 2 * UnicodeText.measure(bytes, 0..<position).units
        }
    }

    /// The number of the line, from 1, that a position of the text is in; lines end with CR, LF or both.
    func line(of position: Int) -> Int {
        var line = 1
        for index in start..<max(start, position) {
            let isLineFeed = bytes[index] == 10
            if isLineFeed || bytes[index] == 13 && (index + 1 == bytes.count || bytes[index + 1] != 10) { line += 1 }
        }
        return line
    }

    /// The name in the XML declaration in lower case, or nothing, and where it stands.
    private static func declaredEncoding(_ file: [UInt8]) -> (name: String, offset: Int) {
        guard file.starts(with: "<?xml".utf8) else { return ("", 0) }
        let declaration = file.prefix(1024).prefix { $0 != UInt8(ascii: ">") }
        let word = Array("encoding".utf8)
        guard let found = declaration.indices.first(where: { declaration[$0...].starts(with: word) }) else {
            return ("", 0)
        }
        let marks: [UInt8] = [UInt8(ascii: "="), 32, 9, 10, 13]
        let rest = declaration[(found + word.count)...].drop { marks.contains($0) }
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return ("", 0) }
        let name = rest.dropFirst().prefix { $0 != quote }
        return (String(decoding: name, as: UTF8.self).lowercased(), name.startIndex)
    }

    private static func utf8(utf16 file: [UInt8], from start: Int, highByte: Int) throws(PropertyListError) -> [UInt8] {
        guard (file.count - start).isMultiple(of: 2) else {
            throw PropertyListError(.badXML("half a UTF-16 unit at the end"), offset: file.count - 1)
        }
        func unit(_ index: Int) -> UInt32 { UInt32(file[index + highByte]) << 8 | UInt32(file[index + 1 - highByte]) }
        var text: [UInt8] = []
        text.reserveCapacity((file.count - start) / 2 + 16)
        var index = start
        while index < file.count {
            var scalar = unit(index)
            index += 2
            if scalar & 0xF800 == 0xD800 {
                guard scalar < 0xDC00, index < file.count, unit(index) & 0xFC00 == 0xDC00 else {
                    throw PropertyListError(.badXML("a lone surrogate"), offset: index - 2)
                }
                scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(index) & 0x3FF
                index += 2
            }
            UnicodeText.append(scalar, to: &text)
        }
        return text
    }
}
