extension BinaryPropertyList {
    /// Looks at what the references of a run name.
    ///
    /// - Parameters:
    ///   - run: a run of references.
    ///   - range: which of them.
    ///   - table: the references of `$objects`; nil where UIDs are not followed.
    ///   - entries: gets an entry for each of the references, and keeps the others.
    ///   - first: where the entry of the first of them goes, so that there is room for all.
    /// - Throws: `badReference` or `badOffset` for an object that is not there.
    package func look(
        at run: BinaryObject.References, _ range: Range<Int>, through table: BinaryObject.References?,
        into entries: inout [BinaryEntry], from first: Int
    ) throws(PropertyListError) {
        let bytes = bytes.span
        var entries = entries.mutableSpan
        for index in range {
            let number = try reference(run, index)
            let start = try offset(of: number)
            let place = first + index - range.lowerBound
            let marker = bytes[start]
            guard let table, marker & 0xFC == 0x80, Int(marker & 3) + 1 < offsetTable - start else {
                entries[place] = look(at: start, of: number, bytes)
                continue
            }
            let uid = Self.bigEndian(bytes, start + 1, Int(marker & 3) + 1)
            var entry = BinaryEntry(number: UInt32(truncatingIfNeeded: number), kind: .dangling)
            if uid < UInt64(table.count) {
                let target = try reference(table, Int(uid))
                entry = look(at: try offset(of: target), of: target, bytes)
            }
            entry.uid = UInt32(truncatingIfNeeded: uid)
            entry.isReference = true
            entries[place] = entry
        }
    }

    /// Looks at one object; a UID is not followed.
    ///
    /// - Throws: `badReference` or `badOffset` for an object that is not there.
    package func look(at number: Int) throws(PropertyListError) -> BinaryEntry {
        look(at: try offset(of: number), of: number, bytes.span)
    }

    /// Looks at the object that begins at an offset.
    @inline(__always)
    private func look(at start: Int, of number: Int, _ bytes: Span<UInt8>) -> BinaryEntry {
        let marker = bytes[start]
        let rest = offsetTable - start
        let number = UInt32(truncatingIfNeeded: number)
        switch marker {
        case 0xA0...0xAF, 0xC0...0xDF: return BinaryEntry(number: number, kind: .container)
        case 0x50...0x5E:
            let count = Int(marker & 0xF)
            guard count < rest else { break }
            let text = bytes.extracting((start + 1)..<(start + 1 + count))
            var high: UInt8 = 0
            for index in 0..<text.count { high |= text[index] }
            guard high < 0x80 else { break }
            return BinaryEntry(bits: UInt64(start + 1) << 32 | UInt64(count), number: number, kind: .ascii)
        case 0x10...0x13:
            let width = 1 << Int(marker & 3)
            guard width < rest else { break }
            let value = Self.bigEndian(bytes, start + 1, width)
            return BinaryEntry(bits: value, number: number, kind: .integer, width: UInt8(width))
        case 0x08, 0x09: return BinaryEntry(bits: UInt64(marker & 1), number: number, kind: .boolean)
        default: break
        }
        return BinaryEntry(number: number, kind: .other)
    }
}
