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
        var failing = false
        var damaging = false
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "a segment begins with a checkpoint", rule: .baseCheckpoint, script: [.edit]),
        Case(
            name: "a segment is synced before the next is written to", rule: .syncBeforeNextSegment,
            script: [.edit, .wait(0), .saveWithEdits, .wait(2), .edit], sync: .everySecond),
        Case(
            name: "the checkpoint is synced before the rename", rule: .checkpointBeforeRename,
            script: [.edit, .saveWithEdits]),
        Case(
            name: "edits are refused after a failure", rule: .refuseAfterFailure, script: [.edit, .edit, .save, .edit],
            failing: true),
        Case(
            name: "a save after a refusal has the highest revision", rule: .highestRevision,
            script: [.edit, .edit, .save, .wait(0)], failing: true),
        Case(
            name: "reading goes on behind damage", rule: .readOnBehindDamage, script: [.edit, .turn, .edit]),
        Case(
            name: "segments are kept for the previous archive", rule: .keepSegments,
            script: [.edit, .save, .edit, .save, .edit], damaging: true),
        Case(
            name: "the old archive becomes a generation", rule: .keepGeneration,
            script: [.edit, .save, .edit, .save, .edit, .save], damaging: true),
        Case(
            name: "a damaged archive is restored from a generation", rule: .useGenerations,
            script: [.edit, .save, .edit, .save], damaging: true),
        Case(name: "the journal is synced", missing: .journal, script: [.edit, .edit]),
        Case(name: "the archive is synced", missing: .archive, script: [.edit, .large, .edit]),
        Case(
            name: "the folder is synced behind the exchange", missing: .folder,
            script: [.edit, .save, .edit, .save, .edit, .save]),
        Case(name: "the entry of a new segment is synced", missing: .newSegmentEntry, script: [.edit, .save, .edit]),
    ]

    static func enumeration(_ rule: Case) throws -> Enumeration {
        var enumeration = Enumeration(
            script: rule.script, sync: rule.sync, initial: try Samples.sharing("first").encode())
        enumeration.failing = rule.failing
        enumeration.damaging = rule.damaging
        enumeration.powerCuts = 24
        enumeration.deep = 0
        enumeration.deepStride = 1000
        enumeration.failStride = 3
        return enumeration
    }

    @Test("with all rules there is no violation", arguments: cases)
    func holds(_ rule: Case) throws {
        let report = try Self.enumeration(rule).run()
        print("all rules, \(rule.name): \(report)")
        #expect(report.violations == 0, "\(report)")
    }

    @Test("without it the enumeration finds a violation", arguments: cases)
    func isNeeded(_ rule: Case) throws {
        var enumeration = try Self.enumeration(rule)
        if let taken = rule.rule { enumeration.rules.remove(taken) }
        enumeration.missing = rule.missing
        let report = enumeration.run()
        print("without “\(rule.name)”: \(report)")
        #expect(report.violations > 0, "\(report)")
    }
}
