extension BinaryPropertyList {
    /// Appends a string in the form of `UnicodeText`.
    ///
    /// - Returns: whether the object is a string; of others nothing is appended.
    @discardableResult
    package func appendText(of object: BinaryObject, to output: inout [UInt8]) -> Bool {
        switch object {
        case .ascii(let range):
            if UnicodeText.measure(bytes, range).isASCII {
                output.append(contentsOf: bytes[range])
            } else {
                UnicodeText.appendText(latin1: bytes, range, to: &output)
            }
            return true
        case .utf16(let range):
            UnicodeText.appendText(utf16: bytes, range, to: &output)
            return true
        default:
            return false
        }
    }

    /// A key of a dictionary as its file has it, for comparison by UTF-16 units.
    private struct SortKey {
        let range: Range<Int>
        /// Bytes of a unit: 1 of an ASCII string, 2 of one in UTF-16.
        let width: Int
        let key: UInt32
        let value: UInt32

        /// Under 0, 0 or over 0 as the key comes before another, is equal to it, or comes after it.
        func order(_ other: SortKey, in bytes: [UInt8]) -> Int {
            let count = range.count / width
            let otherCount = other.range.count / other.width
            for index in 0..<min(count, otherCount) {
                let difference = unit(index, in: bytes) - other.unit(index, in: bytes)
                if difference != 0 { return difference }
            }
            return count - otherCount
        }

        private func unit(_ index: Int, in bytes: [UInt8]) -> Int {
            let position = range.lowerBound + index * width
            return width == 1 ? Int(bytes[position]) : Int(bytes[position]) << 8 | Int(bytes[position + 1])
        }
    }

    /// The objects of a dictionary, key and value in turn, sorted by the UTF-16 units of the keys; equal keys stay in
    /// the order of the file.
    ///
    /// - Throws: `notRepresentable` for a key that is not a string.
    func sortedMembers(
        _ keys: BinaryObject.References, _ values: BinaryObject.References
    ) throws(PropertyListError) -> (members: [UInt32], hasDuplicate: Bool) {
        var entries: [SortKey] = []
        entries.reserveCapacity(keys.count)
        for index in 0..<keys.count {
            let key = try reference(keys, index)
            let value = UInt32(truncatingIfNeeded: try reference(values, index))
            let range: Range<Int>
            let width: Int
            switch try object(key) {
            case .ascii(let bytes): (range, width) = (bytes, 1)
            case .utf16(let bytes): (range, width) = (bytes, 2)
            default:
                throw PropertyListError(
                    .notRepresentable(XMLUnrepresentable.key.description), offset: try offset(of: key), object: key)
            }
            entries.append(SortKey(range: range, width: width, key: UInt32(truncatingIfNeeded: key), value: value))
        }
        var hasDuplicate = false
        // The standard library's sort keeps the order of equal elements.
        entries.sort { $0.order($1, in: bytes) < 0 }
        var members: [UInt32] = []
        members.reserveCapacity(2 * entries.count)
        for (index, entry) in entries.enumerated() {
            if index > 0, entry.order(entries[index - 1], in: bytes) == 0 { hasDuplicate = true }
            members.append(entry.key)
            members.append(entry.value)
        }
        return (members, hasDuplicate)
    }
}
