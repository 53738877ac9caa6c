/// Which elements of two lists correspond to each other.
enum ListAlignment {
    /// One step through both lists.
    enum Step: Equatable {
        /// An element of the older list and one of the newer, which are the same.
        case same(Int, Int)
        /// An element of the older list and one of the newer, which stand in each other's place.
        case pair(Int, Int)
        /// An element that only the older list has.
        case removed(Int)
        /// An element that only the newer list has.
        case added(Int)
    }

    /// The largest table that is filled in to find the longest common part.
    private static let tableLimit = 4_000_000

    /// The steps through two lists, each given by numbers that are the same for equal elements; nil for an element that
    /// is like no other.
    static func steps(_ old: [Int?], _ new: [Int?]) -> [Step] {
        func isSame(_ first: Int, _ second: Int) -> Bool { old[first] != nil && old[first] == new[second] }
        var start = 0
        while start < min(old.count, new.count), isSame(start, start) { start += 1 }
        var end = 0
        while end < min(old.count, new.count) - start, isSame(old.count - 1 - end, new.count - 1 - end) { end += 1 }
        var steps = (0..<start).map { Step.same($0, $0) }
        let aligned = middle(start..<(old.count - end), start..<(new.count - end), isSame)
        steps += inPlace(old, new, start..<(new.count - end), insteadOf: aligned, isSame) ?? aligned
        return steps + (0..<end).reversed().map { Step.same(old.count - 1 - $0, new.count - 1 - $0) }
    }

    /// The steps that leave each element at its index, where that explains as much as others: in a list that has not
    /// grown an element mostly is what it was.
    private static func inPlace(
        _ old: [Int?], _ new: [Int?], _ range: Range<Int>, insteadOf others: [Step], _ isSame: (Int, Int) -> Bool
    ) -> [Step]? {
        guard old.count == new.count else { return nil }
        let steps = range.map { isSame($0, $0) ? Step.same($0, $0) : .pair($0, $0) }
        return cost(steps) <= cost(others) ? steps : nil
    }

    private static func cost(_ steps: [Step]) -> Int {
        steps.count { step in
            if case .same = step { false } else { true }
        }
    }

    /// The steps through the parts that differ, by the longest common subsequence.
    private static func middle(
        _ old: Range<Int>, _ new: Range<Int>, _ isSame: (Int, Int) -> Bool
    ) -> [Step] {
        let (rows, columns) = (old.count, new.count)
        guard rows > 0, columns > 0, rows <= tableLimit / columns else { return run(Array(old), Array(new)) }
        // The length of the longest common part behind each pair of places.
        var lengths = [Int32](repeating: 0, count: (rows + 1) * (columns + 1))
        for row in (0..<rows).reversed() {
            for column in (0..<columns).reversed() {
                let place = row * (columns + 1) + column
                lengths[place] =
                    isSame(old.lowerBound + row, new.lowerBound + column)
                    ? lengths[place + columns + 2] + 1 : max(lengths[place + columns + 1], lengths[place + 1])
            }
        }
        var steps: [Step] = []
        var removed: [Int] = []
        var added: [Int] = []
        var (row, column) = (0, 0)
        while row < rows || column < columns {
            let (first, second) = (old.lowerBound + row, new.lowerBound + column)
            let place = row * (columns + 1) + column
            if row < rows, column < columns, isSame(first, second) {
                steps += run(removed, added) + [.same(first, second)]
                (removed, added) = ([], [])
                row += 1
                column += 1
            } else if column == columns || row < rows && lengths[place + columns + 1] >= lengths[place + 1] {
                removed.append(first)
                row += 1
            } else {
                added.append(second)
                column += 1
            }
        }
        return steps + run(removed, added)
    }

    /// Neighbours of which none are the same stand in each other's place, in their order.
    private static func run(_ removed: [Int], _ added: [Int]) -> [Step] {
        let common = min(removed.count, added.count)
        return zip(removed, added).map { Step.pair($0, $1) } + removed[common...].map { .removed($0) }
            + added[common...].map { .added($0) }
    }
}
