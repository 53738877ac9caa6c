import FourLinesPropertyList

/// What a container holds for somebody who looks at the document and not at the file.
package enum Contents: Hashable, Sendable {
    /// Elements in order, or of a set in the order of the file: the array that holds them.
    case list(ObjectID)
    /// Values by key: the arrays that hold the keys and, at the same indices, the values.
    case entries(keys: ObjectID, values: ObjectID)
    /// Fields by coder key: an object of any class, or a dictionary of a property list.
    case fields(ObjectID)
}

extension Graph {
    /// What a container holds: of an object with `NS.objects` the array in that field, with `NS.keys` beside it the
    /// entries of a dictionary; of every other its own fields or elements (facts 1.6).
    package func contents(of id: ObjectID) -> Contents? {
        guard let container = self[id] else { return nil }
        guard container.shape == .dictionary else { return .list(id) }
        guard form == .keyedArchive, let objects = inlineArray("NS.objects", of: container) else { return .fields(id) }
        guard keys.find("NS.keys").flatMap({ container.position(of: $0) }) != nil else { return .list(objects) }
        guard let keys = inlineArray("NS.keys", of: container),
            self[keys]?.elements.count == self[objects]?.elements.count
        else { return .fields(id) }
        return .entries(keys: keys, values: objects)
    }

    private func inlineArray(_ name: Text, of container: Container) -> ObjectID? {
        guard let key = keys.find(name), let slot = container[key], !slot.isReference, let id = slot.container,
            self[id]?.shape == .array
        else { return nil }
        return id
    }

    /// The elements of an array that is a part of an object, in the field with a name.
    func inlineList(_ name: Text, of id: ObjectID) -> SlotList? {
        self[id].flatMap { inlineArray(name, of: $0) }.flatMap { self[$0]?.elements }
    }

    /// The text of an object of the class NSMutableString or its like: the field `NS.string`, or UTF-8 in `NS.bytes`.
    func text(ofString id: ObjectID) -> Slot? {
        if let text = field("NS.string", of: id), text.kind == .string { return text }
        guard let data = field("NS.bytes", of: id), data.kind == .data else { return nil }
        let bytes = data.bytes
        return UnicodeText.firstMalformed(bytes, 0..<bytes.count, surrogates: true) == nil ? .string(bytes) : nil
    }

    /// The text of a string: of a leaf, or of an object of the class NSMutableString and its like.
    package func text(of slot: Slot) -> Slot? {
        if slot.kind == .string { return slot }
        guard let id = slot.container, let text = field("NS.string", of: id), text.kind == .string else { return nil }
        return text
    }
}
