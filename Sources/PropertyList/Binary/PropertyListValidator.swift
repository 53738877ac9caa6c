/// Walks all objects that the top object reaches, each once and without recursion, and checks them.
///
/// A property list that passes can be walked by anybody: no reference dangles, no container holds itself, none is
/// nested deeper than `Limits.depth`.
package struct PropertyListValidator {
    /// What a sound property list consists of.
    package struct Summary: Equatable, Sendable {
        /// How many objects the top object reaches; the others of the table are orphans.
        package let reachableObjects: Int
        /// How many of them are arrays, sets and dictionaries.
        package let containers: Int
        /// How deep containers are nested: 0 for a leaf alone, 1 for an array of leaves.
        package let depth: Int
        /// How many objects there would be if every reference had a copy of its own; at most `UInt64.max`.
        package let expandedObjects: UInt64
    }

    /// A container of which not all references have been followed.
    private struct Frame {
        let object: Int
        let first: BinaryObject.References
        let second: BinaryObject.References
        let isDictionary: Bool
        var next = 0
        var height = 0
        var expanded: UInt64 = 1

        var count: Int { first.count + second.count }
    }

    private let list: BinaryPropertyList
    private var frames: [Frame] = []
    /// How deep each object reaches, plus one; 0 for those that have not been seen.
    private var heights: [UInt16]
    /// How many objects each one expands to.
    private var expansions: [UInt64]
    private var path: ContainerPath
    private var reachable = 0
    private var containers = 0

    private init(_ list: BinaryPropertyList) {
        self.list = list
        heights = [UInt16](repeating: 0, count: list.objectCount)
        expansions = [UInt64](repeating: 0, count: list.objectCount)
        path = ContainerPath(objectCount: list.objectCount)
    }

    /// Checks all reachable objects.
    ///
    /// Memory is about 10 bytes for each object, time proportional to the objects and references.
    ///
    /// - Throws: what the first unsound object is: as `BinaryPropertyList.object(_:)` throws, or `cycle`, `tooDeep`,
    ///   `containerAsKey`.
    package static func validate(_ list: BinaryPropertyList) throws(PropertyListError) -> Summary {
        var validator = PropertyListValidator(list)
        try validator.visit(list.topObject, isKey: false)
        while let last = validator.frames.indices.last { try validator.step(last) }
        return Summary(
            reachableObjects: validator.reachable, containers: validator.containers,
            depth: Int(validator.heights[list.topObject]) - 1,
            expandedObjects: validator.expansions[list.topObject])
    }

    /// Follows the next reference of the innermost container, or ends it.
    private mutating func step(_ last: Int) throws(PropertyListError) {
        let frame = frames[last]
        if frame.next == frame.count {
            frames.removeLast()
            path.leave(frame.object)
            finish(frame.object, height: frame.height + 1, expanded: frame.expanded)
            return
        }
        let index = frame.next
        frames[last].next += 1
        let isFirst = index < frame.first.count
        let object =
            isFirst
            ? try list.reference(frame.first, index) : try list.reference(frame.second, index - frame.first.count)
        try visit(object, isKey: isFirst && frame.isDictionary)
    }

    private mutating func visit(_ object: Int, isKey: Bool) throws(PropertyListError) {
        if heights[object] > 0 {
            let height = Int(heights[object]) - 1
            guard frames.count + height <= Limits.depth else { throw try failure(.tooDeep, object) }
            guard !isKey || height == 0 else { throw try failure(.containerAsKey, object) }
            return count(height: height, expanded: expansions[object])
        }
        let none = BinaryObject.References(start: 0, count: 0)
        switch try list.object(object) {
        case .array(let members), .set(let members):
            try enter(object, Frame(object: object, first: members, second: none, isDictionary: false), isKey)
        case .dictionary(let keys, let values):
            try enter(object, Frame(object: object, first: keys, second: values, isDictionary: true), isKey)
        default:
            reachable += 1
            finish(object, height: 0, expanded: 1)
        }
    }

    private mutating func enter(_ object: Int, _ frame: Frame, _ isKey: Bool) throws(PropertyListError) {
        guard path.enter(object) else { throw try failure(.cycle, object) }
        guard !isKey else { throw try failure(.containerAsKey, object) }
        guard frames.count < Limits.depth else { throw try failure(.tooDeep, object) }
        reachable += 1
        containers += 1
        frames.append(frame)
    }

    private mutating func finish(_ object: Int, height: Int, expanded: UInt64) {
        heights[object] = UInt16(truncatingIfNeeded: height + 1)
        expansions[object] = expanded
        count(height: height, expanded: expanded)
    }

    /// Counts an object in the container that it stands in.
    private mutating func count(height: Int, expanded: UInt64) {
        guard let last = frames.indices.last else { return }
        frames[last].height = max(frames[last].height, height)
        let (sum, overflow) = frames[last].expanded.addingReportingOverflow(expanded)
        frames[last].expanded = overflow ? .max : sum
    }

    private func failure(_ reason: PropertyListError.Reason, _ object: Int) throws(PropertyListError)
        -> PropertyListError
    {
        PropertyListError(reason, offset: try list.offset(of: object), object: object)
    }
}
