import FourLinesLinux

/// The log: lines to standard error, with a priority where the journal reads them.
///
/// Values of the document are never logged.
package struct Log: Sendable {
    /// How urgent a line is, with the numbers of syslog(3).
    package enum Priority: Int, CaseIterable, Sendable {
        /// Something failed.
        case error = 3
        /// Something is not as it should be, and was dealt with.
        case warning = 4
        /// Something that whoever runs the daemon should see.
        case notice = 5
        /// What the daemon does.
        case information = 6

        /// The name that the configuration uses.
        package var name: String { "\(self)" }

        init?(name: String) {
            guard let priority = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = priority
        }
    }

    /// How lines are marked.
    enum Style: Sendable {
        case plain
        /// `<N>` before each line, sd-daemon(3).
        case journal
        case terminal
    }

    private let style: Style

    /// The least urgent lines that are written.
    var threshold = Priority.information

    /// A log in the style that fits standard error.
    package init() {
        if Self.isJournal {
            style = .journal
        } else {
            style = FileDescriptor.standardError.isTerminal ? .terminal : .plain
        }
    }

    /// Whether standard error is the stream to the journal that the variable names, systemd.exec(5).
    ///
    /// The variable alone does not say it: a terminal that was started as a service hands it on to everything in it.
    private static var isJournal: Bool {
        guard let stream = Environment.value("JOURNAL_STREAM"),
            let identity = try? FileDescriptor.standardError.status().identity
        else { return false }
        return stream == "\(identity.device):\(identity.inode)"
    }

    /// Writes a line.
    package func write(_ priority: Priority, _ text: String) {
        guard priority.rawValue <= threshold.rawValue else { return }
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
