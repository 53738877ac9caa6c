/// The rules of the storage that protect edits, archives and generations.
///
/// All of them hold. A proof that sees nothing when one is left out proves nothing, so tests leave out each in turn.
package struct StorageRules: OptionSet, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    private init(bit: UInt64) { rawValue = 1 << bit }

    /// All of them.
    package static let all = StorageRules(rawValue: .max)

    // MARK: - Segments and records

    /// A segment begins with a checkpoint of the archive as it stands.
    package static let baseCheckpoint = StorageRules(bit: 0)
    /// A segment begins with what is known of the generations.
    package static let generationRecords = StorageRules(bit: 1)
    /// A record whose checksum is wrong is none.
    package static let recordChecksums = StorageRules(bit: 2)
    /// A segment of a later version is only passed over if it says that the archive is complete.
    package static let refuseLaterVersions = StorageRules(bit: 3)
    /// Segments stay for as long as the previous generation needs them.
    package static let keepSegments = StorageRules(bit: 4)
    /// The archive before a large edit, and the segments from there, stay for as long as it can be undone.
    package static let keepForLarge = StorageRules(bit: 5)

    // MARK: - Edits

    /// A write that took only a part is continued.
    package static let continueShortWrites = StorageRules(bit: 6)
    /// A batch that could not be made durable is taken back, and refused.
    package static let refuseAfterFailure = StorageRules(bit: 7)
    /// A large edit that could not be made durable refuses all edits after it, until a save has succeeded.
    package static let refuseAfterLarge = StorageRules(bit: 8)
    /// The save that ends a refusal is made, though its content may be that of the archive.
    package static let saveThoughEqual = StorageRules(bit: 9)
    /// A save after a refused batch is of the highest revision that was ever given.
    package static let highestRevision = StorageRules(bit: 10)
    /// A descriptor whose sync failed is not synced again, and nothing more is written to it.
    package static let neverSyncAgain = StorageRules(bit: 11)
    /// After each sync it is looked whether the segment still has its name.
    package static let watchSegment = StorageRules(bit: 12)
    /// A sync that is late by a second is done before the next reply.
    package static let syncIfOverdue = StorageRules(bit: 13)

    // MARK: - Saves

    /// A segment is synced before the next one is written to.
    package static let syncBeforeNextSegment = StorageRules(bit: 14)
    /// The checkpoint of a save is written before its file gets the archive's name.
    package static let checkpointBeforeRename = StorageRules(bit: 15)
    /// It is synced then, in every mode.
    package static let syncCheckpoint = StorageRules(bit: 16)
    /// A save has a name of its own, `A.next`, when the names are exchanged, so that the old archive is found there.
    package static let nextName = StorageRules(bit: 17)
    /// The first save replaces nothing.
    package static let firstReplacesNothing = StorageRules(bit: 18)
    /// A file that has the archive's name and was not put there by us is kept.
    package static let keepForeign = StorageRules(bit: 19)
    /// A record that an archive was saved says which checkpoint got the name.
    package static let confirmSave = StorageRules(bit: 20)
    /// The old archive becomes a generation.
    package static let keepGeneration = StorageRules(bit: 21)

    // MARK: - Recovery

    /// The newest checkpoint of a content says its revision.
    package static let newestCheckpoint = StorageRules(bit: 22)
    /// Only an unbroken run of revisions is applied.
    package static let unbrokenRun = StorageRules(bit: 23)
    /// A start writes to no segment that is there.
    package static let newSegments = StorageRules(bit: 24)
    /// Records are looked for in all segments, also behind damage in one of them.
    package static let readOnBehindDamage = StorageRules(bit: 25)
    /// A segment with damage is set aside, not removed.
    package static let keepDamagedSegments = StorageRules(bit: 26)
    /// An archive whose content changed, though nobody wrote it, is damaged.
    package static let tellRotten = StorageRules(bit: 27)
    /// Where another archive wins, the journal is set aside, not removed.
    package static let keepJournal = StorageRules(bit: 28)
    /// A damaged archive is restored from a generation.
    package static let useGenerations = StorageRules(bit: 29)
    /// Or from `A.next`.
    package static let useNext = StorageRules(bit: 30)
    /// A damaged archive is set aside, not removed.
    package static let keepDamaged = StorageRules(bit: 31)
    /// A missing archive beside generations or edits is a damaged one.
    package static let missingIsDamage = StorageRules(bit: 32)
    /// `A.next` that is older than the archive becomes a generation.
    package static let keepNext = StorageRules(bit: 33)
    /// `A.next` that nobody knows is kept.
    package static let keepForeignNext = StorageRules(bit: 34)
    /// What was not restored from the archive and all records is saved before anything is set aside or acknowledged.
    package static let saveFirst = StorageRules(bit: 35)
    /// What cannot be read refuses the start.
    package static let refuseUnreadable = StorageRules(bit: 36)
}

extension FileSystem {
    /// The rules that hold.
    package var rules: StorageRules { .all }

    /// How large a segment is made, in bytes.
    package var segmentSize: Int64 { 1 << 20 }
}
