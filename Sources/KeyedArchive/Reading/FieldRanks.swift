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
        /// How many there are.
        let count: Int
        private var fields: [(key: CoderKey, place: UInt32)] = []
        /// Of many fields the places by key.
        private var index: [CoderKey: UInt32] = [:]

        /// How many fields are searched one by one.
        static let searchedCount = 16

        init(_ keys: [CoderKey]) {
            count = keys.count
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

    /// The places of the fields of classes, each from the object that tells most of them.
    private var places: [Places] = []
    /// For each class record its index in `places`.
    private var indices: [UInt32: Int] = [:]
    /// The class that was looked for last, as most objects have the class of the one before.
    private var last: (record: UInt32, index: Int)?
    private var undecided: [Undecided] = []
    private var told: [Rank] = []
    /// The places or numbers of the fields of one object; kept, as there are many objects.
    private var keys: [UInt32] = []

    /// Sets the ranks of an object's fields by its own numbers or by those of another object of its class, and
    /// remembers what they tell of it.
    ///
    /// Fields of which nothing is known come last, in the order of the file; the class record is not looked at.
    mutating func rank(_ fields: inout [Container.Field], _ ranks: [Rank], of id: ObjectID, record: UInt32?) {
        guard let record, fields.count > 2 else { return rank(&fields, ranks) }
        let isTold = !ranks.contains { if case .unknown = $0 { true } else { false } }
        let index = index(of: record)
        if !isTold, let index, decide(&fields, ranks[...], by: places[index]) { return }
        rank(&fields, ranks)
        guard isTold else {
            // Nothing is known of the class yet, or not what is needed.
            undecided.append(Undecided(id: id, record: record, ranks: told.count..<(told.count + ranks.count)))
            told.append(contentsOf: ranks)
            return
        }
        // An empty one tells nothing: the one that tells of most fields counts.
        let count = ranks.count { $0 != .indifferent }
        guard count > (index.map { places[$0].count } ?? 0) else { return }
        let order = fields.indices.filter { ranks[$0] != .indifferent }.sorted { fields[$0].rank < fields[$1].rank }
        let known = Places(order.map { fields[$0].key })
        if let index {
            places[index] = known
        } else {
            indices[record] = places.count
            places.append(known)
        }
    }

    private mutating func index(of record: UInt32) -> Int? {
        if let last, last.record == record { return last.index }
        guard let index = indices[record] else { return nil }
        last = (record, index)
        return index
    }

    /// Sets the ranks of fields by the object's own numbers.
    private mutating func rank(_ fields: inout [Container.Field], _ ranks: [Rank]) {
        keys.removeAll(keepingCapacity: true)
        for rank in ranks {
            let number = if case .number(let number) = rank { number } else { UInt32.max }
            keys.append(number)
        }
        Self.set(&fields, by: keys)
    }

    /// Sets the ranks that only other objects of a class tell.
    mutating func decide(_ graph: inout Graph) {
        for object in undecided {
            guard let index = indices[object.record] else { continue }
            graph.table.change(object.id) { container in
                _ = decide(&container.fields, told[object.ranks], by: places[index])
            }
        }
    }

    /// Sets the ranks of fields by the places of another object's; answers false where these leave it open.
    private mutating func decide(
        _ fields: inout [Container.Field], _ ranks: ArraySlice<Rank>, by places: Places
    ) -> Bool {
        keys.removeAll(keepingCapacity: true)
        for index in fields.indices {
            if case .indifferent = ranks[ranks.startIndex + index] {
                keys.append(.max)
                continue
            }
            // A field that the other object lacks leaves the question open.
            guard let place = places[fields[index].key] else { return false }
            keys.append(place)
        }
        guard Self.agree(keys, ranks) else { return false }
        Self.set(&fields, by: keys)
        return true
    }

    /// Whether the object's own numbers are in the order of the places.
    private static func agree(_ places: [UInt32], _ ranks: ArraySlice<Rank>) -> Bool {
        var last: (place: UInt32, number: UInt32) = (0, 0)
        for index in places.indices {
            guard case .number(let number) = ranks[ranks.startIndex + index] else { continue }
            guard places[index] >= last.place else { return agreeSorted(places, ranks) }
            if number <= last.number { return false }
            last = (places[index], number)
        }
        return true
    }

    private static func agreeSorted(_ places: [UInt32], _ ranks: ArraySlice<Rank>) -> Bool {
        var known: [(place: UInt32, number: UInt32)] = []
        for (place, rank) in zip(places, ranks) {
            if case .number(let number) = rank { known.append((place, number)) }
        }
        known.sort { $0.place < $1.place }
        return zip(known, known.dropFirst()).allSatisfy { $0.number < $1.number }
    }

    /// Gives fields the ranks of their keys; of equal keys the first comes first.
    private static func set(_ fields: inout [Container.Field], by keys: [UInt32]) {
        // Most objects lie in the order of their encoding, and have these ranks already.
        if isAscending(keys) {
            for index in keys.indices where fields[index].rank != UInt16(clamping: index) {
                fields[index].rank = UInt16(clamping: index)
            }
            return
        }
        guard keys.count > Places.searchedCount else {
            for index in keys.indices {
                var rank: UInt16 = 0
                for other in keys.indices
                where keys[other] < keys[index] || keys[other] == keys[index] && other < index {
                    rank += 1
                }
                fields[index].rank = rank
            }
            return
        }
        let order = keys.indices.sorted { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1 }
        for (rank, index) in order.enumerated() { fields[index].rank = UInt16(clamping: rank) }
    }

    private static func isAscending(_ keys: [UInt32]) -> Bool {
        var last: UInt32 = 0
        for key in keys {
            if key < last { return false }
            last = key
        }
        return true
    }
}
