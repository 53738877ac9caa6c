import Foundation
import FourLinesLinux
import Testing

/// Archives that are not in the repository: `FOURLINES_SHARED` names a folder with `examples` and `corpus/archives`.
enum Shared {
    static let folder = Environment.value("FOURLINES_SHARED")

    /// A file of it.
    struct File: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    /// The example of the four lines; nil without the folder.
    static let example = folder.flatMap { try? contents(of: $0 + "/examples/data.archive") }

    /// All other examples and archives.
    static let others: [File] =
        files(in: "examples").filter { $0.name != "examples/data.archive" } + files(in: "corpus/archives")

    /// The archives of many programs.
    static let archives = files(in: "corpus/archives")

    /// Files that are damaged in one way or another.
    static let malformed = files(in: "corpus/malformed")

    private static func files(in part: String) -> [File] {
        guard let folder, let found = FileManager.default.enumerator(atPath: folder + "/" + part) else { return [] }
        let names = found.compactMap { $0 as? String }.sorted()
        return names.compactMap { name in
            guard !name.hasSuffix(".md"), !name.hasSuffix(".tsv"),
                let bytes = try? contents(of: "\(folder)/\(part)/\(name)")
            else { return nil }
            return File(name: "\(part)/\(name)", bytes: bytes)
        }
    }
}
