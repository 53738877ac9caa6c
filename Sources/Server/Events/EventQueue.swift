import KeyedArchive

/// What happened in this turn and is told to subscribers when it is durable.
struct EventQueue {
    /// Something that happened at a path.
    struct Event {
        /// The revision with which it did.
        let revision: UInt64
        /// Its name, Redis's where Redis has one.
        let name: String
        /// The path in canonical form, as clients write it.
        let path: [UInt8]
    }

    private var events: [Event] = []

    /// How many there are.
    var count: Int { events.count }

    /// Adds an event.
    mutating func add(_ event: Event) { events.append(event) }

    /// Drops the events behind the first `count`, because what they tell was taken back.
    mutating func truncate(to count: Int) { events.removeLast(events.count - count) }

    /// Takes the events behind a revision, because what they tell is not so yet.
    mutating func take(behind revision: UInt64) -> [Event] {
        guard let first = events.firstIndex(where: { $0.revision > revision }) else { return [] }
        defer { events.removeLast(events.count - first) }
        return Array(events[first...])
    }

    /// Takes the events up to a revision; those of later ones, which did not come to be, are dropped.
    mutating func take(upTo revision: UInt64) -> [Event] {
        guard !events.isEmpty else { return [] }
        defer { events.removeAll(keepingCapacity: events.capacity <= 1024) }
        return events.filter { $0.revision <= revision }
    }
}
