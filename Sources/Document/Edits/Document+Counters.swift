import KeyedArchive

extension Document {
    /// The largest text or data that an edit may make, in bytes, as Redis's `proto-max-bulk-len`.
    package static let longestValue = 512 << 20

    /// Adds to the integer at a path; nothing there counts as 0.
    ///
    /// - Returns: the sum.
    /// - Throws: `Refusal` if what is there is no integer of 64 bits, or the sum would be none.
    package mutating func increment(_ path: PathBytes, by step: Int64) throws(Refusal) -> Int64 {
        let old = try leaf(at: path)
        var value: Int64 = 0
        if let old, !old.kind.isNull {
            let text = LeafText.bytes(of: old)
            guard case .plain(let slot) = try? LeafText.parse(text, as: .integer, now: { nil }),
                let integer = slot.integer.flatMap({ Int64(exactly: $0) })
            else { throw .notAnInteger }
            value = integer
        }
        let (sum, isOverflow) = value.addingReportingOverflow(step)
        guard !isOverflow else { throw Refusal("increment or decrement would overflow") }
        try set(path, to: Array(String(sum).utf8))
        return sum
    }

    /// Adds to the real at a path; nothing there counts as 0.
    ///
    /// - Returns: the sum as it is stored.
    /// - Throws: `Refusal` if what is there is no number, or the sum would be none.
    package mutating func increment(_ path: PathBytes, byReal step: [UInt8]) throws(Refusal) -> [UInt8] {
        let old = try leaf(at: path)
        guard let increment = RealSum.number(step) else { throw Refusal("value is not a valid float") }
        var value = RealSum.Number.zero
        if let old, !old.kind.isNull {
            guard let number = RealSum.number(LeafText.bytes(of: old)) else {
                throw Refusal("value is not a valid float")
            }
            value = number
        }
        guard let sum = RealSum.sum(value, increment) else {
            throw Refusal("increment would produce NaN or Infinity")
        }
        try set(path, to: sum)
        return try leaf(at: path).map { LeafText.bytes(of: $0) } ?? sum
    }

    /// Appends to the text or data at a path; nothing there counts as empty.
    ///
    /// - Returns: the new length in bytes.
    package mutating func append(_ bytes: [UInt8], to path: PathBytes) throws(Refusal) -> Int {
        let old = try leaf(at: path)
        let text = (old.map { LeafText.bytes(of: $0) } ?? []) + bytes
        guard text.count <= Self.longestValue else { throw .tooLong }
        if old == nil || !bytes.isEmpty { try set(path, to: text) }
        return text.count
    }

    /// Overwrites a part of the text or data at a path, which grows with zero bytes as far as is needed.
    ///
    /// - Returns: the new length in bytes.
    package mutating func overwrite(_ path: PathBytes, from offset: Int, with bytes: [UInt8]) throws(Refusal) -> Int {
        guard offset >= 0 else { throw Refusal("offset is out of range") }
        let old = try leaf(at: path)
        var text = old.map { LeafText.bytes(of: $0) } ?? []
        guard !bytes.isEmpty else { return text.count }
        guard offset <= Self.longestValue - bytes.count else { throw .tooLong }
        if text.count < offset + bytes.count {
            text.append(contentsOf: repeatElement(0, count: offset + bytes.count - text.count))
        }
        text.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        try set(path, to: text)
        return text.count
    }
}

extension Refusal {
    /// A value that would be longer than Redis allows.
    static let tooLong = Refusal("string exceeds maximum allowed size (proto-max-bulk-len)")
}
