import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesStorage

/// What a power cut may take where the journal is not synced before each reply, by the virtual clock.
@Suite("A power cut with the journal synced each second, or not at all")
struct EverySecondTests {
    /// A sync begins a second after the first edit that needs it, and one that is late by another second is done before
    /// the next reply: so nothing is lost that was acknowledged longer ago than that, before the last acknowledgement.
    static let limit: Int64 = 2_100_000_000

    /// The file thread does nothing for a while.
    static let stalled: [Step] = [
        .edit, .stall(500), .edit, .stall(600), .edit, .stall(600), .edit, .stall(600), .edit, .stall(600), .edit,
        .stall(600), .edit, .wait(1), .edit,
    ]

    static let scripts: [(name: String, steps: [Step])] = [
        ("edits", [.edit, .stall(400), .edit, .wait(1), .edit, .turn, .stall(300), .edit, .wait(2), .edit]),
        ("a file thread that is late", stalled),
        (
            "saves",
            [.edit, .stall(300), .saveWithEdits, .stall(900), .edit, .wait(1), .edit, .saveWithEdits, .stall(500)]
        ),
        (
            "a large edit",
            [.edit, .stall(300), .large, .stall(900), .edit, .wait(1), .edit, .undo, .stall(1100), .edit]
        ),
    ]

    @Test(
        "loses at most what was acknowledged since the last completed sync began", arguments: scripts.map(\.name),
        [JournalSync.everySecond, .no])
    func loss(name: String, sync: JournalSync) throws {
        let script = try #require(Self.scripts.first { $0.name == name })
        var enumeration = Enumeration(script: script.steps, sync: sync, initial: try Samples.sharing("first").encode())
        enumeration.powerCuts = 24
        enumeration.failing = false
        enumeration.deep = 0
        enumeration.deepStride = 1000
        enumeration.lossLimit = sync == .everySecond ? Self.limit : nil
        let report = enumeration.run()
        print("\(sync.rawValue), \(name): \(report)")
        #expect(report.violations == 0, "\(report)")
        #expect(report.states > 100)
    }
}
