/// How a process ended.
package enum ProcessStatus: Equatable, Sendable {
    /// By itself, with a code.
    case exited(Int32)

    /// By a signal.
    case killed(Signal)

    /// Whether it ended by itself with code 0.
    package var isSuccess: Bool {
        self == .exited(0)
    }
}
