/// Numbers of seven bits a byte, the lowest first, the top bit set in all bytes but the last: how index sets, index
/// paths and attributed strings hold their numbers (facts 1.6).
enum Varints {
    /// The numbers in data; nil if the last one is cut off or one has more than 64 bits.
    static func decode(_ bytes: [UInt8]) -> [UInt64]? {
        var numbers: [UInt64] = []
        var (number, shift): (UInt64, UInt64) = (0, 0)
        for byte in bytes {
            let group = UInt64(byte & 0x7F)
            guard shift < 63 || (shift == 63 && group <= 1) else { return nil }
            number |= group << shift
            shift += 7
            guard byte & 0x80 == 0 else { continue }
            numbers.append(number)
            (number, shift) = (0, 0)
        }
        return shift == 0 ? numbers : nil
    }
}
