import Foundation
import Testing

/// The real and the malformed files that `FOURLINES_CORPUS` names a folder of; without it their tests are skipped.
enum Corpus {
    static let folder = ProcessInfo.processInfo.environment["FOURLINES_CORPUS"]

    /// A file of the corpus.
    struct File: Sendable, CustomTestStringConvertible {
        /// Its folder and name.
        let name: String
        let bytes: [UInt8]
        var testDescription: String { name }
        var isBinary: Bool { bytes.starts(with: Array("bplist".utf8)) }
    }

    static let archives = files(in: "archives")
    static let malformed = files(in: "malformed")
    static let binaries = archives.filter(\.isBinary)

    private static func files(in part: String) -> [File] {
        guard let folder else { return [] }
        let root = URL(fileURLWithPath: folder).appendingPathComponent(part)
        let manager = FileManager.default
        var found: [File] = []
        for group in (try? manager.contentsOfDirectory(atPath: root.path)) ?? [] where !group.hasSuffix(".tsv") {
            let folder = root.appendingPathComponent(group)
            for name in (try? manager.contentsOfDirectory(atPath: folder.path)) ?? [] {
                guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { continue }
                found.append(File(name: group + "/" + name, bytes: [UInt8](data)))
            }
        }
        return found.sorted { $0.name < $1.name }
    }
}
