import FourLinesDocument
import KeyedArchive

extension Document {
    /// How many names a message lists.
    private static let shownNames = 12

    /// What a path leads to.
    ///
    /// - Throws: `.nothing` with what there is instead.
    func node(at path: [UInt8]) throws(ClientError) -> Node {
        guard let node = find(PathBytes(path)) else { throw nothing(at: path) }
        return node
    }

    /// That there is nothing at a path: how far it leads, and what is there.
    func nothing(at path: [UInt8]) -> ClientError {
        let components = KeyPath(path).components
        guard root != nil else { return .nothing("the archive is empty: its $top has no key") }
        var length = max(0, components.count - 1)
        while length > 0, find(KeyPath(components: Array(components[..<length]))) == nil { length -= 1 }
        let prefix = KeyPath(components: Array(components[..<length]))
        guard let node = find(prefix), length < components.count else {
            return .nothing("there is nothing at “\(text(path))”")
        }
        let place = length == 0 ? "the root" : "“\(prefix)”"
        let what = "there is no “\(components[length])” in \(place)"
        switch content(of: node) {
        case .leaf(let leaf): return .nothing("\(what), which is a value: \(leaf.kind.rawValue)")
        case .list(let elements):
            let count = count(of: elements)
            let there = count == 0 ? "has no elements" : "has the elements 0 to \(count - 1)"
            return .nothing("\(what), which \(there)")
        case .entries, .fields:
            let count = childCount(of: node)
            var names: [String] = []
            forEachChild(of: node, in: 0..<min(count, Self.shownNames)) { name, _ in
                names.append(KeyPath(components: [name]).description)
                return true
            }
            let rest = count > names.count ? ", … (\(count) in all)" : ""
            return .nothing(
                names.isEmpty ? "\(what), which is empty" : "\(what): \(names.joined(separator: ", "))\(rest)")
        }
    }

    private func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }
}

extension ClientError {
    /// Why the document refused an edit.
    init(_ refusal: Refusal) {
        self = .reply("\(refusal.code.rawValue) \(refusal)")
    }
}
