/// The number of a coder key in a graph's `CoderKeys`.
package struct CoderKey: Hashable, Sendable {
    let number: UInt32

    init(_ number: UInt32) { self.number = number }
}

/// The keys of all dictionaries of a graph, each held once.
///
/// Keys are compared by number; two keys with the same text have the same one. Where a file holds one text as
/// several objects, a field says by its variant which of them its key is.
package struct CoderKeys: Sendable {
    /// The texts by number; of a key that is no text, its description.
    private var texts: [Text] = []
    private var numbers: [Text: UInt32] = [:]
    /// The keys that are no texts.
    private var others: [UInt32: Slot] = [:]
    /// The object of the source file that a key was there, or 0.
    private var origins: [UInt32] = []
    /// The objects that the further copies of a key's text were there, from variant 1; nothing until one has some.
    private var variants: [[UInt32]] = []

    package init() {}

    /// How many keys there are.
    package var count: Int { texts.count }

    /// The text of a key; of a key that is no text, a description of it.
    package subscript(key: CoderKey) -> Text { texts[Int(key.number)] }

    /// What a field's key is in a property list: a string, or whatever else a file has there.
    package func slot(of field: Container.Field) -> Slot {
        let number = field.key.number
        if let other = others[number] { return other }
        var slot = Slot.string(texts[Int(number)].bytes)
        let variant = Int(field.variant)
        slot.origin = variant == 0 ? origins[Int(number)] : variants[Int(number)][variant - 1]
        return slot
    }

    /// Whether a key is no text.
    package func isOther(_ key: CoderKey) -> Bool { !others.isEmpty && others[key.number] != nil }

    /// Whether a key is one of these.
    package func has(_ key: CoderKey) -> Bool { Int(key.number) < texts.count }

    /// Whether these are others and what was added to them, so that a key's number means the same in both.
    func extend(_ other: CoderKeys) -> Bool {
        if texts.span.isIdentical(to: other.texts.span) { return true }
        return texts.count >= other.texts.count && texts[..<other.texts.count] == other.texts[...]
            && origins[..<other.origins.count] == other.origins[...]
    }

    /// The key with a text, if the graph has it.
    package func find(_ text: Text) -> CoderKey? { numbers[text].map { CoderKey($0) } }

    /// The key with a text, added if the graph does not have it.
    package mutating func key(_ text: Text) -> CoderKey { key(text, origin: 0).key }

    /// The key with a text that is an object of the source file, and which of the text's copies that object is.
    mutating func key(_ text: Text, origin: UInt32) -> (key: CoderKey, variant: UInt16) {
        if let number = numbers[text] {
            let key = CoderKey(number)
            return (key, variant(of: key, origin: origin))
        }
        let number = UInt32(texts.count)
        texts.append(text)
        origins.append(origin)
        numbers[text] = number
        return (CoderKey(number), 0)
    }

    /// Which of the copies of a key's text an object of the source file is, that was not one of them before.
    mutating func variant(of key: CoderKey, origin: UInt32) -> UInt16 {
        let number = Int(key.number)
        guard origin != 0, origins[number] != origin else { return 0 }
        while variants.count <= number { variants.append([]) }
        let count = variants[number].count
        guard count < Int(UInt16.max) else { return 0 }
        variants[number].append(origin)
        return UInt16(count + 1)
    }

    /// Whether a key is the ASCII text that stands in a range of a file.
    func isText(_ key: CoderKey, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let text = texts[Int(key.number)].bytes
        guard text.count == range.count, !isOther(key) else { return false }
        let file = bytes.span.extracting(range)
        for index in text.indices where text[index] != file[index] || text[index] >= 0x80 { return false }
        return true
    }

    /// A key that is no text, as a leaf.
    mutating func key(other slot: Slot, description: Text) -> CoderKey {
        let number = UInt32(texts.count)
        texts.append(description)
        origins.append(slot.origin)
        others[number] = slot
        return CoderKey(number)
    }
}
