import KeyedArchive

extension Document {
    /// What changed since a revision, as far as it is still there: where something is gone, its container changed.
    ///
    /// - Parameter revision: a revision of this document's history that is past or present.
    /// - Returns: paths in the document as it is now.
    package mutating func changes(since revision: UInt64) -> ChangeSummary {
        guard revision < self.revision else { return .nothing }
        if revision < log.floor { searchHistory() }
        guard revision >= log.floor else { return .everything }
        var finder = PathFinder(self)
        var paths: Set<KeyPath> = []
        for (id, entry) in log.entries where entry.latest > revision {
            let parts = entry.whole > revision ? nil : entry.parts.filter { $0.value > revision }.map(\.key)
            guard collect(&paths, of: id, parts, &finder) else { return .everything }
        }
        // In a free document the empty path is a key, and no path leads to the root.
        if isFree, paths.contains(KeyPath(components: [])) { return .everything }
        return ChangeSummary(paths)
    }

    /// Adds the paths of a container, or of parts of it; answers false if everything may have changed.
    private func collect(
        _ paths: inout Set<KeyPath>, of id: ObjectID, _ parts: [ChangeLog.Part]?, _ finder: inout PathFinder
    ) -> Bool {
        switch finder.locations(of: id) {
        case .everywhere: return false
        case .below(let path): paths.insert(path)
        case .places(let locations):
            for location in locations {
                guard let parts else {
                    paths.insert(KeyPath(components: location.path))
                    continue
                }
                for part in parts { paths.insert(KeyPath(components: path(of: part, of: id, at: location))) }
            }
        }
        return true
    }

    private func path(of part: ChangeLog.Part, of id: ObjectID, at location: PathFinder.Location) -> [Text] {
        switch part {
        case .key(let name): return [name]
        case .element(let index): return step(from: location, at: id, position: index).path
        case .field(let key):
            guard let position = graph[id]?.position(of: key) else { return location.path }
            return step(from: location, at: id, position: position).path
        }
    }

    // MARK: - Coarsening

    /// Keeps the log within its limit.
    mutating func coarsenLog() {
        guard log.isTooLarge else { return }
        log.coarsenParts()
        places.prepare(graph)
        var rounds = 0
        while log.size > ChangeLog.limit / 2 {
            rounds += 1
            guard rounds <= 64, coarsenContainers() else { return log.reset(floor: revision) }
        }
    }

    /// Notes of each container that what holds it changed instead; answers false if there is nothing above them.
    private mutating func coarsenContainers() -> Bool {
        let graph = graph
        var hasMoved = false
        for id in Array(log.entries.keys) {
            guard let entry = log.entries[id] else { continue }
            guard places.useCount(of: id) > 0 else {
                log.remove(id)
                hasMoved = true
                continue
            }
            // What is shared has no container of its own; it is rare enough to stay.
            guard places.useCount(of: id) == 1, id != graph.top, let (parent, _) = places.holder(of: id, in: graph)
            else { continue }
            log.remove(id)
            log.note(parent, at: entry.latest)
            hasMoved = true
        }
        return hasMoved
    }
}
