/// The rules of the storage that protect edits, archives and generations.
///
/// All of them hold. A proof that sees nothing when one is left out proves nothing, so tests leave out each in turn.
package struct StorageRules: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A segment begins with a checkpoint of the archive as it stands.
    package static let baseCheckpoint = StorageRules(rawValue: 1 << 0)
    /// A segment is synced before the next one is written to.
    package static let syncBeforeNextSegment = StorageRules(rawValue: 1 << 1)
    /// The checkpoint of a save is written and synced before its file gets the archive's name.
    package static let checkpointBeforeRename = StorageRules(rawValue: 1 << 2)
    /// A batch that could not be made durable is refused, and all edits after it until a save has succeeded.
    package static let refuseAfterFailure = StorageRules(rawValue: 1 << 3)
    /// A save after a refused batch is of the highest revision that was ever given.
    package static let highestRevision = StorageRules(rawValue: 1 << 4)
    /// Records are looked for in all segments, also behind damage in one of them.
    package static let readOnBehindDamage = StorageRules(rawValue: 1 << 5)
    /// What was not restored from the archive and all records is saved before anything is set aside or acknowledged.
    package static let saveFirst = StorageRules(rawValue: 1 << 6)
    /// A file that has the archive's name and was not put there by us is kept.
    package static let keepForeign = StorageRules(rawValue: 1 << 7)
    /// Segments stay for as long as the previous generation needs them.
    package static let keepSegments = StorageRules(rawValue: 1 << 8)
    /// A damaged archive is restored from a generation.
    package static let useGenerations = StorageRules(rawValue: 1 << 9)
    /// A record that an archive was saved says which checkpoint got the name.
    package static let confirmSave = StorageRules(rawValue: 1 << 10)
    /// Only an unbroken run of revisions is applied.
    package static let unbrokenRun = StorageRules(rawValue: 1 << 11)
    /// The old archive becomes a generation.
    package static let keepGeneration = StorageRules(rawValue: 1 << 12)

    /// All of them.
    package static let all = StorageRules(rawValue: .max)
}

extension FileSystem {
    /// The rules that hold.
    package var rules: StorageRules { .all }

    /// How large a segment is made, in bytes.
    package var segmentSize: Int64 { 1 << 20 }
}
