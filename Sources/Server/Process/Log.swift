import FourLinesLinux

/// The log: lines to standard error, with a priority where the journal reads them.
///
/// Values of the document are never logged.
package struct Log: Sendable {
    /// How urgent a line is, with the numbers of syslog(3).
    package enum Priority: Int, Sendable {
        /// Something failed.
        case error = 3
        /// Something is not as it should be, and was dealt with.
        case warning = 4
        /// Something that whoever runs the daemon should see.
        case notice = 5
        /// What the daemon does.
        case information = 6
    }

    /// How lines are marked.
    enum Style: Sendable {
        case plain
        /// `<N>` before each line, sd-daemon(3).
        case journal
        case terminal
    }

    private let style: Style

    /// A log in the style that fits standard error.
    package init() {
        if Environment.value("JOURNAL_STREAM") != nil {
            style = .journal
        } else {
            style = FileDescriptor.standardError.isTerminal ? .terminal : .plain
        }
    }

    /// Writes a line.
    package func write(_ priority: Priority, _ text: String) {
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
        switch style {
        case .journal: send("<\(priority.rawValue)>\(line)")
        case .plain: send("fourlinesd: \(line)")
        case .terminal:
            let colour = priority == .error ? "\u{1B}[31m" : priority == .warning ? "\u{1B}[33m" : ""
            send("fourlinesd: \(colour)\(line)\(colour.isEmpty ? "" : "\u{1B}[0m")")
        }
    }

    private func send(_ line: String) { FileDescriptor.standardError.writeLog(line + "\n") }
}
