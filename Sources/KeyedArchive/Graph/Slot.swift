import FourLinesPropertyList

/// What stands in one place of a container: a leaf as a value, or the identity of another container.
///
/// A slot also says how it stood there: inline, or by a UID; and which object of the source file it was, so that
/// equal leaves that were apart stay apart. 24 bytes; the text or data of a leaf is a slice of the file it was read
/// from, or an array of its own.
package struct Slot: Sendable {
    /// What a slot holds.
    package enum Kind: UInt8, Sendable {
        /// Nothing: the object `$null` of a keyed archive.
        case `nil`
        /// The null of property lists, which archives do not use.
        case null
        /// A boolean.
        case boolean
        /// An integer, with its width in bytes.
        case integer
        /// A 32-bit real.
        case real32
        /// A 64-bit real.
        case real64
        /// A property list's date; archives hold objects of the class NSDate instead.
        case date
        /// A text.
        case string
        /// Data.
        case data
        /// A UID that names no object: in a plain property list, or as an entry of `$objects`.
        case uid
        /// Another container.
        case container
        /// The place of `$objects` in the archive's own dictionary.
        case objects
    }

    /// What it holds.
    package let kind: Kind
    /// The width of an integer in bytes, 1, 2, 4, 8 or 16; of the others 0.
    package let width: UInt8
    /// Whether it stands as a UID; otherwise it is part of its container.
    package var isReference: Bool
    /// The object of the source file that it was, or 0.
    package var origin: UInt32
    /// A number, the bits of a real, an object's number; of text and data where it begins and how long it is.
    let bits: UInt64
    /// The array that text or data is a slice of; the high half of an integer over 64 bits.
    let storage: [UInt8]

    init(
        _ kind: Kind, bits: UInt64 = 0, storage: [UInt8] = [], width: UInt8 = 0, isReference: Bool = false,
        origin: UInt32 = 0
    ) {
        self.kind = kind
        self.width = width
        self.isReference = isReference
        self.origin = origin
        self.bits = bits
        self.storage = storage
    }
}

// MARK: - Making slots

extension Slot {
    /// The object `$null`.
    package static let `nil` = Slot(.nil, isReference: true)

    /// The null of property lists.
    package static let null = Slot(.null)

    /// A boolean.
    package static func boolean(_ value: Bool, isReference: Bool = false) -> Slot {
        Slot(.boolean, bits: value ? 1 : 0, isReference: isReference)
    }

    /// An integer of the width that Apple's writer gives it: the smallest of 1, 2, 4 and 8 bytes; negative ones 8.
    package static func integer(_ value: Int64, isReference: Bool = false) -> Slot {
        let width = value < 0 ? 8 : BinaryEncoder.width(of: UInt64(value))
        return Slot(.integer, bits: UInt64(bitPattern: value), width: UInt8(width), isReference: isReference)
    }

    /// An unsigned integer of the width that Apple's writer gives it: over the range of Int64, 16 bytes.
    package static func unsigned(_ value: UInt64, isReference: Bool = false) -> Slot {
        guard let signed = Int64(exactly: value) else {
            return Slot(.integer, bits: value, width: 16, isReference: isReference)
        }
        return integer(signed, isReference: isReference)
    }

    /// An integer as a file holds it, by its halves; only one of 16 bytes has a high half of its own.
    package static func integer(
        low: UInt64, high: UInt64, width: UInt8, isReference: Bool = false, origin: UInt32 = 0
    ) -> Slot {
        let storage = width == 16 && high != 0 ? (0..<8).map { UInt8(truncatingIfNeeded: high >> (56 - 8 * $0)) } : []
        return Slot(
            .integer, bits: low, storage: storage, width: width, isReference: isReference, origin: origin)
    }

    /// A 32-bit real.
    package static func real32(_ value: Float, isReference: Bool = false) -> Slot {
        Slot(.real32, bits: UInt64(value.bitPattern), isReference: isReference)
    }

    /// A 64-bit real.
    package static func real64(_ value: Double, isReference: Bool = false) -> Slot {
        Slot(.real64, bits: value.bitPattern, isReference: isReference)
    }

    /// A property list's date, in seconds since 2001-01-01 00:00 UTC.
    package static func date(_ value: Double) -> Slot { Slot(.date, bits: value.bitPattern) }

    /// A text in the form of `UnicodeText`, which the caller has validated.
    package static func string(_ bytes: [UInt8], isReference: Bool = false) -> Slot {
        Slot(.string, bits: UInt64(bytes.count), storage: bytes, isReference: isReference)
    }

    /// A text.
    package static func string(_ text: String, isReference: Bool = false) -> Slot {
        string(Array(text.utf8), isReference: isReference)
    }

    /// Data.
    package static func data(_ bytes: [UInt8], isReference: Bool = false) -> Slot {
        Slot(.data, bits: UInt64(bytes.count), storage: bytes, isReference: isReference)
    }

