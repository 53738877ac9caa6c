import FourLinesPropertyList

extension TableWriter {
    /// Where a container stands that is written again.
    struct Place {
        /// Whether it stands where it stood in the source, so that nothing else has a part in what only it names.
        let isInPlace: Bool
    }

    /// Whether a slot stands as a UID.
    func isReference(_ slot: Slot) -> Bool { slot.isReference && graph.form == .keyedArchive }

    /// The object of the source that a leaf was, if the source holds the same there.
    func origin(of slot: Slot) -> UInt32? {
        guard slot.origin != 0, let leaf = table.leaf(Int(slot.origin), isReference: slot.isReference) else {
            return nil
        }
        if slot.kind == .nil { return leaf.kind == .string ? slot.origin : nil }
        return leaf.holdsSameValue(as: slot) ? slot.origin : nil
    }

    /// The number of what stands in a place of a container.
    mutating func number(_ slot: Slot, _ place: Place, _ before: Counterpart.Place?) -> UInt32 {
        if slot.kind == .objects { return objectsNumber }
        if let id = slot.container {
            guard isReference(slot) else { return number(of: id) }
            if let before, before.slot == slot { return before.value }
            return uidObject(uid(of: id))
        }
        if let before, before.slot == slot { return before.value }
        if isReference(slot) { return reference(slot, place, before) }
        return inline(slot, place, before)
    }

    /// The number of the key of a field.
    mutating func key(_ field: Container.Field, _ before: Counterpart.Place?) -> UInt32 {
        if let before { return before.key }
        let slot = graph.keys.slot(of: field)
        return inline(slot, Place(isInPlace: false), nil)
    }

    // MARK: - Leaves in their container

    private mutating func inline(_ slot: Slot, _ place: Place, _ before: Counterpart.Place?) -> UInt32 {
        if let origin = origin(of: slot), replaced[origin] == nil {
            claimedObjects.insert(origin)
            return origin
        }
        if let before, place.isInPlace, before.slot.isLeaf, !isReference(before.slot),
            table.uses[Int(before.value)] == 1, !claimedObjects.contains(before.value),
            replaced[before.value] == nil
        {
            replaced[before.value] = .leaf(slot)
            return before.value
        }
        if let known = find(slot, isEntry: false) {
            claimedObjects.insert(known)
            return known
        }
        let token = fresh.token(of: slot.withoutOrigin)
        if freshNumbers[token] == TokenNumbers.none { freshNumbers[token] = append(.leaf(slot)) }
        return freshNumbers[token]
    }

    /// A leaf of the source that holds the same and stays as it is; one of `$objects`, if that is asked for.
    private mutating func find(_ slot: Slot, isEntry: Bool) -> UInt32? {
        let index = index ?? LeafIndex(table)
        self.index = index
        let found = index.first(like: slot) { number in
            replaced[UInt32(number)] == nil && (!isEntry || table.uidOfObject[number] != SourceTable.none)
        }
        return found.map { UInt32($0) }
    }

    // MARK: - Leaves by UID

    private mutating func reference(_ slot: Slot, _ place: Place, _ before: Counterpart.Place?) -> UInt32 {
        if let origin = origin(of: slot), replaced[origin] == nil {
            let uid = table.uidOfObject[Int(origin)]
            if uid != SourceTable.none {
                claimedUIDs.insert(uid)
                return uidObject(uid)
            }
        }
        if slot.kind == .nil, table.zeroIsNil { return uidObject(0) }
        // Without a nil at UID 0 the string that stands for it has to be an entry of its own.
        let leaf = slot.kind == .nil ? Slot.string("$null", isReference: true) : slot
        if let before, let object = replaceableEntry(before, place) {
            replaced[object] = .leaf(leaf)
            return before.value
        }
        if let known = find(leaf, isEntry: true) {
            let uid = table.uidOfObject[Int(known)]
            claimedUIDs.insert(uid)
            claimedObjects.insert(known)
            return uidObject(uid)
        }
        let token = fresh.token(of: leaf.withoutOrigin)
        if freshUIDs[token] == TokenNumbers.none { freshUIDs[token] = addEntry(append(.leaf(leaf))) }
        return uidObject(freshUIDs[token])
    }

    /// The entry of `$objects` that a place named in the source, if it is a leaf that nothing else uses.
    private func replaceableEntry(_ before: Counterpart.Place, _ place: Place) -> UInt32? {
        guard place.isInPlace, before.slot.isLeaf, isReference(before.slot),
            let named = try? table.view.object(Int(before.value)), case .uid(let uid, _) = named,
            Int(uid) < table.entries.count, uid != 0 || !table.zeroIsNil
        else { return nil }
        let object = table.entries[Int(uid)]
        let isFree =
            table.uidUses[Int(uid)] == 1 && table.uses[Int(object)] == 1 && !claimedUIDs.contains(uid)
            && !claimedObjects.contains(object) && replaced[object] == nil
        return isFree ? object : nil
    }

    // MARK: - UIDs

    private mutating func addEntry(_ number: UInt32) -> UInt32 {
        entries.append(number)
        return UInt32(truncatingIfNeeded: entries.count - 1)
    }

    private mutating func uid(of id: ObjectID) -> UInt32 {
        if id.number < graph.sourceCount, pristine[id] != nil { return id.number }
        if let known = newUIDs[id] { return known }
        let uid = addEntry(number(of: id))
        newUIDs[id] = uid
        return uid
    }

    /// The number of an object that is a UID.
    private mutating func uidObject(_ uid: UInt32) -> UInt32 {
        if Int(uid) < table.uidObjects.count, table.uidObjects[Int(uid)] != SourceTable.none {
            return table.uidObjects[Int(uid)]
        }
        if let known = newUIDObjects[uid] { return known }
        let number = append(.uid(uid))
        newUIDObjects[uid] = number
        return number
    }
}
