import FourLinesPropertyList
import Synchronization

/// The file that a graph was read from, and the graph as it was then.
///
/// The writer compares with it: what was not edited keeps its bytes.
package final class Source: Sendable {
    /// The file.
    package let bytes: [UInt8]
    /// The file as a binary property list: itself, or what its XML says.
    let view: BinaryPropertyList
    /// The graph as it was read; it shares all that was not edited since.
    let pristine: Graph
    /// Whether the file is XML.
    package let isXML: Bool
    private let canonical = Mutex<Bool?>(nil)

    init(bytes: [UInt8], view: BinaryPropertyList, isXML: Bool, pristine: Graph) {
        self.bytes = bytes
        self.isXML = isXML
        self.view = view
        self.pristine = pristine
    }

    /// Whether Apple's writer would give the same bytes for the same graph; found out once.
    package var isCanonical: Bool {
        if let known = canonical.withLock({ $0 }) { return known }
        let result = rewritingIsEqual()
        canonical.withLock { $0 = result }
        return result
    }

    /// Rewrites the graph as it was read; XML is compared with what the same archive would be as Apple's XML.
    private func rewritingIsEqual() -> Bool {
        guard isXML else { return Self.isEqual(bytes) { try CanonicalWriter.encode(pristine, sink: $0) } }
        guard let text = try? view.xml() else { return false }
        return Self.isEqual(text) { try GraphXMLWriter.encode(pristine, sink: $0).bytes }
    }

    /// Whether a writer gives the bytes of a file, which it is stopped at the first difference from.
    private static func isEqual(_ file: [UInt8], _ write: (@escaping BinaryEncoder.Sink) throws -> [UInt8]) -> Bool {
        let comparison = Comparison(file)
        guard let rest = try? write({ bytes, range in comparison.take(bytes, range) }) else { return false }
        return comparison.take(rest, rest.indices) && comparison.isComplete
    }

    /// How far bytes equal a file.
    private final class Comparison {
        private let file: [UInt8]
        private var position: Int? = 0

        init(_ file: [UInt8]) { self.file = file }

        /// Whether all that was taken was the whole file.
        var isComplete: Bool { position == file.count }

        /// Compares the next bytes; answers whether all so far are equal.
        func take(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
            guard let start = position, range.count <= file.count - start,
                bytes[range].elementsEqual(file[start..<(start + range.count)])
            else {
                position = nil
                return false
            }
            position = start + range.count
            return true
        }
    }
}
