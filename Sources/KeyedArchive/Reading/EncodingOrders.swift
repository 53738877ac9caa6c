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
        /// What the numbers say of its fields, in `told`.
        let ranks: Range<Int>
    }

    /// The places of a class's fields.
    private struct Places {
        private var fields: [(key: CoderKey, place: UInt32)] = []
        /// Of many fields the places by key.
        private var index: [CoderKey: UInt32] = [:]

        private static let searchedCount = 16

        init(_ keys: [CoderKey]) {
            for (place, key) in keys.enumerated() where self[key] == nil {
                let place = UInt32(truncatingIfNeeded: place)
                if keys.count > Self.searchedCount { index[key] = place } else { fields.append((key, place)) }
            }
        }

        subscript(key: CoderKey) -> UInt32? {
            guard index.isEmpty else { return index[key] }
            for field in fields where field.key == key { return field.place }
            return nil
        }
    }

    /// For each class record the places of its fields, from an object that tells all of them.
    private var places: [UInt32: Places] = [:]
    private var undecided: [Undecided] = []
    private var told: [Rank] = []
    /// The places or numbers of the fields of one object; kept, as there are many objects.
    private var keys: [UInt32] = []

    /// Sets the ranks of an object's fields by its own numbers, and remembers what they tell of its class.
    ///
    /// Fields of which nothing is known come last, in the order of the file; the class record is not looked at.
    mutating func rank(_ fields: inout [Container.Field], _ ranks: [Rank], of id: ObjectID, record: UInt32?) {
        // Fields have their ranks in the order of the file already, which mostly is that of their numbers.
        if !Self.areAscending(ranks) {
            keys.removeAll(keepingCapacity: true)
            for rank in ranks {
                let number = if case .number(let number) = rank { number } else { UInt32.max }
                keys.append(number)
            }
            Self.set(&fields, by: keys)
        }
        guard let record, fields.count > 2 else { return }
        if ranks.contains(.unknown) {
            undecided.append(Undecided(id: id, record: record, ranks: told.count..<(told.count + ranks.count)))
            told.append(contentsOf: ranks)
        } else if places[record] == nil {
            let order = fields.indices.filter { ranks[$0] != .indifferent }.sorted { fields[$0].rank < fields[$1].rank }
            places[record] = Places(order.map { fields[$0].key })
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
    mutating func decide(_ graph: inout Graph) {
        for object in undecided {
            guard let places = places[object.record] else { continue }
            let ranks = told[object.ranks]
            keys.removeAll(keepingCapacity: true)
            graph.table.change(object.id) { container in
                for (field, rank) in zip(container.fields, ranks) {
                    guard rank != .indifferent else {
                        keys.append(.max)
                        continue
                    }
                    // A field that the other object lacks leaves the question open.
                    guard let place = places[field.key] else { return }
                    keys.append(place)
                }
                guard Self.agree(keys, ranks) else { return }
                Self.set(&container.fields, by: keys)
            }
        }
    }

    /// Whether the object's own numbers are in the order of the places.
    private static func agree(_ places: [UInt32], _ ranks: ArraySlice<Rank>) -> Bool {
        var last: (place: UInt32, number: UInt32) = (0, 0)
        var isInOrder = true
        for (place, rank) in zip(places, ranks) {
            guard case .number(let number) = rank else { continue }
            guard place >= last.place else {
                isInOrder = false
                break
            }
            if number <= last.number { return false }
            last = (place, number)
        }
        if isInOrder { return true }
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
