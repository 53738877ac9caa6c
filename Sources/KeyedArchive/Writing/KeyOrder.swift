import FourLinesPropertyList

/// The order in which Apple's writer leaves the keys of a dictionary: that of CoreFoundation's hash table.
///
/// The rule was taken from CFString.c and CFBasicHash.c of swift-corelibs-foundation and holds for every
/// dictionary of up to eight keys in the Apple archives it was tried on.
package enum KeyOrder {
    /// Numbers of buckets, and how many of them are used before the table grows to the next.
    private static let tables: [(buckets: Int, capacity: Int)] = [
        (3, 3), (7, 6), (13, 11), (23, 19), (41, 32), (71, 52), (127, 85), (191, 118), (251, 155), (383, 237),
        (631, 390), (1087, 672), (1723, 1065), (2803, 1732), (4523, 2795), (7351, 4543), (11959, 7391),
        (19447, 12019), (31231, 19302), (50683, 31324),
    ]

    /// The most keys that are put into another order than the one in which they are encoded.
    static let mostKeys = tables.last?.capacity ?? 0

    /// The hash of a text over its UTF-16 units, as CoreFoundation computes it.
    package static func hash(_ text: Text) -> UInt64 {
        let units = utf16(text.bytes)
        var result = UInt64(units.count)
        func mix(_ range: Range<Int>) {
            var index = range.lowerBound
            while range.upperBound - index >= 4 {
                let first = (UInt64(units[index]) &* 257 &+ UInt64(units[index + 1])) &* 257
                let rest = (first &+ UInt64(units[index + 2])) &* 257 &+ UInt64(units[index + 3])
                result = result &* 67_503_105 &+ rest
                index += 4
            }
            while index < range.upperBound {
                result = result &* 257 &+ UInt64(units[index])
                index += 1
            }
        }
        if units.count <= 96 {
            mix(0..<units.count)
        } else {
            mix(0..<32)
            mix((units.count / 2 - 16)..<(units.count / 2 + 16))
            mix((units.count - 32)..<units.count)
        }
        return result &+ (result << UInt64(units.count & 31))
    }

    private static func utf16(_ bytes: [UInt8]) -> [UInt16] {
        var big: [UInt8] = []
        UnicodeText.appendUTF16(bytes, 0..<bytes.count, to: &big)
        return stride(from: 0, to: big.count, by: 2).map { UInt16(big[$0]) << 8 | UInt16(big[$0 + 1]) }
    }

    /// The positions of keys in the order in which they are written, given in the order in which they are encoded.
    ///
    /// Keys are inserted with linear probing; a full table grows, re-inserting in bucket order. More keys than the
    /// largest known table holds keep their order.
    package static func order(_ keys: [Text]) -> [Int] {
        let hashes = keys.map(hash)
        var size = 0
        var buckets: [Int?] = Array(repeating: nil, count: tables[0].buckets)
        func insert(_ key: Int) {
            var place = Int(hashes[key] % UInt64(buckets.count))
            while buckets[place] != nil { place = place + 1 == buckets.count ? 0 : place + 1 }
            buckets[place] = key
        }
        for key in keys.indices {
            if key == tables[size].capacity {
                size += 1
                guard size < tables.count else { return Array(keys.indices) }
                let before = buckets.compactMap { $0 }
                buckets = Array(repeating: nil, count: tables[size].buckets)
                for old in before { insert(old) }
            }
            insert(key)
        }
        return buckets.compactMap { $0 }
    }
}
