/// Which leaves of a graph are one object in the file, each with its UID and its number there.
///
/// Equal leaves of the same kind and width are one object, except those that were apart in the source file: of
/// these each is an object of its own, and a leaf that did not come from there joins the first.
struct LeafTable {
    /// Stands for a UID or a number that has not been given.
    static let none = UInt32.max

    /// The leaves by token, in the order in which they were met.
    private(set) var slots: [Slot] = []
    /// The UID by token, or `none`.
    var uids: [UInt32] = []
    /// The number in the object table by token, or `none`.
    var numbers: [UInt32] = []
    /// The token plus one by origin; 0 is none.
    private var tokenOfOrigin: [UInt32] = []
    /// The hash of the value by token, as far as the table of buckets needs it.
    private var hashes: [UInt32] = []
    /// How many values there are, of which some have several tokens.
    private var values = 0
    /// An open table of tokens plus one by the hash of their values: of each value the first.
    private var buckets: [UInt32] = Array(repeating: 0, count: 64)

    /// The token of a leaf, which is given one if it is new.
    mutating func token(of slot: Slot) -> Int {
        let origin = Int(slot.origin)
        if origin != 0, origin < tokenOfOrigin.count, tokenOfOrigin[origin] != 0 {
            let token = Int(tokenOfOrigin[origin]) - 1
            if slots[token].holdsSameValue(as: slot) { return token }
            // A slot of another file, where the number means another object.
            return self.token(of: slot.withoutOrigin)
        }
        if values * 2 >= buckets.count { grow() }
        let hash = Self.hash(slot)
        var place = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
        while buckets[place] != 0 {
            let token = Int(buckets[place]) - 1
            if slots[token].holdsSameValue(as: slot) {
                if origin == 0 { return token }
                guard slots[token].origin == 0 else { return add(slot, hash) }
                // A leaf that was met before and came from nowhere becomes the first of the source's.
                slots[token].origin = slot.origin
                remember(origin, token)
                return token
            }
            place = (place + 1) & (buckets.count - 1)
        }
        buckets[place] = UInt32(slots.count + 1)
        values += 1
        return add(slot, hash)
    }

    private mutating func add(_ slot: Slot, _ hash: UInt64) -> Int {
        let token = slots.count
        slots.append(slot)
        hashes.append(UInt32(truncatingIfNeeded: hash))
        uids.append(Self.none)
        numbers.append(Self.none)
        remember(Int(slot.origin), token)
        return token
    }

    private mutating func remember(_ origin: Int, _ token: Int) {
        guard origin != 0 else { return }
        while tokenOfOrigin.count <= origin {
            let missing = max(origin + 1 - tokenOfOrigin.count, tokenOfOrigin.count)
            tokenOfOrigin.append(contentsOf: repeatElement(0, count: missing))
        }
        tokenOfOrigin[origin] = UInt32(token + 1)
    }

    private mutating func grow() {
        var larger: [UInt32] = Array(repeating: 0, count: buckets.count * 2)
        for token in buckets where token != 0 {
            var place = Int(hashes[Int(token) - 1]) & (larger.count - 1)
            while larger[place] != 0 { place = (place + 1) & (larger.count - 1) }
            larger[place] = token
        }
        buckets = larger
    }

    /// How many bytes from each end of a long value count; a whole value is only read to compare it.
    private static let hashed = 1024

    /// A hash of what a leaf holds: of its kind, width and value.
    static func hash(_ slot: Slot) -> UInt64 {
        var hash = UInt64(slot.kind.rawValue) << 8 | UInt64(slot.width)
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        guard slot.hasBytes else {
            mix(slot.bits)
            return hash
        }
        let (array, range) = slot.slice
        let span = array.span
        mix(UInt64(range.count))
        if range.count <= 2 * hashed {
            // Counted from the start of the text, not of the array: equal texts lie at different places.
            var position = 0
            var word: UInt64 = 0
            for index in range {
                word = word << 8 | UInt64(span[index])
                position += 1
                if position & 7 == 0 { mix(word) }
            }
            mix(word)
            return hash
        }
        for index in range.lowerBound..<(range.lowerBound + hashed) { mix(UInt64(span[index])) }
        for index in (range.upperBound - hashed)..<range.upperBound { mix(UInt64(span[index])) }
        return hash
    }
}
