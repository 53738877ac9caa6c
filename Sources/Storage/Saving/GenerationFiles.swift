import FourLinesLinux

/// The archives before the present one: `A.1` is the previous save, `A.2` and `A.3` are kept for an hour and a day.
enum GenerationFiles {
    /// How many are kept.
    static let count = 3

    private static let nanosecondsPerHour: Int64 = 3_600_000_000_000

    /// The names, the previous save first.
    static func names(_ target: ArchiveTarget) -> [String] { (1...count).map { "\(target.name).\($0)" } }

    /// Makes a file the previous save, and moves the older generations on, as far as they are old enough for that.
    ///
    /// A generation stays under its name until the one that would follow it is younger by an hour, or a day.
    /// - Parameters:
    ///   - name: the file that becomes `A.1`.
    ///   - generation: what is known of it.
    ///   - known: what is known of the others, by their order; nil where nothing is.
    ///   - target: the archive beside which they lie.
    /// - Returns: what is known of the generations now.
    /// - Throws: `StorageError`; each file has one of the names all the same.
    static func rotate(
        _ name: String, _ generation: Generation?, _ known: [Generation?], _ target: ArchiveTarget
    ) throws(StorageError) -> [Generation?] {
        let (files, names) = (target.files, names(target))
        var known = Array((known + [nil, nil, nil]).prefix(count))
        do {
            var times: [Int64?] = []
            for name in names { times.append(try files.status(of: name, in: target.folder)?.modificationTime) }
            if let first = times[0], isDue(times[1], before: first, hours: 1) {
                if let second = times[1], isDue(times[2], before: second, hours: 24) {
                    try files.rename(names[1], to: names[2], in: target.folder, .replace)
                    known[2] = known[1]
                }
                try files.rename(names[0], to: names[1], in: target.folder, .replace)
                known[1] = known[0]
            }
            try files.rename(name, to: names[0], in: target.folder, .replace)
            known[0] = generation
        } catch { throw .failed("keep the previous archive beside", target.path, error) }
        return known
    }

    private static func isDue(_ older: Int64?, before time: Int64, hours: Int64) -> Bool {
        guard let older else { return true }
        return time - older >= hours * nanosecondsPerHour || time < older
    }
}
