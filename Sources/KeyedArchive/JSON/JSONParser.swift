import FourLinesPropertyList

/// Reads JSON (RFC 8259) event by event; texts are answered in the form of `UnicodeText`.
struct JSONParser {
    /// A step of the text.
    enum Event {
        case beginObject
        case key(Text)
        case endObject
        case beginArray
        case endArray
        case string([UInt8])
        case integer(Int128)
        case real(Double)
        case boolean(Bool)
        case null
        case end
    }

    private let bytes: [UInt8]
    /// Where the next event is read.
    private(set) var position: Int
    /// Where the last key or value begins.
    private(set) var start: Int
    /// The open containers: whether each is an object.
    private var open: [Bool] = []
    /// Whether the open container has a member already, behind which a comma has to come.
    private var hasMember = false
    private var isAfterKey = false
    private var isDone = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        start = position
    }

    func failure(_ what: String) -> ArchiveError { .json(what, offset: position) }

    /// A failure of the last key or value, which was read whole.
    func failureAtStart(_ what: String) -> ArchiveError { .json(what, offset: start) }

    /// The next event.
    mutating func next() throws(ArchiveError) -> Event {
        skipBlanks()
        guard !isDone else {
            guard position == bytes.count else { throw failure("nothing was expected behind the end") }
            return .end
        }
        guard position < bytes.count else { throw failure("the text ends in the middle") }
        if let isObject = open.last, !isAfterKey {
            if bytes[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                position += 1
                open.removeLast()
                return finished(isObject ? .endObject : .endArray)
            }
            if hasMember {
                guard bytes[position] == UInt8(ascii: ",") else { throw failure("a comma was expected") }
                position += 1
                skipBlanks()
            }
            if isObject { return .key(try key()) }
        }
        isAfterKey = false
        return try value()
    }

    private mutating func finished(_ event: Event) -> Event {
        hasMember = true
        isDone = open.isEmpty
        return event
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private mutating func key() throws(ArchiveError) -> Text {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw failure("a key was expected") }
        start = position
        let key = try string()
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
            throw failure("a colon was expected")
        }
        position += 1
        isAfterKey = true
        return Text(bytes: key)
    }

    private mutating func value() throws(ArchiveError) -> Event {
        guard position < bytes.count else { throw failure("the text ends in the middle") }
        start = position
        switch bytes[position] {
        case UInt8(ascii: "{"):
            position += 1
            open.append(true)
            hasMember = false
            return .beginObject
        case UInt8(ascii: "["):
            position += 1
            open.append(false)
            hasMember = false
            return .beginArray
        case UInt8(ascii: "\""): return finished(.string(try string()))
        case UInt8(ascii: "t"): return finished(try word("true", .boolean(true)))
        case UInt8(ascii: "f"): return finished(try word("false", .boolean(false)))
        case UInt8(ascii: "n"): return finished(try word("null", .null))
        default: return finished(try number())
        }
    }

    private mutating func word(_ word: String, _ event: Event) throws(ArchiveError) -> Event {
        guard bytes[position...].starts(with: word.utf8) else { throw failure("a value was expected") }
        position += word.utf8.count
        return event
    }

    // MARK: - Numbers

    private mutating func number() throws(ArchiveError) -> Event {
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let isNegative = position > start
        let first = position
        // Below zero, where there is one number more than above.
        var negative: Int128 = 0
        var isOver = false
        while let digit = digit() {
            let (product, overflow) = negative.multipliedReportingOverflow(by: 10)
            let (difference, borrow) = product.subtractingReportingOverflow(Int128(digit))
            if overflow || borrow { isOver = true }
            negative = difference
        }
        let digits = position - first
        guard digits > 0, digits == 1 || bytes[first] != UInt8(ascii: "0") else {
            throw failure("a value was expected")
        }
        let end = position
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard digit() != nil else { throw failure("a digit was expected") }
            while digit() != nil {}
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[position]) {
                position += 1
            }
            guard digit() != nil else { throw failure("a digit was expected") }
            while digit() != nil {}
        }
        if position == end {
            let (positive, overflow) = Int128.zero.subtractingReportingOverflow(negative)
            guard !isOver, isNegative || !overflow else { throw failureAtStart("an integer of more than 128 bits") }
            return .integer(isNegative ? negative : positive)
        }
        guard let value = RealText.parse(bytes, start..<position) else {
            throw failureAtStart("a number was expected")
        }
        // Also where it would only be rounded to infinity, which JSON has no number for.
        guard value.isFinite else { throw failureAtStart("a number that is too large for a real of 64 bits") }
        return .real(value)
    }

    private mutating func digit() -> UInt8? {
        guard position < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] else { return nil }
        defer { position += 1 }
        return bytes[position] - UInt8(ascii: "0")
    }

    // MARK: - Texts

    private mutating func string() throws(ArchiveError) -> [UInt8] {
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\"),
            bytes[position] >= 0x20
        {
            position += 1
        }
        var text = Array(bytes[start..<position])
        while position < bytes.count, bytes[position] >= 0x20 {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                if let wrong = UnicodeText.firstMalformed(text, text.indices, surrogates: true) {
                    throw .json("text that is not UTF-8", offset: start + wrong)
                }
                return text
            case UInt8(ascii: "\\"): try escape(into: &text)
            default: text.append(byte)
            }
        }
        throw failure("a text that does not end, or has a control character")
    }

    private mutating func escape(into text: inout [UInt8]) throws(ArchiveError) {
        guard position < bytes.count else { throw failure("the text ends in the middle") }
        let letter = bytes[position]
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var scalar = try unit()
            if scalar & 0xFC00 == 0xD800, bytes[position...].starts(with: "\\u".utf8) {
                let before = position
                position += 2
                let low = try unit()
                if low & 0xFC00 == 0xDC00 {
                    scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
                } else {
                    position = before
                }
            }
            UnicodeText.append(scalar, to: &text)
        default: throw failure("an escape that JSON does not have")
        }
    }

    private mutating func unit() throws(ArchiveError) -> UInt32 {
        guard bytes.count - position >= 4 else { throw failure("four hexadecimal digits were expected") }
        var value: UInt32 = 0
        for byte in bytes[position..<(position + 4)] {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
                throw failure("four hexadecimal digits were expected")
            }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }
}
