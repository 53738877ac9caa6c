/// The order in which the objects of each class were encoded, as far as a file tells it.
///
/// An object that names another for the first time says by its number when the field was encoded; of a field whose
/// object was met before, its own numbers say nothing. Another object of the class then does: all of a class are
/// encoded alike.
struct FieldRanks {
    /// What the numbers say of a field.
    enum Rank: Equatable {
        /// The number of the first object that it names and that was met there first.
        case number(UInt32)
        /// It names objects, all of them met before.
        case unknown
        /// It names none, so that its place does not matter.
        case indifferent
    }

    private struct Undecided {
        let id: ObjectID
        let record: UInt32
        let ranks: [Rank]
    }

    /// For each class record the places of its fields, from an object that tells all of them.
    private var places: [UInt32: [CoderKey: Int]] = [:]
    private var undecided: [Undecided] = []

    /// Sets the ranks of an object's fields by its own numbers, and remembers what they tell of its class.
    ///
    /// Fields of which nothing is known come last, in the order of the file; the class record is not looked at.
    mutating func rank(_ fields: inout [Container.Field], _ ranks: [Rank], of id: ObjectID, record: UInt32?) {
        // Fields have their ranks in the order of the file already, which mostly is that of their numbers.
        if !Self.areAscending(ranks) {
            Self.set(&fields, by: ranks.map { if case .number(let number) = $0 { number } else { UInt32.max } })
        }
        guard let record, fields.count > 2 else { return }
        if ranks.contains(.unknown) {
            undecided.append(Undecided(id: id, record: record, ranks: ranks))
        } else if places[record] == nil {
            let order = fields.indices.filter { ranks[$0] != .indifferent }.sorted { fields[$0].rank < fields[$1].rank }
            places[record] = Dictionary(
                order.enumerated().map { (fields[$0.element].key, $0.offset) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private static func areAscending(_ ranks: [Rank]) -> Bool {
        var last: UInt32 = 0
        for rank in ranks {
            let number = if case .number(let number) = rank { number } else { UInt32.max }
            if number < last { return false }
            last = number
        }
        return true
    }

    /// Sets the ranks that only other objects of a class tell.
    func decide(_ graph: inout Graph) {
        for object in undecided {
            guard let places = places[object.record] else { continue }
            graph.table.change(object.id) { container in
                var keys: [UInt32] = []
                for (field, rank) in zip(container.fields, object.ranks) {
                    guard rank != .indifferent else {
                        keys.append(.max)
                        continue
                    }
                    // A field that the other object lacks leaves the question open.
                    guard let place = places[field.key] else { return }
                    keys.append(UInt32(place))
                }
                guard Self.agree(keys, object.ranks) else { return }
                Self.set(&container.fields, by: keys)
            }
        }
    }

    /// Whether the object's own numbers are in the order of the places.
    private static func agree(_ places: [UInt32], _ ranks: [Rank]) -> Bool {
        var known: [(place: UInt32, number: UInt32)] = []
        for (place, rank) in zip(places, ranks) {
            if case .number(let number) = rank { known.append((place, number)) }
        }
        known.sort { $0.place < $1.place }
        return zip(known, known.dropFirst()).allSatisfy { $0.number < $1.number }
    }

    private static func set(_ fields: inout [Container.Field], by keys: [UInt32]) {
        // Most objects lie in the order of their encoding.
        guard !zip(keys, keys.dropFirst()).allSatisfy({ $0 <= $1 }) else {
            for index in fields.indices { fields[index].rank = UInt16(clamping: index) }
            return
        }
        let order = keys.indices.sorted { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1 }
        for (rank, index) in order.enumerated() { fields[index].rank = UInt16(clamping: rank) }
    }
}
