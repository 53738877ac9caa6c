import Foundation
import Testing

@testable import KeyedArchive

@Suite("Real archives")
struct CorpusTests {
    static let folder = ProcessInfo.processInfo.environment["FOURLINES_CORPUS"]

    @Test("every binary archive is read, and rewritten by Apple's rules", .enabled(if: folder != nil))
    func rewriting() throws {
        let root = URL(fileURLWithPath: Self.folder ?? "").appendingPathComponent("archives")
        var same = 0
        var total = 0
        for group in try FileManager.default.contentsOfDirectory(atPath: root.path) where !group.hasSuffix("tsv") {
            let folder = root.appendingPathComponent(group)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
                guard bytes.starts(with: Array("bplist".utf8)) else { continue }
                total += 1
                do {
                    let archive = try Archive(bytes)
                    if archive.source?.isCanonical == true {
                        same += 1
                    } else {
                        print(group, name)
                        try Data(CanonicalWriter.encode(archive.graph)).write(
                            to: URL(fileURLWithPath: "/tmp/out-" + name))
                    }
                } catch { print(group, name, error) }
            }
        }
        print(same, total)
    }
}
