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
}
