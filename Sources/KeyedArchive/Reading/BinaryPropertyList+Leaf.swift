import FourLinesPropertyList

extension BinaryPropertyList {
    /// What an object is as a leaf; nil for a container.
    ///
    /// Text and data that lie in the file as they are held here are slices of it.
    func leaf(_ object: BinaryObject, number: Int, isReference: Bool) -> Slot? {
        let origin = UInt32(truncatingIfNeeded: number)
        func made(_ kind: Slot.Kind, _ bits: UInt64) -> Slot {
            Slot(kind, bits: bits, isReference: isReference, origin: origin)
        }
        switch object {
        case .null: return made(.null, 0)
        case .boolean(let value): return made(.boolean, value ? 1 : 0)
        case .integer(let low, let high, let width):
            return .integer(
                low: low, high: width == 16 ? high : 0, width: width, isReference: isReference, origin: origin)
        case .real32(let value): return made(.real32, UInt64(value.bitPattern))
        case .real64(let value): return made(.real64, value.bitPattern)
        case .date(let value): return made(.date, value.bitPattern)
        case .data(let range):
            return .slice(.data, of: bytes, range, isReference: isReference, origin: origin)
        case .ascii(let range):
            if UnicodeText.measure(bytes, range).isASCII {
                return .slice(.string, of: bytes, range, isReference: isReference, origin: origin)
            }
            return string(object, origin, isReference)
        case .utf16: return string(object, origin, isReference)
        case .uid(let uid, let width):
            return Slot(.uid, bits: UInt64(uid), width: width, isReference: isReference, origin: origin)
        case .array, .set, .dictionary: return nil
        }
    }

    /// What an entry is as a leaf, if it says enough.
    @inline(__always)
    func leaf(_ entry: BinaryEntry) -> Slot? {
        let (isReference, origin) = (entry.isReference, entry.number)
        switch entry.kind {
        case .ascii:
            return Slot(.string, bits: entry.bits, storage: bytes, isReference: isReference, origin: origin)
        case .integer:
            return Slot(
                .integer, bits: entry.bits, width: entry.width, isReference: isReference, origin: origin)
        case .boolean: return Slot(.boolean, bits: entry.bits, isReference: isReference, origin: origin)
        case .container, .other, .dangling: return nil
        }
    }

    /// What an entry of `$objects` holds that is no container; a UID there names nothing, and is kept as the number
    /// it is.
    func wholeLeaf(_ entry: BinaryEntry) throws(PropertyListError) -> Slot {
        guard let leaf = leaf(try object(Int(entry.number)), number: Int(entry.number), isReference: true) else {
            fatalError("a container where a leaf was found")
        }
        return leaf
    }

    /// The text of a string object; nil of others.
    func text(_ object: BinaryObject) -> Text? {
        switch object {
        case .ascii, .utf16: Text(bytes: decode(object))
        default: nil
        }
    }

    private func string(_ object: BinaryObject, _ origin: UInt32, _ isReference: Bool) -> Slot {
        var slot = Slot.string(decode(object), isReference: isReference)
        slot.origin = origin
        return slot
    }

    /// The text of a string object in the form of `UnicodeText`; of another object nothing.
    func decode(_ object: BinaryObject) -> [UInt8] {
        var text: [UInt8] = []
        switch object {
        case .ascii(let range): UnicodeText.appendText(latin1: bytes, range, to: &text)
        case .utf16(let range):
            text.reserveCapacity(range.count)
            UnicodeText.appendText(utf16: bytes, range, to: &text)
        default: break
        }
        return text
    }
}

extension Slot {
    /// Nil for the placeholder of an object that was encoded on a condition that never came true; else the slot.
    @inline(__always)
    var orNil: Slot {
        guard kind == .string, byteCount == 5, text == "$null" else { return self }
        return Slot(.nil, isReference: true, origin: origin)
    }
}
