package import KeyedArchive

extension Document {
    /// The canonical form of a path as far as something is there, and behind that as it was written.
    ///
    /// Property names stand for raw keys and indices count from 0; a way through a cycle leads straight, and `$top`
    /// with the root's key is the root. So what is said of a path by `changes` can be compared with it.
    package func settledPath(_ path: PathBytes) -> KeyPath {
        guard !isFree else { return KeyPath(components: [Text(bytes: path.copy)]) }
        guard let root else { return KeyPath(path.copy) }
        var components: [Text] = []
        var node: Node? = root
        /// Where the containers on the way were met first.
        var met: [ObjectID: Int] = [:]
        if let id = root.slot.container { met[id] = 0 }
        var cursor = PathCursor(path, isLiteral: false)
        var isFirst = true
        while let component = cursor.next() {
            defer { isFirst = false }
            if isFirst, component.matches(Self.topName), let top = graph.top, graph.form == .keyedArchive {
                node = Node(place: nil, slot: .container(top, isReference: false))
                components = [Self.topName]
                continue
            }
            if isFirst, let name = nameOfPlainRoot, !component.matches(name) { components = [name] }
            guard let current = node, let next = child(component, of: current) else {
                node = nil
                components.append(component.text)
                continue
            }
            components.append(name(of: component, in: current, next))
            if next.place == root.place, next.place != nil { components = [] }
            if let id = next.slot.container {
                if let known = met[id] {
                    components.removeLast(components.count - known)
                } else {
                    met[id] = components.count
                }
            }
            node = next
        }
        return KeyPath(components: components)
    }

    /// All paths that lead to what a path leads to, that path itself first, in canonical form.
    package func settledPaths(_ path: PathBytes) -> [KeyPath] {
        let own = settledPath(path)
        guard !isFree, let node = find(path) else { return [own] }
        var finder = PathFinder(self)
        let holder = node.slot.container ?? node.place?.container
        guard let holder, case .places(let locations) = finder.locations(of: holder) else { return [own] }
        let all = locations.map { location in
            guard node.slot.container == nil, let place = node.place else { return KeyPath(components: location.path) }
            return KeyPath(components: step(from: location, at: holder, position: place.position).path)
        }
        return [own] + all.filter { $0 != own }
    }

    /// A canonical path as clients write it.
    package func text(of path: KeyPath) -> [UInt8] {
        isFree ? path.components.first?.bytes ?? [] : path.bytes
    }
}

extension Place {
    /// Which of its container's slots it is.
    var position: Int {
        switch self {
        case .field(_, let position): position
        case .element(_, let index): index
        }
    }
}
