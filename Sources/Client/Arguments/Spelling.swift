/// What a misspelt word was meant to be.
enum Spelling {
    /// The word that is nearest, if one is near enough to be meant: a third of its letters wrong, at most.
    ///
    /// Of two that are equally near the first is taken.
    static func nearest(to word: String, among known: [String]) -> String? {
        var best: (word: String, distance: Int)?
        for candidate in known {
            let distance = distance(Array(word.utf8), Array(candidate.utf8))
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        guard let best, best.distance <= max(1, best.word.utf8.count / 3) else { return nil }
        return best.word
    }

    /// The number of letters to insert, remove, replace or exchange with their neighbour: the restricted
    /// Damerau-Levenshtein distance.
    static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        // A word of this length was never meant to be one of ours, and the table grows with the product.
        guard first.count <= 64, second.count <= 64 else { return .max }
        var rows = [Array(0...second.count)]
        for row in 1..<(first.count + 1) {
            var current = [row]
            for column in 1..<(second.count + 1) {
                let isSame = first[row - 1] == second[column - 1]
                var least = min(
                    rows[row - 1][column] + 1, current[column - 1] + 1, rows[row - 1][column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
                    least = min(least, rows[row - 2][column - 2] + 1)
                }
                current.append(least)
            }
            rows.append(current)
        }
        return rows[first.count][second.count]
    }
}
