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
        var paths: Set<KeyPath> = []
        var isEverything = false
        forEachChange(behind: revision) { path, _ in
            if let path { paths.insert(path) } else { isEverything = true }
        }
        // In a free document the empty path is a key, and no path leads to the root.
        if isEverything || isFree && paths.contains(KeyPath(components: [])) { return .everything }
        return ChangeSummary(paths)
    }

    /// When what changed since a revision did so last.
    ///
    /// - Parameter revision: a revision of this document's history that is past or present.
    /// - Returns: what can be asked of that revision and of later ones.
    package mutating func changeTimes(since revision: UInt64) -> ChangeTimes {
        if revision < log.floor { searchHistory() }
        var times = ChangeTimes(floor: log.floor)
        let isFree = isFree
        forEachChange(behind: max(revision, log.floor)) { path, revision in
            if let path, !(isFree && path.components.isEmpty) {
                times.add(path, revision)
            } else {
                times.addEverywhere(revision)
            }
        }
        return times
    }

    /// Calls a function with each path that changed behind a revision and the last revision at which it did; without a
    /// path if everything may have.
    private mutating func forEachChange(behind revision: UInt64, _ body: (KeyPath?, UInt64) -> Void) {
        // Kept for the next question, where it had to be made.
        places.prepare(graph)
        var finder = PathFinder(self)
        for (id, entry) in log.entries where entry.latest > revision {
            switch finder.locations(of: id) {
            case .everywhere: body(nil, entry.latest)
            case .below(let path): body(path, entry.latest)
            case .places(let locations):
                for location in locations {
                    if entry.whole > revision { body(KeyPath(components: location.path), entry.whole) }
                    for (part, last) in entry.parts where last > revision {
                        body(KeyPath(components: path(of: part, of: id, at: location)), last)
                    }
                }
            }
        }
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
