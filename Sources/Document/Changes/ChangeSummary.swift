package import KeyedArchive

/// What changed since a revision: paths, each of which stands for all that is below it.
package struct ChangeSummary: Sendable, Equatable {
    /// The most paths that one holds; more are coarsened to what is above them.
    static let limit = 10_000

    /// Whether all may have changed; no paths are named then.
    package let isEverything: Bool
    /// The paths in canonical form, sorted, none below another.
    package let paths: [KeyPath]

    /// All may have changed.
    package static let everything = ChangeSummary(isEverything: true, paths: [])
    /// Nothing changed.
    package static let nothing = ChangeSummary(isEverything: false, paths: [])

    private init(isEverything: Bool, paths: [KeyPath]) {
        self.isEverything = isEverything
        self.paths = paths
    }

    /// What a set of paths says, without those below others.
    init(_ paths: Set<KeyPath>) {
        var paths = paths
        while true {
            let kept = Self.reduced(paths)
            guard kept.count > Self.limit, let depth = kept.map(\.components.count).max(), depth > 0 else {
                self.init(isEverything: false, paths: kept)
                return
            }
            // Those that are deepest give up their last component, until there are few enough.
            paths = Set(
                kept.map { path in
                    guard path.components.count == depth else { return path }
                    return KeyPath(components: Array(path.components.dropLast()))
                })
        }
    }

    /// Whether nothing changed.
    package var isEmpty: Bool { !isEverything && paths.isEmpty }

    /// The paths sorted, without those that are below others.
    private static func reduced(_ paths: Set<KeyPath>) -> [KeyPath] {
        var kept: [KeyPath] = []
        for path in paths.sorted(by: KeyPath.precedes) {
            if let last = kept.last, last.contains(path) { continue }
            kept.append(path)
        }
        return kept
    }
}

extension KeyPath {
    /// Whether a path is this one or below it.
    func contains(_ path: KeyPath) -> Bool { path.components.starts(with: components) }
}

extension KeyPath {
    /// The order in which what is below a path comes right behind it: by components, indices before names and as
    /// numbers.
    static func precedes(_ left: KeyPath, _ right: KeyPath) -> Bool {
        for (mine, theirs) in zip(left.components, right.components) where mine != theirs {
            switch (mine.index, theirs.index) {
            case (let first?, let second?): return first < second
            case (_?, nil): return true
            case (nil, _?): return false
            case (nil, nil): return mine.bytes.lexicographicallyPrecedes(theirs.bytes)
            }
        }
        return left.components.count < right.components.count
    }
}
