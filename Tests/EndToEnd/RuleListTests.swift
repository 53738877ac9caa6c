import Foundation
import Testing

@Suite("The rules for a daemon that holds state")
struct RuleListTests {
    /// The folder of all tests.
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    @Test("Each rule of the list has a test with its number, or says why not")
    func all() throws {
        let list = try String(contentsOf: Self.tests.appendingPathComponent("RULES.md"), encoding: .utf8)
        let rows = list.split(separator: "\n").map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        .filter { $0.first.map { Int($0) != nil } == true }
        #expect(rows.compactMap { Int($0[0]) } == Array(1...31))
        var text = ""
        for case let file as URL in FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil)
            ?? .init()
        where ["swift", "py"].contains(file.pathExtension) && file.lastPathComponent != "RuleListTests.swift" {
            text += try String(contentsOf: file, encoding: .utf8)
        }
        for row in rows { #expect(text.contains("\"rule \(row[0]), ") == (row[2].isEmpty), "rule \(row[0])") }
    }
}
