/// The channels or patterns that one client subscribed to, each once, in the order in which it did.
struct SubscribedNames {
    private var numbers: [[UInt8]: Int] = [:]
    private var next = 0

    /// How many there are.
    var count: Int { numbers.count }

    /// Whether a name is among them.
    func contains(_ name: [UInt8]) -> Bool { numbers[name] != nil }

    /// Adds a name that is not among them.
    mutating func add(_ name: [UInt8]) {
        numbers[name] = next
        next += 1
    }

    /// Takes a name out, if it is among them.
    mutating func remove(_ name: [UInt8]) { numbers[name] = nil }

    /// The names in their order.
    var all: [[UInt8]] { numbers.sorted { $0.value < $1.value }.map(\.key) }
}
