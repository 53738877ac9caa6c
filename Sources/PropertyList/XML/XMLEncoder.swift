/// Writes an XML property list, event by event, byte for byte as Apple's writer does (CFPropertyList.c).
///
/// The caller sorts the keys of a dictionary by their UTF-16 units and sees to it that keys and values alternate. It is
/// told what the XML does not show of a value.
/// Two values are written as Apple reads but does not write them, as its own writer would change them: a negative
/// zero, and a carriage return in a text, which other readers take for a line feed.
package struct XMLEncoder {
    /// Takes finished bytes; answers whether the rest is wanted.
    package typealias Sink = BinaryEncoder.Sink

    private let sink: Sink?
    private var buffer: [UInt8] = []
    private var wanted = true
    private var depth = 0
    /// The start tag of a container is finished only when it is known whether the container is empty.
    private var isStartTagOpen = false

    private static let bufferSize = 1 << 16

    /// Begins a file.
    ///
    /// - Parameter sink: takes the bytes as they are finished; `finish` answers what is left, without a sink the whole file.
    package init(sink: Sink? = nil) {
        self.sink = sink
        put(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """)
    }

    /// Whether the sink still wants bytes; after a refusal nothing more is given to it.
    package var isWanted: Bool { wanted }

    /// Ends the file.
    ///
    /// - Returns: the end of the file that the sink has not been given; without a sink the whole file.
    package consuming func finish() -> [UInt8] {
        put("</plist>\n")
        return buffer
    }

    // MARK: Containers

    /// Begins a dictionary.
    package mutating func beginDictionary() { begin("<dict") }

    /// Ends a dictionary.
    package mutating func endDictionary() { end("</dict>\n") }

    /// Begins an array.
    package mutating func beginArray() { begin("<array") }

    /// Ends an array.
    package mutating func endArray() { end("</array>\n") }

    /// Writes a key, given in the form of `UnicodeText`.
    package mutating func key(_ bytes: [UInt8], _ range: Range<Int>) throws(XMLUnrepresentable) {
        indent()
        put("<key>")
        try escape(bytes, range)
        put("</key>\n")
    }

    // MARK: Leaves

    /// Writes a text in the form of `UnicodeText`.
    package mutating func string(_ bytes: [UInt8], _ range: Range<Int>) throws(XMLUnrepresentable) {
        indent()
        put("<string>")
        try escape(bytes, range)
        put("</string>\n")
    }

    /// Writes an integer, given as the two halves of 128 bits, that had so many bytes.
    @discardableResult
    package mutating func integer(low: UInt64, high: UInt64, width: Int) throws(XMLUnrepresentable) -> XMLLoss.Kind? {
        guard high == 0 || high == .max && low >> 63 == 1 else { throw .integer }
        indent()
        put("<integer>")
        IntegerText.append(low: low, high: high, to: &buffer)
        put("</integer>\n")
        return width == BinaryEncoder.integerWidth(low: low, high: high) ? nil : .integerWidth
    }

    /// Writes a 32-bit real.
    package mutating func real32(_ value: Float) -> XMLLoss.Kind? {
        real(Double(value))
        return .float32
    }

    /// Writes a 64-bit real.
    package mutating func real64(_ value: Double) -> XMLLoss.Kind? {
        real(value)
        return value.isNaN && value.bitPattern != Double.nan.bitPattern ? .nanPayload : nil
    }

    private mutating func real(_ value: Double) {
        indent()
        put("<real>")
        if value.isNaN {
            put("nan")
        } else if value.isInfinite {
            put(value < 0 ? "-infinity" : "+infinity")
        } else {
            RealText.appendPercent17G(value, to: &buffer)
            if value == 0 { put(".0") }
        }
        put("</real>\n")
    }

    /// Writes a boolean.
    package mutating func boolean(_ value: Bool) {
        indent()
        put(value ? "<true/>\n" : "<false/>\n")
    }

    /// Writes a date, given in seconds since 2001-01-01 UTC; the fraction of a second is dropped.
    @discardableResult
    package mutating func date(_ value: Double) throws(XMLUnrepresentable) -> XMLLoss.Kind? {
        guard let whole = CivilTime.wholeSeconds(value), let civil = CivilTime(secondsSince2001: whole),
            // Apple's reader keeps the year in 32 bits.
            Int32(exactly: civil.year) != nil
        else { throw .date }
        indent()
        put("<date>")
        // As printf's %04d, which counts the sign.
        let digits = String(civil.year.magnitude)
        if civil.year < 0 { put("-") }
        for _ in 0..<max(0, (civil.year < 0 ? 3 : 4) - digits.utf8.count) { put("0") }
        buffer.append(contentsOf: digits.utf8)
        let parts = [("-", civil.month), ("-", civil.day), ("T", civil.hour), (":", civil.minute), (":", civil.second)]
        for (separator, part) in parts {
            buffer.append(contentsOf: separator.utf8)
            ISO8601.appendTwoDigits(part, to: &buffer)
        }
        put("Z</date>\n")
        return Double(whole) == value ? nil : .dateFraction
    }

    /// Writes data, in lines that are as long as Apple makes them.
    package mutating func data(_ bytes: [UInt8], _ range: Range<Int>) {
        indent()
        put("<data>\n")
        // 76 characters a line, and each tab counts as 8 of them, but never more than 8 tabs.
        let tabs = min(depth, 8)
        let bytesALine = (76 - 8 * tabs) / 4 * 3
        var position = range.lowerBound
        while position < range.upperBound {
            if buffer.count >= Self.bufferSize, sink != nil { flush() }
            let end = min(position + bytesALine, range.upperBound)
            for _ in 0..<tabs { buffer.append(9) }
            Base64.append(bytes, position..<end, to: &buffer)
            buffer.append(10)
            position = end
        }
        indent()
        put("</data>\n")
    }

    /// Writes a UID that had so many bytes, as the dictionary that XML property lists have for it.
    @discardableResult
    package mutating func uid(_ value: UInt32, width: Int) -> XMLLoss.Kind? {
        beginDictionary()
        indent()
        put("<key>CF$UID</key>\n")
        indent()
        put("<integer>")
        IntegerText.append(UInt64(value), to: &buffer)
        put("</integer>\n")
        endDictionary()
        return width == BinaryEncoder.width(of: UInt64(value)) ? nil : .uidWidth
    }

    /// The key that makes a dictionary a UID for every reader, if it is the only one and its value is a number.
    package static let uidKey = Array("CF$UID".utf8)

    // MARK: Bytes

    private mutating func flush() {
        guard let sink, !buffer.isEmpty else { return }
        if wanted { wanted = sink(buffer, 0..<buffer.count) }
        buffer.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    private mutating func put(_ text: String) {
        buffer.append(contentsOf: text.utf8)
    }

    private mutating func indent() {
        if isStartTagOpen {
            put(">\n")
            isStartTagOpen = false
        }
        if buffer.count >= Self.bufferSize, sink != nil { flush() }
        for _ in 0..<depth { buffer.append(9) }
    }

    private mutating func begin(_ tag: String) {
        indent()
        put(tag)
        isStartTagOpen = true
        depth += 1
    }

    private mutating func end(_ tag: String) {
        depth -= 1
        if isStartTagOpen {
            put("/>\n")
            isStartTagOpen = false
        } else {
            indent()
            put(tag)
        }
    }

    /// Writes a text with references for what stands for itself only so.
    private mutating func escape(_ bytes: [UInt8], _ range: Range<Int>) throws(XMLUnrepresentable) {
        let span = bytes.span
        var run = range.lowerBound
        var index = run
        while index < range.upperBound {
            let byte = span[index]
            // Nothing between these needs a look, and texts consist of little else.
            if byte >= 0x40 && byte < 0xED || byte >= 0x20 && byte < 0x3C && byte != UInt8(ascii: "&") {
                index += 1
                continue
            }
            let replacement: String
            switch byte {
            case UInt8(ascii: "&"): replacement = "&amp;"
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: ">"): replacement = "&gt;"
            case 13: replacement = "&#13;"
            case 0..<9, 11, 12, 14..<32: throw .character(UInt32(byte))
            case 0xED, 0xEF:
                try checkScalar(bytes, index, range.upperBound)
                index += 1
                continue
            default:
                index += 1
                continue
            }
            if run < index { buffer.append(contentsOf: bytes[run..<index]) }
            put(replacement)
            index += 1
            run = index
            if buffer.count >= Self.bufferSize, sink != nil { flush() }
        }
        if run < range.upperBound { buffer.append(contentsOf: bytes[run..<range.upperBound]) }
    }

    /// Refuses the three-byte forms of surrogates, and of U+FFFE and U+FFFF.
    private func checkScalar(_ bytes: [UInt8], _ index: Int, _ end: Int) throws(XMLUnrepresentable) {
        guard index + 2 < end else { return }
        let scalar =
            UInt32(bytes[index] & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
        if scalar & 0xF800 == 0xD800 { throw .loneSurrogate(scalar) }
        if scalar >= 0xFFFE { throw .character(scalar) }
    }
}
