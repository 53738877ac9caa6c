extension Graph {
    /// The first object whose `$class` names no class record: no dictionary with the text `$classname`.
    ///
    /// Of such an object nothing could be said; no archive that is read or made has one.
    func firstWithoutClassRecord() -> ObjectID? {
        guard let key = keys.find("$class") else { return nil }
        let name = keys.find("$classname")
        var sound: Set<ObjectID> = []
        var last: ObjectID?
        var found: ObjectID?
        table.visit { id, container in
            guard found == nil, !container.isInline, let slot = container[key] else { return }
            if slot.isReference, let record = slot.container {
                // Most objects have the class of the one before.
                if record == last || sound.contains(record) { return }
                if let name, table[record]?[name]?.kind == .string {
                    sound.insert(record)
                    last = record
                    return
                }
            }
            found = id
        }
        return found
    }
}
