/// Lays items out in columns, one line each.
enum ItemTable {
    /// The text of rows, of which all have the same number of cells; the last cell is not padded.
    ///
    /// - Parameters:
    ///   - rows: cells of any bytes; what is not safe to look at is escaped.
    ///   - isFirstColumnNumeric: whether the first column is aligned at its right.
    /// - Returns: a line for each row, with its line break.
    static func text(_ rows: [[[UInt8]]], isFirstColumnNumeric: Bool = false) -> [UInt8] {
        let cells = rows.map { $0.map { TerminalText.escaped($0, .line) } }
        var widths: [Int] = []
        for row in cells {
            for (column, cell) in row.dropLast().enumerated() {
                let width = width(of: cell)
                if column < widths.count { widths[column] = max(widths[column], width) } else { widths.append(width) }
            }
        }
        var output: [UInt8] = []
        for row in cells {
            for (column, cell) in row.enumerated() where column < row.count - 1 {
                let padding = repeatElement(UInt8(ascii: " "), count: widths[column] - width(of: cell))
                let isRight = isFirstColumnNumeric && column == 0
                if isRight { output += padding }
                output += cell
                // Nothing is padded in front of nothing, so that an empty item leaves no blanks at the line's end.
                guard row[(column + 1)...].contains(where: { !$0.isEmpty }) else { break }
                if !isRight { output += padding }
                output += "  ".utf8
            }
            output += row.last ?? []
            output.append(UInt8(ascii: "\n"))
        }
        return output
    }

    /// The width of a cell in characters; a terminal may count otherwise for a few.
    private static func width(of cell: [UInt8]) -> Int { String(decoding: cell, as: UTF8.self).count }
}
