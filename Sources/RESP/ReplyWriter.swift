/// Writes replies in the version of the protocol that the connection speaks.
///
/// What RESP2 lacks is written in its place there: a map as a flat array, a set and a push as arrays, a double, a big
/// number and verbatim text as bulk strings, a boolean as 0 or 1. A header is followed by the elements, which the
/// caller writes. Small replies allocate nothing once the buffer has its size.
package struct ReplyWriter: Sendable {
    /// The version; a connection begins with RESP2.
    package var version: ProtocolVersion
    /// What is written and not yet sent.
    package var output = OutputBuffer()

    /// Makes a writer with nothing to send.
    package init(version: ProtocolVersion = .resp2) {
        self.version = version
    }

    /// Writes a simple string; line breaks in it become blanks.
    package mutating func simple(_ text: String) {
        output.bytes.append(UInt8(ascii: "+"))
        appendLine(text)
        endLine()
    }

    /// Writes an error: a code of capital letters and a text; line breaks in it become blanks.
    package mutating func error(_ code: String, _ text: String) {
        output.bytes.append(UInt8(ascii: "-"))
        appendLine(code)
        output.bytes.append(ASCII.blank)
        appendLine(text)
        endLine()
    }

    /// Writes the error that a client is told before its connection is closed.
    package mutating func error(_ error: ProtocolError) {
        self.error("ERR", error.text)
    }

    /// Writes a 64-bit integer.
    package mutating func integer(_ value: Int64) {
        header(UInt8(ascii: ":"), value)
    }

    /// Writes an integer.
    package mutating func integer(_ value: Int) {
        integer(Int64(value))
    }

    /// Writes bytes as a bulk string.
    package mutating func bulk(_ bytes: [UInt8]) {
        header(UInt8(ascii: "$"), Int64(bytes.count))
        output.bytes.append(contentsOf: bytes)
        endLine()
    }

    /// Writes a range of an array as a bulk string.
    package mutating func bulk(_ bytes: [UInt8], _ range: Range<Int>) {
        bulk(bytes.span.extracting(range))
    }

    /// Writes the bytes of a span as a bulk string.
    package mutating func bulk(_ bytes: borrowing Span<UInt8>) {
        header(UInt8(ascii: "$"), Int64(bytes.count))
        output.bytes.appendAll(bytes)
        endLine()
    }

    /// Writes text as a bulk string of its UTF-8.
    package mutating func bulk(_ text: String) {
        header(UInt8(ascii: "$"), Int64(text.utf8.count))
        output.bytes.append(contentsOf: text.utf8)
        endLine()
    }

    /// Writes an integer as a bulk string.
    package mutating func bulk(_ value: Int64) {
        let digits = ReplyWriter.decimalLength(value)
        header(UInt8(ascii: "$"), Int64(digits))
        output.bytes.appendDecimal(value)
        endLine()
    }

    /// Writes the null that stands for a missing value.
    package mutating func null() {
        output.bytes.append(contentsOf: (version == .resp3 ? "_\r\n" : "$-1\r\n").utf8)
    }

    /// Writes the null that stands for a missing list, as EXEC answers it.
    package mutating func nullArray() {
        output.bytes.append(contentsOf: (version == .resp3 ? "_\r\n" : "*-1\r\n").utf8)
    }

    /// Begins an array of `count` elements.
    package mutating func array(_ count: Int) {
        header(UInt8(ascii: "*"), Int64(count))
    }

    /// Begins a map of `count` pairs, each written as its key and then its value.
    package mutating func map(_ count: Int) {
        if version == .resp3 {
            header(UInt8(ascii: "%"), Int64(count))
        } else {
            header(UInt8(ascii: "*"), Int64(count) * 2)
        }
    }

    /// Begins a set of `count` elements.
    package mutating func set(_ count: Int) {
        header(UInt8(ascii: version == .resp3 ? "~" : "*"), Int64(count))
    }

    /// Begins a message out of turn of `count` elements.
    package mutating func push(_ count: Int) {
        header(UInt8(ascii: version == .resp3 ? ">" : "*"), Int64(count))
    }

    /// Puts the header of an array before what was written since `place`, for arrays whose length shows at the end.
    ///
    /// - Parameters:
    ///   - count: number of elements that were written since.
    ///   - place: `output.position` before the first of them.
    package mutating func array(_ count: Int, at place: Int64) {
        var header = [UInt8(ascii: "*")]
        header.appendDecimal(Int64(count))
        header += [ASCII.carriageReturn, ASCII.lineFeed]
        output.insert(header, at: place)
    }

    /// Writes a double in the shortest form that reads back.
    package mutating func double(_ value: Double) {
        let text = NumberText.shortest(value)
        guard version == .resp3 else { return bulk(text) }
        output.bytes.append(UInt8(ascii: ","))
        output.bytes.append(contentsOf: text.utf8)
        endLine()
    }

    /// Writes a truth value.
    package mutating func boolean(_ value: Bool) {
        guard version == .resp3 else { return integer(value ? 1 : 0) }
        output.bytes.append(contentsOf: (value ? "#t\r\n" : "#f\r\n").utf8)
    }

    /// Writes an integer of any length.
    ///
    /// - Parameter digits: decimal digits, with a minus sign if the number is negative.
    package mutating func bigNumber(_ digits: String) {
        guard version == .resp3 else { return bulk(digits) }
        output.bytes.append(UInt8(ascii: "("))
        appendLine(digits)
        endLine()
    }

    /// Writes text for people.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - format: its kind in three letters.
    package mutating func verbatim(_ text: String, format: VerbatimFormat = .text) {
        guard version == .resp3 else { return bulk(text) }
        header(UInt8(ascii: "="), Int64(text.utf8.count + 4))
        output.bytes.append(contentsOf: format.rawValue.utf8)
        output.bytes.append(UInt8(ascii: ":"))
        output.bytes.append(contentsOf: text.utf8)
        endLine()
    }

    private mutating func header(_ type: UInt8, _ value: Int64) {
        output.bytes.append(type)
        output.bytes.appendDecimal(value)
        endLine()
    }

    private mutating func endLine() {
        output.bytes.append(ASCII.carriageReturn)
        output.bytes.append(ASCII.lineFeed)
    }

    private mutating func appendLine(_ text: String) {
        for byte in text.utf8 {
            let breaks = byte == ASCII.carriageReturn || byte == ASCII.lineFeed
            output.bytes.append(breaks ? ASCII.blank : byte)
        }
    }

    private static func decimalLength(_ value: Int64) -> Int {
        var length = value < 0 ? 2 : 1
        var rest = value.magnitude / 10
        while rest > 0 {
            length += 1
            rest /= 10
        }
        return length
    }
}
