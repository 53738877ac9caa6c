package import FourLinesLinux

/// What the service manager says to this process in its environment: sd_notify(3), sd_watchdog_enabled(3) and
/// sd_listen_fds(3).
package struct ServiceEnvironment: Equatable, Sendable {
    /// Where notifications go; nil if nobody wants any.
    package var notifySocket: UnixAddress?
    /// The longest time between two signs of life; nil if there is no watchdog, or it looks at another process.
    package var watchdogInterval: Duration?
    /// The names of the sockets that were passed, the first of them being descriptor 3; empty if there are none, or they
    /// are meant for another process.
    package var socketNames: [String] = []

    /// The number of the first descriptor that is passed, sd_listen_fds(3).
    package static let firstDescriptor = 3

    /// The variables that speak to one process only.
    package static let variables = [
        "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES",
        "LISTEN_PIDFDID",
    ]

    /// More sockets than anybody configures; a larger number is taken for none.
    private static let mostSockets = 1024

    /// Reads variables that were set for a process.
    ///
    /// - Parameters:
    ///   - variable: the value of a variable.
    ///   - process: the process's id.
    package init(_ variable: (String) -> String?, process: Int32) {
        notifySocket = variable("NOTIFY_SOCKET").flatMap(UnixAddress.init(notation:))
        // Without the process's id the watchdog is meant for whoever reads it.
        if variable("WATCHDOG_PID").map({ Int32($0) == process }) ?? true,
            let microseconds = variable("WATCHDOG_USEC").flatMap({ Int64($0) }), microseconds > 0
        {
            watchdogInterval = .microseconds(microseconds)
        }
        if let text = variable("LISTEN_PID"), Int32(text) == process,
            let count = variable("LISTEN_FDS").flatMap({ Int($0) }), (1...Self.mostSockets).contains(count)
        {
            let names = variable("LISTEN_FDNAMES")?.split(separator: ":", omittingEmptySubsequences: false) ?? []
            // What sd_listen_fds_with_names(3) calls a socket without a name.
            socketNames = (0..<count).map { names.count == count ? String(names[$0]) : "unknown" }
        }
    }

    /// Reads the variables of this process, and removes them, so that no child takes them for its own.
    ///
    /// To be called before the first thread is started.
    package static func take() -> ServiceEnvironment {
        let environment = ServiceEnvironment(Environment.value, process: CurrentProcess.id)
        for name in variables {
            do { try Environment.remove(name) } catch {
                fatalError("the variable \(name) cannot be removed: \(error)")
            }
        }
        return environment
    }
}
