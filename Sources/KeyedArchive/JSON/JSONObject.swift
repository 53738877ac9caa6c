/// A JSON object that is being read: a dictionary, or a mark with its value.
struct JSONObject {
    /// Whether it is the archive's own dictionary, whose keys are as they are.
    var isRoot = false
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
}
