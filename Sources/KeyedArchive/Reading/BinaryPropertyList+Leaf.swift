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
