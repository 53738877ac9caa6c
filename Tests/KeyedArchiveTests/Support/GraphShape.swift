import KeyedArchive

/// Whether two graphs hold the same, whatever numbers their containers have.
///
/// Containers are matched as they are met from the roots on; what is shared in one has to be shared in the other.
struct GraphShape {
    private let left: Graph
    private let right: Graph
    /// Whether containers that stand inline need not be shared alike: files hold them by value.
    private let inlineByValue: Bool
    private var partners: [ObjectID: ObjectID] = [:]
    private var reverse: [ObjectID: ObjectID] = [:]
    private var work: [(ObjectID, ObjectID, String)] = []
    private var seen: Set<[ObjectID]> = []

    private init(_ left: Graph, _ right: Graph, inlineByValue: Bool) {
        self.left = left
        self.right = right
        self.inlineByValue = inlineByValue
    }

    /// The first difference between two graphs, as a path and words; nil if they hold the same.
    static func difference(_ left: Graph, _ right: Graph, inlineByValue: Bool = false) -> String? {
        var shape = GraphShape(left, right, inlineByValue: inlineByValue)
        if left.form != right.form { return "forms differ" }
        return shape.compare()
    }

    private mutating func compare() -> String? {
        if let difference = compare(left.root, right.root, "") { return difference }
        while let (first, second, path) = work.popLast() {
            guard let mine = left[first], let theirs = right[second] else { return "\(path): no container" }
            if mine.shape != theirs.shape { return "\(path): \(mine.shape), \(theirs.shape)" }
            if mine.fields.count != theirs.fields.count {
                return "\(path): \(mine.fields.count) fields, \(theirs.fields.count)"
            }
            for (one, other) in zip(mine.fields, theirs.fields) {
                let key = left.keys[one.key]
                if key != right.keys[other.key] { return "\(path): key \(key), \(right.keys[other.key])" }
                if let difference = compare(one.slot, other.slot, Self.path(path, "\(key)")) { return difference }
            }
            if mine.elements.count != theirs.elements.count {
                return "\(path): \(mine.elements.count) elements, \(theirs.elements.count)"
            }
            for (index, (one, other)) in zip(mine.elements.all, theirs.elements.all).enumerated() {
                if let difference = compare(one, other, Self.path(path, "\(index)")) { return difference }
            }
        }
        return nil
    }

    private mutating func compare(_ one: Slot, _ other: Slot, _ path: String) -> String? {
        guard let first = one.container, let second = other.container else {
            return one == other ? nil : "\(path): \(Self.words(one)), \(Self.words(other))"
        }
        if one.isReference != other.isReference { return "\(path): held in another way" }
        if inlineByValue, !one.isReference {
            if seen.insert([first, second]).inserted { work.append((first, second, path)) }
            return nil
        }
        if let known = partners[first] { return known == second ? nil : "\(path): shared in another way" }
        if reverse[second] != nil { return "\(path): shared in another way" }
        partners[first] = second
        reverse[second] = first
        work.append((first, second, path))
        return nil
    }

    /// The path of a part; of very deep ones only the beginning, so that a walk does not cost the square of the depth.
    private static func path(_ path: String, _ part: String) -> String {
        path.utf8.count < 400 ? "\(path).\(part)" : path
    }

    /// What a slot holds, without the file that it may be a slice of.
    private static func words(_ slot: Slot) -> String {
        let value = slot.text?.description ?? slot.integer.map { "\($0)" } ?? slot.real.map { "\($0)" } ?? ""
        return "\(slot.kind) \(value) of \(slot.width) bytes\(slot.isReference ? " by UID" : "")"
    }
}
