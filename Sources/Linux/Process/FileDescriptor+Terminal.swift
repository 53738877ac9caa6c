import CLinux
import Glibc

/// Terminals and the standard streams.
extension FileDescriptor {
    /// Whether it is a terminal, isatty(3).
    package var isTerminal: Bool {
        isatty(raw) == 1
    }

    /// The width of the terminal in characters; nil if it is no terminal or does not know.
    package var terminalColumns: Int? {
        let columns = clinux_terminal_columns(raw)
        return columns > 0 ? Int(columns) : nil
    }

    /// Writes a log line with one write(2) where the system allows it.
    ///
    /// A log that cannot be written must not stop the work: every failure is ignored, and what a full pipe or terminal
    /// does not take at once is lost.
    package func writeLog(_ line: String) {
        let bytes = Array(line.utf8)
        var done = 0
        while done < bytes.count {
            guard case .bytes(let count) = try? write(bytes, done..<bytes.count) else { return }
            done += count
        }
    }
}
