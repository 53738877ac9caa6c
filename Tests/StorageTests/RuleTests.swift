import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesStorage

/// A proof that cannot fail proves nothing: with each rule taken out it has to.
@Suite("Each rule of the storage is needed")
struct RuleTests {
    /// A rule, and a script in which it shows.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var rule: StorageRules?
        var missing: SimulatedFiles.MissingSync?
        let script: [Step]
        var sync = JournalSync.always
        var isNew = false
        var failing = false
        var powerCuts = 0
        var afflictions: [Affliction] = []
        var interfering = false
        var unreadable = false
        var testDescription: String { name }
    }

    static let segments = [
        Case(name: "a segment begins with a checkpoint", rule: .baseCheckpoint, script: [.edit]),
        Case(
            name: "a segment begins with what is known of the generations", rule: .generationRecords,
            script: [.edit, .save, .edit, .save, .forgetHistory, .edit, .save, .edit, .save]),
        Case(
            name: "rule 18, a record whose checksum is wrong is none", rule: .recordChecksums,
            script: [.edit, .edit, .edit],
            afflictions: [.damagedSegment]),
        Case(
            name: "rule 20, a segment of a later version is not passed over", rule: .refuseLaterVersions,
            script: [.edit, .save, .edit], afflictions: [.laterVersion]),
        Case(
            name: "segments are kept for the previous archive", rule: .keepSegments,
            script: [.edit, .save, .edit, .save, .edit], afflictions: [.emptied]),
    ]

    static let edits = [
        Case(
            name: "a short write is continued", rule: .continueShortWrites, script: [.edit, .edit, .edit], failing: true
        ),
        Case(
            name: "edits are refused after a failure", rule: .refuseAfterFailure, script: [.edit, .edit, .save, .edit],
            failing: true),
        Case(
            name: "edits are refused after a large one failed", rule: .refuseAfterLarge,
            script: [.edit, .large, .edit, .edit], failing: true),
        Case(
            name: "the save that ends a refusal is made, though its content is the same", rule: .saveThoughEqual,
            script: [.edit, .save, .edit, .save, .wait(0)], failing: true),
        Case(
            name: "a save after a refusal has the highest revision", rule: .highestRevision,
            script: [.edit, .edit, .save, .wait(0)], failing: true),
        Case(
            name: "rule 16, a descriptor whose sync failed is not synced again", rule: .neverSyncAgain,
            script: [.edit, .edit, .save, .edit], failing: true),
        Case(
            name: "it is looked whether a segment still has its name", rule: .watchSegment,
            script: [.edit, .save, .edit, .save, .removeSegment, .edit]),
        Case(
            name: "a sync that is late is done before the next reply", rule: .syncIfOverdue,
            script: EverySecondTests.stalled, sync: .everySecond, powerCuts: 8),
        Case(name: "the journal is synced", missing: .journal, script: [.edit, .edit], powerCuts: 8),
    ]

    static let saves = [
        Case(
            name: "a segment is synced before the next is written to", rule: .syncBeforeNextSegment,
            script: [.edit, .wait(0), .saveWithEdits, .wait(2), .edit], sync: .everySecond, powerCuts: 8),
        Case(
            name: "the checkpoint is written before the rename", rule: .checkpointBeforeRename,
            script: [.edit, .saveWithEdits]),
        Case(
            name: "the checkpoint is synced before the rename, in every mode", rule: .syncCheckpoint,
            script: [.edit, .saveSlowly, .edit], sync: .everySecond, powerCuts: 24),
        Case(
            name: "a save has a name of its own when the names are exchanged", rule: .nextName, script: [.edit, .save],
            afflictions: [.emptied]),
        Case(
            name: "a save that finds no archive replaces nothing", rule: .firstReplacesNothing,
            script: [.edit, .save, .edit, .save], interfering: true),
        Case(
            name: "a file of somebody else is kept", rule: .keepForeign, script: [.edit, .save, .edit, .save],
            interfering: true),
        Case(
            name: "a record says which checkpoint got the name", rule: .confirmSave,
            script: [.edit, .save, .edit, .save, .edit], afflictions: [.putBack]),
        Case(
            name: "the old archive becomes a generation", rule: .keepGeneration,
            script: [.edit, .save, .edit, .save, .edit, .save], afflictions: [.emptied]),
        Case(name: "the archive is synced", missing: .archive, script: [.edit, .large, .edit], powerCuts: 8),
        Case(
            name: "rule 15, the folder is synced behind the exchange", missing: .folder,
            script: [.edit, .save, .edit, .save, .edit, .save], powerCuts: 8),
        Case(
            name: "rule 15, the entry of a new segment is synced", missing: .newSegmentEntry,
            script: [.edit, .save, .edit],
            powerCuts: 8),
    ]

    static let recoveries = [
        Case(
            name: "the newest checkpoint of a content counts", rule: .newestCheckpoint,
            script: [.edit, .save, .edit, .undo, .save, .edit], afflictions: [.damagedSavedEdit]),
        Case(
            name: "only an unbroken run is applied", rule: .unbrokenRun, script: [.edit, .edit, .edit],
            afflictions: [.damagedSegment]),
        Case(name: "a start writes to no segment that is there", rule: .newSegments, script: [.edit, .edit]),
        Case(
            name: "reading goes on behind damage", rule: .readOnBehindDamage, script: [.edit, .turn, .edit],
            powerCuts: 8),
        Case(
            name: "a segment with damage is kept", rule: .keepDamagedSegments, script: [.edit, .edit, .edit],
            afflictions: [.damagedSegment]),
        Case(
            name: "a rotten archive is told from a foreign one", rule: .tellRotten,
            script: [.edit, .save, .edit, .save, .edit], afflictions: [.rotten]),
        Case(
            name: "the journal is kept where another archive wins", rule: .keepJournal,
            script: [.edit, .save, .edit], afflictions: [.foreign]),
        Case(
            name: "rule 11, a damaged archive is restored from a generation", rule: .useGenerations,
            script: [.edit, .save, .edit, .save], afflictions: [.emptied]),
        Case(
            name: "rule 21, or from the name of a save", rule: .useNext, script: [.edit, .save], afflictions: [.emptied]
        ),
        Case(
            name: "a damaged archive is kept", rule: .keepDamaged, script: [.edit, .save, .edit, .save],
            afflictions: [.garbled]),
        Case(
            name: "a missing archive is a damaged one", rule: .missingIsDamage, script: [.edit, .save, .edit, .save],
            afflictions: [.removed]),
        Case(
            name: "the archive before, under the name of a save, becomes a generation", rule: .keepNext,
            script: [.edit, .save], afflictions: [.emptied]),
        Case(
            name: "the name of a save is kept where nobody knows it", rule: .keepForeignNext, script: [.edit, .save],
            afflictions: [.foreignNext]),
        Case(
            name: "what was not restored from the archive is saved first", rule: .saveFirst, script: [.edit],
            isNew: true),
        Case(
            name: "rule 17, what cannot be read refuses the start", rule: .refuseUnreadable, script: [.edit],
            unreadable: true),
    ]

    static let cases = segments + edits + saves + recoveries

    static func enumeration(_ rule: Case) throws -> Enumeration {
        var enumeration = Enumeration(
            script: rule.script, sync: rule.sync,
            initial: rule.isNew ? nil : try Samples.sharing("first").encode())
        enumeration.failing = rule.failing
        enumeration.afflictions = rule.afflictions
        enumeration.interfering = rule.interfering
        enumeration.unreadableStride = rule.unreadable ? 3 : 0
        enumeration.lossLimit = rule.sync == .everySecond ? EverySecondTests.limit : nil
        enumeration.powerCuts = rule.powerCuts
        enumeration.deep = 0
        enumeration.deepStride = 1000
        enumeration.failStride = 60
        enumeration.errors = [.ioError]
        return enumeration
    }

    @Test(
        "with all rules there is no violation", .enabled(if: Enumeration.isLong, "takes minutes"), arguments: cases)
    func holds(_ rule: Case) throws {
        let begun = MonotonicTime.now
        let report = try Self.enumeration(rule).run()
        print("all rules, \(rule.name): \(report), \(MonotonicTime.now - begun)")
        #expect(report.violations == 0, "\(report)")
    }

    @Test(
        "without it the enumeration finds a violation",
        arguments: cases)
    func isNeeded(_ rule: Case) throws {
        var enumeration = try Self.enumeration(rule)
        if let taken = rule.rule { enumeration.rules.remove(taken) }
        enumeration.missing = rule.missing
        enumeration.stopsAtFirst = true
        let report = enumeration.run()
        print("without “\(rule.name)”: \(report)")
        #expect(report.violations > 0, "\(report)")
    }
}
