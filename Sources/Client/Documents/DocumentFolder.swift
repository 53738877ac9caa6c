import FourLinesLinux

/// What lies in a state folder, by the names of its files.
struct DocumentFolder: Equatable, Sendable {
    /// The archive's name; nil if there is none, nor a journal of one.
    let archive: String?
    /// The files that were set aside, in alphabetical order.
    let setAside: [String]
    /// Archives that were rescued here because they could not be saved.
    let rescued: [String]

    /// Reads a folder; one that cannot be read is empty.
    init(_ path: String, archive: String? = nil) {
        let names = try? FileDescriptor.openFolder(path).names()
        self.init(names: names ?? [], archive: archive)
    }

    /// Sorts the names of files.
    ///
    /// - Parameters:
    ///   - names: of all files in the folder.
    ///   - archive: the archive's name where it is known.
    init(names: [String], archive: String? = nil) {
        let names = names.sorted()
        // The journal's segments tell the archive's name, which the configuration or a model may have chosen.
        let journaled = names.compactMap { name -> String? in
            guard let range = name.firstRange(of: ".journal."), name[range.upperBound...].allSatisfy(\.isNumber) else {
                return nil
            }
            return String(name[..<range.lowerBound])
        }
        let usual = ["data.archive"].filter(names.contains)
        self.archive =
            archive ?? journaled.first ?? usual.first
            ?? names.first { $0.hasSuffix(".archive") || $0.hasSuffix(".plist") }
        setAside = names.filter { name in
            [".damaged-", ".foreign-", ".aside-"].contains { name.contains($0) }
        }
        rescued = names.filter { $0.contains(".rescue-") }
    }
}
