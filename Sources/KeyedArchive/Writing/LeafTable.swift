import FourLinesPropertyList

/// Which leaves of a graph are one object in the file.
///
/// Equal leaves of the same kind and width are one object, except those that were apart in the source file: of
/// these each is an object of its own, and a leaf that did not come from there joins the first.
struct LeafTable {
    /// The leaves by token, in the order in which they were met.
    private(set) var slots: [Slot] = []
    /// The token plus one by origin; 0 is none.
    private var tokenOfOrigin: [UInt32] = []
    /// How many values there are in the buckets, of which some have several tokens.
    private var values = 0
    /// An open table of leaves by the hash of their values: of each value the first; 0 is no leaf.
    ///
    /// The low half is the token plus one, the high half the low half of the hash, so that a leaf is looked at only if
    /// it is most likely the one.
    ///
    /// It is empty, and made when it is needed, as long as all leaves but the first come from the source: these are
    /// told apart by their origin.
    private var buckets: [UInt64] = []
    /// What is in no bucket as it needs no hash; empty as long as the buckets are.
    private var smallIntegers: SmallIntegers
    private let capacity: Int

    /// Begins a table for about so many leaves.
    init(capacity: Int = 32) {
        slots.reserveCapacity(capacity)
        HugePages.advise(&slots)
        smallIntegers = SmallIntegers(end: 2 * capacity)
        self.capacity = capacity
    }

    /// What a leaf is.
    func kind(of token: Int) -> Slot.Kind { slots.span[token].kind }

    /// The token of a leaf, which is given one if it is new.
    mutating func token(of slot: Slot) -> Int {
        let origin = Int(slot.origin)
        if origin != 0, origin < tokenOfOrigin.count, tokenOfOrigin[origin] != 0 {
            let token = Int(tokenOfOrigin[origin]) - 1
            if slots[token].holdsSameValue(as: slot) { return token }
            // A slot of another file, where the number means another object.
            return self.token(of: slot.withoutOrigin)
        }
        if buckets.isEmpty {
            if slots.isEmpty { return add(slot) }
            if origin != 0 {
                // The first may be one that came from nowhere.
                guard slots[0].origin == 0, slots[0].holdsSameValue(as: slot) else { return add(slot) }
                slots[0].origin = slot.origin
                remember(origin, 0)
                return 0
            }
            makeBuckets()
        }
        if let value = smallIntegers.value(of: slot) {
            if let token = smallIntegers.token(of: value) { return self.token(of: slot, equalTo: token) }
            smallIntegers.set(slots.count, of: value)
            return add(slot)
        }
        if values * 2 >= buckets.count { grow() }
        let hash = Self.hash(slot) << 32
        var place = Int(truncatingIfNeeded: hash >> 32) & (buckets.count - 1)
        while buckets[place] != 0 {
            if buckets[place] ^ hash < 1 << 32 {
                let token = Self.token(in: buckets[place])
                if slots[token].holdsSameValue(as: slot) { return self.token(of: slot, equalTo: token) }
            }
            place = (place + 1) & (buckets.count - 1)
        }
        buckets[place] = hash | UInt64(slots.count + 1)
        values += 1
        return add(slot)
    }

    private static func token(in bucket: UInt64) -> Int { Int(bucket & 0xFFFF_FFFF) - 1 }

    /// The token of a leaf that is equal to the first of its value.
    private mutating func token(of slot: Slot, equalTo first: Int) -> Int {
        if slot.origin == 0 { return first }
        guard slots[first].origin == 0 else { return add(slot) }
        // A leaf that was met before and came from nowhere becomes the first of the source's.
        slots[first].origin = slot.origin
        remember(Int(slot.origin), first)
        return first
    }

    private mutating func add(_ slot: Slot) -> Int {
        let token = slots.count
        slots.append(slot)
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

    /// Puts the leaves so far into buckets, of equal ones the first.
    private mutating func makeBuckets() {
        var size = 64
        while size < max(capacity, 2 * slots.count) { size *= 2 }
        buckets = Self.emptyBuckets(size)
        next: for token in slots.indices {
            if let value = smallIntegers.value(of: slots[token]) {
                if smallIntegers.token(of: value) == nil { smallIntegers.set(token, of: value) }
                continue
            }
            let hash = Self.hash(slots[token]) << 32
            var place = Int(truncatingIfNeeded: hash >> 32) & (size - 1)
            while buckets[place] != 0 {
                if buckets[place] ^ hash < 1 << 32,
                    slots[Self.token(in: buckets[place])].holdsSameValue(as: slots[token])
                {
                    continue next
                }
                place = (place + 1) & (size - 1)
            }
            buckets[place] = hash | UInt64(token + 1)
            values += 1
        }
    }

    private static func emptyBuckets(_ count: Int) -> [UInt64] {
        var buckets: [UInt64] = []
        buckets.reserveCapacity(count)
        HugePages.advise(&buckets)
        buckets.append(contentsOf: repeatElement(0, count: count))
        return buckets
    }

    private mutating func grow() {
        var larger = Self.emptyBuckets(buckets.count * 2)
        for bucket in buckets where bucket != 0 {
            var place = Int(truncatingIfNeeded: bucket >> 32) & (larger.count - 1)
            while larger[place] != 0 { place = (place + 1) & (larger.count - 1) }
            larger[place] = bucket
        }
        buckets = larger
    }

    /// How many bytes from each end of a long value count; a whole value is only read to compare it.
    private static let hashed = 1024

    /// Random factors, so that nobody can choose values that all have one hash.
    private static let factors: [UInt64] = {
        var state = UInt64.random(in: .min ... .max)
        return (0..<(2 * hashed + 4)).map { _ in
            // SplitMix64.
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
            return (word ^ word >> 31) & 0xFFFF_FFFF
        }
    }()

    /// How many of the lowest bits of an integer are those of its hash: integers that follow each other, as numbers and
    /// counters do, have buckets beside each other, of which memory gives many at once.
    private static let sequentialBits: UInt64 = 3

    /// A hash of what a leaf holds: of its kind, width and value, by sums of products with random factors.
    static func hash(_ slot: Slot) -> UInt64 {
        let factors = factors.span
        let kind = UInt64(slot.kind.rawValue) << 8 | UInt64(slot.width)
        var sum = kind &* factors[0]
        if slot.hasBytes {
            let (array, range) = slot.slice
            let span = array.span.extracting(range)
            sum &+= UInt64(span.count) &* factors[1]
            sum &+=
                span.count <= 2 * hashed
                ? Self.sum(span, factors.extracting(droppingFirst: 4))
                : Self.sum(span.extracting(first: hashed), factors.extracting(droppingFirst: 4))
                    &+ Self.sum(span.extracting(last: hashed), factors.extracting(droppingFirst: hashed + 4))
        } else {
            let bits = slot.kind == .integer ? slot.bits >> sequentialBits : slot.bits
            sum &+= (bits & 0xFFFF_FFFF) &* factors[2] &+ (bits >> 32) &* factors[3]
        }
        let product = sum.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        let hash = product.high ^ product.low
        guard slot.kind == .integer else { return hash }
        return hash << sequentialBits | slot.bits & (1 << sequentialBits - 1)
    }

    private static func sum(_ bytes: Span<UInt8>, _ factors: Span<UInt64>) -> UInt64 {
        let factors = factors.extracting(first: bytes.count)
        var sum: UInt64 = 0
        for index in 0..<bytes.count { sum &+= UInt64(bytes[index]) &* factors[index] }
        return sum
    }
}
