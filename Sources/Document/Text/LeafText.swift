import FourLinesPropertyList
package import KeyedArchive

/// The text form of leaves: what clients read and write.
package enum LeafText {
    /// 2001-01-01 00:00 UTC, from which dates count, in seconds since 1970.
    package static let epoch: Int64 = 978_307_200

    /// The bytes of a leaf: of text and data its own, of a boolean `true` or `false`, of numbers the shortest text
    /// that reads back in their own width, of dates ISO 8601 in UTC; of nil and NSNull none.
    package static func bytes(of leaf: Leaf) -> [UInt8] {
        switch leaf.kind {
        case .date: Array(leaf.value.real.map(ISO8601.text)?.utf8 ?? "".utf8)
        case .uuid: UUIDText.text(leaf.value.bytes)
        default: bytes(of: leaf.value)
        }
    }

    /// The bytes of a value that a slot holds itself.
    package static func bytes(of slot: Slot) -> [UInt8] {
        switch slot.kind {
        case .string, .data: slot.bytes
        case .boolean: Array((slot.boolean == true ? "true" : "false").utf8)
        case .integer: Array((slot.integer.map { String($0) } ?? "").utf8)
        case .real32: Array(slot.real32.map { real($0) }?.utf8 ?? "".utf8)
        case .real64: Array(slot.real.map { real($0) }?.utf8 ?? "".utf8)
        case .date: Array(slot.real.map(ISO8601.text)?.utf8 ?? "".utf8)
        case .uid: Array((slot.uid.map { String($0) } ?? "").utf8)
        case .nil, .null, .container, .objects: []
        }
    }

    /// Why a text is no value of a kind.
    package enum Failure: Error, Equatable, Sendable {
        /// It is text and not UTF-8: the first byte that is wrong.
        case malformed(offset: Int)
        /// It is not of the form that the kind has, which is described.
        case unreadable(expected: String)
        /// The kind cannot be set by a text.
        case unsettable
    }

    /// Reads a value of a kind.
    ///
    /// Booleans are `true`, `false`, 1, 0, yes, no, on and off in any case; integers have no plus, blanks or leading
    /// zeros, and up to 64 bits with or without sign; reals may be `nan`, `inf` and `-inf`; dates are ISO 8601 with a
    /// zone, or `now`.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - kind: the kind.
    ///   - now: the present moment in seconds since 2001-01-01 00:00 UTC, if it is known.
    /// - Returns: the value.
    /// - Throws: `Failure` if the text is none.
    package static func parse(
        _ bytes: [UInt8], as kind: LeafKind, now: () -> Double?
    ) throws(Failure) -> LeafValue {
        switch kind {
        case .string: return .plain(.string(try text(bytes)))
        case .mutableString: return .mutableString(try text(bytes))
        case .data: return .plain(.data(bytes))
        case .mutableData: return .mutableData(bytes)
        case .url: return .url(try text(bytes))
        case .boolean:
            guard let value = boolean(bytes) else { throw .unreadable(expected: "true or false") }
            return .plain(.boolean(value))
        case .integer:
            guard let slot = integer(bytes) else { throw .unreadable(expected: "an integer of 64 bits") }
            return .plain(slot)
        case .real32:
            guard let value = real32(bytes) else { throw .unreadable(expected: "a number") }
            return .plain(.real32(value))
        case .real64:
            guard let value = real64(bytes) else { throw .unreadable(expected: "a number") }
            return .plain(.real64(value))
        case .decimal:
            guard let value = DecimalNumber(bytes) else { throw .unreadable(expected: "a decimal number of 38 digits") }
            return .decimal(value)
        case .date: return .date(try date(bytes, now: now))
        case .uuid:
            guard let value = UUIDText.parse(bytes) else {
                throw .unreadable(expected: "a UUID as 68753A44-4D6F-1226-9C60-0050E4C00067")
            }
            return .uuid(value)
        case .null, .nil, .uid: throw .unsettable
        }
    }

    private static func text(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        if let offset = UnicodeText.firstMalformed(bytes, 0..<bytes.count, surrogates: true) {
            throw .malformed(offset: offset)
        }
        return bytes
    }

    private static func date(_ bytes: [UInt8], now: () -> Double?) throws(Failure) -> Double {
        if bytes == Array("now".utf8), let now = now() { return now }
        do { return try ISO8601.date(bytes, 0..<bytes.count) } catch {
            switch error {
            case .zoneMissing: throw .unreadable(expected: "a date with its zone, as 2010-08-04T16:01:03Z")
            case .noSuchDate: throw .unreadable(expected: "a date of the calendar")
            case .badSyntax: throw .unreadable(expected: "a date as 2010-08-04T16:01:03Z, or now")
            }
        }
    }

    private static func boolean(_ bytes: [UInt8]) -> Bool? {
        guard bytes.count <= 5 else { return nil }
        switch String(decoding: bytes, as: UTF8.self).lowercased() {
        case "true", "1", "yes", "on": return true
        case "false", "0", "no", "off": return false
        default: return nil
        }
    }

    private static func integer(_ bytes: [UInt8]) -> Slot? {
        guard !bytes.isEmpty, bytes.count <= 20 else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        if let value = Int64(text), String(value) == text { return .integer(value) }
        if let value = UInt64(text), String(value) == text { return .unsigned(value) }
        return nil
    }

    private static func real64(_ bytes: [UInt8]) -> Double? {
        let range = 0..<bytes.count
        if let special = RealText.special(bytes, range) { return special }
        guard let value = RealText.parse(bytes, range), value.isFinite else { return nil }
        return value
    }

    private static func real32(_ bytes: [UInt8]) -> Float? {
        let range = 0..<bytes.count
        if let special = RealText.special(bytes, range) { return Float(special) }
        // Read in its own width: by way of a double it would be rounded twice.
        guard RealText.parse(bytes, range) != nil, let value = Float(String(decoding: bytes, as: UTF8.self)),
            value.isFinite
        else { return nil }
        return value
    }

    private static func real<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ value: Value) -> String {
        if value.isNaN { return "nan" }
        if value.isInfinite { return value < 0 ? "-inf" : "inf" }
        let text = String(value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
