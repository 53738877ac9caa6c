package import KeyedArchive

/// At which revisions paths changed last, to be asked of many paths and revisions.
package struct ChangeTimes: Sendable {
    /// Changes of this revision and before are not known.
    private var floor: UInt64
    /// The last revision at which anything may have changed anywhere.
    private var everywhere: UInt64 = 0
    /// The last revisions at which paths changed themselves.
    private var own: [KeyPath: UInt64] = [:]
    /// The last revisions at which paths changed, or something below them did.
    private var below: [KeyPath: UInt64] = [:]

    init(floor: UInt64) { self.floor = floor }

    mutating func add(_ path: KeyPath, _ revision: UInt64) {
        own[path] = max(own[path] ?? 0, revision)
        for path in path.andAbove { below[path] = max(below[path] ?? 0, revision) }
    }

    mutating func addEverywhere(_ revision: UInt64) { everywhere = max(everywhere, revision) }

    /// Whether something at, above or below a path may have changed behind a revision.
    package func touches(_ path: KeyPath, behind revision: UInt64) -> Bool {
        if revision < floor || everywhere > revision { return true }
        if let last = below[path], last > revision { return true }
        return path.andAbove.contains { own[$0].map { $0 > revision } == true }
    }
}

extension KeyPath {
    /// A path and all those above it.
    fileprivate var andAbove: some Sequence<KeyPath> {
        (0...components.count).lazy.map { KeyPath(components: Array(components.prefix($0))) }
    }
}
