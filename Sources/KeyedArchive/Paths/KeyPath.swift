/// A way through a graph: field names, indices and dictionary keys, joined by `.`.
///
/// `\.` is a point inside of a component and `\\` a backslash; any other backslash stands for itself. The empty path
/// is the root object, and an empty component is a key like any other.
package struct KeyPath: Hashable, Sendable {
    /// The components, unescaped.
    package let components: [Text]

    /// A path of components that are not escaped.
    package init(components: [Text]) { self.components = components }

    /// Splits a path.
    package init(_ bytes: some Collection<UInt8>) {
        var components: [Text] = []
        var current: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                if byte != UInt8(ascii: "."), byte != UInt8(ascii: "\\") { current.append(UInt8(ascii: "\\")) }
                current.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: ".") {
                components.append(Text(bytes: current))
                current = []
            } else {
                current.append(byte)
            }
        }
        if isEscaped { current.append(UInt8(ascii: "\\")) }
        if !components.isEmpty || !current.isEmpty { components.append(Text(bytes: current)) }
        self.components = components
    }

    /// The path with one more component.
    package func appending(_ component: Text) -> KeyPath { KeyPath(components: components + [component]) }

    /// The path with an index as one more component.
    package func appending(_ index: Int) -> KeyPath { appending(Text(String(index))) }

    /// The path as it is written, with escapes.
    package var bytes: [UInt8] {
        var result: [UInt8] = []
        for (index, component) in components.enumerated() {
            if index > 0 { result.append(UInt8(ascii: ".")) }
            for byte in component.bytes {
                if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "\\") { result.append(UInt8(ascii: "\\")) }
                result.append(byte)
            }
        }
        return result
    }
}

extension KeyPath: CustomStringConvertible {
    package var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension Text {
    /// The text as an index: an optional minus and decimal digits without leading zeros, or nil.
    package var index: Int? {
        var digits = bytes[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        guard let first = digits.first, digits.count <= 18, first != UInt8(ascii: "0") || digits.count == 1,
            !(isNegative && first == UInt8(ascii: "0"))
        else { return nil }
        var value = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return isNegative ? -value : value
    }
}
