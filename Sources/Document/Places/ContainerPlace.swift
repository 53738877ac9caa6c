import KeyedArchive

/// The way to a container that does not depend on its identity: raw steps from `$top` or from an orphan.
///
/// Identities change when a document is written and read again; the steps do not. A place is valid for the state of
/// the document in which it was found.
struct ContainerPlace: Equatable, Sendable {
    /// Where the way begins.
    enum Root: Equatable, Sendable {
        case top
        /// One of the graph's orphans, by its number among them.
        case orphan(Int)
    }

    /// One step into a container.
    enum Step: Equatable, Sendable {
        /// Into a field of a dictionary; the ordinal counts the fields with that key before it.
        case key(Text, ordinal: Int)
        /// Into an element of an array.
        case index(Int)
    }

    var root: Root
    var steps: [Step]
}

extension Graph {
    /// The container that a place leads to, or nil if it leads nowhere.
    func container(at place: ContainerPlace) -> ObjectID? {
        var current: ObjectID?
        switch place.root {
        case .top: current = top
        case .orphan(let number):
            guard orphans.indices.contains(number) else { return nil }
            current = orphans[number].container
        }
        for step in place.steps {
            guard let id = current else { return nil }
            current = child(step, of: id)
        }
        return current
    }

    private func child(_ step: ContainerPlace.Step, of id: ObjectID) -> ObjectID? {
        guard let container = self[id] else { return nil }
        switch step {
        case .index(let index):
            guard container.shape != .dictionary, index < container.elements.count else { return nil }
            return container.elements[index].container
        case .key(let text, let ordinal):
            guard let key = keys.find(text) else { return nil }
            var left = ordinal
            for field in container.fields where field.key == key {
                if left == 0 { return field.slot.container }
                left -= 1
            }
            return nil
        }
    }
}

extension RecordWriter {
    mutating func place(_ place: ContainerPlace) {
        switch place.root {
        case .top: number(0)
        case .orphan(let number): self.number(number + 1)
        }
        number(place.steps.count)
        for step in place.steps {
            switch step {
            case .index(let index): number(index << 1)
            case .key(let text, let ordinal):
                number(ordinal << 1 | 1)
                self.text(text)
            }
        }
    }
}

extension RecordReader {
    mutating func place() throws(RecordFault) -> ContainerPlace {
        let root = try index()
        var place = ContainerPlace(root: root == 0 ? .top : .orphan(root - 1), steps: [])
        for _ in 0..<(try count()) {
            let word = try index()
            place.steps.append(word & 1 == 0 ? .index(word >> 1) : .key(try text(), ordinal: word >> 1))
        }
        return place
    }
}
