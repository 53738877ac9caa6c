package import KeyedArchive

/// The text form of leaves: what clients read and write.
package enum LeafText {
    /// The bytes of a leaf: of text and data its own, of a boolean `true` or `false`, of numbers the shortest text
    /// that reads back in their own width.
    package static func bytes(of slot: Slot) -> [UInt8] {
        switch slot.kind {
        case .string, .data: slot.bytes
        case .boolean: Array((slot.boolean == true ? "true" : "false").utf8)
        case .integer: Array((slot.integer.map(String.init) ?? "").utf8)
        case .real32: Array(slot.real32.map { real($0) }?.utf8 ?? "".utf8)
        case .real64, .date: Array(slot.real.map { real($0) }?.utf8 ?? "".utf8)
        case .uid: Array((slot.uid.map { String($0) } ?? "").utf8)
        case .nil, .null, .container, .objects: []
        }
    }

    /// A text as a leaf of a kind; nil if it is none.
    ///
    /// Booleans are `true`, `false`, 1, 0, yes, no, on and off; integers have no plus, blanks or leading zeros.
    package static func parse(_ bytes: [UInt8], as kind: Slot.Kind) -> Slot? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        switch kind {
        case .string: return .string(bytes)
        case .data: return .data(bytes)
        case .boolean: return boolean(text).map { .boolean($0) }
        case .integer:
            if let value = Int64(text), String(value) == text { return .integer(value) }
            if let value = UInt64(text), String(value) == text { return .unsigned(value) }
            return nil
        case .real32: return Float(text).map { .real32($0) }
        case .real64: return Double(text).map { .real64($0) }
        case .date: return Double(text).map { .date($0) }
        case .nil, .null, .uid, .container, .objects: return nil
        }
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes", "on": true
        case "false", "0", "no", "off": false
        default: nil
        }
    }

    private static func real<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ value: Value) -> String {
        if value.isNaN { return "nan" }
        if value.isInfinite { return value < 0 ? "-inf" : "inf" }
        let text = String(value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
