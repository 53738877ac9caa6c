/// The identity of a container in a `Graph`, for as long as the graph lives.
///
/// A container that stands in `$objects` of the file a graph was read from has the number it has there; all others
/// have higher ones. Numbers are never given twice.
package struct ObjectID: Hashable, Sendable {
    /// The number.
    package let number: UInt32

    package init(_ number: UInt32) { self.number = number }
}

extension ObjectID: CustomStringConvertible {
    package var description: String { "#\(number)" }
}
