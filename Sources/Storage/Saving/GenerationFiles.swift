import FourLinesLinux

/// The archives before the present one: `A.1` is the previous save, `A.2` and `A.3` are kept for an hour and a day.
///
/// From `A.4` on stand those whose turn is over, and that a large edit needs to be taken back.
enum GenerationFiles {
    /// How many are kept for their age.
    static let count = 3

    private static let nanosecondsPerHour: Int64 = 3_600_000_000_000

    /// The name of the one with an index, 0 for the previous save.
    static func name(_ index: Int, _ target: ArchiveTarget) -> String { "\(target.name).\(index + 1)" }

    /// How many there are, counted to the last one that stands beside the archive.
    static func number(_ target: ArchiveTarget) throws(StorageError) -> Int {
        let names: [String]
        do { names = try target.files.names(in: target.folder) } catch {
            throw .failed("read the folder", target.folderPath, error, .refused)
        }
        let start = target.name + "."
        return names.reduce(0) { last, name in
            guard name.hasPrefix(start), let number = Int(name.dropFirst(start.count)), (1...99).contains(number),
                name == self.name(number - 1, target)
            else { return last }
            return max(last, number)
        }
    }

    /// Makes a file the previous save, and moves the older generations on, as far as they are old enough for that.
    ///
    /// A generation stays under its name until the one that would follow it is younger by an hour, or a day.
    /// - Parameters:
    ///   - name: the file that becomes `A.1`.
    ///   - generation: what is known of it.
    ///   - known: what is known of the generations, by their order, nil where nothing is; right behind a failure, too.
    ///   - needed: those that stay, whatever their age.
    ///   - target: the archive beside which they lie.
    /// - Throws: `StorageError`; each file has one of the names all the same.
    static func rotate(
        _ name: String, _ generation: Generation?, _ known: inout [Generation?], needed: Set<Digest>,
        _ target: ArchiveTarget
    ) throws(StorageError) {
        var rotation = Rotation(target: target, known: known, needed: needed)
        defer { known = rotation.known }
        do throws(Errno) {
            var times: [Int64?] = []
            for index in 0..<count {
                let status = try target.files.status(of: self.name(index, target), in: target.folder)
                times.append(status?.modificationTime)
            }
            if let first = times[0], isDue(times[1], before: first, hours: 1) {
                if let second = times[1], isDue(times[2], before: second, hours: 24) { try rotation.move(1, to: 2) }
                try rotation.move(0, to: 1)
            }
            try rotation.spare(0)
            try target.files.rename(name, to: self.name(0, target), in: target.folder, .replace)
            rotation.known[0] = generation
            try rotation.dropUnneeded()
        } catch { throw .failed("keep the previous archive beside", target.path, error) }
    }

    private static func isDue(_ older: Int64?, before time: Int64, hours: Int64) -> Bool {
        guard let older else { return true }
        return time - older >= hours * nanosecondsPerHour || time < older
    }

    private struct Rotation {
        let target: ArchiveTarget
        /// By their order; at least `count`.
        var known: [Generation?]
        let needed: Set<Digest>

        init(target: ArchiveTarget, known: [Generation?], needed: Set<Digest>) {
            self.target = target
            self.known = known + [Generation?](repeating: nil, count: max(0, count - known.count))
            self.needed = needed
        }

        /// Gives a generation the place of another one.
        mutating func move(_ index: Int, to next: Int) throws(Errno) {
            try spare(next)
            try target.files.rename(name(index, target), to: name(next, target), in: target.folder, .replace)
            known[next] = known[index]
            known[index] = nil
        }

        /// Moves a generation behind the others if it is needed, and its place is not its own any more.
        mutating func spare(_ index: Int) throws(Errno) {
            guard let generation = known[index], needed.contains(generation.digest) else { return }
            var free = count
            while try target.files.status(of: name(free, target), in: target.folder) != nil { free += 1 }
            try target.files.rename(name(index, target), to: name(free, target), in: target.folder, .replace)
            while known.count <= free { known.append(nil) }
            known[free] = generation
            known[index] = nil
        }

        /// Removes those behind the others that are not needed any more.
        mutating func dropUnneeded() throws(Errno) {
            for index in known.indices.dropFirst(count) {
                guard let generation = known[index], !needed.contains(generation.digest) else { continue }
                do throws(Errno) { try target.files.unlink(name(index, target), in: target.folder) } catch {
                    guard error == .noSuchFileOrFolder else { throw error }
                }
                known[index] = nil
            }
            while known.count > count, known.last == .some(nil) { known.removeLast() }
        }
    }
}
