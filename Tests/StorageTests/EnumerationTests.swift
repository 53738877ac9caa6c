import FourLinesLinux
import KeyedArchive
import Testing

@testable import FourLinesStorage

@Suite("Stopping the world at every call")
struct EnumerationTests {
    static let scripts: [(name: String, steps: [Step])] = [
        ("edits", [.edit, .turn, .edit]),
        ("edits and saves", [.edit, .saveWithEdits, .edit, .save, .turn]),
        ("undo of a removed shared object", [.edit, .remove, .undo, .save, .remove, .save, .undo, .redo]),
        ("a large edit", [.edit, .large, .edit, .save, .large]),
    ]

    @Test("nothing acknowledged is lost", arguments: scripts.map(\.name), [false, true])
    func nothingIsLost(name: String, isNew: Bool) throws {
        let script = try #require(Self.scripts.first { $0.name == name })
        let initial = isNew ? nil : try Samples.sharing("first").encode()
        let report = Enumeration(script: script.steps, initial: initial).run()
        print("\(name), \(isNew ? "new" : "existing archive"): \(report)")
        #expect(report.violations == 0, "\(report)")
        #expect(report.states > 100)
    }

    @Test("behind a failure of a save, too, the archive before the present one is kept", arguments: [false, true])
    func previousIsKept(forgetting: Bool) throws {
        let forgotten: [Step] = forgetting ? [.forgetHistory] : []
        var enumeration = Enumeration(
            script: [.edit, .save] + forgotten + [.edit, .save] + forgotten + [.edit, .save],
            initial: try Samples.sharing("first").encode())
        enumeration.errors = [.ioError]
        enumeration.failStride = Enumeration.isLong ? 1 : 7
        enumeration.powerCuts = 1
        enumeration.powerCutsBehindFailure = Enumeration.isLong ? 4 : 1
        enumeration.deepStride = 1000
        let report = enumeration.run()
        print("each moment behind each failure\(forgetting ? ", without a history" : ""): \(report)")
        #expect(report.violations == 0, "\(report)")
        #expect(report.states > 1000)
    }
}
