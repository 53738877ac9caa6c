/// The words with which JSON says what it has no form of its own for.
///
/// A mark is a key that begins with one `$`. A coder key that begins with `$` gets one more, but for `$class`. What
/// stands in `$objects` and what is a part of its container is told by the place: in an archive the elements of
/// arrays, texts, nil and objects (dictionaries with `$class`) stand in `$objects`, all else does not; what is
/// otherwise is marked.
enum JSONMark {
    /// Data in base64.
    static let data: Text = "$data"
    /// A property list's date: ISO 8601 in UTC, or its seconds since 2001 where that would not read back the same.
    static let date: Text = "$date"
    /// An integer in another width than the smallest, with `width` in bytes.
    static let integer: Text = "$int"
    static let width: Text = "$width"
    /// A 32-bit real.
    static let float: Text = "$float"
    /// A real that is no number of JSON: its bits in hexadecimal.
    static let bits: Text = "$bits"
    /// A real of 32 bits that is no number of JSON.
    static let floatBits: Text = "$floatBits"
    /// The null of property lists in an archive, where JSON's null is nil; nil in a property list.
    static let null: Text = "$null"
    /// A UID that names no object, with `width`.
    static let uid: Text = "$uid"
    /// A set.
    static let set: Text = "$set"
    /// A part of its container that would stand in `$objects` by its place.
    static let inline: Text = "$inline"
    /// What stands in `$objects` though it would not by its place.
    static let object: Text = "$object"
    /// The number of a container that is named more than once.
    static let id: Text = "$id"
    /// The container with that number.
    static let reference: Text = "$ref"
    /// The elements of an array that has an `id`.
    static let array: Text = "$array"
    /// Keys and values in turn, where keys are no texts or stand twice.
    static let pairs: Text = "$pairs"
    /// The positions of the fields in the order of encoding, where it is another.
    static let order: Text = "$order"
    /// The class of an object: its name, or the names of its chain where it stands first.
    static let className: Text = "$class"

    /// The first member of an archive, whose value is `archive`; without it JSON is a plain property list.
    static let form: Text = "$form"
    static let archive = "keyed archive"

    /// A coder key as JSON has it.
    static func escaped(_ key: Text) -> Text {
        key.bytes.first == UInt8(ascii: "$") && key != className ? Text(bytes: [UInt8(ascii: "$")] + key.bytes) : key
    }

    /// The coder key that JSON has, or nil if it is a mark.
    static func coderKey(_ key: Text) -> Text? {
        guard key.bytes.first == UInt8(ascii: "$"), key != className else { return key }
        return key.bytes.count > 1 && key.bytes[1] == UInt8(ascii: "$")
            ? Text(bytes: Array(key.bytes.dropFirst())) : nil
    }
}
