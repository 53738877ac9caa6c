/// A fixed set of command names, looked up in a connection's input without their case and without allocation.
///
/// An open hash table, at most half full, made once. The number of a name is its place in the list that the table was
/// made from.
package struct CommandNameTable: Sendable {
    private struct Slot {
        /// Number of the name, or -1 for an empty slot.
        var number: Int32 = -1
        var start: Int32 = 0
        var length: Int32 = 0
        var hash: UInt32 = 0
    }

    private var slots: [Slot]
    private var letters: [UInt8] = []
    private var longest = 0

    /// Makes a table of names.
    ///
    /// - Parameter names: ASCII names in any case, all different; one that stands twice traps.
    package init(_ names: [String]) {
        var size = 8
        while size < names.count * 2 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        for (number, name) in names.enumerated() {
            let bytes = name.utf8.map(ASCII.uppercase)
            guard self.number(of: bytes, 0..<bytes.count) == nil else {
                fatalError("CommandNameTable: \(name) stands twice")
            }
            let hash = CommandNameTable.hash(bytes, 0..<bytes.count)
            var at = Int(hash) & (size - 1)
            while slots[at].number >= 0 { at = (at + 1) & (size - 1) }
            slots[at] = Slot(
                number: Int32(number), start: Int32(letters.count), length: Int32(bytes.count), hash: hash)
            letters += bytes
            longest = max(longest, bytes.count)
        }
    }

    /// The number of a name, or nil if the table does not have it.
    ///
    /// - Parameters:
    ///   - bytes: where the name stands.
    ///   - range: the indices of the name in `bytes`.
    /// - Returns: the place of the name in the list that the table was made from, or nil.
    package func number(of bytes: [UInt8], _ range: Range<Int>) -> Int? {
        guard range.count <= longest else { return nil }
        let hash = CommandNameTable.hash(bytes, range)
        let mask = slots.count - 1
        var at = Int(hash) & mask
        while slots[at].number >= 0 {
            let slot = slots[at]
            if slot.hash == hash, Int(slot.length) == range.count, isEqual(slot, bytes, range) {
                return Int(slot.number)
            }
            at = (at + 1) & mask
        }
        return nil
    }

    /// The number of the name in a range of a connection's input, or nil.
    package func number(of range: Range<Int>, in input: InputBuffer) -> Int? {
        number(of: input.bytes, range)
    }

    private func isEqual(_ slot: Slot, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        var letter = Int(slot.start)
        for index in range {
            guard ASCII.uppercase(bytes[index]) == letters[letter] else { return false }
            letter += 1
        }
        return true
    }

    /// FNV-1a of the upper-case name.
    private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for index in range { hash = (hash ^ UInt32(ASCII.uppercase(bytes[index]))) &* 16_777_619 }
        // The low bits choose the slot.
        return hash ^ hash >> 15
    }
}
