/// A key path that grows and shrinks by components, as a walk goes down and up.
struct PathBuilder {
    /// The path as it is written, with escapes.
    private(set) var bytes: [UInt8] = []

    /// How long the path is; `cut(to:)` goes back to it.
    var length: Int { bytes.count }

    /// A path to begin with.
    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Adds a component, of which points and backslashes are escaped.
    mutating func append(_ component: [UInt8]) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ".")) }
        for byte in component {
            if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
    }

    /// How long a component is with its escapes.
    static func length(of component: [UInt8]) -> Int {
        component.reduce(component.count) { count, byte in
            byte == UInt8(ascii: ".") || byte == UInt8(ascii: "\\") ? count + 1 : count
        }
    }

    /// Takes off what was added since the path had a length.
    mutating func cut(to length: Int) { bytes.removeSubrange(length...) }
}
