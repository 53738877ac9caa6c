import Foundation

/// Prints a table, and remembers which bounds were missed.
struct Report {
    /// The bounds that were missed, in words.
    private(set) var missed: [String] = []

    private static func milliseconds(_ seconds: Double) -> String {
        seconds.isFinite ? String(format: "%.2f", seconds * 1000) : "-"
    }

    private static func line(_ columns: [String]) {
        let widths = [24, 26, 10, 12, 9, 8, 12, 9]
        let cells = zip(columns, widths).enumerated().map { index, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index < 2 ? cell.0 + padding : padding + cell.0
        }
        print(cells.joined(separator: " "))
        fflush(nil)
    }

    /// Begins the table.
    func head() {
        Self.line(["workload", "operation", "ours ms", "Foundation", "times", "bound", "plistlib ms", "memcpys"])
    }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - workload: what was read or written.
    ///   - operation: what was done.
    ///   - seconds: ours, Foundation's, plistlib's and a copy of the file, infinite where there is none.
    ///   - bound: how many times as fast as Foundation ours has to be; nil where nothing is asked.
    mutating func add(_ workload: String, _ operation: String, _ seconds: [Double], bound: Double?) {
        let ratio = seconds[1] / seconds[0]
        Self.line([
            workload, operation, Self.milliseconds(seconds[0]), Self.milliseconds(seconds[1]),
            seconds[1].isFinite ? String(format: "%.1f", ratio) : "-", bound.map { String(format: "%.0f", $0) } ?? "",
            Self.milliseconds(seconds[2]), String(format: "%.1f", seconds[0] / seconds[3]),
        ])
        if let bound, ratio < bound { missed.append("\(workload), \(operation): \(ratio) times, not \(bound)") }
    }

    /// Adds the cost of an object for growing numbers of them, of which the highest may be half as high again as the
    /// lowest.
    mutating func scaling(_ operation: String, _ costs: [(count: Int, nanoseconds: Double)]) {
        let lowest = costs.map(\.nanoseconds).min() ?? 0
        let highest = costs.map(\.nanoseconds).max() ?? 0
        let text = costs.map { String(format: "%d: %.1f ns", $0.count, $0.nanoseconds) }.joined(separator: ", ")
        print("\(operation), cost of an object: \(text); \(String(format: "%.2f", highest / lowest)) between them")
        fflush(nil)
        if highest > 1.5 * lowest { missed.append("\(operation): cost of an object grows \(highest / lowest) times") }
    }
}
