/// The containers that a walk is inside of: one bit for each object of the table.
struct ContainerPath {
    private var bits: [UInt64]

    init(objectCount: Int) {
        bits = [UInt64](repeating: 0, count: (objectCount + 63) / 64)
    }

    /// Notes that the walk goes into a container; answers false if it is in there already.
    mutating func enter(_ object: Int) -> Bool {
        let mask: UInt64 = 1 << UInt64(object % 64)
        guard bits[object / 64] & mask == 0 else { return false }
        bits[object / 64] |= mask
        return true
    }

    /// Notes that the walk has left a container.
    mutating func leave(_ object: Int) {
        bits[object / 64] &= ~(1 << UInt64(object % 64))
    }
}