    /// A slice of a file as text or data; where it begins and its length stay under 2^32.
    static func slice(
        _ kind: Kind, of file: [UInt8], _ range: Range<Int>, isReference: Bool, origin: UInt32
    ) -> Slot {
        let bits = UInt64(range.lowerBound) << 32 | UInt64(range.count)
        return Slot(kind, bits: bits, storage: file, isReference: isReference, origin: origin)
    }

    /// A UID that names no object.
    package static func uid(_ value: UInt32, width: UInt8) -> Slot { Slot(.uid, bits: UInt64(value), width: width) }

    /// A container, by its UID or as a part of the one that holds the slot.
    package static func container(_ id: ObjectID, isReference: Bool = true) -> Slot {
        Slot(.container, bits: UInt64(id.number), isReference: isReference)
    }

    /// The place of `$objects`.
    static let objects = Slot(.objects)
}

// MARK: - Looking into slots

extension Slot {
    /// The container that the slot names.
    package var container: ObjectID? {
        kind == .container ? ObjectID(UInt32(truncatingIfNeeded: bits)) : nil
    }

    /// The boolean.
    package var boolean: Bool? { kind == .boolean ? bits != 0 : nil }

    /// The integer; of 1, 2 and 4 bytes unsigned, of 8 signed, of 16 both halves.
    package var integer: Int128? {
        guard kind == .integer else { return nil }
        switch width {
        case 16: return Int128(Int64(bitPattern: high)) << 64 | Int128(bits)
        case 8: return Int128(Int64(bitPattern: bits))
        default: return Int128(bits)
        }
    }

    /// The real, widened if it has 32 bits; or the seconds of a date.
    package var real: Double? {
        switch kind {
        case .real32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case .real64, .date: Double(bitPattern: bits)
        default: nil
        }
    }

    /// The real of 32 bits.
    package var real32: Float? {
        kind == .real32 ? Float(bitPattern: UInt32(truncatingIfNeeded: bits)) : nil
    }

    /// The number of a UID that names no object.
    package var uid: UInt32? { kind == .uid ? UInt32(truncatingIfNeeded: bits) : nil }

    /// Whether it holds text or data.
    package var hasBytes: Bool { kind == .string || kind == .data }

    /// Whether it is a leaf: neither a container nor the place of `$objects`.
    package var isLeaf: Bool { kind != .container && kind != .objects }

    /// The length in bytes of text or data.
    package var byteCount: Int { hasBytes ? Int(bits & 0xFFFF_FFFF) : 0 }

    /// Where text or data stands: an array and a range in it.
    @inline(__always)
    package var slice: (array: [UInt8], range: Range<Int>) {
        let start = Int(bits >> 32)
        return (storage, start..<(start + Int(bits & 0xFFFF_FFFF)))
    }

    /// A copy of the bytes of text or data.
    package var bytes: [UInt8] {
        guard hasBytes else { return [] }
        let (array, range) = slice
        return range.count == array.count ? array : Array(array[range])
    }

    /// The text, or nil if it is none.
    package var text: Text? { kind == .string ? Text(bytes: bytes) : nil }

    var high: UInt64 {
        guard kind == .integer, width == 16, storage.count == 8 else {
            return width == 8 && bits >> 63 == 1 ? .max : 0
        }
        return storage.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether two slots hold the same value of the same kind and width, wherever they came from.
    package func holdsSameValue(as other: Slot) -> Bool {
        guard kind == other.kind, width == other.width else { return false }
        guard hasBytes else { return bits == other.bits && storage == other.storage }
        let (mine, theirs) = (slice, other.slice)
        let left = mine.array.span.extracting(mine.range)
        let right = theirs.array.span.extracting(theirs.range)
        guard left.count == right.count else { return false }
        return left.isIdentical(to: right) || Self.areEqual(left, right)
    }

    /// Compares in pieces within which nothing branches, so that they are compared by the vector.
    private static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        var index = 0
        while left.count - index >= 16 {
            var difference: UInt8 = 0
            for offset in 0..<16 { difference |= left[index + offset] ^ right[index + offset] }
            if difference != 0 { return false }
            index += 16
        }
        while index < left.count {
            if left[index] != right[index] { return false }
            index += 1
        }
        return true
    }

    /// The same value as one that was in no file.
    package var withoutOrigin: Slot {
        var slot = self
        slot.origin = 0
        return slot
    }

    /// The same value held in another way.
    package func held(asReference: Bool) -> Slot {
        var slot = self
        slot.isReference = asReference
        return slot
    }
}

extension Slot: Equatable {
    /// Whether two slots hold the same value in the same way; where they came from does not count.
    package static func == (left: Slot, right: Slot) -> Bool {
        left.isReference == right.isReference && left.holdsSameValue(as: right)
    }
}
