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

    /// How many elements are taken out and put in at most; lists that have less in common are compared index by index.
    ///
    /// The memory for the search grows with its square: 4 MB here.
    private static let mostEdits = 1000

    /// The steps through two lists, each given by numbers that are the same for equal elements; nil for an element that
    /// is like no other.
    static func steps(_ old: [Int?], _ new: [Int?]) -> [Step] {
        func isSame(_ first: Int, _ second: Int) -> Bool { old[first] != nil && old[first] == new[second] }
        var start = 0
        while start < min(old.count, new.count), isSame(start, start) { start += 1 }
        var end = 0
        while end < min(old.count, new.count) - start, isSame(old.count - 1 - end, new.count - 1 - end) { end += 1 }
        let (first, second) = (start..<(old.count - end), start..<(new.count - end))
        let aligned = paired(first, second, matches(first, second, isSame))
        var steps = (0..<start).map { Step.same($0, $0) }
        steps += inPlace(old, new, second, insteadOf: aligned, isSame) ?? aligned
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

    /// The elements that two parts have in common in the same order, as many as there can be: the greedy algorithm of
    /// Myers, An O(ND) Difference Algorithm and Its Variations (1986).
    ///
    /// - Returns: none if the parts differ by more than `mostEdits`.
    private static func matches(
        _ old: Range<Int>, _ new: Range<Int>, _ isSame: (Int, Int) -> Bool
    ) -> [(old: Int, new: Int)] {
        let (rows, columns) = (old.count, new.count)
        // On each diagonal, row minus column, the row that so many edits reach at most; for each number of edits.
        var reached: [[Int]] = []
        var previous: [Int] = [0]
        for edits in 0...mostEdits {
            var present = [Int](repeating: 0, count: 2 * edits + 1)
            var isDone = false
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                // The number of edits before reached the diagonals from `1 - edits` to `edits - 1`.
                func before(_ diagonal: Int) -> Int { previous[diagonal + edits - 1] }
                var row = 0
                if edits > 0 {
                    let isAdded =
                        diagonal == -edits || diagonal != edits && before(diagonal - 1) < before(diagonal + 1)
                    row = isAdded ? before(diagonal + 1) : before(diagonal - 1) + 1
                }
                while row < rows, row - diagonal < columns, row >= diagonal,
                    isSame(old.lowerBound + row, new.lowerBound + row - diagonal)
                {
                    row += 1
                }
                present[diagonal + edits] = row
                if row >= rows, row - diagonal >= columns { isDone = true }
            }
            reached.append(present)
            if isDone { return way(back: reached, old, new) }
            previous = present
        }
        return []
    }

    /// The matches on the way that the search found, from its end to its beginning.
    private static func way(
        back reached: [[Int]], _ old: Range<Int>, _ new: Range<Int>
    ) -> [(old: Int, new: Int)] {
        var matches: [(old: Int, new: Int)] = []
        var (row, column) = (old.count, new.count)
        for edits in reached.indices.reversed() {
            let diagonal = row - column
            var start = (row: 0, column: 0)
            if edits > 0 {
                let previous = reached[edits - 1]
                func before(_ diagonal: Int) -> Int { previous[diagonal + edits - 1] }
                let isAdded = diagonal == -edits || diagonal != edits && before(diagonal - 1) < before(diagonal + 1)
                let from = isAdded ? diagonal + 1 : diagonal - 1
                start = (before(from), before(from) - from)
            }
            while row > start.row, column > start.column {
                row -= 1
                column -= 1
                matches.append((old.lowerBound + row, new.lowerBound + column))
            }
            (row, column) = start
        }
        return matches.reversed()
    }

    /// The steps from match to match; what stands between two of them is in each other's place, in its order.
    private static func paired(
        _ old: Range<Int>, _ new: Range<Int>, _ matches: [(old: Int, new: Int)]
    ) -> [Step] {
        var steps: [Step] = []
        var (first, second) = (old.lowerBound, new.lowerBound)
        func add(_ end: Int, _ otherEnd: Int) {
            let common = min(end - first, otherEnd - second)
            steps += (0..<common).map { .pair(first + $0, second + $0) }
            steps += (first + common..<end).map { .removed($0) }
            steps += (second + common..<otherEnd).map { .added($0) }
        }
        for match in matches {
            add(match.old, match.new)
            steps.append(.same(match.old, match.new))
            (first, second) = (match.old + 1, match.new + 1)
        }
        add(old.upperBound, new.upperBound)
        return steps
    }
}
