import FourLinesPropertyList

/// A property list as a tree, so that two can be compared whatever their files look like.
indirect enum Tree: Equatable, CustomStringConvertible {
    case null
    case boolean(Bool)
    case integer(Int128)
    /// The bits, as a NaN is equal to no real.
    case real(UInt64)
    case date(UInt64)
    case data([UInt8])
    case string([UInt8])
    case uid(UInt32)
    case array([Tree])
    case set([Tree])
    case dictionary([Tree], [Tree])

    /// Reads what an object of a sound property list holds.
    init(_ list: BinaryPropertyList, _ number: Int? = nil) throws {
        func members(_ run: BinaryObject.References) throws -> [Tree] {
            try (0..<run.count).map { try Tree(list, list.reference(run, $0)) }
        }
        let object = try list.object(number ?? list.topObject)
        switch object {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let low, let high, _):
            self = .integer(Int128(truncatingIfNeeded: UInt128(high) << 64 | UInt128(low)))
        case .real32(let value): self = .real(Double(value).bitPattern)
        case .real64(let value): self = .real(value.bitPattern)
        case .date(let value): self = .date(value.bitPattern)
        case .data(let range): self = .data(Array(list.bytes[range]))
        case .ascii, .utf16:
            var text: [UInt8] = []
            list.appendText(of: object, to: &text)
            self = .string(text)
        case .uid(let value, _): self = .uid(value)
        case .array(let run): self = .array(try members(run))
        case .set(let run): self = .set(try members(run))
        case .dictionary(let keys, let values): self = .dictionary(try members(keys), try members(values))
        }
    }

    static func text(_ text: String) -> Tree { .string(Array(text.utf8)) }

    static func double(_ value: Double) -> Tree { .real(value.bitPattern) }

    static func seconds(_ value: Double) -> Tree { .date(value.bitPattern) }

    static func dictionary(_ members: KeyValuePairs<String, Tree>) -> Tree {
        .dictionary(members.map { .text($0.key) }, members.map(\.value))
    }

    var description: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .real(let bits): "real \(Double(bitPattern: bits))"
        case .date(let bits): "date \(Double(bitPattern: bits))"
        case .data(let bytes): "data \(bytes)"
        case .string(let bytes): "\"\(String(decoding: bytes, as: UTF8.self))\""
        case .uid(let value): "uid \(value)"
        case .array(let members): "\(members)"
        case .set(let members): "set \(members)"
        case .dictionary(let keys, let values): "{\(zip(keys, values).map { "\($0): \($1)" }.joined(separator: ", "))}"
        }
    }

    // MARK: Writing

    /// The tree as a binary property list, numbered in the order in which objects begin.
    func encoded(referenceSize: Int = 1, sink: BinaryEncoder.Sink? = nil) throws -> [UInt8] {
        var encoder = BinaryEncoder(objectCount: count, referenceSize: referenceSize, sink: sink)
        encode(into: &encoder)
        return try encoder.finish(topObject: 0)
    }

    private var count: Int { members.reduce(1) { $0 + $1.count } }

    private var members: [Tree] {
        switch self {
        case .array(let members), .set(let members): members
        case .dictionary(let keys, let values): keys + values
        default: []
        }
    }

    private func encode(into encoder: inout BinaryEncoder) {
        switch self {
        case .null: encoder.null()
        case .boolean(let value): encoder.boolean(value)
        case .integer(let value):
            let low = UInt64(truncatingIfNeeded: value)
            let high = UInt64(truncatingIfNeeded: value >> 64)
            encoder.integer(low: low, high: high, width: BinaryEncoder.integerWidth(low: low, high: high))
        case .real(let bits): encoder.real64(Double(bitPattern: bits))
        case .date(let bits): encoder.date(Double(bitPattern: bits))
        case .data(let bytes): encoder.data(bytes, 0..<bytes.count)
        case .string(let bytes): encoder.string(bytes, 0..<bytes.count)
        case .uid(let value): encoder.uid(value)
        case .array(let members): encoder.array(count: members.count)
        case .set(let members): encoder.set(count: members.count)
        case .dictionary(let keys, _): encoder.dictionary(count: keys.count)
        }
        var next = encoder.begun
        for member in members {
            encoder.reference(UInt32(next))
            next += member.count
        }
        for member in members { member.encode(into: &encoder) }
    }
}
