import FourLinesPropertyList
package import KeyedArchive

extension Document {
    /// The bytes of the leaf at a path, or nil if there is nothing.
    ///
    /// - Throws: `Refusal` if there is a list or a hash.
    package func value(at path: KeyPath) throws(Refusal) -> [UInt8]? {
        guard let node = find(path) else { return nil }
        guard let leaf = leaf(of: node) else {
            throw .wrongType("\(path) is a \(kind(of: node).redisName), not a string")
        }
        return LeafText.bytes(of: leaf)
    }

    /// The leaf of a node: itself, or the text of a mutable string; nil for a list or a hash.
    package func leaf(of node: Node) -> Slot? {
        if let text = graph.text(of: node.slot) { return text }
        return node.slot.isLeaf ? node.slot : nil
    }

    /// Sets the leaf at a path to a text; the field keeps its type.
    ///
    /// - Throws: `Refusal` if there is no such path, if it is a list or a hash, or if the text does not fit.
    package mutating func set(_ path: KeyPath, to bytes: [UInt8]) throws(Refusal) {
        guard let node = find(path) else {
            throw .noSuchKey(
                "there is no field “\(path)”; there are \(rootNames().map(\.description).joined(separator: ", "))")
        }
        try set(node, path, to: bytes)
    }

    /// Sets a leaf that was found.
    mutating func set(_ node: Node, _ path: KeyPath, to bytes: [UInt8]) throws(Refusal) {
        guard let old = leaf(of: node) else {
            throw .wrongType("\(path) is a \(kind(of: node).redisName), not a string")
        }
        let new = try parse(bytes, as: old, path)
        // A mutable string is an object of its own: whoever shares it sees the edit.
        if let id = node.slot.container {
            if let place = graph.place(ofField: "NS.string", in: id) { replace(place, old, with: new) }
        } else if let place = node.place {
            replace(place, old, with: new)
        }
    }

    private mutating func replace(_ place: Place, _ old: Slot, with new: Slot) {
        let new = new.held(asReference: old.isReference)
        guard new != old, let change = graph.replacing(place, with: new) else { return }
        editor.apply(change)
    }

    /// A text as a leaf of the kind that is there.
    private func parse(_ bytes: [UInt8], as old: Slot, _ path: KeyPath) throws(Refusal) -> Slot {
        if old.kind == .string {
            if let offset = UnicodeText.firstMalformed(bytes, 0..<bytes.count, surrogates: true) {
                throw Refusal(
                    "invalid UTF-8", detail: "\(path) is a text, and byte \(offset) of \(bytes.count) is not UTF-8")
            }
            return .string(bytes)
        }
        if old.kind == .data { return .data(bytes) }
        guard let new = LeafText.parse(bytes, as: old.kind) else {
            let text = String(decoding: bytes.prefix(64), as: UTF8.self)
            throw Refusal("value does not fit", detail: "\(path) is of type \(old.kind), and “\(text)” is none")
        }
        return new
    }
}
