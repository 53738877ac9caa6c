/// A JSON object that is being read: a dictionary, or a mark with its value.
struct JSONObject {
    /// Whether it is the archive's own dictionary, whose keys are as they are.
    let isRoot: Bool
    /// The identity that its number was given.
    var id: ObjectID?
    /// The fields so far.
    var fields: [Container.Field] = []
    /// The key whose value is read next.
    var coderKey: Text?
    /// The mark whose value is read next.
    var pendingMark: Text?
    /// Whether there was a key that is no mark.
    var isDictionary = false
    /// The mark that the object is, and its value.
    var mark: Text?
    var content: Slot?
    var width: Int?
    /// The positions of the fields in the order of encoding.
    var order: [Int] = []

    /// How many keys are compared one by one; of more a set is kept.
    private static let searchedCount = 16
    private var keys: [CoderKey] = []
    private var manyKeys: Set<CoderKey> = []
    private var marks: [Text] = []

    init(isRoot: Bool = false) { self.isRoot = isRoot }

    /// Notes a key of a field; answers false if there was one like it.
    mutating func takes(_ key: CoderKey) -> Bool {
        guard keys.count >= Self.searchedCount else {
            guard !keys.contains(key) else { return false }
            keys.append(key)
            if keys.count == Self.searchedCount { manyKeys = Set(keys) }
            return true
        }
        return manyKeys.insert(key).inserted
    }

    /// Notes a mark; answers false if there was one like it.
    mutating func takes(mark: Text) -> Bool {
        guard !marks.contains(mark) else { return false }
        marks.append(mark)
        return true
    }
}
