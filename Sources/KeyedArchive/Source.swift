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
    private let canonical = Mutex<Bool?>(nil)

    init(bytes: [UInt8], view: BinaryPropertyList, pristine: Graph) {
        self.bytes = bytes
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

    private func rewritingIsEqual() -> Bool {
        let file = bytes
        var position = 0
        var isEqual = true
        let rest = try? CanonicalWriter.encode(pristine) { bytes, range in
            guard isEqual, range.count <= file.count - position else {
                isEqual = false
                return false
            }
            let span = bytes.span
            for index in range {
                if span[index] != file[position] {
                    isEqual = false
                    return false
                }
                position += 1
            }
            return true
        }
        return rest != nil && isEqual && position == file.count
    }
}
