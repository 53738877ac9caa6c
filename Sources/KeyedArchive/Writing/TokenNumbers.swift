/// A number for each of some leaves, by their tokens in a `LeafTable`: a UID, or the number of an object.
struct TokenNumbers {
    /// Stands for a number that has not been given.
    static let none = UInt32.max

    private var numbers: [UInt32] = []

    /// Begins with room for so many leaves.
    init(capacity: Int = 0) { numbers.reserveCapacity(capacity) }

    /// The number of a leaf, or `none`.
    subscript(token: Int) -> UInt32 {
        @inline(__always)
        get { token < numbers.count ? numbers[token] : Self.none }
        @inline(__always)
        set {
            while numbers.count <= token { numbers.append(Self.none) }
            numbers[token] = newValue
        }
    }
}
