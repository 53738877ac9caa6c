/// The objects of a keyed archive, or the values of a plain property list, as a graph of containers.
///
/// Containers have an identity and may be shared and form cycles; leaves are values in the slot that holds them.
/// A copy is a snapshot and costs nothing; the first change after it copies a few chunks. `apply` is the only way
/// in which a graph changes.
package struct Graph: Sendable {
    /// What kind of file the graph is.
    package enum Form: Sendable, Equatable {
        /// A keyed archive: the root is its own dictionary with `$archiver`, `$version`, `$top` and `$objects`.
        case keyedArchive
        /// A plain property list: the root is its top object.
        case propertyList
    }

    /// What kind of file it is.
    package let form: Form
    /// The top of the property list: of an archive its own dictionary.
    package internal(set) var root: Slot
    /// The dictionary `$top` of a keyed archive; of a plain property list its top dictionary, if it is one.
    package internal(set) var top: ObjectID?
    /// The keys of all dictionaries.
    package internal(set) var keys = CoderKeys()
    /// What stands in `$objects` and is reached from nowhere, in order of number.
    package internal(set) var orphans: [Slot] = []
    /// How often the graph was changed since it was read or made.
    package internal(set) var changeCount = 0

    var table = ContainerTable()
    /// Class records that were looked for before; what it says is checked before it is believed.
    private var classRecords: [[Text]: ObjectID] = [:]
    /// The identity that the next new container gets.
    var nextNumber: UInt32 = 1
    /// What the numbers of containers stay under, so that one bit is left to the writers.
    static let endOfNumbers = UInt32.max / 2
    /// How many entries `$objects` had in the source file.
    package internal(set) var sourceCount: UInt32 = 0

    init(form: Form, root: Slot) {
        self.form = form
        self.root = root
    }

    /// The container with an identity, or nil if there is none.
    package subscript(id: ObjectID) -> Container? { table[id] }

    /// The container that a slot names.
    package func container(_ slot: Slot?) -> Container? {
        slot?.container.flatMap { table[$0] }
    }

    /// The key with a text, if any dictionary has or had it.
    package func key(_ text: Text) -> CoderKey? { keys.find(text) }

    /// What a field of a dictionary holds.
    package func field(_ key: Text, of id: ObjectID) -> Slot? {
        guard let key = keys.find(key) else { return nil }
        return table[id]?[key]
    }

    /// A plain property list that a part of this one makes up; what is outside of it is not written.
    package func cut(to slot: Slot) -> Graph {
        var graph = self
        graph.root = slot
        graph.top = graph.container(slot)?.shape == .dictionary ? slot.container : nil
        return graph
    }

    /// Whether a graph is a changed copy of another, so that identities and keys mean the same in both.
    func isCopy(of other: Graph) -> Bool { form == other.form && keys.extend(other.keys) }

    /// Whether a graph holds the same as one that it is a changed copy of; what they share is not looked into.
    package func holdsSame(as other: Graph) -> Bool {
        isCopy(of: other) && root == other.root && orphans == other.orphans && table.holdsSame(as: other.table)
    }

    /// Adds a key if no dictionary has it yet.
    package mutating func intern(_ text: Text) -> CoderKey { keys.key(text) }

    /// Gives out an identity for a container that a change will make.
    package mutating func newObjectID() -> ObjectID {
        defer { nextNumber += 1 }
        return ObjectID(nextNumber)
    }

    /// Puts a container into the table while a graph is being read or made.
    mutating func put(_ container: Container, at id: ObjectID) {
        table[id] = container
        nextNumber = max(nextNumber, id.number + 1)
    }
}

// MARK: - A new archive

extension Graph {
    /// An archive with nothing in it, as NSKeyedArchiver of present systems begins one.
    package static func emptyArchive(archiver: Text = "NSKeyedArchiver", version: Int64 = 100_000) -> Graph {
        var graph = Graph(form: .keyedArchive, root: .container(ObjectID(1), isReference: false))
        graph.put(Container(shape: .dictionary, isInline: true), at: ObjectID(2))
        graph.top = ObjectID(2)
        let entries: [(Text, Slot)] = [
            ("$version", .integer(version)),
            ("$archiver", .string(archiver.bytes)),
            ("$top", .container(ObjectID(2), isReference: false)),
            ("$objects", .objects),
        ]
        // The order of present systems, in which the dictionary has 13 buckets (facts on Apple's writer, 1.4).
        let fields = entries.enumerated().map { index, entry in
            Container.Field(key: graph.intern(entry.0), rank: UInt16(index), slot: entry.1)
        }
        graph.put(Container(shape: .dictionary, isInline: true, fields: fields), at: ObjectID(1))
        return graph
    }
}

// MARK: - Classes

extension Graph {
    /// The class record of an object: its own dictionary, or nil for a container that is no object.
    package func classRecord(of id: ObjectID) -> ObjectID? {
        guard let key = keys.find("$class") else { return nil }
        return table[id]?[key]?.container
    }

    /// The class name of an object, as its record says.
    package func className(of id: ObjectID) -> Text? {
        classRecord(of: id).flatMap { field("$classname", of: $0)?.text }
    }

    /// The class names of an object from its own to the root class; only its own where the record says no more.
    package func classChain(of id: ObjectID) -> [Text] {
        classRecord(of: id).map { classChain(ofRecord: $0) } ?? []
    }

    /// The class names of a class record, from its own to the root class.
    package func classChain(ofRecord record: ObjectID) -> [Text] {
        let names = container(field("$classes", of: record))?.elements.all.compactMap(\.text) ?? []
        if !names.isEmpty { return names }
        return field("$classname", of: record)?.text.map { [$0] } ?? []
    }
}

extension Graph {
    /// The class record with a chain of names from the class itself to the root class.
    package mutating func findClassRecord(_ chain: [Text]) -> ObjectID? {
        if let known = classRecords[chain], isClassRecord(known, chain) { return known }
        guard let key = keys.find("$classname") else { return nil }
        for number in 0..<nextNumber where table[ObjectID(number)]?.position(of: key) != nil {
            let id = ObjectID(number)
            guard isClassRecord(id, chain) else { continue }
            classRecords[chain] = id
            return id
        }
        return nil
    }

    private func isClassRecord(_ id: ObjectID, _ chain: [Text]) -> Bool {
        guard field("$classname", of: id)?.text == chain.first else { return false }
        return container(field("$classes", of: id))?.elements.all.map(\.text) == chain.map { $0 }
    }
}
