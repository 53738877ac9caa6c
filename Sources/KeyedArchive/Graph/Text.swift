/// A short text that is compared by its code units: a coder key, a class name.
///
/// It is held as UTF-8, in which a lone surrogate stands as its three-byte form (see `UnicodeText`).
package struct Text: Hashable, Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ string: String) { bytes = Array(string.utf8) }
}

extension Text: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}

extension Text: CustomStringConvertible {
    package var description: String { String(decoding: bytes, as: UTF8.self) }
}
